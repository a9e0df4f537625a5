//! The terms of an evaluation, as a readable table.

use std::fmt;

use crate::board::color::Color;
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::Rules;

use super::Tapered;
use super::endgame::{BareKing, FULL};
use super::network::Network;

/// The terms of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Term {
    Material,
    Placement,
    Pawns,
    Passed,
    Mobility,
    Pieces,
    Threats,
    Control,
    Shelter,
    Danger,
    Castling,
    Tempo,
}

impl Term {
    const NAMES: [&'static str; 12] = [
        "Material",
        "Placement",
        "Pawn structure",
        "Passed on the board",
        "Mobility",
        "Pieces",
        "Threats",
        "Space",
        "King's Pawns",
        "King in danger",
        "Castling right",
        "Side to move",
    ];
}

/// Receives the terms as they are added; `()` ignores them.
pub(super) trait Trace {
    fn record(&mut self, term: Term, color: Color, value: Tapered);

    /// How the sum of the terms, or a network's score, becomes the score.
    fn conclude(&mut self, steps: Steps);
}

/// What is done to the sum of the terms, or to a network's score; in centipawns for White.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    /// How much of an advantage in the ending counts, out of [`FULL`].
    pub scale: i32,
    /// For driving the weaker side's King, added to the ending.
    pub mop_up: i32,
    /// The score before the fifty-move rule lowers it.
    pub blended: i32,
    pub white: i32,
    /// The score consists of these parts, and not of the terms.
    pub bare_king: Option<BareKing>,
}

impl Trace for () {
    #[inline(always)]
    fn record(&mut self, _: Term, _: Color, _: Tapered) {}

    #[inline(always)]
    fn conclude(&mut self, _: Steps) {}
}

/// The terms of the hand-written evaluation as a table in centipawns, for middle game
/// and ending, with the resulting score; and the score of a network, if one evaluates.
///
/// ```
/// use peregrine::{eval::Evaluator, position::Position, variants};
/// let rules = variants::falcon();
/// let table = Evaluator::new(rules).explain(&Position::start(rules)).to_string();
/// assert!(table.contains("Mobility"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    pub(super) terms: [[Tapered; 2]; Term::NAMES.len()],
    /// The share of the middle game that remains, in 256ths.
    pub(super) phase: i32,
    /// The score of the terms for the side to move, in centipawns.
    pub(super) total: i32,
    pub(super) side: Option<Color>,
    pub(super) steps: Steps,
    /// Plies since the last capture or Pawn move, at most 100.
    pub(super) halfmove_clock: i32,
    pub(super) network: NetworkPart,
}

/// The evaluation of a position by a network.
#[derive(Clone, Debug, Default)]
pub(super) enum NetworkPart {
    /// There is no network.
    #[default]
    None,
    /// The weights evaluate this position instead.
    Skipped,
    /// The network evaluates it.
    Evaluated(NetworkExplanation),
}

/// A network's score of a position, and what each man adds to it.
///
/// ```
/// use std::sync::Arc;
/// use peregrine::eval::{Evaluator, network::{Network, NetworkWeights}};
/// use peregrine::{position::Position, variants};
/// let rules = variants::falcon();
/// let network = Network::new(rules, NetworkWeights::random(rules, 32, 8, &[], 1)?)?;
/// let start = Position::start(rules);
/// let score = network.evaluate_slowly(&start);
/// let mut evaluator = Evaluator::new(rules);
/// evaluator.set_network(Some(Arc::new(network)), 0);
/// let explanation = evaluator.explain(&start);
/// assert_eq!(explanation.network().map(|part| part.score()), Some(score));
/// # Ok::<(), peregrine::eval::network::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NetworkExplanation {
    /// The network's own score for the side to move, in centipawns.
    score: i32,
    /// The same after what is known of endings and the fifty-move rule.
    total: i32,
    steps: Steps,
    halfmove_clock: i32,
    side: Color,
    rules: &'static Rules,
    /// The men with their letters and, but for Kings, what they add.
    men: Vec<(Square, String, Option<i32>)>,
}

