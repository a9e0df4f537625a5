//! Pawns in a game of Fairy-Stockfish: double steps and promotion.

use super::super::finding::Finding;
use super::super::game::{Pawns, Squares, Zone};
use super::board::Start;
use super::slots::Slot;
use super::state::State;
use super::values::Region;

/// What cannot be said: the setting and the reason.
type Refused = (&'static str, String);

/// The two regions of a kind, for White and for Black.
const ZONES: [&str; 2] = ["promotionRegionWhite", "promotionRegionBlack"];
const STEPS: [&str; 2] = ["doubleStepRegionWhite", "doubleStepRegionBlack"];

/// Pawns on a board.
pub(super) struct PawnReader<'s> {
    pub state: &'s State,
    pub start: &'s Start,
    /// The kind of piece that is the Pawn.
    pub pawn: Slot,
    /// Whether regions that the file does not give are those of a board with eight ranks,
    /// as Fairy-Stockfish has it, whatever the size of the board.
    pub is_strict: bool,
    pub notes: Vec<Finding>,
}

/// A set of squares, given as White sees them.
type SquareSet = Vec<Vec<bool>>;

impl PawnReader<'_> {
    /// How Pawns move and promote. `promoted` are the kinds that they can become, with
    /// their letters, the strongest first.
    pub(super) fn pawns(&mut self, promoted: &[(Slot, char)]) -> Result<Pawns, Refused> {
        if !self.start.slots.contains(&self.pawn) {
            return Ok(Pawns {
                double_step: Some(Squares::default()),
                ..Pawns::default()
            });
        }
        let mut pawns = Pawns {
            start_rank: (self.is_usual() && self.lowest_rank() == 0).then_some(1),
            ..Pawns::default()
        };
        let zone = self.promotion_region()?;
        pawns.pool = self.pool(promoted)?;
        pawns.zones = self.zones(&zone, promoted, pawns.pool.is_some())?;
        let steps = self.double_steps(&zone)?;
        let squares = self.squares(&steps);
        let is_default = squares.ranks == [2] && squares.names.is_empty();
        if !is_default || pawns.start_rank.is_some() {
            pawns.double_step = Some(squares);
        }
        Ok(pawns)
    }

    fn size(&self) -> (usize, usize) {
        (self.state.files(), self.state.ranks())
    }

    /// Whether Pawns move as in orthodox chess.
    fn is_usual(&self) -> bool {
        self.pawn == Slot::PAWN
    }

    /// Whether Pawns have moves from where they start.
    fn has_initial_moves(&self) -> bool {
        let betza = self
            .state
            .piece(self.pawn)
            .and_then(|pawn| pawn.betza.as_deref());
        self.is_usual() || betza.is_some_and(|betza| betza.contains('i'))
    }

    /// The lowest rank with a Pawn, as its side sees the board.
    fn lowest_rank(&self) -> usize {
        let ranks = self.state.ranks();
        if !self.is_usual() {
            return 0;
        }
        let white = self.start.squares(self.pawn, true).into_iter();
        let black = self.start.squares(self.pawn, false).into_iter();
        let white = white.map(|(_, rank)| rank);
        let black = black.map(|(_, rank)| ranks - 1 - rank);
        white.chain(black).min().unwrap_or(1)
    }

    fn is_square(&self, is_white: bool, file: usize, rank: usize) -> bool {
        let (_, ranks) = self.size();
        rank < ranks
            && self
                .start
                .is_square(file, if is_white { rank } else { ranks - 1 - rank })
    }

    /// A region of both sides as White sees it. What they say of cells that are not
    /// `relevant` to a side does not matter.
    fn merged(
        &self,
        names: [&'static str; 2],
        regions: [Region; 2],
        relevant: impl Fn(bool, usize, usize) -> bool,
    ) -> Result<SquareSet, Refused> {
        let (files, ranks) = self.size();
        let mut set = vec![vec![false; files]; ranks];
        for (file, rank) in cells(files, ranks) {
            let white = regions[0].contains(file, rank) && relevant(true, file, rank);
            let black = regions[1].contains(file, ranks - 1 - rank) && relevant(false, file, rank);
            let both = [true, false].map(|side| self.is_square(side, file, rank));
            if both == [true, true] && white != black {
                let reason = "the regions of White and Black are not mirror images";
                return Err((names[1], reason.to_owned()));
            }
            set[rank][file] = if both[0] { white } else { black };
        }
        Ok(set)
    }

    fn squares(&self, set: &SquareSet) -> Squares {
        let is_real = |file: usize, rank: usize| {
            self.is_square(true, file, rank) || self.is_square(false, file, rank)
        };
        Squares::collect(self.size(), |file, rank| set[rank][file], is_real)
    }

    /// The two regions, those by default where the game gives none.
    fn regions(
        &mut self,
        names: [&'static str; 2],
        usual: [usize; 2],
        relative: [usize; 2],
    ) -> [Region; 2] {
        let mut regions = [Region::default(); 2];
        for side in 0..2 {
            regions[side] = self.state.region(names[side]).unwrap_or_else(|| {
                let rank = if self.is_strict {
                    usual[side]
                } else {
                    relative[side]
                };
                if usual[side] != relative[side] && !self.is_strict {
                    let source = self.state.setting("maxRank").map(|setting| &setting.source);
                    let reason = format!(
                        "without {0} Fairy-Stockfish assumes rank {1} on a board of any size; \
                         rank {2} is assumed here, except with --strict",
                        names[side],
                        usual[side] + 1,
                        relative[side] + 1
                    );
                    self.notes.extend(source.map(|source| source.noted(reason)));
                }
                Region::of_ranks([rank])
            });
        }
        regions
    }

    fn promotion_region(&mut self) -> Result<SquareSet, Refused> {
        let last = self.state.ranks() - 1;
        let regions = self.regions(ZONES, [7, 0], [last, 0]);
        if regions.iter().any(Region::is_empty) {
            return Err((ZONES[0], "Pawns must be able to promote".to_owned()));
        }
        self.merged(ZONES, regions, |_, _, _| true)
    }

    fn zones(
        &self,
        region: &SquareSet,
        promoted: &[(Slot, char)],
        has_pool: bool,
    ) -> Result<Vec<Zone>, Refused> {
        if promoted.is_empty() {
            let reason = "Pawns must be able to promote to something".to_owned();
            return Err(("promotionPieceTypesWhite", reason));
        }
        let to: Vec<char> = promoted.iter().map(|row| row.1).collect();
        let last = self.state.ranks() - 1;
        let is_optional = !self.state.flag("mandatoryPawnPromotion");
        if is_optional && !self.state.flag("immobilityIllegal") {
            let reason =
                "a Pawn cannot stay a Pawn on the last rank, where it could not move".to_owned();
            return Err(("mandatoryPawnPromotion", reason));
        }
        let (mut early, mut late) = (region.clone(), region.clone());
        match is_optional {
            true => {
                early[last].fill(false);
                late[..last].iter_mut().for_each(|files| files.fill(false));
            }
            false => early.iter_mut().for_each(|files| files.fill(false)),
        }
        let zone = |set: &SquareSet, optional| Zone {
            squares: self.squares(set),
            to: to.clone(),
            optional,
        };
        let mut zones = vec![zone(&early, true), zone(&late, false)];
        zones.retain(|zone| !zone.squares.is_empty());
        // The default: the last rank, and the pieces of the array.
        let pieces = self.start.slots.iter().copied();
        let array: Vec<Slot> = pieces
            .filter(|slot| ![self.pawn, Slot::KING].contains(slot))
            .collect();
        let mut kinds: Vec<Slot> = promoted.iter().map(|row| row.0).collect();
        kinds.sort_unstable();
        let is_default = matches!(&zones[..], [Zone { squares, optional: false, .. }]
            if squares.ranks == [last + 1] && squares.names.is_empty());
        if is_default && kinds == array && !has_pool {
            zones.clear();
        }
        Ok(zones)
    }

    /// What limits on promotion amount to.
    fn pool(&self, promoted: &[(Slot, char)]) -> Result<Option<&'static str>, Refused> {
        let limits = self.state.limits();
        let count = |slot: Slot, is_white: bool| self.start.squares(slot, is_white).len();
        let (mut bound, mut free) = (0, 0);
        for &(slot, _) in promoted {
            let limit = limits.get(&slot).copied().unwrap_or(0);
            let most = [true, false].map(|side| count(slot, side) + count(self.pawn, side));
            if limit == 0 || most.into_iter().all(|most| limit >= most) {
                free += 1;
            } else if [true, false]
                .into_iter()
                .all(|side| count(slot, side) == limit)
            {
                bound += 1;
            } else {
                let reason = "the number of promoted pieces can only be limited to the number of \
                              such pieces at the start";
                return Err(("promotionLimit", reason.to_owned()));
            }
        }
        match (bound, free) {
            (0, _) => Ok(None),
            (_, 0) => Ok(Some("forbidden")),
            _ => {
                let reason = "either all promotions are limited or none";
                Err(("promotionLimit", reason.to_owned()))
            }
        }
    }

    /// The squares from which a Pawn can make a double step.
    fn double_steps(&mut self, zone: &SquareSet) -> Result<SquareSet, Refused> {
        let (files, ranks) = self.size();
        let none = vec![vec![false; files]; ranks];
        if !self.state.flag("doubleStep") || !self.has_initial_moves() {
            return Ok(none);
        }
        let regions = self.regions(STEPS, [1, 6], [1, ranks.saturating_sub(2)]);
        let lowest = self.lowest_rank();
        let mandatory = self.state.flag("mandatoryPawnPromotion");
        let steps = self.merged(STEPS, regions, |side, file, rank| {
            let is_free = (0..3).all(|step| self.is_square(side, file, rank + step));
            let promotes = mandatory && zone[rank][file];
            rank >= lowest && is_free && !promotes
        })?;
        let ends_in_zone = |&(file, rank): &(usize, usize)| {
            steps[rank][file] && zone.get(rank + 2).is_some_and(|files| files[file])
        };
        if cells(files, ranks).any(|cell| ends_in_zone(&cell)) {
            let reason = "a double step cannot end in the promotion region";
            return Err((STEPS[0], reason.to_owned()));
        }
        self.en_passant(&steps)?;
        Ok(steps)
    }

    /// Whether every double step can be answered by a capture en passant.
    fn en_passant(&self, steps: &SquareSet) -> Result<(), Refused> {
        let (_, ranks) = self.size();
        if steps.iter().flatten().all(|step| !step) {
            return Ok(());
        }
        for name in ["enPassantTypesWhite", "enPassantTypesBlack"] {
            let mut slots = self.state.slots(name, &[Slot::PAWN]);
            slots.retain(|slot| *slot == self.pawn || self.start.slots.contains(slot));
            if slots != [self.pawn] {
                return Err((name, "Pawns, and no others, capture en passant".to_owned()));
            }
        }
        let Some(region) = self.state.region("enPassantRegion") else {
            return Ok(());
        };
        for (rank, files) in steps.iter().enumerate() {
            for (file, _) in files.iter().enumerate().filter(|(_, step)| **step) {
                let passed = [rank + 1, ranks - 2 - rank];
                if passed.into_iter().any(|rank| !region.contains(file, rank)) {
                    let reason = "every double step can be answered by a capture en passant";
                    return Err(("enPassantRegion", reason.to_owned()));
                }
            }
        }
        Ok(())
    }
}

/// All cells of a board, as files and ranks.
fn cells(files: usize, ranks: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
}
