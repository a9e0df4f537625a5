//! Pawns in a game of Fairy-Stockfish, and other pieces that promote or have initial
//! moves.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::movement::{Dialect, Movement};

use super::super::finding::Finding;
use super::super::game::{PawnParts, Pawns, Sides, Squares, Zone, file_name};
use super::board::Start;
use super::castling::castling_king;
use super::slots::Slot;
use super::state::State;
use super::values::Region;

/// What cannot be said: the setting and the reason.
type Refused = (&'static str, String);

/// The two regions of a kind, for White and for Black.
const ZONES: [&str; 2] = ["promotionRegionWhite", "promotionRegionBlack"];
const STEPS: [&str; 2] = ["doubleStepRegionWhite", "doubleStepRegionBlack"];
const TRIPLE_STEPS: [&str; 2] = ["tripleStepRegionWhite", "tripleStepRegionBlack"];
const PROMOTING: [&str; 2] = ["promotionPawnTypesWhite", "promotionPawnTypesBlack"];
const CAPTURING: [&str; 2] = ["enPassantTypesWhite", "enPassantTypesBlack"];
const COUNTING: [&str; 2] = ["nMoveRuleTypesWhite", "nMoveRuleTypesBlack"];

/// Pawns on a board.
pub(super) struct PawnReader<'s> {
    pub state: &'s State,
    pub start: &'s Start,
    /// The kind of piece that is the Pawn.
    pub pawn: Slot,
    /// Whether it moves as in orthodox chess.
    pub is_usual: bool,
    /// The kinds on the board, at the start or later.
    pub used: &'s [Slot],
    /// The kinds that a Pawn of either side can become, with their letters, the strongest
    /// first.
    pub promoted: [Vec<(Slot, char)>; 2],
    /// Whether regions that the file does not give are those of a board with eight ranks,
    /// as Fairy-Stockfish has it, whatever the size of the board.
    pub is_strict: bool,
    pub notes: Vec<Finding>,
}

/// A set of squares as a side sees them.
type SquareSet = Vec<Vec<bool>>;

/// Those of White and of Black.
type SquareSets = [SquareSet; 2];

