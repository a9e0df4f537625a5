//! The `setup` and `piece` lines that describe a game to XBoard.

use super::betza;
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::position::Position;
use crate::rules::{CastlingRule, PieceType, Rules};

use super::{Pawns, XboardDialect};

/// The index of XBoard's Falcon, a piece without a move of its own: XBoard lets
/// it move anywhere until a `piece` line describes it.
const FALCON_PLACE: usize = 17;

/// The index of the Cobra, another such piece.
const WILD_CARD_PLACE: usize = 19;

/// The index of the piece that stands for a Pawn that could not promote: the
/// Lance.
const UNPROMOTED_PLACE: usize = 18;

/// The index of each kind in XBoard's piece table. It determines the picture
/// and, for Pawn, Knight, Bishop, Rook and Queen, also the move.
const PLACES: [(PieceKind, usize); 16] = [
    (PieceKind::PAWN, 0),
    (PieceKind::KNIGHT, 1),
    (PieceKind::BISHOP, 2),
    (PieceKind::ROOK, 3),
    (PieceKind::QUEEN, 4),
    (PieceKind::CARDINAL, 7),
    (PieceKind::WINGED_CARDINAL, 8),
    (PieceKind::WINGED_AMAZON, 10),
    (PieceKind::WINGED_MARSHAL, 11),
    (PieceKind::WINGED_KNIGHT, 12),
    (PieceKind::WINGED_BISHOP, 13),
    (PieceKind::WINGED_ROOK, 14),
    (PieceKind::WINGED_QUEEN, 15),
    (PieceKind::MARSHAL, 16),
    (PieceKind::FALCON, FALCON_PLACE),
    (PieceKind::AMAZON, 20),
];

/// Indexes for other kinds, beginning with the Falcon's if the game has none.
/// Omitted are those that XBoard uses to count material or to identify Pawns,
/// royal pieces or pieces that move twice.
const SPARE: [usize; 25] = [
    FALCON_PLACE,
    23,
    24,
    25,
    26,
    27,
    28,
    29,
    30,
    31,
    32,
    22,
    12,
    13,
    14,
    15,
    16,
    20,
    11,
    10,
    8,
    7,
    33,
    34,
    35,
];

/// The longest message that XBoard reads, with a margin.
const MAX_LINE_LENGTH: usize = 500;

/// How many of each piece are available beside the board for promotion by
/// mouse.
const READY: usize = 3;

impl XboardDialect {
    /// The lines for a game that XBoard knows: only the moves of its wild
    /// cards.
    pub(super) fn wild_card_lines(&self, rules: &Rules) -> Vec<String> {
        let is_wild = |piece_type: &&PieceType| piece_type.kind == PieceKind::FALCON;
        let wild = rules.piece_types().iter().filter(is_wild);
        wild.filter_map(|piece_type| self.piece_line(piece_type))
            .collect()
    }

    /// All lines that describe a game that begins from `start`.
    ///
    /// # Errors
    /// If the game cannot be described to XBoard, with the reason.
    pub(super) fn description(&self, start: &Position) -> Result<Vec<String>, String> {
        let rules = start.rules();
        let types = rules.piece_types();
        // XBoard would move them as in chess.
        if !rules.has_plain_pawns() || !rules.has_mirrored_pawns() {
            return Err("XBoard cannot be told how the Pawns of this game move".to_owned());
        }
        if betza::king_moves(rules).is_none() {
            return Err("XBoard cannot be told how the King of this game moves".to_owned());
        }
        if rules.castling() != CastlingRule::None && !rules.only_kings_castle() {
            return Err(
                "XBoard cannot be told of other pieces than the King that castle".to_owned(),
            );
        }
        let places = places(rules)?;
        let pawns = self.pawns(rules);
        let mut lines = vec![self.setup_line(start, &places, pawns)];
        let is_own = |kind| self.place_is_own(kind);
        for piece_type in types.iter().filter(|piece_type| !is_own(piece_type.kind)) {
            lines.push(self.piece_line(piece_type).unwrap_or_else(|| {
                let name = &piece_type.name;
                format!("# XBoard cannot be told how the {name} moves, and lets it go anywhere")
            }));
        }
        if pawns == Pawns::Described {
            lines.push(format!("piece P& {}", betza::pawn(rules)));
        }
        let [white, black] = Color::ALL.map(|color| {
            let partners = start.castling_rights() & start.colors(color);
            betza::king(rules, color, start.king(color), partners)
        });
        let letter = self.letter(PieceKind::KING);
        if white == black {
            if white != "K" {
                lines.push(format!("piece {letter}& {white}"));
            }
        } else {
            lines.push(format!("piece {letter} {white}"));
            lines.push(format!("piece {} {black}", letter.to_ascii_lowercase()));
        }
        match lines.iter().find(|line| line.len() > MAX_LINE_LENGTH) {
            None => Ok(lines),
            Some(line) => Err(format!(
                "a line of {} characters is too long for XBoard",
                line.len()
            )),
        }
    }

