// Written by the tests from src/page/messages/.

/**
 * The longest text of a request, in bytes: a file of games, or a saved game.
 */
export const MAX_TEXT = 8388608;

/**
 * The longest variant file, in bytes.
 */
export const MAX_VARIANT_FILE = 1048576;

/**
 * The longest message of a page, in bytes.
 */
export const MAX_MESSAGE = 16842752;

/**
 * The most bytes for comments, glyphs and tags of a game.
 */
export const MAX_ANNOTATIONS = 2097152;

/**
 * The most pages at a time.
 */
export const MAX_PAGES = 64;

/**
 * The start position of a game, to be drawn.
 */
export type ArrayView = { 
/**
 * The board, and how the pieces look.
 */
board: Board, 
/**
 * Squares and pieces.
 */
start: Array<[string, string]>, };

/**
 * A board and its pieces.
 */
export type Board = { 
/**
 * The name of the game.
 */
variant: string, 
/**
 * Its one-line description.
 */
title: string, 
/**
 * Its castling rule.
 */
castling: string, 
/**
 * Its promotion rule.
 */
promotion: string, 
/**
 * Files of the bounding rectangle, with their names.
 */
files: Array<string>, 
/**
 * Ranks of the bounding rectangle from White's side up, with their names.
 */
ranks: Array<string>, 
/**
 * All squares, rank by rank from White's side up. Cells that are missing are holes.
 */
squares: Array<SquareView>, 
/**
 * All kinds of piece in both colors.
 */
pieces: Array<PieceView>, 
/**
 * The start position of the game.
 */
startFen: string, };

/**
 * A move of the opening book.
 */
export type BookMoveView = { 
/**
 * The move in coordinates.
 */
mv: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * In how many of a hundred games it is played from the book.
 */
percent: number, 
/**
 * What is known about it, such as `score +0.31, 19 games, 58% of the points`.
 */
facts: string, 
/**
 * The score from White's point of view, such as `+0.31`.
 */
score: string | null, 
/**
 * Games after it that White won, that were drawn, and that Black won.
 */
results: [number, number, number], };

/**
 * What the page can choose from.
 */
export type Catalog = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * All games, the main one first and those of the library last.
 */
games: Array<GameSummary>, 
/**
 * The levels of strength, the weakest first; the last is full strength.
 */
levels: Array<LevelSummary>, 
/**
 * What may be asked of the engine.
 */
limits: Limits, 
/**
 * The lessons, chapter by chapter.
 */
lessons: Array<LessonSummary>, 
/**
 * Whether the server was given a folder of matches to watch.
 */
hasMatches: boolean, 
/**
 * The names of the other engines that can be opponents.
 */
engines: Array<string>, };

/**
 * The clocks of both sides.
 */
export type ClockView = { 
/**
 * White's time when the message was sent.
 */
white: number, 
/**
 * Black's.
 */
black: number, 
/**
 * Whether the clock of the side to move runs.
 */
running: boolean, };

/**
 * The score of an engine in a match.
 */
export type EngineScore = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its points.
 */
points: number, 
/**
 * Games won.
 */
wins: number, 
/**
 * Games drawn.
 */
draws: number, 
/**
 * Games lost.
 */
losses: number, };

/**
 * A game of the catalog.
 */
export type GameSummary = { 
/**
 * Its name.
 */
name: string, 
/**
 * A one-line description.
 */
title: string, 
/**
 * What is special about it, in a sentence or two; empty if its file does not say.
 */
about: string, 
/**
 * Files of its board.
 */
files: number, 
/**
 * Ranks of its board.
 */
ranks: number, 
/**
 * The castling rules that it can be played with, the default first.
 */
castling: Array<string>, 
/**
 * The promotion rules that it can be played with, the default first.
 */
promotion: Array<string>, 
/**
 * How many arrays it shuffles; 1 if it does not.
 */
arrays: number, 
/**
 * The number of the first of them.
 */
firstArray: number, };

/**
 * A move that is marked, and why.
 */
export type JudgedMove = { 
/**
 * Its node.
 */
node: number, 
/**
 * Its number with dots, such as `12...`.
 */
number: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The numeric annotation glyph: 1 for `!`, 2 for `?`, 4 for `??`, 6 for `?!`.
 */
glyph: number, 
/**
 * How much of the expected score it lost, such as `12%`.
 */
loss: string, 
/**
 * The better line, if the move lost something.
 */
better: Line | null, };

