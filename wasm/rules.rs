//! Rules: games in progress, the catalog of games, PGN.
//!
//! Functions return a number or the length of the text at [`output`](super::output). A negative
//! result says that an error is there, in the library's words: its length is -1 less the result.

use std::cell::RefCell;
use std::io::Cursor;

use peregrine::board::color::Color;
use peregrine::board::moves::Move;
use peregrine::board::square::Square;
use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::{PgnGame, Reader};
use peregrine::notation::{self, coordinate, parse_either};
use peregrine::position::Position;
use peregrine::position::game::{Game, GameResult};
use peregrine::render::{Svg, paths_of};
use peregrine::rules::{CastlingRule, PromotionRule};
use peregrine::tools::perft::{MAX_DEPTH, Perft};
use peregrine::variants::shuffle::Arrays;
use peregrine::variants::{self, RuleOptions, Variant, library};
use serde_json::{Value, json};
use slab::Slab;

use super::{connect, give_out, taken_text};

/// What a function gives out, or why not.
type Answer = Result<String, String>;

// JavaScript knows boards and readers by their numbers.
thread_local! {
    static BOARDS: RefCell<Slab<Game>> = RefCell::default();
    static READERS: RefCell<Slab<Reader<Cursor<String>>>> = RefCell::default();
}

fn answer(answer: Answer) -> i32 {
    match answer {
        Ok(text) => give_out(text),
        Err(reason) => refuse(reason),
    }
}

/// Gives out an error.
fn refuse(reason: impl ToString) -> i32 {
    -1 - give_out(reason.to_string())
}

/// Why a board cannot be used.
const FREED: &str = "this board has been freed";

fn error(reason: impl ToString) -> String {
    reason.to_string()
}

/// What `ask` says of a board.
fn with_board(number: usize, ask: impl FnOnce(&mut Game) -> i32) -> i32 {
    BOARDS.with_borrow_mut(|boards| boards.get_mut(number).map_or_else(|| refuse(FREED), ask))
}

