//! Makes a game of the description of an Interactive Diagram.

use super::super::draft::valid_name;
use super::super::fairy_max::runs;
use super::super::game::{
    Castling, Game, GamePiece, PawnParts, Pawns, Role, Sides, Squares, Zone, file_name,
};
use super::super::movement::strength;
use super::moves::{groups, read_movement};
use super::{Kind, Reader};

impl Reader {
    pub(super) fn game(&mut self) -> Option<Game> {
        if self.kinds.is_empty() {
            self.findings
                .push(self.section.refused("the diagram has no pieces"));
            return None;
        }
        let is_king = |kind: &Kind| kind.name.eq_ignore_ascii_case("king");
        let by_name = self.kinds.iter().position(is_king);
        let king = self.royal.map_or(by_name, |royal| royal.checked_sub(1));
        let Some(king) = king.filter(|&king| king < self.kinds.len()) else {
            self.findings
                .push(self.section.refused("the diagram has no royal piece"));
            return None;
        };
        let pawn = self
            .kinds
            .iter()
            .position(|kind| kind.name.eq_ignore_ascii_case("pawn"));
        let castling = self.king_moves(king)?;
        let double_step = match pawn {
            Some(pawn) => self.pawn_moves(pawn)?,
            None => false,
        };
        let mut pieces = Vec::new();
        for (number, kind) in self.kinds.iter().enumerate() {
            if number == king || Some(number) == pawn {
                continue;
            }
            match read_movement(&kind.betza, (self.files, self.ranks)) {
                Ok(movement) => pieces.push(GamePiece {
                    letter: kind.letter,
                    name: Some(kind.name.clone()),
                    movement,
                    role: Role::Piece,
                    region: None,
                    pawn: PawnParts::default(),
                }),
                Err(reason) => self.findings.push(kind.source.refused(reason)),
            }
            let path = format!("pieces.{}", kind.letter);
            self.sources.push((path, kind.source.clone()));
        }
        pieces.sort_by_key(|piece| std::cmp::Reverse(strength(&piece.movement)));
        let (castling, partners, rights) = self.castling(king, castling);
        let zones = self.zones(&pieces)?;
        let board = self.board()?;
        let free = ('A'..='Z').find(|letter| self.kinds.iter().all(|kind| kind.letter != *letter));
        let pawn_letter = pawn.map(|pawn| self.kinds[pawn].letter);
        let rights = if rights.is_empty() {
            "-".to_owned()
        } else {
            rights
        };
        Some(Game {
            name: valid_name(&self.name),
            title: format!("{}, as an Interactive Diagram has it", self.name),
            files: self.files,
            ranks: self.ranks,
            start: format!("{board} w {rights} - 0 1"),
            king: self.kinds[king].letter,
            pawn: pawn_letter.or(free).unwrap_or('P'),
            pieces,
            castling,
            castling_kings: Default::default(),
            partners: [partners.clone(), partners],
            pawns: Pawns {
                double_step: self.double_steps(pawn, double_step).map(Sides::Both),
                zones,
                ..Pawns::default()
            },
            stalemate: self.stalemate,
            ends: Vec::new(),
            royalty: None,
            hides_kings: false,
            compulsory_captures: false,
            forbidden_checks: false,
            standing_kings: false,
        })
    }

    /// The distance at which the King castles; 0 if he does not.
    fn king_moves(&mut self, king: usize) -> Option<usize> {
        let kind = &self.kinds[king];
        let mut distance = 0;
        for group in groups(&kind.betza) {
            match group.as_str() {
                "K" => {}
                "isO2" | "siO2" => distance = 2,
                "isO3" | "siO3" => distance = 3,
                _ => {
                    let reason = format!(
                        "'{group}': the King moves one step in any direction, and castles by isO2 or isO3"
                    );
                    self.findings.push(kind.source.refused(reason));
                    return None;
                }
            }
        }
        Some(distance)
    }

    /// Whether Pawns make double steps.
    fn pawn_moves(&mut self, pawn: usize) -> Option<bool> {
        let kind = &self.kinds[pawn];
        let mut found: Vec<String> = groups(&kind.betza)
            .iter()
            .map(|group| {
                let mut letters: Vec<char> = group.chars().collect();
                letters.sort_unstable();
                letters.into_iter().collect()
            })
            .collect();
        found.sort_unstable();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        match found[..] {
            ["Dfimn", "Fcef", "Wfm"] => Some(true),
            ["Fcef" | "Fcf", "Wfm"] => Some(false),
            _ => {
                let reason =
                    "Pawns move as in orthodox chess: fmWfceFifmnD, or fmWfcF without double steps";
                self.findings.push(kind.source.refused(reason));
                None
            }
        }
    }