/**
 * A legal move.
 */
export type LegalMove = { 
/**
 * The move in coordinates.
 */
mv: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The origin of the moving piece.
 */
from: string, 
/**
 * Its target; for castling, that of the King.
 */
to: string, 
/**
 * What kind of move it is.
 */
kind: MoveKindView, 
/**
 * Whether it captures.
 */
capture: boolean, 
/**
 * For castling, the square of the Rook.
 */
rook: string | null, 
/**
 * The piece that a Pawn becomes.
 */
promotion: string | null, 
/**
 * What tablebases say of the position after it, for the side that makes it.
 */
tablebase: TableVerdict | null, };

/**
 * A lesson of the catalog.
 */
export type LessonSummary = { 
/**
 * The chapter that it belongs to.
 */
chapter: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Whether it asks for moves.
 */
isProblem: boolean, };

/**
 * A level of strength.
 */
export type LevelSummary = { 
/**
 * Its number.
 */
number: number, 
/**
 * Its rating; none at full strength.
 */
elo: number | null, };

/**
 * The largest values that the page may ask for.
 */
export type Limits = { 
/**
 * Lines of an analysis.
 */
lines: number, 
/**
 * Search threads.
 */
threads: number, 
/**
 * The transposition table in MiB.
 */
hash: number, };

/**
 * A line of an analysis.
 */
export type Line = { 
/**
 * The depth in plies.
 */
depth: number, 
/**
 * The score from White's point of view.
 */
score: ScoreView, 
/**
 * The moves in coordinates.
 */
moves: Array<string>, 
/**
 * The moves in SAN with their numbers, as text.
 */
san: string, 
/**
 * Origin and target of the first move.
 */
first: [string, string], };

/**
 * A match of the folder.
 */
export type MatchSummary = { 
/**
 * The name of its directory, or `.` for the folder itself.
 */
name: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Games finished.
 */
played: number, 
/**
 * Games to be played.
 */
scheduled: number, 
/**
 * Whether games are being played.
 */
isRunning: boolean, 
/**
 * Why it cannot be watched, if so.
 */
fault: string | null, };

/**
 * A match.
 */
export type MatchView = { 
/**
 * Its name in [`Message::Matches`].
 */
name: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Whether games are being played.
 */
isRunning: boolean, 
/**
 * The engines, the best first.
 */
standings: Array<EngineScore>, 
/**
 * The summary that `peregrine match` prints, line by line.
 */
summary: Array<string>, 
/**
 * The games: those in progress, then the finished ones, the newest first. Of many
 * games only these are listed.
 */
games: Array<WatchedGame>, };

/**
 * What the server sends.
 */
