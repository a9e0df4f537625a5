//! The messages between a page and the server, as JSON over one WebSocket.
//!
//! The page sends [`Request`]s and gets [`Message`]s. Squares are written as in
//! coordinates (`e4`), moves as in [`coordinate`](crate::notation::coordinate), pieces as
//! [`PieceCode`]s, and times are milliseconds. `web/src/messages.ts` has the same types for
//! the page; a test writes it from these.

use serde::{Deserialize, Serialize};

/// A piece on the board: `w` or `b` and the letters of its kind in FEN, in upper case, such
/// as `wF` or `bA`.
pub type PieceCode = String;

/// A node of the game tree: 0 is the start position, others are numbered as they come.
pub type NodeId = u32;

/// What a page asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Request {
    /// Leaves the current game and starts another.
    NewGame {
        /// The rules and the start position.
        start: Start,
        /// Who plays; two `Person`s play at one board.
        players: Players,
        /// The clock of each side, if any.
        clock: Option<TimeControl>,
    },
    /// The same game once more with the colors changed.
    Rematch,
    /// Opens a game of a PGN text. A text with several games is answered by
    /// [`Message::Games`] unless `number` chooses one.
    OpenPgn {
        /// The text.
        pgn: String,
        /// Which game, from 1.
        number: Option<usize>,
    },
    /// Continues a game that the page kept, after a reload or a restart of the server.
    Restore {
        /// [`State::saved`] of the last state.
        saved: String,
    },
    /// Makes a move in the current position: a new node, or the one that is already there.
    Play {
        /// One of the legal moves, in coordinates.
        mv: String,
    },
    /// Shows another position of the game tree.
    GoTo {
        /// Its node.
        node: NodeId,
    },
    /// Deletes a node and all that follows it.
    Delete {
        /// The node, not 0.
        node: NodeId,
    },
    /// Makes a variation the first of its siblings, and so part of the main line if its
    /// parent is.
    Promote {
        /// The node, not 0.
        node: NodeId,
    },
    /// Replaces the comment after a move, or before the first one.
    Comment {
        /// The node.
        node: NodeId,
        /// The comment; empty for none.
        text: String,
    },
    /// Takes back the last move of a person, and the engine's answer to it.
    TakeBack,
    /// The person to move, or the only person, resigns.
    Resign,
    /// Offers a draw to the engine; two people agree to it at once.
    OfferDraw,
    /// Leaves the moves to the players no longer; from now on the page only studies.
    StopPlaying,
    /// Analyses the current position, and after every change the then current one.
    Analyse {
        /// How many lines, 1 to [`Limits::lines`].
        lines: usize,
        /// Search threads, 1 to [`Limits::threads`].
        threads: usize,
        /// The transposition table in MiB, 1 to [`Limits::hash`].
        hash: usize,
    },
    /// Ends the analysis.
    StopAnalysis,
    /// The paths of a Falcon. Answered by [`Message::Paths`].
    Paths {
        /// Its square.
        square: String,
    },
    /// Whether a position can be played. Answered by [`Message::PositionChecked`].
    CheckPosition {
        /// The rules and the position.
        start: Start,
    },
    /// Whether a variant file has faults. Answered by [`Message::VariantsChecked`].
    CheckVariants {
        /// The file.
        text: String,
        /// Adds its games to the catalogue if there are no faults.
        add: bool,
    },
    /// Which matches there are to watch. Answered by [`Message::Matches`].
    ListMatches,
    /// Watches a match: [`Message::Match`] comes at once and whenever something is new.
    Watch {
        /// Its name in [`Message::Matches`]; none to stop watching.
        name: Option<String>,
    },
    /// Opens a game of the match that is watched. A game in progress is followed.
    OpenWatched {
        /// Its number in [`MatchView::games`].
        game: usize,
    },
    /// Evaluates every position of the main line, for a graph. Each is answered by
    /// [`Message::Evaluation`]; analysis waits.
    Evaluate,
    /// Opens a lesson as a study. Of a problem, only the position is shown; moves that do
    /// not solve it are refused.
    OpenLesson {
        /// Its place in [`Catalogue::lessons`], from 0.
        number: usize,
    },
    /// Shows the moves of the problem that is open.
    ShowSolution,
    /// The game with its variations. Answered by [`Message::Pgn`].
    Pgn,
}