impl PawnReader<'_> {
    /// How Pawns move and promote. If they promote when they leave a region, the zones are
    /// among those of [`parts`](PawnReader::parts).
    pub(super) fn pawns(&mut self) -> Result<Pawns, Refused> {
        if !self.used.contains(&self.pawn) {
            return Ok(Pawns {
                double_step: Some(Sides::Both(Squares::default())),
                ..Pawns::default()
            });
        }
        let mut pawns = Pawns {
            start_rank: (self.is_usual && self.lowest_rank() == 0).then_some(1),
            keeps_count: !self.resets_count(self.pawn)?,
            ..Pawns::default()
        };
        let region = self.promotion_region();
        let limits = self.limits();
        pawns.pool = self.is_pool(&limits).then_some("forbidden");
        let limits = if pawns.pool.is_some() {
            Vec::new()
        } else {
            limits
        };
        let zones = self.zones(self.pawn, &region, &limits)?;
        pawns.stuck = self.are_stuck(&zones);
        if !zones.iter().any(|zone| zone.leaving) {
            pawns.zones = zones;
        }
        if pawns.zones.is_empty() {
            pawns.zones = self.no_zone()?;
        } else if pawns.pool.is_none() && self.is_default(&pawns.zones) {
            pawns.zones.clear();
        }
        let steps = match self.has_initial_moves(self.pawn) {
            true => self.steps(&region, (STEPS, 2), self.is_usual),
            false => self.no_squares(),
        };
        let squares = self.squares(&steps);
        let usual = Squares {
            ranks: vec![2],
            names: Vec::new(),
        };
        if !squares.is_both(&usual) || pawns.start_rank.is_some() {
            pawns.double_step = Some(squares);
        }
        let triple = match self.is_usual {
            true => self.steps(&region, (TRIPLE_STEPS, 3), true),
            false => self.no_squares(),
        };
        if triple.iter().flatten().flatten().any(|step| *step) {
            pawns.triple_step = Some(self.squares(&triple));
        }
        pawns.en_passant = self.en_passant(&steps, &triple)?;
        pawns.stays_en_passant = self.passes_over(&region, &steps, &triple);
        Ok(pawns)
    }

    /// Whether Pawns or other pieces may pass over squares where those of the other side
    /// promote: a capture en passant does not promote.
    fn passes_over(&self, region: &SquareSets, steps: &SquareSets, triple: &SquareSets) -> bool {
        let (files, ranks) = self.size();
        let promotes = |side: usize, file: usize, rank: usize| {
            rank < ranks && region[1 - side][ranks - 1 - rank][file]
        };
        let has_deep_zones = [0, 1]
            .into_iter()
            .any(|side| cells(files, ranks - 1).any(|(file, rank)| region[side][rank][file]));
        let mut others = self.used.iter();
        let is_other = |&slot: &Slot| slot != Slot::PAWN && self.has_initial_moves(slot);
        if has_deep_zones && others.any(is_other) {
            return true;
        }
        [0, 1].into_iter().any(|side| {
            cells(files, ranks).any(|(file, rank)| {
                steps[side][rank][file] && promotes(side, file, rank + 1)
                    || triple[side][rank][file]
                        && (promotes(side, file, rank + 1) || promotes(side, file, rank + 2))
            })
        })
    }

    /// What a piece other than the Pawn has of one, or a Pawn that promotes when it leaves a
    /// region.
    pub(super) fn parts(&mut self, slot: Slot) -> Result<PawnParts, Refused> {
        let region = self.promotion_region();
        let limits = self.limits();
        let zones = self.zones(slot, &region, &limits)?;
        if slot == self.pawn {
            let leaves = zones.iter().any(|zone| zone.leaving);
            return Ok(PawnParts {
                zones: if leaves { zones } else { Vec::new() },
                ..PawnParts::default()
            });
        }
        let starts = self.has_initial_moves(slot).then(|| {
            let steps = self.steps(&region, (STEPS, 2), false);
            self.squares(&steps)
        });
        Ok(PawnParts {
            starts,
            zones,
            resets_count: self.resets_count(slot)?,
        })
    }

    /// Whether pieces of this kind capture en passant.
    pub(super) fn captures_en_passant(&self, slot: Slot) -> Result<bool, Refused> {
        self.of_sides(
            slot,
            CAPTURING,
            "a kind of piece captures en passant for both sides or none",
        )
    }

    fn resets_count(&self, slot: Slot) -> Result<bool, Refused> {
        let reason = "the moves of a kind of piece restart the count of fifty moves for both \
                      sides or for none";
        self.of_sides(slot, COUNTING, reason)
    }

    /// Whether a kind is among those that a setting names, for each side that has it.
    fn of_sides(
        &self,
        slot: Slot,
        names: [&'static str; 2],
        reason: &str,
    ) -> Result<bool, Refused> {
        let named = names.map(|name| self.state.slots(name, &[Slot::PAWN]).contains(&slot));
        let has = [true, false].map(|side| !self.start.squares(slot, side).is_empty());
        match (named, has) {
            ([white, black], _) if white == black => Ok(white),
            ([white, _], [true, false]) => Ok(white),
            ([_, black], [false, true]) => Ok(black),
            _ => Err((names[1], reason.to_owned())),
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.state.files(), self.state.ranks())
    }

    fn text(&self, slot: Slot) -> Option<String> {
        let own = self
            .state
            .piece(slot)
            .and_then(|piece| piece.betza.as_deref());
        own.or(slot.betza()).map(str::to_owned)
    }

    /// Whether a kind has moves from where it starts.
    fn has_initial_moves(&self, slot: Slot) -> bool {
        let text = self.text(slot);
        slot == Slot::PAWN || text.is_some_and(|text| text.contains('i'))
    }

    /// The lowest rank with a Pawn, as its side sees the board.
    fn lowest_rank(&self) -> usize {
        let ranks = self.state.ranks();
        if !self.is_usual {
            return 0;
        }
        let white = self.start.squares(self.pawn, true).into_iter();
        let black = self.start.squares(self.pawn, false).into_iter();
        let white = white.map(|(_, rank)| rank);
        let black = black.map(|(_, rank)| ranks - 1 - rank);
        white.chain(black).min().unwrap_or(1)
    }

    /// Whether a cell, as a side sees the board, is a square.
    fn is_square(&self, is_white: bool, file: usize, rank: usize) -> bool {
        let (_, ranks) = self.size();
        rank < ranks
            && self
                .start
                .is_square(file, if is_white { rank } else { ranks - 1 - rank })
    }

    fn no_squares(&self) -> SquareSets {
        self.sets(|_, _, _| false)
    }

    /// The squares of both sides for which this is true, as each sees the board.
    fn sets(&self, contains: impl Fn(bool, usize, usize) -> bool) -> SquareSets {
        let (files, ranks) = self.size();
        [true, false].map(|side| {
            let row = |rank| {
                let files = 0..files;
                files
                    .map(|file| self.is_square(side, file, rank) && contains(side, file, rank))
                    .collect()
            };
            (0..ranks).map(row).collect()
        })
    }

    /// Whether regions contain a cell as a side sees it.
    fn is_in(&self, regions: &[Region; 2], side: bool, file: usize, rank: usize) -> bool {
        match side {
            true => regions[0].contains(file, rank),
            false => regions[1].contains(file, self.state.ranks() - 1 - rank),
        }
    }

    /// The squares as a variant file has them.
    fn squares(&self, sets: &SquareSets) -> Sides<Squares> {
        let (files, ranks) = self.size();
        let is_square = |side, (file, rank)| self.is_square(side, file, rank);
        let is_alike = cells(files, ranks).all(|(file, rank)| {
            let both = [true, false].map(|side| is_square(side, (file, rank)));
            both != [true, true] || sets[0][rank][file] == sets[1][rank][file]
        });
        if is_alike {
            let is_real =
                |file, rank| is_square(true, (file, rank)) || is_square(false, (file, rank));
            let contains = |file: usize, rank: usize| match is_square(true, (file, rank)) {
                true => sets[0][rank][file],
                false => sets[1][rank][file],
            };
            return Sides::Both(Squares::collect(self.size(), contains, is_real));
        }
        let is_real = |file, rank| is_square(true, (file, rank));
        let white = |file: usize, rank: usize| sets[0][rank][file];
        let black = |file: usize, rank: usize| sets[1][ranks - 1 - rank][file];
        Sides::Each(
            Squares::collect(self.size(), white, is_real),
            Squares::collect(self.size(), black, is_real),
        )
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
                    let note = source.map(|source| source.noted(reason));
                    let note = note.filter(|note| !self.notes.contains(note));
                    self.notes.extend(note);
                }
                Region::of_ranks([rank])
            });
        }
        regions
    }

    fn promotion_region(&mut self) -> SquareSets {
        let last = self.state.ranks() - 1;
        let regions = self.regions(ZONES, [7, 0], [last, 0]);
        self.sets(|side, file, rank| self.is_in(&regions, side, file, rank))
    }

    /// Where pieces of a kind promote, and to what.
    fn zones(
        &self,
        slot: Slot,
        region: &SquareSets,
        limits: &[(char, usize)],
    ) -> Result<Vec<Zone>, Refused> {
        let promoting = PROMOTING.map(|name| self.state.slots(name, &[Slot::PAWN]));
        let mut to = [0, 1].map(|side| match promoting[side].contains(&slot) {
            true => self.promoted[side].clone(),
            false => Vec::new(),
        });
        let target = self.state.promoted().get(&slot).copied().flatten();
        let target = target.and_then(|target| Some((target, self.state.piece(target)?.letter)));
        let as_pawn = to.iter().any(|to| !to.is_empty());
        let mut leaving = false;
        let mut is_optional = !self.state.flag("mandatoryPawnPromotion");
        if let Some(target) = target {
            match slot {
                Slot::PAWN => to.iter_mut().for_each(|to| to.insert(0, target)),
                _ if as_pawn => {
                    let reason = "a piece promotes as Pawns do or to one kind, not both";
                    return Err(("promotedPieceType", reason.to_owned()));
                }
                _ => {
                    to = [vec![target], vec![target]];
                    leaving = true;
                    is_optional = !self.state.flag("mandatoryPiecePromotion");
                }
            }
        }
        // Only squares of sides that promote.
        let has = to.each_ref().map(|to| !to.is_empty());
        if has == [false, false] {
            return Ok(Vec::new());
        }
        let fallback = if has[0] { to[0].clone() } else { to[1].clone() };
        for to in &mut to {
            if to.is_empty() {
                to.clone_from(&fallback);
            }
        }
        let stays = self.state.flag("immobilityIllegal") && is_optional;
        let immobile = if stays {
            self.immobile(slot)
        } else {
            self.no_squares()
        };
        let in_region = |side: bool, file: usize, rank: usize| {
            let side = usize::from(!side);
            has[side] && region[side][rank][file]
        };
        let is_late =
            |side: bool, file: usize, rank: usize| immobile[usize::from(!side)][rank][file];
        let early =
            self.sets(|side, file, rank| in_region(side, file, rank) && !is_late(side, file, rank));
        let late =
            self.sets(|side, file, rank| in_region(side, file, rank) && is_late(side, file, rank));
        let letters =
            |to: &Vec<(Slot, char)>| -> Vec<char> { to.iter().map(|row| row.1).collect() };
        let [white, black] = to.each_ref().map(letters);
        let limits = limits.iter().copied();
        let limits: Vec<(char, usize)> = limits
            .filter(|row| white.contains(&row.0) || black.contains(&row.0))
            .collect();
        let to = match white == black {
            true => Sides::Both(white),
            false => Sides::Each(white, black),
        };
        let zone = |set: &SquareSets, optional| Zone {
            squares: self.squares(set),
            to: to.clone(),
            optional,
            leaving,
            limits: limits.clone(),
        };
        let mut zones = vec![zone(&early, is_optional), zone(&late, false)];
        zones.retain(|zone| !zone.squares.is_both(&Squares::default()));
        Ok(zones)
    }

    /// The zone of Pawns that do not promote anywhere.
    fn no_zone(&self) -> Result<Vec<Zone>, Refused> {
        let pieces = self.state.pieces();
        let mut pieces = pieces.filter(|piece| self.used.contains(&piece.slot));
        let kings = [Slot::KING, castling_king(self.state)];
        let is_other = |slot: Slot| slot != self.pawn && !kings.contains(&slot);
        let Some(piece) = pieces.find(|piece| is_other(piece.slot)) else {
            let reason = "Pawns must be able to promote to something".to_owned();
            return Err(("promotionPieceTypesWhite", reason));
        };
        Ok(vec![Zone {
            squares: Sides::Both(Squares::default()),
            to: Sides::Both(vec![piece.letter]),
            optional: false,
            leaving: false,
            limits: Vec::new(),
        }])
    }

    /// Whether Pawns can get to the last rank and stay Pawns there.
    fn are_stuck(&self, zones: &[Zone]) -> bool {
        let last = self.state.ranks();
        let covers = |zone: &Zone| {
            matches!(&zone.squares, Sides::Both(squares)
                if !zone.optional && squares.ranks.contains(&last))
        };
        let is_orthodox = self.is_usual || self.pawn == Slot::PAWN;
        !zones.iter().any(covers)
            && (is_orthodox
                || self
                    .immobile(self.pawn)
                    .iter()
                    .flatten()
                    .flatten()
                    .any(|no| *no))
    }

    /// The default: the last rank, and the pieces of the array.
    fn is_default(&self, zones: &[Zone]) -> bool {
        let king = castling_king(self.state);
        let pieces = self.start.slots.iter().copied();
        let array: Vec<Slot> = pieces
            .filter(|slot| ![self.pawn, Slot::KING, king].contains(slot))
            .collect();
        let mut kinds: Vec<Slot> = self.promoted[0].iter().map(|row| row.0).collect();
        kinds.sort_unstable();
        let last = Squares {
            ranks: vec![self.state.ranks()],
            names: Vec::new(),
        };
        matches!(zones, [Zone { squares, to: Sides::Both(to), optional: false, leaving: false, limits }]
            if squares.is_both(&last) && limits.is_empty() && to.len() == kinds.len())
            && kinds == array
    }

    /// The limits on promotion that can be reached.
    fn limits(&self) -> Vec<(char, usize)> {
        let limits = self.state.limits().into_iter();
        let count = |slot: Slot, side: bool| self.start.squares(slot, side).len();
        let most = |slot: Slot| {
            let others = |side: bool| {
                let used = self.used.iter().filter(|used| **used != Slot::KING);
                used.map(|&used| count(used, side)).sum::<usize>()
            };
            let pawns = |side: bool| count(slot, side) + count(self.pawn, side);
            match self.state.promoted().is_empty() {
                true => pawns(true).max(pawns(false)),
                false => others(true).max(others(false)),
            }
        };
        let bound = limits.filter(|&(slot, limit)| {
            let promoted = self.promoted.iter().flatten().any(|row| row.0 == slot);
            let target = self.state.promoted().values().any(|to| *to == Some(slot));
            limit > 0 && limit < most(slot) && (promoted || target)
        });
        bound
            .filter_map(|(slot, limit)| Some((self.state.piece(slot)?.letter, limit)))
            .collect()
    }

    /// Whether limits amount to promotion to lost pieces only.
    fn is_pool(&self, limits: &[(char, usize)]) -> bool {
        let is_bound = |&(slot, letter): &(Slot, char)| {
            let limit = limits.iter().find(|row| row.0 == letter);
            let count = |side| self.start.squares(slot, side).len();
            limit.is_some_and(|row| [true, false].into_iter().all(|side| count(side) == row.1))
        };
        let all = self.promoted.iter().flatten();
        !limits.is_empty() && self.state.promoted().is_empty() && { all }.all(is_bound)
    }

    /// The squares from which a Pawn can make a double or triple step, or another piece its
    /// initial moves.
    fn steps(
        &mut self,
        region: &SquareSets,
        (names, length): ([&'static str; 2], usize),
        is_usual: bool,
    ) -> SquareSets {
        if !self.state.flag("doubleStep") {
            return self.no_squares();
        }
        let ranks = self.state.ranks();
        let regions = match names == STEPS {
            true => self.regions(names, [1, 6], [1, ranks.saturating_sub(2)]),
            false => names.map(|name| self.state.region(name).unwrap_or_default()),
        };
        let lowest = self.lowest_rank();
        let mandatory = self.state.flag("mandatoryPawnPromotion");
        self.sets(|side, file, rank| {
            let is_free = (0..=length).all(|step| self.is_square(side, file, rank + step));
            let promotes = mandatory && region[usize::from(!side)][rank][file];
            let can_step = rank >= lowest && is_free && !promotes;
            self.is_in(&regions, side, file, rank) && (!is_usual || can_step)
        })
    }

    /// Where captures en passant are possible, unless they are wherever a Pawn passes.
    fn en_passant(
        &self,
        double: &SquareSets,
        triple: &SquareSets,
    ) -> Result<Option<Sides<Squares>>, Refused> {
        let capturers = CAPTURING.map(|name| {
            let mut slots = self.state.slots(name, &[Slot::PAWN]);
            slots.retain(|slot| self.used.contains(slot));
            slots
        });
        for (side, slots) in [true, false].into_iter().zip(&capturers) {
            let has_pawns = self.is_usual && !self.start.squares(Slot::PAWN, side).is_empty();
            if has_pawns && !slots.is_empty() && !slots.contains(&Slot::PAWN) {
                let reason = "orthodox Pawns capture en passant if anything does";
                return Err((CAPTURING[usize::from(!side)], reason.to_owned()));
            }
        }
        let (files, ranks) = self.size();
        let region = self.state.region("enPassantRegion");
        let is_allowed = |side: bool, file: usize, rank: usize| {
            let rank = if side { rank } else { ranks - 1 - rank };
            let others = &capturers[usize::from(side)];
            !others.is_empty() && region.is_none_or(|region| region.contains(file, rank))
        };
        let mut passed = Vec::new();
        for side in [true, false] {
            let index = usize::from(!side);
            for (file, rank) in cells(files, ranks) {
                passed.extend(double[index][rank][file].then_some((side, file, rank + 1)));
                if triple[index][rank][file] {
                    passed.extend([(side, file, rank + 1), (side, file, rank + 2)]);
                }
            }
        }
        let is_possible = |&(side, file, rank): &(bool, usize, usize)| {
            rank >= ranks || is_allowed(side, file, rank)
        };
        if region.is_none() && passed.iter().all(is_possible) || passed.iter().all(is_possible) {
            return Ok(None);
        }
        let sets = self.sets(is_allowed);
        Ok(Some(self.squares(&sets)))
    }

    /// The squares from which a kind can never move, as its side sees the board.
    pub(super) fn immobile(&self, slot: Slot) -> SquareSets {
        let (files, ranks) = self.size();
        let names: String = (0..files).map(file_name).collect();
        let is_hole = |file: usize, rank: usize| !self.start.is_square(file, rank);
        let text = self.text(slot).unwrap_or_default().replace('e', "");
        let movement = Movement::from_betza(&text, Dialect::FairyStockfish);
        let layout = Layout::new(files, ranks, &names, 1, is_hole);
        // Something else says what is wrong.
        let (Ok(movement), Ok(layout)) = (movement, layout) else {
            return self.no_squares();
        };
        self.sets(|side, file, rank| {
            let (color, rank) = match side {
                true => (Color::White, rank),
                false => (Color::Black, ranks - 1 - rank),
            };
            let walks = layout
                .square(file, rank)
                .map(|square| movement.walks(&layout, color, square, Bitboard::EMPTY));
            matches!(walks, Some(Ok(walks)) if walks.is_empty())
        })
    }
}

/// All cells of a board, as files and ranks.
fn cells(files: usize, ranks: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
}