export type Message = { "type": "catalog" } & Catalog | { "type": "board" } & Board | { "type": "state" } & State | { "type": "thinking", 
/**
 * The node of the position.
 */
node: number, 
/**
 * The best lines, the best first.
 */
lines: Array<Line>, 
/**
 * Positions searched.
 */
nodes: number, 
/**
 * Positions searched in a second.
 */
nodesPerSecond: number, 
/**
 * Whether the search goes on.
 */
searching: boolean, 
/**
 * Whether the lines are those of the other side, as if it were to move: what it
 * threatens.
 */
threat: boolean, } | { "type": "evaluation", 
/**
 * The node of the position.
 */
node: number, 
/**
 * The score.
 */
score: ScoreView, 
/**
 * How many positions are left.
 */
left: number, } | { "type": "comparison", 
/**
 * How many moves are left.
 */
left: number, } | { "type": "report", 
/**
 * The moves that are marked.
 */
moves: Array<JudgedMove>, 
/**
 * How well White and Black played, in percent; none without a move.
 */
accuracy: [number | null, number | null], 
/**
 * Where the game changed hands.
 */
turningPoints: Array<TurningPointView>, } | { "type": "evaluationEnded" } | { "type": "preview", 
/**
 * The node of the position from which the moves begin.
 */
node: number, 
/**
 * The moves.
 */
moves: Array<string>, 
/**
 * Squares and the pieces on them after the moves.
 */
pieces: Array<[string, string]>, 
/**
 * Origin and target of the last of them.
 */
lastMove: [string, string] | null, } | { "type": "rules" } & RulesView | { "type": "picture", 
/**
 * The picture as SVG.
 */
svg: string, 
/**
 * Whether it shows the whole game.
 */
animated: boolean, } | { "type": "variantsImported", 
/**
 * The variant file; empty if no game can be imported.
 */
text: string, 
/**
 * What there is to say about the lines of the other program's file.
 */
findings: Array<VariantFault>, } | { "type": "paths", 
/**
 * The node of the position.
 */
node: number, 
/**
 * Its square.
 */
square: string, 
/**
 * All targets that it could reach with other squares empty or occupied.
 */
targets: Array<PathTarget>, } | { "type": "matches", 
/**
 * The matches by name.
 */
matches: Array<MatchSummary>, } | { "type": "match" } & MatchView | { "type": "games", 
/**
 * A line for each.
 */
games: Array<PgnSummary>, } | { "type": "positionChecked", 
/**
 * The position that was asked for.
 */
start: Start, 
/**
 * What is wrong with it, if anything.
 */
fault: string | null, 
/**
 * The position as far as it can be read.
 */
setup: SetupView | null, } | { "type": "variantsChecked", 
/**
 * The faults, in the order of their lines.
 */
faults: Array<VariantFault>, 
/**
 * The names of the games in the file.
 */
names: Array<string>, 
/**
 * The rules of the first of them, if there are no faults.
 */
rules: RulesView | null, 
/**
 * Whether they are now in the catalog.
 */
added: boolean, } | { "type": "pgn", 
/**
 * The game as PGN.
 */
pgn: string, } | { "type": "notRestored", 
/**
 * A sentence that says why.
 */
text: string, } | { "type": "notice", 
/**
 * A sentence.
 */
text: string, } | { "type": "dismissed", 
/**
 * A sentence that says why.
 */
text: string, } | { "type": "error", 
/**
 * A sentence that names what was wrong.
 */
text: string, };

/**
 * What a move does besides moving a piece.
 */
export type MoveKindView = "plain" | "castling" | "enPassant" | "kingSwap";

/**
 * A path of a move.
 */
export type MovePath = { 
/**
 * The squares from origin to target.
 */
squares: Array<string>, 
/**
 * The squares that close it: those that should be empty but are not, and missing hurdles.
 * None when it is open.
 */
blocked: Array<string>, };

/**
 * A lesson on the board.
 */
export type OpenLesson = { 
/**
 * Its place in [`Catalog::lessons`].
 */
number: number, 
/**
 * Whether it is a problem to be solved: moves that do not solve it are refused.
 */
unsolved: boolean, 
/**
 * Whether its moves are not shown, so that the reader can try.
 */
hidden: boolean, 
/**
 * Whether the moves on the board have solved it.
 */
solved: boolean, };

/**
 * A square that a piece could reach, and its paths there: three for a Falcon.
 */
export type PathTarget = { 
/**
 * The target.
 */
square: string, 
/**
 * The paths that lie on the board.
 */
paths: Array<MovePath>, };

/**
 * A game of a PGN text.
 */
export type PgnSummary = { 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * Players, event and result in a line.
 */
title: string, 
/**
 * Why it cannot be opened, if so.
 */
fault: string | null, };

/**
 * The moves of a piece on an empty board, around the square in the middle.
 */
export type PieceMoves = { 
/**
 * Nine rows of nine squares from Black's side down: `b` where it moves and captures, `m`
 * where it only moves, `c` where it only captures, `i` where it only moves from some
 * squares, as with the double step of a Pawn, `.` elsewhere. In upper case if something
 * can stand in the way on a square where the piece itself cannot stop.
 */
rows: Array<string>, 
/**
 * Whether it goes farther than the rows show.
 */
isFarther: boolean, };

/**
 * How a kind of piece moves, by an example on the empty board of the game.
 */