/// The rules and the start position of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Start {
    /// The name of the game.
    pub variant: String,
    /// The castling rule; without it the default of the game.
    pub castling: Option<String>,
    /// The promotion rule; without it the default of the game.
    pub promotion: Option<String>,
    /// The start position; without it that of the game, or a random one of its arrays.
    pub fen: Option<String>,
    /// The number of the array in a game that shuffles them, from 1.
    pub array: Option<u64>,
}

/// The players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Players {
    /// The player of the white pieces.
    pub white: Player,
    /// The player of the black pieces.
    pub black: Player,
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Player {
    /// Whoever sits before the page.
    Person,
    /// The engine.
    Engine {
        /// Its level, as numbered in [`Message::Catalogue`].
        level: usize,
        /// The time for each move in games without a clock.
        move_time: u64,
    },
}

/// A clock: a time for the game, and some for every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeControl {
    /// The time for the game.
    pub base: u64,
    /// What is added after every move.
    pub increment: u64,
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Message {
    /// The first message, and again when games were added.
    Catalogue(Box<Catalogue>),
    /// The board of the game, before the first state of every game with other rules.
    Board(Box<Board>),
    /// The game and its current position, after every change.
    State(Box<State>),
    /// What the engine thinks of a position; newer lines replace older ones.
    Thinking {
        /// The node of the position.
        node: NodeId,
        /// The best lines, the best first.
        lines: Vec<Line>,
        /// Positions searched.
        nodes: u64,
        /// Positions searched in a second.
        nodes_per_second: u64,
        /// Whether the search goes on.
        searching: bool,
    },
    /// What the engine thinks of a position of the main line.
    Evaluation {
        /// The node of the position.
        node: NodeId,
        /// The score.
        score: ScoreView,
        /// How many positions are left.
        left: usize,
    },
    /// The paths of a Falcon in the current position.
    Paths {
        /// The node of the position.
        node: NodeId,
        /// The Falcon's square.
        square: String,
        /// All targets on an empty board.
        targets: Vec<FalconTarget>,
    },
    /// The answer to [`Request::ListMatches`].
    Matches {
        /// The matches by name.
        matches: Vec<MatchSummary>,
    },
    /// The match that is watched.
    Match(Box<MatchView>),
    /// The games of a PGN text of more than one.
    Games {
        /// A line for each.
        games: Vec<PgnSummary>,
    },
    /// The answer to [`Request::CheckPosition`].
    PositionChecked {
        /// The position that was asked for.
        start: Start,
        /// What is wrong with it, if anything.
        fault: Option<String>,
        /// The position as far as it can be read.
        setup: Option<Box<SetupView>>,
    },
    /// The answer to [`Request::CheckVariants`].
    VariantsChecked {
        /// The faults, in the order of their lines.
        faults: Vec<VariantFault>,
        /// The names of the games in the file.
        names: Vec<String>,
        /// Whether they are now in the catalogue.
        added: bool,
    },
    /// The answer to [`Request::Pgn`].
    Pgn {
        /// The game as PGN.
        pgn: String,
    },
    /// Something happened that the person should know: a draw was declined.
    Notice {
        /// A sentence.
        text: String,
    },
    /// A request could not be fulfilled; nothing has changed.
    Error {
        /// A sentence that names what was wrong.
        text: String,
    },
}

/// What the page can choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    /// The version of the program.
    pub version: String,
    /// All games, the main one first.
    pub games: Vec<GameSummary>,
    /// The levels of strength, the weakest first; the last is full strength.
    pub levels: Vec<LevelSummary>,
    /// What may be asked of the engine.
    pub limits: Limits,
    /// The lessons, chapter by chapter.
    pub lessons: Vec<LessonSummary>,
    /// Whether the server was given a folder of matches to watch.
    pub has_matches: bool,
}

/// A match of the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MatchSummary {
    /// The name of its directory, or `.` for the folder itself.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Games finished.
    pub played: usize,
    /// Games to be played.
    pub scheduled: usize,
    /// Whether games are being played.
    pub is_running: bool,
    /// Why it cannot be watched, if so.
    pub fault: Option<String>,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MatchView {
    /// Its name in [`Message::Matches`].
    pub name: String,
    /// Its title.
    pub title: String,
    /// Whether games are being played.
    pub is_running: bool,
    /// The engines, the best first.
    pub standings: Vec<EngineScore>,
    /// The summary that `peregrine match` prints, line by line.
    pub summary: Vec<String>,
    /// The games: those in progress, then the finished ones, the newest first. Of many
    /// games only these are listed.
    pub games: Vec<WatchedGame>,
}

