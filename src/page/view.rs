//! Boards, positions and moves as the page shows them.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Piece, PieceKind};
use crate::board::setup::Setup;
use crate::board::square::Square;
use crate::book::{Book, Record};
use crate::eval::PieceValues;
use crate::notation::{coordinate, san};
use crate::position::{Outcome, Position};
use crate::render;
use crate::rules::{CastlingRule, Rules, SquareColor};
use crate::search::Info;
use crate::search::score::Score;
use crate::search::wdl::Wdl;
use crate::session::book_moves::{describe_record, percentages};
use crate::tablebase::{TableValue, Tablebases};
use crate::variants::{self, Variant, shuffle::Arrays};

use super::messages::{
    Board, BookMoveView, GameSummary, LegalMove, Line, MoveKindView, MovePath, PathTarget,
    PieceCode, PieceView, PositionView, ScoreView, SetupView, SquareView, TableVerdict,
};
use super::piece_moves;

/// A game of the catalog.
pub(crate) fn game_summary(variant: &'static Variant) -> GameSummary {
    let arrays = variant.shuffle.and_then(|_| {
        let rules = variant.nearest_rules(variants::RuleOptions::default());
        Arrays::new(rules).ok()
    });
    GameSummary {
        name: variant.name.clone(),
        title: variant.title.clone(),
        about: variant.about.clone(),
        files: variant.board.files,
        ranks: variant.board.ranks,
        castling: variant.castling.iter().map(ToString::to_string).collect(),
        promotion: variant.promotion.iter().map(ToString::to_string).collect(),
        arrays: arrays.as_ref().map_or(1, Arrays::count),
        first_array: arrays.as_ref().map_or(1, Arrays::first),
    }
}

/// The board and the pieces of a game.
pub(crate) fn board(rules: &Rules) -> Board {
    let geometry = rules.geometry();
    let values = PieceValues::new(rules);
    // A game without Pawns has the usual unit.
    let pawn = match values.value(PieceKind::PAWN) {
        0 => 100,
        value => value,
    };
    let squares = geometry.squares().into_iter().map(|square| SquareView {
        name: geometry.name(square),
        file: geometry.file(square),
        rank: geometry.rank(square),
        dark: rules.square_color(square) == SquareColor::Dark,
    });
    let pieces = Color::ALL.into_iter().flat_map(|color| {
        let types = rules.piece_types().iter();
        types.map(move |piece_type| {
            let piece = Piece::new(color, piece_type.kind);
            PieceView {
                code: piece_code(rules, piece),
                name: format!("{color} {}", piece_type.name),
                letter: rules.letter(piece),
                drawing: render::drawing(rules, piece),
                parts: figure_parts(rules, piece),
                moves: piece_moves::piece_moves(rules, piece),
                region: region(rules, piece),
                value: match rules.is_royal(piece_type.kind) {
                    true => 0,
                    false => values.value(piece_type.kind) * 100 / pawn,
                },
                has_paths: render::has_paths(rules, piece_type.kind),
            }
        })
    });
    let title = variants::find(rules.variant()).map(|variant| variant.title.clone());
    Board {
        variant: rules.variant().to_owned(),
        title: title.unwrap_or_default(),
        castling: rules.castling().to_string(),
        promotion: rules.promotion().to_string(),
        files: (0..geometry.files())
            .map(|file| geometry.file_name(file).to_string())
            .collect(),
        ranks: (0..geometry.ranks())
            .map(|rank| geometry.rank_name(rank).to_string())
            .collect(),
        squares: squares.collect(),
        pieces: pieces.collect(),
        start_fen: rules.start_fen().to_owned(),
    }
}

fn figure_parts(rules: &Rules, piece: Piece) -> Vec<String> {
    let parts = render::figure_parts(rules, piece).into_iter();
    parts.map(str::to_owned).collect()
}

/// The squares that a piece is confined to; none if it may go everywhere.
fn region(rules: &Rules, piece: Piece) -> Vec<String> {
    let mut types = rules.piece_types().iter();
    let found = types.find(|piece_type| piece_type.kind == piece.kind());
    let regions = found.and_then(|piece_type| piece_type.special.region);
    let squares = regions.map(|regions| regions[piece.color().index()]);
    square_names(
        rules,
        squares.unwrap_or_default() & rules.geometry().squares(),
    )
}