    /// The squares of double steps: all on which Pawns start.
    fn double_steps(&self, pawn: Option<usize>, has: bool) -> Option<Squares> {
        let pawn = pawn.filter(|_| has).map(|pawn| &self.kinds[pawn]);
        let starts = pawn.map_or(&[][..], |pawn| &pawn.squares[0]);
        let contains = |file: usize, rank: usize| starts.contains(&(file, rank));
        let squares = Squares::collect((self.files, self.ranks), contains, |_, _| true);
        let is_default = squares.ranks == [2] && squares.names.is_empty();
        (!is_default).then_some(squares)
    }

    fn zones(&mut self, pieces: &[GamePiece]) -> Option<Vec<Zone>> {
        let known: Vec<char> = pieces.iter().map(|piece| piece.letter).collect();
        let first = self.ranks.saturating_sub(self.zone) + 1;
        let zone = |to: Vec<char>| Zone {
            squares: Sides::Both(Squares {
                ranks: (first..=self.ranks).collect(),
                names: Vec::new(),
            }),
            to: Sides::Both(to),
            optional: false,
            leaving: false,
            limits: Vec::new(),
        };
        let Some((choice, source)) = &self.choice else {
            return Some(match self.zone {
                1 => Vec::new(),
                _ => vec![zone(known)],
            });
        };
        let mut to: Vec<char> = Vec::new();
        for letter in choice
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != ',')
        {
            if !known.contains(&letter) {
                let reason = format!("there is no piece '{letter}' to which a Pawn could promote");
                self.findings.push(source.refused(reason));
                return None;
            }
            if !to.contains(&letter) {
                to.push(letter);
            }
        }
        to.sort_by_key(|letter| known.iter().position(|other| other == letter));
        self.sources
            .push(("pawns.zones".to_owned(), source.clone()));
        Some(vec![zone(to)])
    }

    /// The board field of a FEN.
    fn board(&mut self) -> Option<String> {
        let mut cells = vec![vec!['1'; self.files]; self.ranks];
        for &(file, rank) in &self.holes {
            let cell = cells.get_mut(rank).and_then(|cells| cells.get_mut(file));
            cell.into_iter().for_each(|cell| *cell = '*');
        }
        for kind in &self.kinds {
            for (squares, is_white) in kind.squares.iter().zip([true, false]) {
                let letter = match is_white {
                    true => kind.letter,
                    false => kind.letter.to_ascii_lowercase(),
                };
                for &(file, rank) in squares {
                    let cell = cells.get_mut(rank).and_then(|cells| cells.get_mut(file));
                    match cell {
                        Some(cell @ '1') => *cell = letter,
                        _ => {
                            let name = format!("{}{}", file_name(file), rank + 1);
                            let reason = format!("{name} is taken, or not a square of the board");
                            self.findings.push(kind.source.refused(reason));
                            return None;
                        }
                    }
                }
            }
        }
        let rows: Vec<String> = cells
            .iter()
            .rev()
            .map(|row| runs(&row.iter().collect::<String>()))
            .collect();
        Some(rows.join("/"))
    }

    /// How the King castles, with which pieces, and the rights at the start.
    fn castling(&mut self, king: usize, distance: usize) -> (Castling, Vec<char>, String) {
        let none = (Castling::None, Vec::new(), String::new());
        if distance == 0 {
            return none;
        }
        let (mut rights, mut partners) = (String::new(), Vec::new());
        for (side, letters) in ["KQ", "kq"].into_iter().enumerate() {
            let [(file, rank)] = self.kinds[king].squares[side][..] else {
                continue;
            };
            for (corner, right) in [self.files - 1, 0].into_iter().zip(letters.chars()) {
                let on_corner = |kind: &&Kind| kind.squares[side].contains(&(corner, rank));
                let Some(partner) = self.kinds.iter().find(on_corner) else {
                    continue;
                };
                if corner.abs_diff(file) <= distance {
                    continue;
                }
                rights.push(right);
                if !partners.contains(&partner.letter) {
                    partners.push(partner.letter);
                }
            }
        }
        if rights.is_empty() {
            let source = &self.kinds[king].source;
            let note = source.noted("the King has no piece in a corner to castle with");
            self.findings.push(note);
            return none;
        }
        if partners == ['R'] {
            partners.clear();
        }
        let rule = if distance == 2 { "orthodox" } else { "three" };
        (Castling::Rule(rule), partners, rights)
    }
}