impl NetworkExplanation {
    /// What the network says of a position: its own score and the one that the search
    /// uses, both for the side to move, and the steps from one to the other.
    pub(super) fn new(
        network: &Network,
        position: &Position,
        (score, total): (i32, i32),
        steps: Steps,
    ) -> NetworkExplanation {
        let rules = position.rules();
        let added = network.contributions(position);
        let man = |square| {
            let letter = rules.letter(position.piece_on(square)?);
            let added = added.iter().find(|man| man.0 == square);
            Some((square, letter, added.map(|man| man.1)))
        };
        NetworkExplanation {
            score,
            total,
            steps,
            halfmove_clock: position.limit_used(),
            side: position.side_to_move(),
            rules,
            men: position.occupied().into_iter().filter_map(man).collect(),
        }
    }

    /// The network's own score for the side to move, in centipawns.
    pub fn score(&self) -> i32 {
        self.score
    }

    /// What each man but the Kings adds to the score, by its square, in centipawns for White.
    pub fn contributions(&self) -> impl Iterator<Item = (Square, i32)> {
        let men = self.men.iter();
        men.filter_map(|(square, _, added)| Some((*square, (*added)?)))
    }
}

impl fmt::Display for NetworkExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = self.rules.geometry();
        writeln!(
            f,
            "What each man adds to the network's score, in Pawns for White:\n"
        )?;
        let pawns = |added: &Option<i32>| added.map_or(String::new(), in_pawns);
        let values = self.men.iter().map(|(_, _, added)| pawns(added).len());
        let width = 2 + values.max().unwrap_or_default().max(5);
        let border = format!(
            "   +{}",
            format!("{:-<width$}+", "").repeat(geometry.files())
        );
        for rank in (0..geometry.ranks()).rev() {
            let mut letters = format!("{:>2} |", geometry.rank_name(rank));
            let mut values = "   |".to_owned();
            for file in 0..geometry.files() {
                let square = geometry.square(file, rank);
                let man = self.men.iter().find(|man| Some(man.0) == square);
                let (letter, value) = match man {
                    Some((_, letter, added)) => (letter.as_str(), pawns(added)),
                    None => ("", String::new()),
                };
                letters += &format!("{letter:^width$}|");
                values += &format!("{value:^width$}|");
            }
            writeln!(f, "{border}\n{letters}\n{values}")?;
        }
        writeln!(f, "{border}")?;
        let mut names = "    ".to_owned();
        for file in 0..geometry.files() {
            names += &format!("{:^width$} ", geometry.file_name(file));
        }
        writeln!(f, "{}\n", names.trim_end())?;
        let men: i32 = self.contributions().map(|man| man.1).sum();
        let white = self.side.sign() * self.score;
        let line = |name: &str, score| Line(name, score, Some(Color::White)).to_string();
        writeln!(f, "{}", line("Sum of the men", men))?;
        writeln!(f, "{}", line("What they do together", white - men))?;
        writeln!(f, "{}", line("Network", white))?;
        if self.steps.scale != FULL {
            let scaled = self.steps.blended - self.steps.mop_up;
            let name = format!("Drawish: {} of {FULL}", self.steps.scale);
            writeln!(f, "{}", line(&name, scaled))?;
        }
        if self.steps.mop_up != 0 {
            writeln!(f, "{}", line("Driving the King", self.steps.mop_up))?;
        }
        if self.halfmove_clock > 0 {
            writeln!(
                f,
                "{}",
                line(&fifty_moves(self.halfmove_clock), self.steps.white)
            )?;
        }
        write!(f, "{}", Line("Score", self.total, Some(self.side)))
    }
}

/// A score with its name, for a side.
struct Line<'a>(&'a str, i32, Option<Color>);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line(name, score, side) = *self;
        let side = side.map_or(String::new(), |side| format!("for {side}"));
        write!(f, "{name:24} {:>10} {side}", in_pawns(score))
    }
}

