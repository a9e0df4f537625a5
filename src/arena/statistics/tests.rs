//! Checks against published numbers, slow direct computations and simulation.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use proptest::prelude::*;

use super::likelihood::{Hypothesis, likeliest, log_likelihood_ratio, moments};
use super::*;
use crate::base::is_long_run;

/// Output of fastchess for published matches: pull requests 727 of
/// brunocodutra/cinder, 1899 of lynx-chess/Lynx, 343 of princesslana/princhess,
/// and issue 807 of Disservin/fastchess; the last two are test cases of its
/// app/tests/elo_test.cpp. Elo, its margin, nElo, its margin, likelihood of
/// superiority in per cent.
type Published = ([u64; 5], f64, f64, f64, f64, f64);
const ELO: [Published; 6] = [
    ([50, 287, 610, 387, 73], 18.04, 8.23, 28.19, 12.84, 100.0),
    (
        [235, 1384, 2521, 1341, 239],
        -1.06,
        4.05,
        -1.67,
        6.37,
        30.33,
    ),
    ([1, 22, 52, 21, 4], 8.69, 27.04, 15.51, 48.15, 73.60),
    ([30, 6, 18, 0, 6], -168.40, 73.37, -170.08, 62.16, 0.0),
    ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28, 100.0),
    ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96, 5.05),
];

#[test]
fn elo_is_what_others_print() {
    for (counts, elo, margin, normalized, normalized_margin, superiority) in ELO {
        let estimate = Pentanomial(counts).estimate().unwrap();
        let ours = estimate.normalized_elo.unwrap();
        let near = |one: f64, other: f64| assert!((one - other).abs() < 0.006, "{one} {other}");
        near(estimate.elo.value, elo);
        near(estimate.elo.margin(), margin);
        near(ours.value, normalized);
        near(100.0 * estimate.superiority, superiority);
        // fastchess takes the deviation as known, which matters far from equality.
        near(
            Z95 * NELO_UNIT / (estimate.games as f64).sqrt(),
            normalized_margin,
        );
        if normalized.abs() < 60.0 {
            assert!((ours.margin() / normalized_margin - 1.0).abs() < 0.05);
        }
    }
}

/// app/tests/elo_test.cpp of Disservin/fastchess.
#[test]
fn single_games_are_estimated_as_others_do() {
    for (wins, losses, draws, normalized, superiority) in
        [(76, 89, 123, -20.76, 15.53), (136, 96, 111, 49.77, 99.60)]
    {
        let counts = Trinomial {
            wins,
            draws,
            losses,
        };
        let estimate = counts.estimate().unwrap();
        assert!((estimate.normalized_elo.unwrap().value - normalized).abs() < 0.006);
        assert!((100.0 * estimate.superiority - superiority).abs() < 0.006);
    }
    let estimate = Trinomial {
        wins: 136,
        draws: 111,
        losses: 96,
    }
    .estimate()
    .unwrap();
    assert!((estimate.elo.value - 40.70).abs() < 0.006);
    assert!((estimate.elo.margin() - 30.43).abs() < 0.006);
}

