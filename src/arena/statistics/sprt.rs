//! Sequential probability ratio tests: play until it is clear which of two
//! hypotheses about the strength fits better.
//!
//! Pairs must be given in the order of the schedule, so that neither
//! concurrency nor shards can change a verdict.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::NELO_UNIT;
use super::counts::{PairScore, Pentanomial};
use super::estimate::score_of_elo;
use super::likelihood::{Hypothesis, log_likelihood_ratio};

/// The largest Elo of a hypothesis.
const MAX_ELO: f64 = 1000.0;

/// The meaning of the Elo of a hypothesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Expected score by the logistic curve.
    Logistic,
    /// Expected score in standard deviations of a game. The length of a test
    /// hardly depends on the draw rate.
    #[default]
    Normalized,
}

/// The hypotheses and error rates of a sequential test.
///
/// Serialized as `elo0`, `elo1`, and optionally `alpha`, `beta` (0.05) and
/// `model` (normalized).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedSettings", into = "UncheckedSettings")]
pub struct SprtSettings(UncheckedSettings);

/// The settings before validation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct UncheckedSettings {
    elo0: f64,
    elo1: f64,
    #[serde(default = "usual_error")]
    alpha: f64,
    #[serde(default = "usual_error")]
    beta: f64,
    #[serde(default)]
    model: EloModel,
}

const fn usual_error() -> f64 {
    0.05
}

/// An error in the settings of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("elo0 must be less than elo1, not {0} and {1}")]
    Order(f64, f64),
    /// The Elo of a hypothesis is out of range.
    #[error("{0} must be from -1000 to 1000, not {1}")]
    Elo(&'static str, f64),
    /// An error rate is out of range.
    #[error("{0} must be greater than 0 and less than 0.5, not {1}")]
    Rate(&'static str, f64),
}

impl TryFrom<UncheckedSettings> for SprtSettings {
    type Error = SprtError;

    fn try_from(settings: UncheckedSettings) -> Result<SprtSettings, SprtError> {
        for (name, elo) in [("elo0", settings.elo0), ("elo1", settings.elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
                return Err(SprtError::Elo(name, elo));
            }
        }
        for (name, rate) in [("alpha", settings.alpha), ("beta", settings.beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::Rate(name, rate));
            }
        }
        if settings.elo0 >= settings.elo1 {
            return Err(SprtError::Order(settings.elo0, settings.elo1));
        }
        Ok(SprtSettings(settings))
    }
}

impl From<SprtSettings> for UncheckedSettings {
    fn from(settings: SprtSettings) -> UncheckedSettings {
        settings.0
    }
}

impl SprtSettings {
    /// Settings of a test of `elo0` against `elo1`. `alpha` is the maximum rate
    /// of accepting `elo1` when `elo0` is true, `beta` that of accepting `elo0`
    /// when `elo1` is true.
    ///
    /// ```
    /// use peregrine::arena::statistics::{EloModel, SprtSettings};
    /// assert!(SprtSettings::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).is_ok());
    /// let error = SprtSettings::new(5.0, 5.0, 0.05, 0.05, EloModel::Logistic).unwrap_err();
    /// assert_eq!(error.to_string(), "elo0 must be less than elo1, not 5 and 5");
    /// ```
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<SprtSettings, SprtError> {
        UncheckedSettings {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        }
        .try_into()
    }

    /// Elo of the null hypothesis.
    pub const fn elo0(&self) -> f64 {
        self.0.elo0
    }

    /// Elo of the alternative hypothesis.
    pub const fn elo1(&self) -> f64 {
        self.0.elo1
    }

    /// Rate of accepting `elo1` when `elo0` is true.
    pub(crate) const fn alpha(&self) -> f64 {
        self.0.alpha
    }

    /// Rate of accepting `elo0` when `elo1` is true.
    pub(crate) const fn beta(&self) -> f64 {
        self.0.beta
    }

    /// The meaning of the Elo values.
    pub const fn model(&self) -> EloModel {
        self.0.model
    }