/// The name of the step that lowers a score the nearer the fifty-move rule is.
fn fifty_moves(halfmove_clock: i32) -> String {
    format!("Fifty moves: {} of 200", 200 - halfmove_clock)
}

/// Centipawns as Pawns with a sign.
fn in_pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

impl Explanation {
    /// The score for the side to move, in centipawns: the network's if it judges the
    /// position, or that of the terms.
    pub fn total(&self) -> i32 {
        self.network().map_or(self.total, |part| part.total)
    }

    /// What the network says; none if there is no network or it leaves the position to
    /// the terms.
    pub fn network(&self) -> Option<&NetworkExplanation> {
        match &self.network {
            NetworkPart::Evaluated(part) => Some(part),
            NetworkPart::None | NetworkPart::Skipped => None,
        }
    }
}

impl Trace for Explanation {
    fn record(&mut self, term: Term, color: Color, value: Tapered) {
        self.terms[term as usize][color.index()] += value;
    }

    fn conclude(&mut self, steps: Steps) {
        self.steps = steps;
    }
}

impl Trace for Steps {
    fn record(&mut self, _: Term, _: Color, _: Tapered) {}

    fn conclude(&mut self, steps: Steps) {
        *self = steps;
    }
}

impl Explanation {
    /// The terms, and how their sum becomes a score.
    fn write_terms(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:20} {:>14} {:>14} {:>14}",
            "centipawns mg/eg", "White", "Black", "difference"
        )?;
        let pair = |value: Tapered| format!("{} / {}", value.middle(), value.ending());
        let mut sum = Tapered::ZERO;
        for (name, [white, black]) in Term::NAMES.iter().zip(self.terms) {
            sum += white - black;
            let (white, black, difference) = (pair(white), pair(black), pair(white - black));
            writeln!(f, "{name:20} {white:>14} {black:>14} {difference:>14}")?;
        }
        let result = |name: &str, value: String| format!("{name:20} {value:>44}");
        writeln!(f, "{}", result("Sum", pair(sum)))?;
        let Steps { scale, mop_up, .. } = self.steps;
        let mut ending = sum.ending();
        if scale != FULL {
            ending = ending * scale / FULL;
            let scaled = pair(Tapered::new(sum.middle(), ending));
            writeln!(
                f,
                "{}",
                result(&format!("Drawish: {scale} of {FULL}"), scaled)
            )?;
        }
        if mop_up != 0 {
            ending += mop_up;
            let driven = pair(Tapered::new(sum.middle(), ending));
            writeln!(
                f,
                "{}",
                result(&format!("Driving the King: {mop_up:+}"), driven)
            )?;
        }
        let part = format!("Middle game: {}/256", self.phase);
        writeln!(f, "{}", result(&part, self.steps.blended.to_string()))
    }

    /// The parts of a score against a bare King, for which the terms do not count.
    fn write_bare_king(f: &mut fmt::Formatter<'_>, parts: &BareKing) -> fmt::Result {
        writeln!(f, "{:24} {:>10}", "centipawns for White", "bare King")?;
        for (name, value) in [
            ("Pieces", parts.pieces),
            ("Pawns", parts.pawns),
            ("Driving the King", parts.mop_up),
            ("Pawn structure", parts.structure),
            ("Sum", parts.score()),
        ] {
            writeln!(f, "{name:24} {value:>10}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.steps.bare_king {
            Some(parts) => Explanation::write_bare_king(f, parts)?,
            None => self.write_terms(f)?,
        }
        if self.halfmove_clock > 0 && self.steps.bare_king.is_none() {
            let name = fifty_moves(self.halfmove_clock);
            writeln!(f, "{name:24} {:>40}", self.steps.white)?;
        }
        let own = |name| Line(name, self.total, self.side);
        match &self.network {
            NetworkPart::None => write!(f, "{}", own("Score")),
            NetworkPart::Skipped => write!(
                f,
                "{}\nThe network leaves this position to the terms above.",
                own("Score")
            ),
            NetworkPart::Evaluated(part) => write!(f, "{}\n\n{part}", own("Without the network")),
        }
    }
}
