//! The kinds of piece for Fairy-Stockfish, and their moves in its dialect of Betza notation.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::movement::{Dialect, Movement, join_groups};
use crate::board::piece::{Components, PieceKind};
use crate::rules::{PieceType, SpecialMoves};
use crate::variants::import::letter_of_leap;

use super::{MOST, Writer};

/// How many kinds of piece a file can define.
const MAX_CUSTOM: usize = 25;

impl Writer<'_> {
    pub(super) fn pieces(&mut self) {
        let (mut custom, mut has_soldier) = (0, false);
        for piece in &self.variant.piece_types {
            let key = format!("pieces.{}", piece.letter);
            let piece = &without_pawn_parts(&self.without_royalty(piece));
            if piece.letter.len() > 1 {
                let reason = "a piece needs a letter without apostrophe";
                self.refuse(&key, reason);
                continue;
            }
            let letter = piece.letter.to_ascii_lowercase();
            let has_own_moves = |usual| piece.components != usual || !piece.special.is_empty();
            if piece.kind == PieceKind::KING && has_own_moves(Components::KING) {
                match betza(piece) {
                    Ok(moves) => self.key("king", format!("{letter}:{moves}")),
                    Err(reason) => self.refuse("king", reason),
                }
                self.mobility("King", piece);
                continue;
            }
            if let Some(name) = self.king_name(piece).or_else(|| name_of(piece)) {
                self.key(name, letter);
                continue;
            }
            if let Some(rank) = self.soldier_rank(piece) {
                if std::mem::replace(&mut has_soldier, true) {
                    self.refuse(&key, "only one kind of piece gains moves beyond a rank");
                }
                self.key("soldier", letter);
                self.key("soldierPromotionRank", rank);
                self.mobility("Soldier", piece);
                continue;
            }
            match betza(piece) {
                Ok(moves) => {
                    custom += 1;
                    self.key(&format!("customPiece{custom}"), format!("{letter}:{moves}"));
                    self.mobility(&format!("CustomPiece{custom}"), piece);
                }
                Err(reason) => self.refuse(&key, reason),
            }
        }
        if custom > MAX_CUSTOM {
            let reason =
                format!("at most {MAX_CUSTOM} kinds of piece can be defined, not {custom}");
            self.refuse("pieces", reason);
        }
    }

    /// The name of a piece that is called the King although it is not the only royal one: by
    /// that name it can castle.
    fn king_name(&self, piece: &PieceType) -> Option<&'static str> {
        let is_man = piece.components == Components::SPECIAL
            && piece.special
                == SpecialMoves {
                    leaps: vec![(0, 1), (1, 1)],
                    ..SpecialMoves::default()
                };
        let is_king = self.rules.kind_letter(PieceKind::KING) == piece.letter;
        (is_king && is_man).then_some("commoner")
    }

    /// The rank from which a soldier also steps sideways, if the piece is one.
    fn soldier_rank(&self, piece: &PieceType) -> Option<usize> {
        let (also, regions) = piece.special.also.as_ref()?;
        let ahead = Movement::named("shogi-pawn")?;
        let aside = Movement::from_betza("sW", Dialect::XBoard).ok()?;
        let bare = SpecialMoves {
            movement: ahead,
            also: piece.special.also.clone(),
            region: piece.special.region,
            ..SpecialMoves::default()
        };
        let is_soldier =
            *also == aside && piece.components == Components::SPECIAL && piece.special == bare;
        let layout = self.layout();
        let beyond = |rank: usize, color: Color| -> Bitboard {
            let ranks = rank..layout.ranks();
            let cells = ranks.map(|rank| layout.rank_cells(rank) & layout.squares());
            let all = cells.fold(Bitboard::EMPTY, |all, cells| all | cells);
            self.of_side(color, all)
        };
        let mut ranks = 0..layout.ranks();
        let found = ranks.find(|&rank| {
            let mut colors = Color::ALL.into_iter();
            colors.all(|color| regions[color.index()] & layout.squares() == beyond(rank, color))
        });
        found.filter(|_| is_soldier).map(|rank| rank + 1)
    }

    /// The squares that a piece can enter, if these are not all.
    fn mobility(&mut self, name: &str, piece: &PieceType) {
        let Some(region) = piece.special.region else {
            return;
        };
        for color in Color::ALL {
            let squares = self.region(region[color as usize]);
            self.key(&format!("mobilityRegion{color}{name}"), squares);
        }
    }
}