/// Exported functions that take a text.
macro_rules! functions_of_a_text {
    ($($(#[$attribute:meta])* $name:ident = $function:expr;)*) => {$(
        $(#[$attribute])*
        ///
        /// # Safety
        /// See [`taken`](super::taken).
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(start: *mut u8, length: usize) -> i32 {
            // SAFETY: the caller promises the same.
            let text = unsafe { taken_text(start, length) };
            let function: fn(&str) -> i32 = $function;
            function(&text)
        }
    )*};
}

/// Exported functions of a board.
macro_rules! functions_of_a_board {
    ($($(#[$attribute:meta])* $name:ident = $function:expr;)*) => {$(
        $(#[$attribute])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(board: usize) -> i32 {
            let function: fn(&mut Game) -> Answer = $function;
            with_board(board, |game| answer(function(game)))
        }
    )*};
}

/// Exported functions of a board and a text.
macro_rules! functions_of_a_board_and_a_text {
    ($($(#[$attribute:meta])* $name:ident = $function:expr;)*) => {$(
        $(#[$attribute])*
        ///
        /// # Safety
        /// See [`taken`](super::taken).
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(board: usize, start: *mut u8, length: usize) -> i32 {
            // SAFETY: the caller promises the same.
            let text = unsafe { taken_text(start, length) };
            let function: fn(&mut Game, &str) -> Answer = $function;
            with_board(board, |game| answer(function(game, &text)))
        }
    )*};
}

/// Connects clock and random numbers. To be called first.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    connect();
}

functions_of_a_text! {
    /// A board, as JSON says: its number.
    board_new = |text| match board(text) {
        Ok(game) => BOARDS.with_borrow_mut(|boards| boards.insert(game) as i32),
        Err(reason) => refuse(reason),
    };
    /// A reader of games in PGN: its number. The text is that of JSON with `text` and `variant`.
    pgn_open = |text| match reader(text) {
        Ok(reader) => READERS.with_borrow_mut(|readers| readers.insert(reader) as i32),
        Err(reason) => refuse(reason),
    };
    /// A game of the catalog, as JSON.
    variant_describe = |name| {
        answer(variants::find(name).map_err(error).map(|found| describe(found).to_string()))
    };
    /// Adds the games of a variant file, and gives their names, one a line.
    variants_add = |text| answer(add_variants(text));
}

functions_of_a_board! {
    /// The legal moves in coordinates, with blanks between them.
    board_moves = |game| Ok(joined(game.position().legal_moves().iter().map(|&mv| uci(game, mv))));
    /// The legal moves in SAN, in the same order.
    board_sans = |game| Ok(joined(notation::legal_sans(game.position()).into_iter().map(|row| row.1)));
    /// The FEN of the position.
    board_fen = |game| Ok(game.position().to_string());
    /// Takes back the last move, and gives it.
    board_pop = |game| {
        let mv = game.undo().ok_or("there is no move to take back")?;
        Ok(uci(game, mv))
    };
    /// The moves made, in coordinates.
    board_history = |game| {
        let turns = game.turns();
        Ok(joined(turns.map(|(position, mv)| coordinate(position, mv))))
    };
    /// How the game has ended, as JSON; nothing while it goes on.
    board_outcome = |game| Ok(game.outcome().map_or_else(String::new, |outcome| {
        json!({
            "result": GameResult::from(outcome).to_string(),
            "winner": outcome.winner().map(color),
            "reason": outcome.termination(),
            "text": outcome.to_string(),
        })
        .to_string()
    }));
    /// What there is to know of the position, as JSON.
    board_state = |game| Ok(state(game).to_string());
    /// The position as SVG.
    board_svg = |game| Ok(Svg::new(game.position()).to_string());
}

functions_of_a_board_and_a_text! {
    /// Makes a move in SAN or coordinates, and gives it in coordinates.
    board_push = |game, text| {
        let mv = parse_either(game.position(), text).map_err(error)?;
        let text = uci(game, mv);
        game.play(mv);
        Ok(text)
    };
    /// A move in SAN.
    board_san = |game, text| {
        let mv = parse_either(game.position(), text).map_err(error)?;
        Ok(notation::san(game.position(), mv))
    };
    /// A move in coordinates.
    board_uci = |game, text| {
        let mv = parse_either(game.position(), text).map_err(error)?;
        Ok(uci(game, mv))
    };
    /// The paths of the piece on a square to each of its targets, as JSON.
    board_paths = |game, name| {
        let geometry = game.position().rules().geometry();
        let targets = paths_of(game.position(), square(game, name)?).into_iter();
        let targets = targets.map(|(target, paths)| {
            let paths = paths.cells().into_iter().map(|(squares, blocked)| {
                json!({ "squares": squares, "blocked": blocked })
            });
            json!({ "square": geometry.name(target), "paths": paths.collect::<Vec<_>>() })
        });
        Ok(Value::from_iter(targets).to_string())
    };
    /// The game in PGN, with the tags of an object in JSON.
    board_pgn = |game, tags| {
        let tags: Vec<(String, String)> = serde_json::from_str(tags).map_err(error)?;
        let mut pgn = PgnGame::from_game(game.clone());
        pgn.result = game.outcome().map(GameResult::from);
        for (name, value) in tags {
            pgn.set_tag(&name, value);
        }
        Ok(pgn.to_string())
    };
}

/// Frees a board.
#[unsafe(no_mangle)]
pub extern "C" fn board_free(board: usize) {
    drop(BOARDS.with_borrow_mut(|boards| boards.try_remove(board)));
}

/// A copy of a board: its number.
#[unsafe(no_mangle)]
pub extern "C" fn board_copy(board: usize) -> i32 {
    BOARDS.with_borrow_mut(|boards| match boards.get(board).cloned() {
        Some(game) => boards.insert(game) as i32,
        None => refuse(FREED),
    })
}

/// Whether Black is to move: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn board_turn(board: usize) -> i32 {
    with_board(board, |game| {
        i32::from(game.position().side_to_move() == Color::Black)
    })
}

/// Whether the side to move is in check: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn board_is_check(board: usize) -> i32 {
    with_board(board, |game| i32::from(game.position().is_check()))
}

/// The number of leaves of the tree of legal moves.
#[unsafe(no_mangle)]
pub extern "C" fn board_perft(board: usize, depth: u32) -> f64 {
    let position = BOARDS.with_borrow_mut(|boards| Some(boards.get(board)?.position().clone()));
    let Some(position) = position else {
        return refuse(FREED).into();
    };
    let perft = Perft {
        threads: 1,
        cache: &(),
        stop: &false.into(),
    };
    if depth > MAX_DEPTH {
        return refuse(format!("the depth must be 0 to {MAX_DEPTH}")).into();
    }
    perft
        .divide(&position, depth)
        .map_or(0.0, |divided| divided.total as f64)
}

/// The names of all games, one a line: those that are listed, then the library's.
#[unsafe(no_mangle)]
pub extern "C" fn variants_list() -> i32 {
    let listed = variants::all()
        .into_iter()
        .map(|variant| variant.name.clone());
    let library = library::unlisted()
        .into_iter()
        .map(|variant| variant.name.clone());
    let names: Vec<String> = listed.chain(library).collect();
    give_out(names.join("\n"))
}

/// The next game of a reader, as JSON; nothing after the last.
#[unsafe(no_mangle)]
pub extern "C" fn pgn_next(reader: usize) -> i32 {
    READERS.with_borrow_mut(
        |readers| match readers.get_mut(reader).and_then(Iterator::next) {
            None => give_out(""),
            Some(Ok(game)) => {
                let start = game.pgn.game.start();
                let rules = start.rules();
                let moves: Vec<Value> = game
                    .pgn
                    .game
                    .turns()
                    .enumerate()
                    .map(|(ply, (position, mv))| {
                        let comment = game.pgn.comments.get(ply).cloned().flatten();
                        json!({
                            "uci": coordinate(position, mv),
                            "san": notation::san(position, mv),
                            "comment": comment,
                        })
                    })
                    .collect();
                let read = json!({
                    "tags": game.pgn.tags,
                    "variant": rules.variant(),
                    "castling": rules.castling().name(),
                    "promotion": rules.promotion().name(),
                    "fen": start.to_string(),
                    "comment": game.pgn.comment,
                    "moves": moves,
                    "result": game.pgn.result.map_or("*".to_owned(), |result| result.to_string()),
                    "warnings": game.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
                });
                give_out(read.to_string())
            }
            Some(Err(fault)) => refuse(fault),
        },
    )
}

/// Frees a reader.
#[unsafe(no_mangle)]
pub extern "C" fn pgn_close(reader: usize) {
    drop(READERS.with_borrow_mut(|readers| readers.try_remove(reader)));
}

fn uci(game: &Game, mv: Move) -> String {
    coordinate(game.position(), mv)
}

fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text += &word;
    }
    text
}