/// The score of an engine in a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EngineScore {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: f64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WatchedGame {
    /// Its number, from 0.
    pub game: usize,
    /// Its number as people write it, such as `12.2`.
    pub label: String,
    /// The engine that plays White.
    pub white: String,
    /// The engine that plays Black.
    pub black: String,
    /// The plies so far.
    pub plies: usize,
    /// The result; none while it is played.
    pub result: Option<String>,
    /// The reason for it as a sentence.
    pub reason: String,
}

/// A lesson of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LessonSummary {
    /// The chapter that it belongs to.
    pub chapter: String,
    /// Its title.
    pub title: String,
    /// Whether it asks for moves.
    pub is_problem: bool,
}

/// A game of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its name.
    pub name: String,
    /// A one-line description.
    pub title: String,
    /// Files of its board.
    pub files: usize,
    /// Ranks of its board.
    pub ranks: usize,
    /// The castling rules that it can be played with, the default first.
    pub castling: Vec<String>,
    /// The promotion rules that it can be played with, the default first.
    pub promotion: Vec<String>,
    /// How many arrays it shuffles; 1 if it does not.
    pub arrays: u64,
}

/// A level of strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LevelSummary {
    /// Its number.
    pub number: usize,
    /// Its rating; none at full strength.
    pub elo: Option<u32>,
}

/// The largest values that the page may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Lines of an analysis.
    pub lines: usize,
    /// Search threads.
    pub threads: usize,
    /// The transposition table in MiB.
    pub hash: usize,
}

/// A board and its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// The name of the game.
    pub variant: String,
    /// Its one-line description.
    pub title: String,
    /// Its castling rule.
    pub castling: String,
    /// Its promotion rule.
    pub promotion: String,
    /// Files of the bounding rectangle, with their names.
    pub files: Vec<String>,
    /// Ranks of the bounding rectangle from White's side up, with their names.
    pub ranks: Vec<String>,
    /// All squares, rank by rank from White's side up. Cells that are missing are holes.
    pub squares: Vec<SquareView>,
    /// All kinds of piece in both colors.
    pub pieces: Vec<PieceView>,
    /// The start position of the game.
    pub start_fen: String,
}

/// A square of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SquareView {
    /// Its name.
    pub name: String,
    /// Its file, from 0.
    pub file: usize,
    /// Its rank, from 0.
    pub rank: usize,
    /// Whether it is a dark square.
    pub dark: bool,
}

/// A kind of piece in one color.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    /// Its code.
    pub code: PieceCode,
    /// Its name, such as `Falcon`.
    pub name: String,
    /// Its letters in a FEN: upper case for White, lower case for Black.
    pub letter: String,
    /// The elements of its drawing, for an SVG with `viewBox="0 0 100 100"`.
    pub drawing: String,
    /// Whether it walks along a Falcon's paths.
    pub walks_like_falcon: bool,
}

/// The game and its current position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Counts the games of this session: the nodes of one mean nothing in another.
    pub game: u32,
    /// The current node.
    pub node: NodeId,
    /// The whole game tree in order of depth; node 0 comes first and every parent before
    /// its children, the main line before its variations.
    pub tree: Vec<TreeNode>,
    /// The current position.
    pub position: PositionView,
    /// The players; none when the page only studies.
    pub players: Option<Players>,
    /// The clocks.
    pub clock: Option<ClockView>,
    /// The result of the game, if it is over.
    pub result: Option<ResultView>,
    /// Whether the engine is to move and thinks.
    pub engine_to_move: bool,
    /// Names and values of the PGN tags.
    pub tags: Vec<(String, String)>,
    /// The lesson, if the game is one.
    pub lesson: Option<OpenLesson>,
    /// What [`Request::Restore`] needs to continue here.
    pub saved: String,
}

/// A lesson on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenLesson {
    /// Its place in [`Catalogue::lessons`].
    pub number: usize,
    /// Whether it is a problem that has not been solved.
    pub unsolved: bool,
}