/// A piece without what is said of Pawns elsewhere.
fn without_pawn_parts(piece: &PieceType) -> PieceType {
    let mut piece = piece.clone();
    piece.special.pawn = None;
    if piece.special.is_empty() {
        piece.components -= Components::SPECIAL;
    }
    piece
}

/// Fairy-Stockfish's name of a kind of piece.
fn name_of(piece: &PieceType) -> Option<&'static str> {
    if !piece.special.is_empty() {
        return None;
    }
    let (straight, diagonal, knight) = (
        Components::STRAIGHT,
        Components::DIAGONAL,
        Components::KNIGHT,
    );
    let names = [
        (Components::empty(), "immobile"),
        (Components::PAWN, "pawn"),
        (Components::KING, "king"),
        (knight, "knight"),
        (diagonal, "bishop"),
        (straight, "rook"),
        (straight | diagonal, "queen"),
        (diagonal | knight, "archbishop"),
        (straight | knight, "chancellor"),
        (straight | diagonal | knight, "amazon"),
    ];
    let found = names
        .into_iter()
        .find(|(components, _)| *components == piece.components);
    found.map(|row| row.1)
}

/// How a piece moves, in Fairy-Stockfish's dialect of Betza notation.
///
/// # Errors
/// Which of its moves cannot be said.
fn betza(piece: &PieceType) -> Result<String, String> {
    if piece.components.contains(Components::FALCON) {
        return Err("no piece has several paths to a square, as the Falcon has".to_owned());
    }
    let special = &piece.special;
    if special.also.is_some() {
        return Err("no piece has moves into a region beside others".to_owned());
    }
    let mut text = String::new();
    let parts = [
        (Components::STRAIGHT, 'R'),
        (Components::DIAGONAL, 'B'),
        (Components::KNIGHT, 'N'),
    ];
    let own = parts
        .into_iter()
        .filter(|(part, _)| piece.components.contains(*part));
    text.extend(own.map(|row| row.1));
    for (range, letter) in [(special.straight_range, 'R'), (special.diagonal_range, 'B')] {
        match range {
            0 => {}
            _ if usize::from(range) >= MOST.0.max(MOST.1) - 1 => text.push(letter),
            1..=9 => text.push_str(&format!("{letter}{range}")),
            _ => return Err(format!("the range {range} has two digits")),
        }
    }
    for &(near, far) in &special.leaps {
        let letter = letter_of_leap((near, far));
        text.push(letter.ok_or_else(|| format!("there is no leap of {near} squares by {far}"))?);
    }
    if !special.movement.is_empty() {
        let dialect = Dialect::FairyStockfish;
        let movement = without_en_passant(&special.movement)?;
        let groups = movement.betza_groups(dialect);
        let mut groups = groups.ok_or("Fairy-Stockfish has no notation for its moves")?;
        groups.extend(groups_of(&text));
        text = join_groups(groups);
        // They can mean something else together than one by one.
        let mut read = Movement::from_betza(&text, dialect).map_err(|error| error.to_string())?;
        read.split();
        if read != movement {
            return Err(format!("Fairy-Stockfish reads '{text}' otherwise"));
        }
    }
    Ok(text)
}

/// The same moves, none of which captures en passant: that is said of a kind as a whole.
///
/// # Errors
/// If some captures are possible en passant and others are not.
fn without_en_passant(movement: &Movement) -> Result<Movement, &'static str> {
    if movement.en_passant_captures().is_empty() {
        return Ok(movement.clone());
    }
    // XBoard's notation has a letter for it.
    let groups = movement.betza_groups(Dialect::XBoard);
    let groups = groups.ok_or("Fairy-Stockfish has no notation for its moves")?;
    let only_moves = |group: &String| group.contains('m') && !group.contains('c');
    if !groups
        .iter()
        .all(|group| group.contains('e') || only_moves(group))
    {
        return Err("a piece captures en passant with all of its captures or none");
    }
    let text = join_groups(groups).replace('e', "");
    let mut movement = Movement::from_betza(&text, Dialect::XBoard)
        .map_err(|_| "Fairy-Stockfish has no notation for its moves")?;
    movement.split();
    Ok(movement)
}

/// The groups of a text without small letters.
fn groups_of(text: &str) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for letter in text.chars() {
        match groups.last_mut().filter(|_| letter.is_ascii_digit()) {
            Some(group) => group.push(letter),
            None => groups.push(letter.to_string()),
        }
    }
    groups
}