fn square(game: &Game, name: &str) -> Result<Square, String> {
    let rules = game.position().rules();
    rules.geometry().square_named(name).ok_or_else(|| {
        let shown: String = name.chars().take(20).collect();
        let variant = rules.variant();
        format!("'{shown}' is not a square of the board of {variant}")
    })
}

/// The text of an entry of an object, if it is there.
fn text_of<'a>(object: &'a Value, key: &str) -> Result<Option<&'a str>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let text = value.as_str();
            text.map(Some)
                .ok_or_else(|| format!("{key} must be a text"))
        }
    }
}

fn options_of(object: &Value) -> Result<RuleOptions, String> {
    let castling = text_of(object, "castling")?.map(str::parse::<CastlingRule>);
    let promotion = text_of(object, "promotion")?.map(str::parse::<PromotionRule>);
    Ok(RuleOptions {
        castling: castling.transpose().map_err(error)?,
        promotion: promotion.transpose().map_err(error)?,
    })
}

/// The game that an object describes: `variant`, `castling`, `promotion`, and `fen` or `array`.
fn board(text: &str) -> Result<Game, String> {
    let object: Value = serde_json::from_str(text).map_err(error)?;
    let name = text_of(&object, "variant")?.unwrap_or("falcon");
    let rules = variants::find(name).map_err(error)?;
    let rules = rules.rules(options_of(&object)?).map_err(error)?;
    let array = object.get("array").filter(|array| !array.is_null());
    let start = match (text_of(&object, "fen")?, array) {
        (Some(_), Some(_)) => return Err("a game starts from fen or array, not both".to_owned()),
        (Some(fen), None) => Position::from_fen(rules, fen).map_err(error)?,
        (None, None) => Position::start(rules),
        (None, Some(array)) => {
            let arrays = Arrays::new(rules).map_err(error)?;
            let number = array.as_u64().ok_or("array must be a whole number")?;
            arrays.start(number).map_err(error)?
        }
    };
    Ok(Game::new(start))
}