/// Hypotheses, counts and ratio. From fishtest, in pull requests of
/// official-stockfish/Stockfish: 5712, 4194 (normalized); 3209, 3098, 2920,
/// 3017 (logistic). From fastchess: the matches above, and
/// app/tests/sprt_test.cpp, except for the case of 104 pairs all won, where its
/// 2.94 is not the maximum likelihood; see the next test.
#[test]
fn ratios_are_what_others_print() {
    use EloModel::{Logistic, Normalized};
    for (model, elo0, elo1, counts, ratio) in [
        (Normalized, 0.0, 2.0, [831, 31795, 68460, 32448, 834], 2.93),
        (Normalized, 0.5, 2.5, [307, 54901, 140959, 56230, 281], 2.95),
        (Normalized, 0.0, 2.0, [371, 10263, 24989, 10642, 379], 2.95),
        (Normalized, 0.5, 2.5, [47, 8181, 25234, 8575, 47], 2.94),
        (Logistic, -0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
        (Logistic, 0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
        (Logistic, -0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96),
        (Logistic, 0.25, 1.25, [53, 2220, 21459, 2445, 47], 2.97),
        (Logistic, -0.5, 1.5, [665, 4806, 9333, 4893, 747], 2.95),
        (Logistic, -1.5, 0.5, [174, 2658, 10273, 2713, 178], 2.96),
        (Normalized, 0.0, 5.0, [50, 287, 610, 387, 73], 2.97),
        (Normalized, -5.0, 0.0, [1, 22, 52, 21, 4], 0.15),
        (Normalized, 0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25),
        (Normalized, -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
        (Logistic, 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
        (Logistic, 0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
    ] {
        let settings = SprtSettings::new(elo0, elo1, 0.05, 0.05, model).unwrap();
        let ours = settings.log_likelihood_ratio(&Pentanomial(counts));
        assert!((ours - ratio).abs() < 0.0101, "{counts:?}: {ours} {ratio}");
    }
}

/// Where all pairs are won, the rest of the maximum likelihood distribution is
/// on lost pairs, and the share of wins follows from the advantage.
#[test]
fn the_ratio_of_pairs_all_won_is_known() {
    let advantage = 5.0 / NELO_UNIT * 2.0_f64.sqrt();
    // (p - 1/2)^2 = advantage^2 p (1 - p)
    let part = 0.5 + 0.5 * advantage / (1.0 + advantage * advantage).sqrt();
    let settings = SprtSettings::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).unwrap();
    let ratio = settings.log_likelihood_ratio(&Pentanomial([0, 0, 0, 0, 104]));
    assert!((ratio - 104.0 * (2.0 * part).ln()).abs() < 0.01, "{ratio}");
}

#[test]
fn nothing_and_all_alike_are_told_as_such() {
    assert_eq!(Pentanomial::default().estimate(), None);
    assert_eq!(Trinomial::default().estimate(), None);
    let one = Pentanomial([0, 0, 0, 0, 1]).estimate().unwrap();
    assert_eq!(
        (one.elo.value, one.elo.high),
        (f64::INFINITY, f64::INFINITY)
    );
    assert!(one.elo.low < -400.0 && one.normalized_elo.is_none());
    assert_eq!(one.superiority, 0.75);
    let mut last = one;
    for pairs in [5, 50, 5000] {
        let more = Pentanomial([0, 0, 0, 0, pairs]).estimate().unwrap();
        assert!(more.elo.low > last.elo.low && more.superiority > last.superiority);
        let mirrored = Pentanomial([pairs, 0, 0, 0, 0]).estimate().unwrap();
        assert_eq!(mirrored.elo.value, f64::NEG_INFINITY);
        assert!((mirrored.elo.high + more.elo.low).abs() < 1e-6);
        assert!((mirrored.superiority - (1.0 - more.superiority)).abs() < 1e-12);
        last = more;
    }
    let drawn = Pentanomial([0, 0, 50, 0, 0]).estimate().unwrap();
    assert_eq!((drawn.elo.value, drawn.superiority), (0.0, 0.5));
    assert!((drawn.elo.low + drawn.elo.high).abs() < 1e-9 && drawn.elo.low < -15.0);
}

/// Counts that are not all 0.
fn counts() -> impl Strategy<Value = [u64; 5]> {
    let count = prop_oneof![Just(0), 1_u64..5, 5_u64..500];
    prop::array::uniform5(count).prop_filter("some", |counts| counts.iter().any(|&n| n > 0))
}

proptest! {
    // Turn a failing case into a test of its own below.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn estimates_are_mirrored_ordered_and_finite(counts in counts()) {
        let estimate = Pentanomial(counts).estimate().unwrap();
        let other = Pentanomial(counts).reversed().estimate().unwrap();
        prop_assert!((estimate.superiority + other.superiority - 1.0).abs() < 1e-9);
        prop_assert!((estimate.score.low + other.score.high - 1.0).abs() < 1e-9);
        for value in [estimate.score, estimate.elo].into_iter().chain(estimate.normalized_elo) {
            prop_assert!(value.low <= value.value && value.value <= value.high);
            prop_assert!(!value.value.is_nan());
        }
        prop_assert!(0.0 <= estimate.score.low && estimate.score.high <= 1.0);
    }

    #[test]
    fn the_likeliest_distribution_is_one_and_fits(
        counts in counts(), mean in 0.02..0.98_f64, advantage in -0.08..0.08_f64,
    ) {
        check_likeliest(counts, mean, advantage)?;
    }

    #[test]
    fn a_ratio_is_finite_and_mirrored(
        counts in counts(), elo0 in -300.0..200.0_f64, width in 0.1..100.0_f64, normalized: bool,
    ) {
        let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
        check_ratio(counts, elo0, width, model)?;
    }
}

fn check_likeliest(counts: [u64; 5], mean: f64, advantage: f64) -> Result<(), TestCaseError> {
    let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let number: f64 = counts.iter().sum();
    let observed = counts.map(|count| count / number);
    for hypothesis in [Hypothesis::Mean(mean), Hypothesis::Advantage(advantage)] {
        let found = likeliest(&observed, hypothesis).unwrap();
        prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        prop_assert!(found.iter().all(|&probability| probability > 0.0));
        let (found_mean, variance) = moments(&found);
        match hypothesis {
            Hypothesis::Mean(mean) => prop_assert!((found_mean - mean).abs() < 1e-6),
            Hypothesis::Advantage(advantage) => {
                prop_assert!(((found_mean - 0.5) / variance.sqrt() - advantage).abs() < 1e-5)
            }
        }
    }
    Ok(())
}

fn check_ratio(
    counts: [u64; 5],
    elo0: f64,
    width: f64,
    model: EloModel,
) -> Result<(), TestCaseError> {
    let ratio = |elo0, elo1, counts| {
        let settings = SprtSettings::new(elo0, elo1, 0.05, 0.05, model).unwrap();
        settings.log_likelihood_ratio(&Pentanomial(counts))
    };
    let forward = ratio(elo0, elo0 + width, counts);
    let mut mirrored = counts;
    mirrored.reverse();
    let backward = ratio(-elo0 - width, -elo0, mirrored);
    prop_assert!(forward.is_finite());
    prop_assert!(
        (forward + backward).abs() < 1e-5 * (1.0 + forward.abs()),
        "{forward} {backward}"
    );
    Ok(())
}

/// Cases that once failed.
#[test]
fn likelihoods_of_lopsided_counts() {
    check_likeliest([352, 3, 147, 0, 0], 0.02, 0.06408737245938602).unwrap();
    let (elo0, width) = (-173.07804595487164, 74.18299223365761);
    check_ratio([2, 395, 3, 0, 0], elo0, width, EloModel::Normalized).unwrap();
}

/// The greatest log likelihood, found by a random search over all distributions
/// that satisfy the hypothesis, without any theory: three probabilities are
/// varied, the other two follow.
fn by_search(counts: &[f64; 5], hypothesis: Hypothesis) -> f64 {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let likelihood = |inner: [f64; 3]| {
        // Mean and sum determine the outer two probabilities; an advantage requires the mean
        // that belongs to the variance.
        let outer = |mean: f64| {
            let last = mean - 0.25 * inner[0] - 0.5 * inner[1] - 0.75 * inner[2];
            let first = 1.0 - last - inner.iter().sum::<f64>();
            [first, inner[0], inner[1], inner[2], last]
        };
        let found = match hypothesis {
            Hypothesis::Mean(mean) => outer(mean),
            Hypothesis::Advantage(advantage) => {
                let off = |mean| mean - 0.5 - advantage * moments(&outer(mean)).1.max(0.0).sqrt();
                let (mut low, mut high) = (0.0, 1.0);
                for _ in 0..60 {
                    let middle = (low + high) / 2.0;
                    if off(middle) < 0.0 {
                        low = middle
                    } else {
                        high = middle
                    }
                }
                outer(low)
            }
        };
        if found.iter().any(|&probability| probability <= 0.0) {
            return f64::NEG_INFINITY;
        }
        counts
            .iter()
            .zip(found)
            .map(|(count, probability)| count * probability.ln())
            .sum()
    };
    let mut best = ([0.01; 3], f64::NEG_INFINITY);
    for start in 0..2000 {
        let inner = [0; 3].map(|_| unit(&mut random) * 0.6);
        let value = likelihood(inner);
        if value > best.1 || start == 0 {
            best = (inner, value);
        }
    }
    let mut reach = 0.1;
    while reach > 1e-8 {
        let mut better = false;
        for _ in 0..200 {
            let near = best
                .0
                .map(|value| value + reach * (2.0 * unit(&mut random) - 1.0));
            let value = likelihood(near);
            if value > best.1 {
                best = (near, value);
                better = true;
            }
        }
        if !better {
            reach *= 0.6;
        }
    }
    best.1
}

#[test]
fn ratios_are_those_found_by_search() {
    for counts in [[3, 9, 30, 14, 5], [40, 10, 20, 5, 30], [1, 2, 3, 9, 12]] {
        for (first, second) in [
            (Hypothesis::Mean(0.5), Hypothesis::Mean(0.55)),
            (Hypothesis::Advantage(0.0), Hypothesis::Advantage(0.1)),
            (Hypothesis::Advantage(0.1), Hypothesis::Advantage(0.6)),
        ] {
            let ours = log_likelihood_ratio(&Pentanomial(counts), first, second);
            let counts = counts.map(|count| count as f64);
            let searched = by_search(&counts, second) - by_search(&counts, first);
            assert!(
                (ours - searched).abs() < 1e-4,
                "{counts:?} {second:?}: {ours} {searched}"
            );
        }
    }
}

#[test]
fn settings_without_sense_are_refused() {
    let refused = |elo0, elo1, alpha, beta| {
        let settings = SprtSettings::new(elo0, elo1, alpha, beta, EloModel::Logistic);
        settings.unwrap_err().to_string()
    };
    assert_eq!(
        refused(5.0, 0.0, 0.05, 0.05),
        "elo0 must be less than elo1, not 5 and 0"
    );
    assert!(refused(0.0, f64::NAN, 0.05, 0.05).starts_with("elo1 must be from -1000 to 1000"));
    assert!(refused(f64::NEG_INFINITY, 0.0, 0.05, 0.05).starts_with("elo0"));
    assert!(refused(0.0, 5.0, 0.0, 0.05).starts_with("alpha must be greater than 0"));
    assert!(refused(0.0, 5.0, 0.05, 0.5).starts_with("beta must be greater than 0"));
    let read = |text: &str| serde_json::from_str::<SprtSettings>(text);
    let settings = read(r#"{"elo0": 0, "elo1": 5}"#).unwrap();
    assert_eq!(
        (settings.alpha(), settings.model()),
        (0.05, EloModel::Normalized)
    );
    let text = serde_json::to_string(&settings).unwrap();
    assert_eq!(read(&text).unwrap(), settings);
    assert!(
        read(r#"{"elo0": 9, "elo1": 5}"#)
            .unwrap_err()
            .to_string()
            .contains("less than")
    );
    assert!(read(r#"{"elo0": 0, "elo1": 5, "elo2": 5}"#).is_err());
}

/// A number from 0 to 1, excluding 1.
fn unit(random: &mut ChaCha8Rng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

fn draw(random: &mut ChaCha8Rng, distribution: &[f64; 5]) -> PairScore {
    let mut rest = unit(random);
    for score in PairScore::ALL {
        rest -= distribution[score.half_points()];
        if rest < 0.0 {
            return score;
        }
    }
    PairScore::Two
}

/// A distribution near a typical one for which the hypothesis is true.
fn true_distribution(elo: f64, model: EloModel) -> [f64; 5] {
    let usual = [0.06, 0.2, 0.46, 0.21, 0.07];
    let hypothesis = match model {
        EloModel::Logistic => Hypothesis::Mean(score_of_elo(elo)),
        EloModel::Normalized => Hypothesis::Advantage(elo / NELO_UNIT * 2.0_f64.sqrt()),
    };
    likeliest(&usual, hypothesis).unwrap()
}

/// Number of tests with a wrong verdict.
fn wrong_verdicts(settings: SprtSettings, truth: f64, tests: u64, seed: u64) -> u64 {
    let wrong = if truth == settings.elo0() {
        SprtDecision::AcceptH1
    } else {
        SprtDecision::AcceptH0
    };
    let distribution = true_distribution(truth, settings.model());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut count = 0;
    for _ in 0..tests {
        let mut sprt = Sprt::new(settings);
        while sprt.push(draw(&mut random, &distribution)) == SprtDecision::Continue {}
        count += u64::from(sprt.verdict() == wrong);
    }
    count
}

/// Error rates are as requested: not higher than chance allows (four standard
/// deviations), and, over all kinds of tests, not so low that games are wasted. Each
/// kind by itself is made often enough for the latter in a long run only.
#[test]
fn simulated_tests_err_as_often_as_they_may() {
    let tests = if is_long_run() { 3000 } else { 300 };
    let (mut all_wrong, mut all_expected, mut variance) = (0.0, 0.0, 0.0);
    for (seed, (model, elo0, elo1, alpha, beta)) in (0..).zip([
        (EloModel::Logistic, 0.0, 30.0, 0.05, 0.05),
        (EloModel::Normalized, 0.0, 40.0, 0.05, 0.05),
        (EloModel::Normalized, -40.0, 0.0, 0.05, 0.1),
        (EloModel::Logistic, -20.0, 15.0, 0.1, 0.02),
    ]) {
        let settings = SprtSettings::new(elo0, elo1, alpha, beta, model).unwrap();
        for (truth, rate) in [(elo0, alpha), (elo1, beta)] {
            let wrong = wrong_verdicts(settings, truth, tests, seed) as f64;
            let expected = rate * tests as f64;
            let chance = 4.0 * (expected * (1.0 - rate)).sqrt();
            println!("{model:?} {elo0} {elo1}, true {truth}: {wrong} wrong, {expected} allowed");
            assert!(wrong < expected + chance, "{model:?} at {truth}: {wrong}");
            assert!(
                wrong > 0.4 * expected - chance,
                "{model:?} at {truth}: {wrong}"
            );
            all_wrong += wrong;
            all_expected += expected;
            variance += expected * (1.0 - rate);
        }
    }
    let least = 0.4 * all_expected - 4.0 * variance.sqrt();
    assert!(least > 0.0 && all_wrong > least, "{all_wrong} <= {least}");
}

/// About 95 % of many intervals contain the true value, even far from equality.
#[test]
fn simulated_intervals_hold_the_truth() {
    const SAMPLES: usize = 4000;
    for (seed, elo) in (0..).zip([0.0, 60.0, 250.0]) {
        let distribution = true_distribution(elo, EloModel::Logistic);
        let (mean, variance) = moments(&distribution);
        let normalized = (mean - 0.5) / variance.sqrt() / 2.0_f64.sqrt() * NELO_UNIT;
        let mut random = ChaCha8Rng::seed_from_u64(100 + seed);
        let mut held = [0; 2];
        for _ in 0..SAMPLES {
            let counts: Pentanomial = (0..400).map(|_| draw(&mut random, &distribution)).collect();
            let estimate = counts.estimate().unwrap();
            let holds = |value: Estimated, truth| value.low <= truth && truth <= value.high;
            held[0] += usize::from(holds(estimate.elo, elo));
            held[1] += usize::from(holds(estimate.normalized_elo.unwrap(), normalized));
        }
        for held in held {
            let part = held as f64 / SAMPLES as f64;
            assert!((0.935..0.965).contains(&part), "{elo}: {part}");
        }
    }
}

#[test]
fn a_verdict_stands_whatever_comes_behind() {
    let settings = SprtSettings::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let won = [Some(PairScore::Two); 30];
    let state = Sprt::run(settings, won);
    assert_eq!(state.verdict, SprtDecision::AcceptH1);
    assert_eq!(state.pairs_used + state.pairs_surplus, 30);
    assert!(state.pairs_surplus > 0 && state.log_likelihood_ratio >= state.upper);
    let used = state.pairs_used as usize;
    let then_lost = won[..used]
        .iter()
        .copied()
        .chain([Some(PairScore::Zero); 500]);
    let same = Sprt::run(settings, then_lost);
    assert_eq!(
        (same.verdict, same.pairs_used),
        (state.verdict, state.pairs_used)
    );
    assert_eq!(same.pentanomial, state.pentanomial);
    // With one pair fewer before the gap there is no verdict, however many
    // follow it.
    let gap = won[1..used].iter().copied().chain([None]).chain(won);
    let open = Sprt::run(settings, gap);
    assert_eq!(open.verdict, SprtDecision::Continue);
    assert_eq!(
        (open.pairs_used, open.pairs_surplus),
        (state.pairs_used - 1, 30)
    );
}

fn encounter(one: usize, other: usize, counts: [u64; 5]) -> Encounter {
    Encounter {
        one,
        other,
        counts: Pentanomial(counts),
    }
}

#[test]
fn ratings_of_two_are_what_their_score_says() {
    let counts = [100, 400, 1000, 700, 300];
    let [first, second] = ratings(2, &[encounter(0, 1, counts)])[..] else {
        panic!()
    };
    let elo = Pentanomial(counts).estimate().unwrap().elo;
    assert!((first.value - second.value - elo.value).abs() < 0.05);
    // The difference of two players is twice the distance of one from their
    // mean.
    assert!((2.0 * first.margin() - elo.margin()).abs() < 0.05);
}

#[test]
fn ratings_of_many_are_likeliest() {
    let met = [
        encounter(0, 1, [1, 5, 20, 9, 4]),
        encounter(0, 2, [9, 5, 20, 2, 1]),
        encounter(1, 3, [0, 5, 20, 9, 0]),
        encounter(3, 2, [4, 4, 4, 4, 4]),
    ];
    let found: Vec<f64> = ratings(4, &met).iter().map(|rating| rating.value).collect();
    assert!(found.iter().sum::<f64>().abs() < 1e-9);
    // The expected score of each player equals its actual score, except for the
    // half draw of the prior.
    for player in 0..4 {
        let (mut scored, mut expected) = (0.0, 0.0);
        for Encounter { one, other, counts } in met {
            let points = counts.half_points() as f64 / 2.0;
            let games = 2.0 * counts.pairs() as f64;
            if one == player {
                scored += points;
                expected += games * score_of_elo(found[one] - found[other]);
            } else if other == player {
                scored += games - points;
                expected += games * score_of_elo(found[other] - found[one]);
            }
        }
        assert!(
            (scored - expected).abs() < 0.25,
            "{player}: {scored} {expected}"
        );
    }
}

#[test]
fn ratings_need_no_luck() {
    assert!(ratings(0, &[]).is_empty());
    let idle = ratings(2, &[]);
    assert!(
        idle.iter()
            .all(|rating| rating.value == 0.0 && rating.high == f64::INFINITY)
    );
    let met = [
        encounter(0, 1, [0, 0, 0, 0, 100]),
        encounter(1, 2, [0, 0, 0, 0, 1]),
    ];
    let all_won = ratings(3, &met);
    assert!(
        all_won
            .iter()
            .all(|rating| rating.value.is_finite() && rating.margin() > 0.0)
    );
    assert!(all_won[0].value > all_won[1].value && all_won[1].value > all_won[2].value);
}

/// About 95 % of many intervals contain the true rating.
#[test]
fn simulated_intervals_of_ratings_hold_the_truth() {
    const TRUTH: [f64; 3] = [60.0, -10.0, -50.0];
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut held = [0; 3];
    for _ in 0..1000 {
        let met = [(0, 1), (0, 2), (1, 2)].map(|(one, other)| {
            let distribution = true_distribution(TRUTH[one] - TRUTH[other], EloModel::Logistic);
            let counts = (0..200).map(|_| draw(&mut random, &distribution)).collect();
            Encounter { one, other, counts }
        });
        for (player, rating) in ratings(3, &met).into_iter().enumerate() {
            held[player] += u32::from(rating.low <= TRUTH[player] && TRUTH[player] <= rating.high);
        }
    }
    assert!(
        held.iter().all(|held| (925..975).contains(held)),
        "{held:?}"
    );
}