    /// The log likelihood ratios at or below which `elo0` is accepted, and at
    /// or above which `elo1` is accepted (A. Wald, 1945).
    ///
    /// ```
    /// use peregrine::arena::statistics::{EloModel, SprtSettings};
    /// let settings = SprtSettings::new(0.0, 5.0, 0.05, 0.10, EloModel::Normalized)?;
    /// let (lower, upper) = settings.bounds();
    /// assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.25 2.89");
    /// # Ok::<(), peregrine::arena::statistics::SprtError>(())
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        let (alpha, beta) = (self.alpha(), self.beta());
        (
            libm::log(beta / (1.0 - alpha)),
            libm::log((1.0 - beta) / alpha),
        )
    }

    /// The generalized log likelihood ratio of `elo1` to `elo0`; 0 without
    /// pairs. An empty count is replaced by 0.001, so that no result is
    /// impossible.
    ///
    /// ```
    /// use peregrine::arena::statistics::{EloModel, Pentanomial, SprtSettings};
    /// let settings = SprtSettings::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized)?;
    /// let ratio = settings.log_likelihood_ratio(&Pentanomial([50, 287, 610, 387, 73]));
    /// assert_eq!(format!("{ratio:.2}"), "2.97");
    /// # Ok::<(), peregrine::arena::statistics::SprtError>(())
    /// ```
    pub fn log_likelihood_ratio(&self, counts: &Pentanomial) -> f64 {
        let hypothesis = |elo| match self.model() {
            EloModel::Logistic => Hypothesis::Mean(score_of_elo(elo)),
            // The mean of a pair varies by 1/sqrt(2) of the variation of a game.
            EloModel::Normalized => {
                Hypothesis::Advantage(elo / NELO_UNIT * std::f64::consts::SQRT_2)
            }
        };
        log_likelihood_ratio(counts, hypothesis(self.elo0()), hypothesis(self.elo1()))
    }
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtDecision {
    /// `elo1` is accepted.
    AcceptH1,
    /// `elo0` is accepted.
    AcceptH0,
    /// More games are needed.
    Continue,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SprtState {
    /// Its settings.
    pub settings: SprtSettings,
    /// Its verdict.
    pub verdict: SprtDecision,
    /// The log likelihood ratio of the pairs used.
    pub log_likelihood_ratio: f64,
    /// The bound at which `elo0` is accepted.
    pub lower: f64,
    /// The bound at which `elo1` is accepted.
    pub upper: f64,
    /// The scores of the pairs used.
    pub pentanomial: Pentanomial,
    /// Number of pairs used, from the start of the schedule.
    pub pairs_used: u64,
    /// Complete pairs that do not count, because they come after the verdict or
    /// after an incomplete pair.
    pub pairs_surplus: u64,
}

/// A sequential test, updated pair by pair.
///
/// ```
/// use peregrine::arena::statistics::*;
/// let settings = SprtSettings::new(0.0, 200.0, 0.05, 0.05, EloModel::Logistic)?;
/// let mut sprt = Sprt::new(settings);
/// while sprt.verdict() == SprtDecision::Continue {
///     sprt.push(PairScore::Two);
/// }
/// assert_eq!(sprt.verdict(), SprtDecision::AcceptH1);
/// assert!(sprt.state().pairs_used < 10);
/// # Ok::<(), SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    state: SprtState,
}

impl Sprt {
    /// A test before its first pair.
    pub fn new(settings: SprtSettings) -> Sprt {
        let (lower, upper) = settings.bounds();
        Sprt {
            state: SprtState {
                settings,
                verdict: SprtDecision::Continue,
                log_likelihood_ratio: 0.0,
                lower,
                upper,
                pentanomial: Pentanomial::default(),
                pairs_used: 0,
                pairs_surplus: 0,
            },
        }
    }

    /// Runs the test on all pairs of the schedule, in order, from the point of
    /// view of the engine that should be better; `None` is an incomplete pair.
    ///
    /// Pairs are used one by one until a bound is reached or a pair is
    /// incomplete. All others are surplus: the verdict depends neither on which
    /// game ended first nor on those still running.
    ///
    /// ```
    /// use peregrine::arena::statistics::*;
    /// let settings = SprtSettings::new(0.0, 200.0, 0.05, 0.05, EloModel::Logistic)?;
    /// let won = Some(PairScore::Two);
    /// let state = Sprt::run(settings, [won, won, None, won, won]);
    /// assert_eq!((state.verdict, state.pairs_used, state.pairs_surplus), (SprtDecision::Continue, 2, 2));
    /// # Ok::<(), SprtError>(())
    /// ```
    pub fn run(
        settings: SprtSettings,
        pairs: impl IntoIterator<Item = Option<PairScore>>,
    ) -> SprtState {
        let mut pairs = pairs.into_iter();
        let mut sprt = Sprt::new(settings);
        for score in pairs.by_ref().map_while(|pair| pair) {
            sprt.push(score);
        }
        sprt.state.pairs_surplus += pairs.flatten().count() as u64;
        sprt.state
    }

    /// Adds the next pair of the schedule; after the verdict it is surplus.
    pub fn push(&mut self, score: PairScore) -> SprtDecision {
        let state = &mut self.state;
        if state.verdict != SprtDecision::Continue {
            state.pairs_surplus += 1;
            return state.verdict;
        }
        state.pentanomial.add(score);
        state.pairs_used += 1;
        let ratio = state.settings.log_likelihood_ratio(&state.pentanomial);
        state.log_likelihood_ratio = ratio;
        if ratio >= state.upper {
            state.verdict = SprtDecision::AcceptH1;
        } else if ratio <= state.lower {
            state.verdict = SprtDecision::AcceptH0;
        }
        state.verdict
    }

    /// The current verdict.
    pub const fn verdict(&self) -> SprtDecision {
        self.state.verdict
    }

    /// The current state.
    pub const fn state(&self) -> &SprtState {
        &self.state
    }
}