/// The names of these squares.
pub(crate) fn square_names(rules: &Rules, squares: Bitboard) -> Vec<String> {
    let names = squares.into_iter();
    names.map(|square| rules.geometry().name(square)).collect()
}

pub(crate) fn piece_code(rules: &Rules, piece: Piece) -> PieceCode {
    let color = side(piece.color());
    format!("{color}{}", rules.kind_letter(piece.kind()))
}

/// `w` or `b`.
pub(crate) fn side(color: Color) -> &'static str {
    match color {
        Color::White => "w",
        Color::Black => "b",
    }
}

/// A position, with its legal moves if the page may make one.
pub(crate) fn position(
    position: &Position,
    last: Option<(&Position, Move)>,
    is_still: bool,
    tables: &Tablebases,
    book: Option<&Book>,
) -> PositionView {
    let rules = position.rules();
    let name = |square| rules.geometry().name(square);
    let legal = match is_still {
        true => Vec::new(),
        false => position.legal_moves().to_vec(),
    };
    let value = tables.probe(position);
    PositionView {
        fen: position.to_string(),
        side: side(position.side_to_move()).to_owned(),
        pieces: pieces(position),
        check: position.is_check().then(|| name(position.checked_royal())),
        last_move: last.map(|(_, mv)| (name(mv.from()), name(mv.to()))),
        legal: legal
            .into_iter()
            .map(|mv| legal_move(position, mv, tables))
            .collect(),
        tablebase: value.map(|value| in_words(value, position.side_to_move())),
        book: book.map_or_else(Vec::new, |book| book_moves(position, book)),
    }
}

/// Squares and the pieces on them.
pub(crate) fn pieces(position: &Position) -> Vec<(String, PieceCode)> {
    pieces_by(position.rules(), |square| position.piece_on(square))
}

/// The same for a board that need not be that of a legal position.
pub(crate) fn pieces_by(
    rules: &Rules,
    piece_on: impl Fn(Square) -> Option<Piece>,
) -> Vec<(String, PieceCode)> {
    let found = rules.geometry().squares().into_iter().filter_map(|square| {
        let piece = piece_on(square)?;
        Some((rules.geometry().name(square), piece_code(rules, piece)))
    });
    found.collect()
}

fn book_moves(position: &Position, book: &Book) -> Vec<BookMoveView> {
    let rows = book.moves(position);
    let views = rows.iter().zip(percentages(&rows)).map(|(row, percent)| {
        let record = for_white(position, row.record);
        BookMoveView {
            mv: coordinate(position, row.mv),
            san: san(position, row.mv),
            percent,
            facts: describe_record(&record),
            score: record.score.map(|score| Score::from(score).to_string()),
            results: (record.wins, record.draws, record.losses),
        }
    });
    views.collect()
}

/// A book's record of a move from White's point of view, as all scores on the page are.
fn for_white(position: &Position, record: Record) -> Record {
    match position.side_to_move() {
        Color::White => record,
        Color::Black => Record {
            wins: record.losses,
            losses: record.wins,
            score: record.score.map(|score| score.saturating_neg()),
            ..record
        },
    }
}

/// What a tablebase says, such as `White mates in 3 moves`.
fn in_words(value: TableValue, side: Color) -> String {
    let moves = |moves: u16| match moves {
        1 => "1 move".to_owned(),
        _ => format!("{moves} moves"),
    };
    match (value, value.moves()) {
        (TableValue::Win(_), Some(left)) => format!("{side} mates in {}", moves(left)),
        (TableValue::Loss(0), _) => format!("{side} is mated"),
        (TableValue::Loss(_), Some(left)) => format!("{} mates in {}", !side, moves(left)),
        (_, _) => "The position is drawn".to_owned(),
    }
}

