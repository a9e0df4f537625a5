//! How a game ends according to the board alone (docs/rules.md, section 3.1).

use std::borrow::Cow;
use std::fmt;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::board::piece::{Component, Piece, PieceKind};
use crate::rules::{CheckmateRule, EndRules, PromotionZone, StalemateRule};

use super::PositionOf;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side wins because the other moved a Pawn to the last rank with
    /// nothing for it to become (docs/rules.md, section 7.3).
    MentalCruelty(Color),
    /// This side has mated the other, and wins by it.
    Checkmate(Color),
    /// This side has been mated in a game where that wins.
    Checkmated(Color),
    /// A piece of this side has reached one of its flag squares; of both sides in a draw.
    Flag(Option<Color>),
    /// This side has given the last of the checks that win the game.
    Checks(Color),
    /// A side has nothing but its King left. The winner depends on the rules of the game.
    BareKing(Option<Color>),
    /// A side has lost all pieces of a kind, or all its pieces. The winner depends on the
    /// rules of the game.
    Extinction(Option<Color>),
    /// The game would be drawn, but this side wins drawn games.
    Draw(Color),
    /// The side to move has no legal move and is not in check. The winner
    /// depends on the rules of the game.
    Stalemate(Option<Color>),
    /// In Shatar, a mate that no shak led to.
    Niol,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The position has occurred for the third time, or as often as the game allows.
    Repetition,
    /// The same where it decides the game for this side.
    RepetitionWin(Color),
    /// This side wins because the other repeats the position by checks alone.
    PerpetualCheck(Color),
    /// Fifty moves by each side without a Pawn move or capture.
    FiftyMoves,
    /// The same after another number of moves.
    MoveLimit,
    /// The count of moves in which the side that is ahead had to mate is over.
    Count,
}

impl Outcome {
    /// The winner, unless the game is drawn.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::MentalCruelty(winner)
            | Outcome::Checkmate(winner)
            | Outcome::Checkmated(winner)
            | Outcome::Checks(winner)
            | Outcome::RepetitionWin(winner)
            | Outcome::PerpetualCheck(winner)
            | Outcome::Draw(winner) => Some(winner),
            Outcome::Stalemate(winner)
            | Outcome::Flag(winner)
            | Outcome::BareKing(winner)
            | Outcome::Extinction(winner) => winner,
            Outcome::Niol
            | Outcome::InsufficientMaterial
            | Outcome::Repetition
            | Outcome::FiftyMoves
            | Outcome::MoveLimit
            | Outcome::Count => None,
        }
    }

    /// The kind of end in a word or two, without the winner.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::Outcome};
    /// assert_eq!(Outcome::BareKing(Some(Color::White)).termination(), "bare king");
    /// ```
    pub const fn termination(self) -> &'static str {
        self.words().0
    }

    /// Whether this is an end that only some games have. Other programs and readers of a
    /// file must be told of it, since orthodox chess does not know it.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::Outcome};
    /// assert!(Outcome::Flag(Some(Color::White)).is_special() && !Outcome::Repetition.is_special());
    /// ```
    pub const fn is_special(self) -> bool {
        match self {
            Outcome::Checkmated(_)
            | Outcome::Flag(_)
            | Outcome::Checks(_)
            | Outcome::BareKing(_)
            | Outcome::Extinction(_)
            | Outcome::Draw(_)
            | Outcome::Niol
            | Outcome::RepetitionWin(_)
            | Outcome::PerpetualCheck(_)
            | Outcome::MoveLimit
            | Outcome::Count => true,
            Outcome::MentalCruelty(_)
            | Outcome::Checkmate(_)
            | Outcome::Stalemate(_)
            | Outcome::InsufficientMaterial
            | Outcome::Repetition
            | Outcome::FiftyMoves => false,
        }
    }

    /// Whether this is a draw by a number of moves, which players must claim elsewhere.
    pub(crate) const fn is_claimed(self) -> bool {
        matches!(
            self,
            Outcome::FiftyMoves | Outcome::MoveLimit | Outcome::Count
        )
    }

    /// The kind of end in a word or two, and what follows `White wins by` or `drawn by`. All
    /// texts about the end of a game come from here, except those that XBoard is used to.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Outcome::MentalCruelty(_) => ("mental cruelty", "Mental Cruelty"),
            Outcome::Checkmate(_) => ("checkmate", "checkmate"),
            Outcome::Checkmated(_) => ("being checkmated", "being checkmated"),
            Outcome::Flag(Some(_)) => ("flag square", "reaching a flag square"),
            Outcome::Flag(None) => ("flag square", "both sides reaching a flag square"),
            Outcome::Checks(_) => ("checks", "the number of checks"),
            Outcome::BareKing(_) => ("bare king", "a bare King"),
            Outcome::Extinction(_) => ("extinction", "extinction"),
            Outcome::Draw(_) => ("draw", "a draw"),
            Outcome::Stalemate(_) => ("stalemate", "stalemate"),
            Outcome::Niol => ("niol", "mate without a shak"),
            Outcome::InsufficientMaterial => ("insufficient material", "insufficient material"),
            Outcome::Repetition | Outcome::RepetitionWin(_) => ("repetition", "repetition"),
            Outcome::PerpetualCheck(_) => ("perpetual check", "being checked perpetually"),
            Outcome::FiftyMoves => ("fifty moves", "fifty moves"),
            Outcome::MoveLimit => ("move limit", "the move limit"),
            Outcome::Count => ("count", "the count of moves"),
        }
    }
}