fn reader(text: &str) -> Result<Reader<Cursor<String>>, String> {
    let object: Value = serde_json::from_str(text).map_err(error)?;
    let name = text_of(&object, "variant")?.unwrap_or("falcon");
    let variant = variants::find(name).map_err(error)?;
    let defaults = Defaults {
        variant: variant.name.clone(),
        options: RuleOptions::default(),
    };
    let text = text_of(&object, "text")?.unwrap_or_default();
    Ok(Reader::new(Cursor::new(text.to_owned()), defaults))
}

fn state(game: &Game) -> Value {
    let position = game.position();
    let rules = position.rules();
    let geometry = rules.geometry();
    let pieces = position.occupied().into_iter().filter_map(|square| {
        let piece = position.piece_on(square)?;
        Some((geometry.name(square), Value::from(rules.letter(piece))))
    });
    let names = |squares: peregrine::board::bitboard::Bitboard| -> Vec<String> {
        squares.into_iter().map(|at| geometry.name(at)).collect()
    };
    json!({
        "variant": rules.variant(),
        "castling": rules.castling().name(),
        "promotion": rules.promotion().name(),
        "startFen": game.start().to_string(),
        "turn": color(position.side_to_move()),
        "moveNumber": position.fullmove_number(),
        "halfmoveClock": position.halfmove_clock(),
        "repetitions": game.repetitions(),
        "checkers": names(position.checkers()),
        "castlingRights": names(position.castling_rights()),
        "enPassant": position.en_passant().map(|square| geometry.name(square)),
        "array": Arrays::new(rules).ok().and_then(|arrays| arrays.number_of(position)),
        "pieces": pieces.collect::<serde_json::Map<String, Value>>(),
    })
}

fn describe(variant: &'static Variant) -> Value {
    let rules = variant.nearest_rules(RuleOptions::default());
    let types = variant.piece_types.iter();
    let pieces = types.map(|row| (row.letter.clone(), Value::from(row.name.clone())));
    let arrays = Arrays::new(rules).ok();
    json!({
        "name": variant.name,
        "title": variant.title,
        "about": variant.about,
        "files": variant.board.files,
        "ranks": variant.board.ranks,
        "startFen": Position::start(rules).to_string(),
        "castling": variant.castling.iter().map(|rule| rule.name()).collect::<Vec<_>>(),
        "promotion": variant.promotion.iter().map(|rule| rule.name()).collect::<Vec<_>>(),
        "pieces": pieces.collect::<serde_json::Map<String, Value>>(),
        "arrays": arrays.map(|arrays| json!({ "first": arrays.first(), "last": arrays.last() })),
    })
}

/// The most bytes of a text that defines games: as many as a variant file may have.
const MAX_LENGTH: usize = 1 << 20;

/// At most this many faults of a text are shown.
const MAX_SHOWN: usize = 100;

fn add_variants(text: &str) -> Answer {
    if text.len() > MAX_LENGTH {
        return Err(format!("a variant file has at most {MAX_LENGTH} bytes"));
    }
    let added = variants::check(text).map_err(|faults| {
        let shown = faults.iter().take(MAX_SHOWN).map(ToString::to_string);
        let mut lines: Vec<String> = shown.collect();
        if faults.len() > MAX_SHOWN {
            lines.push(format!("and {} more faults", faults.len() - MAX_SHOWN));
        }
        lines.join("\n")
    })?;
    let names: Vec<String> = added.iter().map(|variant| variant.name.clone()).collect();
    variants::add(added);
    Ok(names.join("\n"))
}