export type PieceRules = { 
/**
 * The piece in White's color.
 */
code: string, 
/**
 * Its name, such as `Falcon`.
 */
name: string, 
/**
 * Its letter in a FEN.
 */
letter: string, 
/**
 * The square where it stands in the example.
 */
square: string, 
/**
 * Where it can move without capturing.
 */
moves: Array<string>, 
/**
 * Where it can capture.
 */
captures: Array<string>, 
/**
 * Those of these squares that it does not reach if something stands in the way, on a square
 * where the piece itself cannot stop.
 */
blockable: Array<string>, 
/**
 * Where it can move only if others stand in between, as hoppers do.
 */
movesOver: Array<string>, 
/**
 * Where it can capture only if others stand in between, as a Cannon does.
 */
capturesOver: Array<string>, };

/**
 * A kind of piece in one color.
 */
export type PieceView = { 
/**
 * Its code.
 */
code: string, 
/**
 * Its name, such as `Falcon`.
 */
name: string, 
/**
 * Its letters in a FEN: upper case for White, lower case for Black.
 */
letter: string, 
/**
 * The elements of its drawing, for an SVG with `viewBox="0 0 100 100"`.
 */
drawing: string, 
/**
 * What the drawing is made of, for other drawings of the same piece: such as `rook`, or
 * `servant`, `mitre` and `wings`, and `letters` or `badge` if it shows its letters.
 */
parts: Array<string>, 
/**
 * Its moves on an empty board.
 */
moves: PieceMoves, 
/**
 * The squares that it can enter, such as those of a palace; none if it can enter all.
 */
region: Array<string>, 
/**
 * What it is worth, in hundredths of the game's Pawn; 0 for a royal piece.
 */
value: number, 
/**
 * Whether its moves have paths to show, as a Falcon's do.
 */
hasPaths: boolean, };

/**
 * A player.
 */
export type Player = { "type": "person" } | { "type": "remote" } | { "type": "engine", 
/**
 * Its level, as numbered in [`Message::Catalog`].
 */
level: number, 
/**
 * The time for each move in games without a clock.
 */
moveTime: number, 
/**
 * Whether it plays moves of the opening book.
 */
book: boolean, 
/**
 * Whether it also thinks while the other side is to move.
 */
ponder: boolean, } | { "type": "otherEngine", 
/**
 * Its place in [`Catalog::engines`].
 */
number: number, 
/**
 * The time for each move in games without a clock.
 */
moveTime: number, };

/**
 * The players.
 */
export type Players = { 
/**
 * The player of the white pieces.
 */
white: Player, 
/**
 * The player of the black pieces.
 */
black: Player, };

/**
 * A position.
 */
export type PositionView = { 
/**
 * The FEN.
 */
fen: string, 
/**
 * `w` or `b`.
 */
side: string, 
/**
 * Squares and the pieces on them.
 */
pieces: Array<[string, string]>, 
/**
 * The square of the King in check.
 */
check: string | null, 
/**
 * Origin and target of the last move.
 */
lastMove: [string, string] | null, 
/**
 * The legal moves; none when the game is over, at an earlier position of a game in
 * progress, and when it is the engine's turn.
 */
legal: Array<LegalMove>, 
/**
 * What tablebases say of the position, such as `White mates in 12`.
 */
tablebase: string | null, 
/**
 * The moves of the opening book, the preferred one first; none while the engine plays.
 */
book: Array<BookMoveView>, };

/**
 * What a page asks for.
 */