    /// Whether XBoard's own generator already moves the kind correctly.
    fn place_is_own(&self, kind: PieceKind) -> bool {
        PieceKind::CHESS.contains(&kind)
    }

    fn piece_line(&self, piece_type: &PieceType) -> Option<String> {
        let moves = betza::piece(piece_type)?;
        Some(format!("piece {}& {moves}", self.letter(piece_type.kind)))
    }

    fn setup_line(&self, start: &Position, places: &[(PieceKind, usize)], pawns: Pawns) -> String {
        let rules = start.rules();
        let geometry = rules.geometry();
        let length = places.iter().map(|(_, place)| place + 1).max();
        let mut table = vec!['.'; length.unwrap_or(0).max(UNPROMOTED_PLACE + 1)];
        for &(kind, place) in places {
            table[place] = self.letter(kind);
        }
        if let Some(letter) = self.unpromoted(rules) {
            table[UNPROMOTED_PLACE] = letter;
        }
        while table.last() == Some(&'.') {
            table.pop();
        }
        table.push(self.letter(PieceKind::KING));
        let white: String = table.iter().collect();
        let (parent, beside, holdings) = match pawns {
            // Holdings are shown in the order of the table, without the King.
            Pawns::Grand => ("grand", places.len(), self.holdings(rules)),
            // With a parent variant without castling, capturing an own piece
            // swaps.
            _ if rules.castling() == CastlingRule::KingSwap => ("asean", 0, String::new()),
            Pawns::Own | Pawns::Described => ("fairy", 0, String::new()),
        };
        format!(
            "setup ({white}{}) {}x{}+{beside}_{parent} {}{holdings} {} - - 0 1",
            white.to_lowercase(),
            geometry.files(),
            geometry.ranks(),
            self.board_field(start),
            if start.side_to_move() == Color::White {
                'w'
            } else {
                'b'
            },
        )
    }

    /// The holdings from which users choose with the mouse: what a Pawn may
    /// become, and one Pawn for each Pawn that may stay one.
    fn holdings(&self, rules: &Rules) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let pawns = rules.start_count(color, PieceKind::PAWN) as usize;
            let zones = &rules.pawns(color).zones;
            let promotes = |kind: PieceKind| zones.iter().any(|zone| zone.kinds.contains(&kind));
            for &(kind, letter) in &self.letters {
                let count = match kind {
                    PieceKind::PAWN => pawns,
                    kind if promotes(kind) => READY,
                    _ => 0,
                };
                let letter = match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                };
                text.extend(std::iter::repeat_n(letter, count));
            }
        }
        format!("[{text}]")
    }

    /// The board field of a FEN in XBoard's letters.
    pub(super) fn board_field(&self, position: &Position) -> String {
        let geometry = position.rules().geometry();
        let mut ranks = Vec::new();
        for rank in (0..geometry.ranks()).rev() {
            let mut text = String::new();
            let mut run = 0;
            for file in 0..geometry.files() {
                let square = geometry.square(file, rank);
                let piece = square.and_then(|square| position.piece_on(square));
                if square.is_some() && piece.is_none() {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text.push(piece.map_or('*', |piece| self.piece_letter(piece)));
            }
            if run > 0 {
                text += &run.to_string();
            }
            ranks.push(text);
        }
        ranks.join("/")
    }

    fn piece_letter(&self, piece: Piece) -> char {
        let letter = self.letter(piece.kind());
        match piece.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }
}

/// An index for each kind except the King.
///
/// # Errors
/// If there are not enough indexes for pieces whose moves XBoard cannot
/// express.
fn places(rules: &Rules) -> Result<Vec<(PieceKind, usize)>, String> {
    let mut places: Vec<(PieceKind, usize)> = Vec::new();
    let free = |places: &[(PieceKind, usize)], place: usize| {
        places.iter().all(|(_, taken)| *taken != place)
    };
    let kinds = rules.piece_types().iter().map(|piece_type| piece_type.kind);
    for kind in kinds.clone() {
        if let Some((_, place)) = PLACES.iter().find(|(known, _)| *known == kind) {
            places.push((kind, *place));
        }
    }
    for piece_type in rules.piece_types() {
        let kind = piece_type.kind;
        if kind == PieceKind::KING || places.iter().any(|(known, _)| *known == kind) {
            continue;
        }
        let candidates: &[usize] = match betza::piece(piece_type) {
            Some(_) => &SPARE,
            // XBoard lets such a piece move anywhere.
            None => &[WILD_CARD_PLACE, FALCON_PLACE],
        };
        let place = candidates.iter().find(|&&place| free(&places, place));
        let place = place
            .ok_or_else(|| format!("XBoard cannot express the moves of the {}", piece_type.name))?;
        places.push((kind, *place));
    }
    let swaps = rules.castling() == CastlingRule::KingSwap;
    if swaps && places.iter().any(|(_, place)| *place == WILD_CARD_PLACE) {
        return Err("XBoard cannot distinguish a King swap from a wild card".to_owned());
    }
    Ok(places)
}