/// The winner and the reason, or the reason for the draw.
///
/// ```
/// use peregrine::{board::color::Color, position::Outcome};
/// assert_eq!(Outcome::Checkmate(Color::Black).to_string(), "Black wins by checkmate");
/// assert_eq!(Outcome::Repetition.to_string(), "drawn by repetition");
/// ```
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{winner} wins by ")?,
            None => f.write_str("drawn by ")?,
        }
        f.write_str(self.words().1)
    }
}

impl PositionOf<'_> {
    /// What the Pawns of a side may become in a promotion zone: the kinds of
    /// the zone and, if promotion is limited to lost pieces, only those that
    /// the side has lost (docs/rules.md, section 7.2). Of each kind, as many
    /// are lost as are missing from the number in the start position.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let zone = &rules.pawns(Color::White).zones[0];
    /// assert_eq!(Position::start(rules).promotion_choices(Color::White, zone).len(), 4);
    /// ```
    pub fn promotion_choices<'a>(
        &self,
        color: Color,
        zone: &'a PromotionZone,
    ) -> Cow<'a, [PieceKind]> {
        if !zone.only_lost && zone.limits.is_empty() {
            return Cow::Borrowed(&zone.kinds);
        }
        let is_free = |kind: &PieceKind| {
            let count = self.pieces(color, *kind).count();
            let mut limits = zone.limits.iter();
            let limit = limits.find(|row| row.0 == *kind);
            limit.is_none_or(|row| count < row.1)
                && (!zone.only_lost
                    || zone.always.contains(kind)
                    || count < self.rules.start_count(color, *kind))
        };
        Cow::Owned(zone.kinds.iter().copied().filter(is_free).collect())
    }

    /// Whether a legal move loses the game at once.
    #[inline]
    pub(crate) fn fails_promotion(&self, mv: Move) -> bool {
        self.rules.promotion_may_fail()
            && mv.promoted_to().is_none()
            && self
                .rules
                .pawns(self.side_to_move)
                .failed_promotion
                .contains(mv.to())
            && self.piece_on(mv.from()).map(Piece::kind) == Some(PieceKind::PAWN)
    }

    /// The side that has lost by Mental Cruelty.
    pub(super) fn failed_promotion_by(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| {
            let squares = self.rules.pawns(color).failed_promotion & self.colors(color);
            squares.any() && squares.meets(self.pieces(color, PieceKind::PAWN))
        })
    }

    /// How the game has ended, if it has. Repetition is not detected; that
    /// needs the [`Game`](crate::position::game::Game).
    ///
    /// ```
    /// use peregrine::{position::{Outcome, Position}, variants};
    /// let rules = variants::falcon();
    /// let stalemate = Position::from_fen(rules, "k9/2Q7/1K8/10/10/10/10/10 b - - 0 1").unwrap();
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate(None)));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.outcome_on_board()?;
        Some(self.with_draw_odds(outcome))
    }

    /// The outcome, unless it is a draw in a game where one side wins drawn games.
    pub(super) fn with_draw_odds(&self, outcome: Outcome) -> Outcome {
        match (outcome.winner(), self.rules.ends().draws_won_by) {
            (None, Some(winner)) => Outcome::Draw(winner),
            _ => outcome,
        }
    }

    fn outcome_on_board(&self) -> Option<Outcome> {
        if let Some(outcome) = self.decision() {
            return Some(outcome);
        }
        if !self.has_legal_move() {
            return Some(match self.is_check() {
                true => self.checkmate(),
                false => Outcome::Stalemate(self.stalemate_winner()),
            });
        }
        if self.is_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        let is_drawn = self.halfmove_clock >= self.halfmove_limit();
        is_drawn.then(|| match self.rules.ends().move_limit {
            _ if self.count_limit().is_some() => Outcome::Count,
            Some(EndRules::FIFTY) => Outcome::FiftyMoves,
            _ => Outcome::MoveLimit,
        })
    }

    /// The outcome if the side to move is mated.
    pub(crate) fn checkmate(&self) -> Outcome {
        match self.rules.ends().checkmate {
            CheckmateRule::Loss => Outcome::Checkmate(!self.side_to_move),
            CheckmateRule::Win => Outcome::Checkmated(self.side_to_move),
            CheckmateRule::Shatar => self.shatar_mate(),
        }
    }

    /// The winner if the side to move has no legal move and is not in check.
    fn stalemate_winner(&self) -> Option<Color> {
        match self.rules.stalemate() {
            StalemateRule::Draw => None,
            StalemateRule::Loss => Some(!self.side_to_move),
            StalemateRule::Win => Some(self.side_to_move),
        }
    }

    /// Whether neither side has mating material: lone Kings, a single Knight,
    /// or Bishops that all stand on one color. A Falcon is sufficient, and so is anything
    /// in a game whose King moves otherwise than in chess, or that can be won otherwise
    /// than by checkmate.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::falcon();
    /// let position = |fen| Position::from_fen(rules, fen).unwrap();
    /// assert!(position("k9/10/2K7/10/5N4/10/10/10 w - - 0 1").is_insufficient_material());
    /// assert!(!position("k9/10/2K7/10/5F4/10/10/10 w - - 0 1").is_insufficient_material());
    /// ```
    pub fn is_insufficient_material(&self) -> bool {
        let enough = [
            Component::Pawn,
            Component::Straight,
            Component::Falcon,
            Component::Special,
        ];
        if enough
            .into_iter()
            .any(|component| self.component(component).any())
            || !self.rules.has_orthodox_king()
            || !self.rules.has_usual_kings()
            || self.rules.ends().can_decide()
        {
            return false;
        }
        let others = self.occupied() - self.component(Component::King);
        let all = |kind| {
            let sides = self.pieces(Color::White, kind) | self.pieces(Color::Black, kind);
            sides == others
        };
        if others.is_empty() {
            return true;
        }
        if all(PieceKind::KNIGHT) {
            return !others.several();
        }
        let light = self.rules.geometry().squares_of_parity(1);
        all(PieceKind::BISHOP) && (!others.meets(light) || (others - light).is_empty())
    }
}