export type Request = { "type": "newGame", 
/**
 * The rules and the start position.
 */
start: Start, 
/**
 * Who plays; two `Person`s play at one board, and of two people at two devices one is
 * `Remote`.
 */
players: Players, 
/**
 * The clock of each side, if any.
 */
clock: TimeControl | null, } | { "type": "rematch" } | { "type": "openPgn", 
/**
 * The text.
 */
pgn: string, 
/**
 * Which game, from 1.
 */
number: number | null, } | { "type": "openLine", 
/**
 * The rules and the start position.
 */
start: Start, 
/**
 * The moves in coordinates.
 */
moves: Array<string>, } | { "type": "restore", 
/**
 * [`State::saved_moves`] and
 * [`State::saved_rest`] of the last states, joined.
 */
saved: string, } | { "type": "play", 
/**
 * One of the legal moves, in coordinates.
 */
mv: string, } | { "type": "goTo", 
/**
 * Its node.
 */
node: number, } | { "type": "delete", 
/**
 * The node, not 0.
 */
node: number, } | { "type": "promote", 
/**
 * The node.
 */
node: number, } | { "type": "comment", 
/**
 * The node.
 */
node: number, 
/**
 * The comment; empty for none.
 */
text: string, } | { "type": "glyphs", 
/**
 * The node, not 0.
 */
node: number, 
/**
 * The numeric annotation glyphs; none for none.
 */
glyphs: Array<number>, } | { "type": "takeBack" } | { "type": "resign" } | { "type": "offerDraw" } | { "type": "decline" } | { "type": "offerRematch" } | { "type": "takeSeat" } | { "type": "stopPlaying" } | { "type": "analyze", 
/**
 * How many lines, 1 to [`Limits::lines`].
 */
lines: number, 
/**
 * Search threads, 1 to [`Limits::threads`].
 */
threads: number, 
/**
 * The transposition table in MiB, 1 to [`Limits::hash`].
 */
hash: number, } | { "type": "stopAnalysis" } | { "type": "paths", 
/**
 * Its square.
 */
square: string, } | { "type": "checkPosition", 
/**
 * The rules and the position.
 */
start: Start, } | { "type": "checkVariants", 
/**
 * The file.
 */
text: string, 
/**
 * Adds its games to the catalog if there are no faults.
 */
add: boolean, } | { "type": "listMatches" } | { "type": "watch", 
/**
 * Its name in [`Message::Matches`]; none to stop watching.
 */
name: string | null, } | { "type": "openWatched", 
/**
 * Its number in [`MatchView::games`].
 */
game: number, } | { "type": "evaluate" } | { "type": "stopEvaluation" } | { "type": "addReport" } | { "type": "showThreats", 
/**
 * Whether it should.
 */
on: boolean, } | { "type": "preview", 
/**
 * The moves in coordinates.
 */
moves: Array<string>, } | { "type": "rules", 
/**
 * The game and its options.
 */
start: Start, } | { "type": "picture", 
/**
 * Whether the picture should show the moves one by one.
 */
animated: boolean, } | { "type": "importVariants", 
/**
 * The file.
 */
text: string, } | { "type": "openLesson", 
/**
 * Its place in [`Catalog::lessons`], from 0.
 */
number: number, } | { "type": "showSolution" } | { "type": "pgn" };

/**
 * The result of a game.
 */
export type ResultView = { 
/**
 * `1-0`, `0-1` or `1/2-1/2`.
 */
result: string, 
/**
 * The reason as a sentence, such as `White wins by Mental Cruelty.`
 */
reason: string, };

/**
 * The rules of a game.
 */
export type RulesView = { 
/**
 * The board, and how the pieces look.
 */
board: Board, 
/**
 * What is special about the game, in a sentence or two; empty if its file does not say.
 */
about: string, 
/**
 * Squares and pieces of the start position.
 */
start: Array<[string, string]>, 
/**
 * What else there is to say, each paragraph with its subject, such as `castling`.
 */
paragraphs: Array<[string, string]>, 
/**
 * The kinds of piece.
 */
pieces: Array<PieceRules>, 
/**
 * The castling rules that the game can be played with, each in words.
 */
castling: Array<[string, string]>, };

/**
 * A score from White's point of view.
 */
export type ScoreView = { 
/**
 * In words: `+0.35`, `-12.10`, `#5`, `#-3`.
 */
text: string, 
/**
 * Centipawns; none for a mate.
 */
centipawns: number | null, 
/**
 * Moves to the mate, negative when Black mates.
 */
mate: number | null, 
/**
 * Chances in thousandths: White wins, draw, Black wins.
 */
chances: [number, number, number], };

/**
 * A position as far as its text can be read, legal or not.
 */
export type SetupView = { 
/**
 * The board it stands on.
 */
board: Board, 
/**
 * Squares and the pieces on them.
 */
pieces: Array<[string, string]>, 
/**
 * `w` or `b`.
 */
side: string, 
/**
 * The castling field of the FEN.
 */
castling: string, 
/**
 * The en passant square, if any.
 */
enPassant: string | null, };

/**
 * A game with a person at another device.
 */
export type SharedView = { 
/**
 * The token of the link by which the other page joins; none at that page.
 */
token: string | null, 
/**
 * The color of this page: `w` or `b`.
 */
side: string, 
/**
 * Whether somebody has joined.
 */
joined: boolean, 
/**
 * Whether the other page is connected.
 */
present: boolean, 
/**
 * The color of who offers a draw or, after the game, another game.
 */
offer: string | null, };