fn legal_move(position: &Position, mv: Move, tables: &Tablebases) -> LegalMove {
    let rules = position.rules();
    let name = |square| rules.geometry().name(square);
    let is_castling = mv.kind() == MoveKind::Castling;
    let promotion = mv
        .promoted_to()
        .map(|kind| piece_code(rules, Piece::new(position.side_to_move(), kind)));
    let kind = match mv.kind() {
        MoveKind::Plain => MoveKindView::Plain,
        MoveKind::Castling => MoveKindView::Castling,
        MoveKind::EnPassant => MoveKindView::EnPassant,
        MoveKind::KingSwap => MoveKindView::KingSwap,
    };
    // With fixed files, castling is a move onto the Rook where the King could also simply
    // step to its destination, or stands on it already.
    let rook = match is_castling {
        true => position.castling_rook(mv.from(), mv.to()),
        false => None,
    };
    let step = Move::plain(mv.from(), mv.to());
    let is_ambiguous = mv.from() == mv.to() || position.is_legal(step);
    let by_rook = position.rules().castling() == CastlingRule::FixedFiles && is_ambiguous;
    let to = rook.filter(|_| by_rook).unwrap_or(mv.to());
    let captures = position.colors(!position.side_to_move()).contains(mv.to());
    LegalMove {
        mv: coordinate(position, mv),
        san: san(position, mv),
        from: name(mv.from()),
        to: name(to),
        kind,
        capture: captures || kind == MoveKindView::EnPassant,
        rook: rook.map(name),
        promotion,
        tablebase: tables.probe_after(position, mv).map(|value| TableVerdict {
            value: value.rank().signum() as i8,
            text: value.to_string(),
        }),
    }
}

/// The paths to every target of the piece on a square; nothing if its moves have none, as
/// those of a Rook or a leaper.
pub(crate) fn path_targets(position: &Position, square: Square) -> Vec<PathTarget> {
    let geometry = position.rules().geometry();
    render::paths_of(position, square)
        .into_iter()
        .map(|(target, paths)| {
            let paths = paths.cells().into_iter();
            PathTarget {
                square: geometry.name(target),
                paths: paths
                    .map(|(squares, blocked)| MovePath { squares, blocked })
                    .collect(),
            }
        })
        .collect()
}

/// A position that need not be legal.
pub(crate) fn setup(rules: &Rules, setup: &Setup, castling: &str) -> SetupView {
    let geometry = rules.geometry();
    SetupView {
        board: board(rules),
        pieces: pieces_by(rules, |square| setup.board[square.index()]),
        side: side(setup.side_to_move).to_owned(),
        castling: castling.to_owned(),
        en_passant: setup.en_passant.map(|square| geometry.name(square)),
    }
}

/// A line of an analysis.
pub(crate) fn line(position: &Position, info: &Info) -> Option<Line> {
    let score = score(position, info.score);
    moves_with_score(position, &info.pv, info.depth, score)
}

/// Moves with the score of the position that they lead to.
pub(crate) fn moves_with_score(
    position: &Position,
    line: &[Move],
    depth: u32,
    score: ScoreView,
) -> Option<Line> {
    let geometry = position.rules().geometry();
    let first = *line.first()?;
    let (mut moves, mut text) = (Vec::new(), Vec::new());
    for (current, mv) in position.legal_line(line) {
        if current.side_to_move() == Color::White || text.is_empty() {
            text.push(crate::notation::move_number(&current));
        }
        text.push(san(&current, mv));
        moves.push(coordinate(&current, mv));
    }
    Some(Line {
        depth,
        score,
        moves,
        san: text.join(" "),
        first: (geometry.name(first.from()), geometry.name(first.to())),
    })
}

/// The score of a game that is over.
pub(crate) fn final_score(outcome: Outcome) -> ScoreView {
    let (text, chances) = match outcome.winner() {
        Some(Color::White) => ("1-0", (1000, 0, 0)),
        Some(Color::Black) => ("0-1", (0, 0, 1000)),
        None => ("1/2-1/2", (0, 1000, 0)),
    };
    ScoreView {
        text: text.to_owned(),
        centipawns: None,
        mate: None,
        chances,
    }
}

/// A score of the side to move, from White's point of view.
pub(crate) fn score(position: &Position, score: Score) -> ScoreView {
    let wdl = Wdl::new(position, score);
    let is_white = position.side_to_move() == Color::White;
    let turned = |value: i32| if is_white { value } else { -value };
    let (centipawns, mate) = match score {
        Score::Centipawns(value) => (Some(turned(value)), None),
        // Mated at once counts as mated, not as mating.
        Score::Mate(moves) => (None, Some(turned(moves))),
    };
    let text = match (centipawns, mate) {
        (Some(value), _) => Score::Centipawns(value).to_string(),
        (None, moves) => format!("#{}", moves.unwrap_or_default()),
    };
    let chances = match is_white {
        true => (wdl.win, wdl.draw, wdl.loss),
        false => (wdl.loss, wdl.draw, wdl.win),
    };
    ScoreView {
        text,
        centipawns,
        mate,
        chances,
    }
}
