//! From settings of Fairy-Stockfish to a game of a variant file.

use std::collections::BTreeMap;

use super::super::draft::Draft;
use super::super::finding::{Finding, Source};
use super::super::game::{Castling, Game, GamePiece, PawnParts, Role, Squares};
use super::super::movement::{Movement, strength};
use super::betza;
use super::board::{self, Start};
use super::castling::{self, CastlingWays};
use super::ends;
use super::pawns::PawnReader;
use super::refusals::{REFUSALS, is_neutral, main_pawn};
use super::royals::Royals;
use super::slots::Slot;
use super::state::State;

/// The promotions of both sides.
const PAWNS: [&str; 2] = ["promotionPawnTypesWhite", "promotionPawnTypesBlack"];
const PROMOTIONS: [&str; 2] = ["promotionPieceTypesWhite", "promotionPieceTypesBlack"];

/// Settings that say something where they switch something off.
const IF_OFF: [&str; 5] = [
    "checking",
    "nMoveRule",
    "nFoldRule",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
];

/// Translates settings.
pub(super) struct Converter<'s> {
    pub state: &'s State,
    /// The section of the game.
    pub section: Source,
    pub is_strict: bool,
    pub findings: Vec<Finding>,
}

impl Converter<'_> {
    /// The game, unless something about it is refused; the findings say what.
    pub(super) fn convert(&mut self, name: String) -> Option<Draft> {
        for fault in &self.state.faults {
            self.findings.push(Finding::clone(fault));
        }
        if self.state.pieces().next().is_none() {
            self.findings
                .push(self.section.refused("the game has no pieces"));
            return None;
        }
        let start = match board::read(self.state) {
            Ok(start) => start,
            Err(reason) => {
                let mut settings = ["startFen", "maxRank", "maxFile"].into_iter();
                let given = settings.find(|name| self.state.setting(name).is_some());
                self.refuse(given.unwrap_or("startFen"), reason);
                self.refusals(
                    &self
                        .state
                        .pieces()
                        .map(|piece| piece.slot)
                        .collect::<Vec<_>>(),
                );
                return None;
            }
        };
        let promoted = self.promotions(&start);
        let mut used = start.slots.clone();
        used.extend(promoted.iter().flatten());
        let targets = self.state.promoted();
        while let Some(target) = targets.iter().find_map(|(slot, target)| {
            target.filter(|target| used.contains(slot) && !used.contains(target))
        }) {
            used.push(target);
        }
        used.sort_unstable();
        used.dedup();
        self.refusals(&used);
        let game = self.game(name, &start, &promoted, &used);
        let is_refused = self.findings.iter().any(Finding::is_refused);
        let game = game.filter(|_| !is_refused)?;
        Some(Draft {
            sources: self.sources(&game),
            game,
            section: self.section.clone(),
        })
    }

    /// Adds a finding for a setting.
    fn refuse(&mut self, setting: &str, reason: impl Into<String>) {
        let finding = self.source(setting).refused(reason);
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// The key that gave a setting, or else the section.
    fn source(&self, setting: &str) -> Source {
        let setting = self.state.setting(setting);
        setting.map_or_else(|| self.section.clone(), |setting| setting.source.clone())
    }

    /// Adds what variant files cannot say.
    fn refusals(&mut self, used: &[Slot]) {
        for refusal in REFUSALS
            .iter()
            .filter(|row| (row.applies)(self.state, used))
        {
            let mut sources = Vec::new();
            for name in refusal.settings {
                let (start, is_start) = match name.strip_suffix('*') {
                    Some(start) => (start, true),
                    None => (*name, false),
                };
                let settings = self.state.settings_below(start);
                let found = settings.filter(|(name, setting)| {
                    let is_off = is_neutral(&setting.value) && !IF_OFF.contains(name);
                    (is_start || *name == start) && !is_off
                });
                sources.extend(found.map(|(_, setting)| setting.source.clone()));
            }
            let piece = refusal.settings.iter().find_map(|name| Slot::named(name));
            let piece = piece.and_then(|slot| self.state.piece(slot));
            sources.extend(piece.map(|piece| (*piece.source).clone()));
            // Of the games that Fairy-Stockfish knows, one key is enough.
            let own = sources.iter().any(|source| !source.is_built_in);
            match own {
                true => sources.retain(|source| !source.is_built_in),
                false => sources.truncate(1),
            }
            if sources.is_empty() {
                sources.push(self.section.clone());
            }
            for source in sources {
                let finding = source.refused(refusal.reason);
                if !self.findings.contains(&finding) {
                    self.findings.push(finding);
                }
            }
        }
    }

    /// The kinds that Pawns of either side can become.
    fn promotions(&mut self, start: &Start) -> [Vec<Slot>; 2] {
        let usual = [Slot::KNIGHT, Slot::BISHOP, Slot::ROOK, Slot::QUEEN];
        let mut sides = [0, 1].map(|side| {
            let mut pawns = self.state.slots(PAWNS[side], &[Slot::PAWN]);
            pawns.retain(|pawn| start.slots.contains(pawn));
            match pawns.is_empty() {
                true => Vec::new(),
                false => self.state.slots(PROMOTIONS[side], &usual),
            }
        });
        for (slots, name) in sides.iter_mut().zip(PROMOTIONS) {
            let pawns = self.state.slots(PAWNS[0], &[Slot::PAWN]);
            let is_royal = |slot: &Slot| *slot == Slot::KING || pawns.contains(slot);
            if let Some(slot) = slots.iter().copied().find(is_royal) {
                self.refuse(name, format!("a Pawn cannot become a {}", slot.name()));
            }
            slots.retain(|slot| !is_royal(slot));
        }
        sides
    }

    fn game(
        &mut self,
        name: String,
        start: &Start,
        promoted: &[Vec<Slot>; 2],
        used: &[Slot],
    ) -> Option<Game> {
        let mut all_promoted: Vec<Slot> = promoted.iter().flatten().copied().collect();
        let targets = self.state.promoted();
        let becoming = targets.iter().filter(|row| used.contains(row.0));
        all_promoted.extend(becoming.filter_map(|row| *row.1));
        let royals = match Royals::read(self.state, start, &all_promoted) {
            Ok(royals) => royals,
            Err((setting, reason)) => {
                self.refuse(setting, reason);
                return None;
            }
        };
        let pawn = main_pawn(self.state, used);
        let pawn_letter = self.pawn_letter(pawn);
        let king = self.king(&royals, pawn_letter)?;
        let is_usual = pawn == Slot::PAWN && self.region(pawn).is_none();
        let mut reader = PawnReader {
            state: self.state,
            start,
            pawn,
            is_usual,
            used,
            promoted: Default::default(),
            is_strict: self.is_strict,
            notes: Vec::new(),
        };
        let pieces = self.movements(&reader, used);
        for (letters, slots) in reader.promoted.iter_mut().zip(promoted) {
            let rows = pieces.iter().map(|row| (row.0, row.1));
            *letters = rows.filter(|row| slots.contains(&row.0)).collect();
        }
        let pawns = reader.pawns();
        let mut parts = self.pawn_parts(&mut reader, &pieces);
        let notes = std::mem::take(&mut reader.notes);
        self.findings.extend(notes);
        let ways = castling::ways(self.state, start);
        let ends = ends::read(self.state, used);
        let (pawns, ways, ends) = match (pawns, ways, ends) {
            (Ok(pawns), Ok(ways), Ok(ends)) => (pawns, ways, ends),
            (pawns, ways, ends) => {
                for (setting, reason) in [pawns.err(), ways.err(), ends.err()].into_iter().flatten()
                {
                    self.refuse(setting, reason);
                }
                return None;
            }
        };
        let side = if start.is_white { 'w' } else { 'b' };
        let rights = match ways.rights.as_str() {
            "" => "-",
            rights => rights,
        };
        let partners = self.partners(&ways, &royals);
        Some(Game {
            title: format!("{}, as Fairy-Stockfish has it", self.section.section),
            name,
            files: self.state.files(),
            ranks: self.state.ranks(),
            start: format!("{} {side} {rights} - 0 1", start.field),
            king,
            pawn: pawn_letter,
            castling: ways.castling,
            castling_kings: ways.kings.map(|letter| letter.unwrap_or(king.to_string())),
            partners,
            pawns,
            stalemate: match self.state.text("stalemateValue", "draw") {
                "loss" => Some("loss"),
                "win" => Some("win"),
                _ => None,
            },
            ends,
            royalty: royals.royalty,
            compulsory_captures: self.state.flag("mustCapture"),
            forbidden_checks: !self.state.flag("checking"),
            standing_kings: self.state.flag("makpongRule"),
            hides_kings: self.state.flag("flyingGeneral") && royals.king == Some(Slot::KING),
            pieces: pieces
                .into_iter()
                .map(|(slot, letter, movement)| GamePiece {
                    letter,
                    name: name_of(slot).filter(|_| royals.king != Some(slot)),
                    movement,
                    role: match slot {
                        slot if slot == pawn => Role::Pawn,
                        slot if royals.kinds.contains(&slot) => Role::King,
                        _ => Role::Piece,
                    },
                    region: self.region(slot),
                    pawn: parts.remove(&slot).unwrap_or_default(),
                })
                .collect(),
        })
    }

    /// The pieces that are not those of orthodox chess, with their letters and movements, the
    /// strongest first.
    fn movements(&mut self, reader: &PawnReader, used: &[Slot]) -> Vec<(Slot, char, Movement)> {
        let mut pieces = Vec::new();
        for piece in self.state.pieces() {
            let is_confined = self.region(piece.slot).is_some();
            let is_usual = match piece.slot {
                Slot::KING => piece.betza.is_none(),
                slot => slot == Slot::PAWN && slot == reader.pawn,
            };
            if is_usual && !is_confined {
                continue;
            }
            if !used.contains(&piece.slot) {
                if !piece.source.is_built_in {
                    let reason = "the piece is left out: it is neither at the start nor later on \
                                  the board";
                    self.findings.push(piece.source.noted(reason));
                }
                continue;
            }
            let text = piece.betza.as_deref().or(piece.slot.betza());
            let played = text.filter(|_| self.is_strict).map(betza::as_played);
            for reason in played.iter().flat_map(|played| &played.1) {
                self.findings.push(piece.source.noted(reason.clone()));
            }
            let text = played.as_ref().map(|played| &*played.0).or(text);
            let movement = reader
                .captures_en_passant(piece.slot)
                .map_err(|(_, reason)| reason)
                .and_then(|captures| movement(piece.slot, text, captures));
            match movement {
                Ok(movement) => pieces.push((piece.slot, piece.letter, movement)),
                Err(reason) => self.findings.push(piece.source.refused(reason)),
            }
        }
        let worth = |slot: Slot, movement: &Movement| {
            slot.strength()
                .map_or_else(|| strength(movement), u32::from)
        };
        pieces.sort_by_key(|row| std::cmp::Reverse(worth(row.0, &row.2)));
        pieces
    }

    /// What pieces have in common with Pawns.
    fn pawn_parts(
        &mut self,
        reader: &mut PawnReader,
        pieces: &[(Slot, char, Movement)],
    ) -> BTreeMap<Slot, PawnParts> {
        let mut parts = BTreeMap::new();
        for &(slot, _, _) in pieces {
            if slot == Slot::KING {
                continue;
            }
            match reader.parts(slot) {
                Ok(found) => {
                    let immobile = reader.immobile(slot);
                    let is_stuck = immobile.iter().flatten().flatten().any(|no| *no);
                    let stays = found.zones.is_empty() && slot != reader.pawn;
                    if self.state.flag("immobilityIllegal") && is_stuck && stays {
                        let reason = "a piece may move to where it can never move again";
                        self.refuse("immobilityIllegal", reason);
                    }
                    parts.insert(slot, found);
                }
                Err((setting, reason)) => self.refuse(setting, reason),
            }
        }
        parts
    }

    /// The letters of the pieces that castle with the King, for either side; none where they are the
    /// Rooks.
    fn partners(&self, ways: &CastlingWays, royals: &Royals) -> [Vec<char>; 2] {
        let has_royal_rooks = royals.kinds.contains(&Slot::ROOK);
        let are_unlike = ways.partners[0].is_empty() != ways.partners[1].is_empty();
        ways.partners.clone().map(|own| {
            let own = match ways.castling != Castling::None && (has_royal_rooks || are_unlike) {
                // They are not the Rooks that castle by default, or each side needs a list.
                true if own.is_empty() => vec![Slot::ROOK],
                _ => own,
            };
            let letters = own.into_iter();
            letters
                .filter_map(|slot| Some(self.state.piece(slot)?.letter))
                .collect()
        })
    }

    /// The letter of the King.
    fn king(&mut self, royals: &Royals, pawn: char) -> Option<char> {
        let king = royals.king.and_then(|slot| self.state.piece(slot));
        if king.is_none() && royals.royalty == Some("none") {
            // A letter that no piece has.
            let mut letters = ['K'].into_iter().chain('A'..='Z');
            return letters
                .find(|&letter| letter != pawn && self.state.with_letter(letter).is_none());
        }
        let Some(king) = king else {
            let is_refused = self.findings.iter().any(Finding::is_refused);
            if !is_refused {
                self.findings
                    .push(self.section.refused("the game has no 'king'"));
            }
            return None;
        };
        Some(king.letter)
    }

    /// The squares to which a piece is confined, if it is.
    fn region(&self, slot: Slot) -> Option<[Squares; 2]> {
        let regions = self.state.mobility(slot);
        let size = (self.state.files(), self.state.ranks());
        let is_whole = regions.iter().all(|region| region.is_empty());
        (!is_whole).then(|| {
            regions.map(|region| {
                let contains =
                    |file: usize, rank: usize| region.is_empty() || region.contains(file, rank);
                Squares::collect(size, contains, |_, _| true)
            })
        })
    }

    /// The letter of the Pawn, or one that is free.
    fn pawn_letter(&self, pawn: Slot) -> char {
        if let Some(pawn) = self.state.piece(pawn) {
            return pawn.letter;
        }
        let is_free = |letter: &char| self.state.with_letter(*letter).is_none();
        ['P']
            .into_iter()
            .chain('A'..='Z')
            .find(is_free)
            .unwrap_or('P')
    }

    /// Where the keys of the variant file come from.
    fn sources(&self, game: &Game) -> Vec<(String, Source)> {
        let named = [
            ("board", "maxFile"),
            ("board", "maxRank"),
            ("start", "startFen"),
            ("castling", "castlingKingsideFile"),
            ("castling", "castlingQueensideFile"),
            ("castling", "startFen"),
            ("pawns.double-step", "doubleStepRegionWhite"),
            ("pawns.double-step", "doubleStep"),
            ("pawns.zones", "promotionRegionWhite"),
            ("pawns.zones", "promotionPieceTypesWhite"),
            ("pawns", "promotionLimit"),
            ("stalemate", "stalemateValue"),
            ("ends.flags", "flagRegionWhite"),
            ("ends.checks", "startFen"),
            ("ends.bare-king", "extinctionValue"),
            ("ends.extinction", "extinctionValue"),
            ("ends.move-limit", "nMoveRule"),
        ];
        let mut sources = Vec::new();
        for (path, setting) in named {
            let setting = self.state.setting(setting);
            let source = setting.map(|setting| setting.source.clone());
            let own = source.filter(|source| !source.is_built_in);
            sources.extend(own.map(|source| (path.to_owned(), source)));
        }
        for piece in &game.pieces {
            let slot = self.state.with_letter(piece.letter);
            let army = slot.and_then(|slot| self.state.piece(slot));
            let path = format!("pieces.{}", piece.letter);
            sources.extend(army.map(|army| (path, (*army.source).clone())));
        }
        sources
    }
}

/// How a piece moves.
fn movement(slot: Slot, text: Option<&str>, captures_en_passant: bool) -> Result<Movement, String> {
    match slot {
        Slot::KING => betza::movement(text.unwrap_or("K")),
        Slot::PAWN => betza::pawn_movement("fmWfceFifmnD", captures_en_passant),
        _ => betza::pawn_movement(text.unwrap_or_default(), captures_en_passant),
    }
}

/// The name of a piece, unless the reader of variant files gives it the same.
fn name_of(slot: Slot) -> Option<String> {
    let usual = [Slot::KNIGHT, Slot::BISHOP, Slot::ROOK, Slot::QUEEN];
    let title = slot.title().filter(|_| !usual.contains(&slot));
    title.map(str::to_owned)
}