/**
 * A square of the board.
 */
export type SquareView = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its file, from 0.
 */
file: number, 
/**
 * Its rank, from 0.
 */
rank: number, 
/**
 * Whether it is a dark square.
 */
dark: boolean, };

/**
 * The rules and the start position of a game.
 */
export type Start = { 
/**
 * The name of the game.
 */
variant: string, 
/**
 * The castling rule; without it the default of the game.
 */
castling: string | null, 
/**
 * The promotion rule; without it the default of the game.
 */
promotion: string | null, 
/**
 * The start position; without it that of the game, or a random one of its arrays.
 */
fen: string | null, 
/**
 * The number of the array in a game that shuffles them.
 */
array: number | null, };

/**
 * The game and its current position.
 */
export type State = { 
/**
 * Counts the games of this session: the nodes of one mean nothing in another.
 */
game: number, 
/**
 * The current node.
 */
node: number, 
/**
 * The whole game tree in order of depth; node 0 comes first and every parent before
 * its children, the main line before its variations. None if it is that of the last
 * state.
 */
tree: Array<TreeNode> | null, 
/**
 * The current position.
 */
position: PositionView, 
/**
 * The players; none when the page only studies.
 */
players: Players | null, 
/**
 * The clocks.
 */
clock: ClockView | null, 
/**
 * The result of the game, if it is over.
 */
result: ResultView | null, 
/**
 * Whether the engine is to move and thinks.
 */
engineToMove: boolean, 
/**
 * Names and values of the PGN tags.
 */
tags: Array<[string, string]>, 
/**
 * The lesson, if the game is one.
 */
lesson: OpenLesson | null, 
/**
 * The game with a person at another device, if it is one.
 */
shared: SharedView | null, 
/**
 * The first part of what [`Request::Restore`] needs to
 * continue here: the moves. None if it is that of the last state.
 */
savedMoves: string | null, 
/**
 * The second part, which follows it.
 */
savedRest: string, };

/**
 * What tablebases say of a move.
 */
export type TableVerdict = { 
/**
 * 1 for a win, 0 for a draw, -1 for a loss.
 */
value: number, 
/**
 * In words, such as `mates in 12`.
 */
text: string, };

/**
 * A clock: a time for the game, and some for every move.
 */
export type TimeControl = { 
/**
 * The time for the game.
 */
base: number, 
/**
 * What is added after every move.
 */
increment: number, };

/**
 * A node of the game tree.
 */
export type TreeNode = { 
/**
 * The node.
 */
id: number, 
/**
 * The node before; none for node 0.
 */
parent: number | null, 
/**
 * The number of the move with its dots, such as `12.` or `12...`; empty for node 0.
 */
number: string, 
/**
 * The move in SAN; empty for node 0.
 */
san: string, 
/**
 * Numeric annotation glyphs, such as 1 for a good move.
 */
glyphs: Array<number>, 
/**
 * The comment after the move; for node 0, before the first one.
 */
comment: string, 
/**
 * The comment before the variation that the move begins.
 */
before: string, 
/**
 * The comment behind that variation.
 */
behind: string, };

/**
 * A turning point of the game.
 */
export type TurningPointView = { 
/**
 * Its node.
 */
node: number, 
/**
 * White's expected score with the best move, such as `55%`.
 */
before: string, 
/**
 * White's expected score after the move.
 */
after: string, };

/**
 * A fault of a variant file.
 */
export type VariantFault = { 
/**
 * Its line, from 1, if it belongs to one.
 */
line: number | null, 
/**
 * What is wrong.
 */
text: string, };

/**
 * A game of a match.
 */
export type WatchedGame = { 
/**
 * Its number, from 0.
 */
game: number, 
/**
 * Its number as people write it, such as `12.2`.
 */
label: string, 
/**
 * The engine that plays White.
 */
white: string, 
/**
 * The engine that plays Black.
 */
black: string, 
/**
 * The plies so far.
 */
plies: number, 
/**
 * The result; none while it is played.
 */
result: string | null, 
/**
 * The reason for it as a sentence.
 */
reason: string, };