/// A node of the game tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// The node.
    pub id: NodeId,
    /// The node before; none for node 0.
    pub parent: Option<NodeId>,
    /// The number of the move with its dots, such as `12.` or `12...`; empty for node 0.
    pub number: String,
    /// The move in SAN; empty for node 0.
    pub san: String,
    /// Numeric annotation glyphs, such as 1 for a good move.
    pub glyphs: Vec<u8>,
    /// The comment after the move; for node 0, before the first one.
    pub comment: String,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The FEN.
    pub fen: String,
    /// `w` or `b`.
    pub side: String,
    /// Squares and the pieces on them.
    pub pieces: Vec<(String, PieceCode)>,
    /// The square of the King in check.
    pub check: Option<String>,
    /// Origin and target of the last move.
    pub last_move: Option<(String, String)>,
    /// The legal moves; none when the game is over, at an earlier position of a game in
    /// progress, and when it is the engine's turn.
    pub legal: Vec<LegalMove>,
    /// What tablebases say of the position, such as `White mates in 12`.
    pub tablebase: Option<String>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// The move in coordinates.
    pub mv: String,
    /// The move in SAN.
    pub san: String,
    /// The origin of the moving piece.
    pub from: String,
    /// Its target; for castling, that of the King.
    pub to: String,
    /// What kind of move it is.
    pub kind: MoveKindView,
    /// Whether it captures.
    pub capture: bool,
    /// For castling, the square of the Rook.
    pub rook: Option<String>,
    /// The piece that a Pawn becomes.
    pub promotion: Option<PieceCode>,
    /// What tablebases say of the position after it, for the side that makes it.
    pub tablebase: Option<TableVerdict>,
}

/// What a move does besides moving a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MoveKindView {
    /// Nothing.
    Plain,
    /// Castles.
    Castling,
    /// Captures en passant.
    EnPassant,
    /// Swaps the King on `from` with the piece on `to`.
    KingSwap,
}

/// What tablebases say of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableVerdict {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub value: i8,
    /// In words, such as `mates in 12`.
    pub text: String,
}

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// White's time when the message was sent.
    pub white: u64,
    /// Black's.
    pub black: u64,
    /// Whether the clock of the side to move runs.
    pub running: bool,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResultView {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The reason as a sentence, such as `White wins by Mental Cruelty.`
    pub reason: String,
}

/// A line of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// The depth in plies.
    pub depth: u32,
    /// The score from White's point of view.
    pub score: ScoreView,
    /// The moves in coordinates.
    pub moves: Vec<String>,
    /// The moves in SAN with their numbers, as text.
    pub san: String,
    /// Origin and target of the first move.
    pub first: (String, String),
}

/// A score from White's point of view.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScoreView {
    /// In words: `+0.35`, `-12.10`, `#5`, `#-3`.
    pub text: String,
    /// Centipawns; none for a mate.
    pub centipawns: Option<i32>,
    /// Moves to the mate, negative when Black mates.
    pub mate: Option<i32>,
    /// Chances in thousandths: White wins, draw, Black wins.
    pub chances: (u16, u16, u16),
}

/// A square that a Falcon reaches on an empty board, and its three paths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FalconTarget {
    /// The target.
    pub square: String,
    /// Its paths that lie on the board.
    pub paths: Vec<FalconPath>,
}

/// A path of a Falcon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FalconPath {
    /// The four squares from origin to target.
    pub squares: Vec<String>,
    /// The squares that block it; none when it is open.
    pub blocked: Vec<String>,
}

/// A game of a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PgnSummary {
    /// Its number, from 1.
    pub number: usize,
    /// Players, event and result in a line.
    pub title: String,
    /// Why it cannot be opened, if so.
    pub fault: Option<String>,
}

/// A position as far as its text can be read, legal or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SetupView {
    /// The board it stands on.
    pub board: Board,
    /// Squares and the pieces on them.
    pub pieces: Vec<(String, PieceCode)>,
    /// `w` or `b`.
    pub side: String,
    /// The castling field of the FEN.
    pub castling: String,
    /// The en passant square, if any.
    pub en_passant: Option<String>,
}

/// A fault of a variant file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct VariantFault {
    /// Its line, from 1, if it belongs to one.
    pub line: Option<usize>,
    /// What is wrong.
    pub text: String,
}
