//! What the examples print and write.

/// What commands print, or write to the files that they name, by how they begin. A dollar
/// sign stands for the end of a command.
pub const PRINTED: &[(&str, &[&str])] = &[
    ("peregrine$", &["id name Peregrine", "uciok"]),
    ("peregrine --variants mine.toml", &["var calm", "uciok"]),
    (
        "peregrine --variant capablanca",
        &["Game: capablanca, ", "uciok"],
    ),
    (
        "peregrine --variant falcon --castling",
        &["Game: falcon, castling three, promotion no-queen", "uciok"],
    ),
    (
        "peregrine --variants docs/examples/falcon-knights.toml",
        &["var falcon-knights", "uciok"],
    ),
    ("peregrine --variants gothic.toml", &["var gothic", "uciok"]),
    ("peregrine --tunables", &["id name Peregrine", "uciok"]),
    ("printf ", &["uciok", "bestmove "]),
    (
        "peregrine help",
        &["Usage: peregrine", "perft", "tablebase"],
    ),
    // Games on the terminal, with the moves of ANSWERS, and in the browser.
    ("peregrine play", &["Type a move such as ", "1. "]),
    (
        "peregrine play --color black",
        &[
            "You are Black; the engine plays at level 12 of 20",
            "Peregrine plays 1. ",
            "Peregrine plays 2. ",
        ],
    ),
    (
        "peregrine play --color both",
        &["[White \"Player\"]", "1. Kf2 *"],
    ),
    (
        "peregrine play --variant falcon-random",
        &["drawn at random"],
    ),
    (
        "peregrine board",
        &["http://127.0.0.1:", "200 OK", "<title>"],
    ),
    // Moves and positions.
    ("peregrine perft 5", &["Nodes searched: 13258240"]),
    ("peregrine perft 3", &["Nodes searched: 15766"]),
    (
        "peregrine perft 4 --divide",
        &["a2a3: ", "Nodes searched: "],
    ),
    (
        "peregrine perft 4 --variants docs/examples/gothic.toml",
        &["Nodes searched: 808984"],
    ),
    (
        "peregrine perft 4 --variants gothic.toml",
        &["Nodes searched: 808984"],
    ),
    (
        "peregrine perft 4 --variants docs/examples/falcon-knights.toml",
        &["Nodes searched: 99928"],
    ),
    ("peregrine perft --suite", &[" passed, 0 failed"]),
    ("peregrine moves", &["\n"]),
    ("peregrine moves --variant falcon100", &["a2a3\n"]),
    ("peregrine moves --fen 'k9/10/2K7/10/5F4", &["f4c5\n"]),
    ("peregrine moves --fen 'k9/2Q7/1K8", &["c7a7\n"]),
    (
        "peregrine show --variants docs/examples/gallery.toml",
        &["<svg"],
    ),
    ("peregrine show --variant ", &["FEN: "]),
    ("peregrine show --svg", &["<svg"]),
    ("peregrine show --png", &["PNG"]),
    ("peregrine show --fen 'k9/10/10/10/4F5", &["<svg"]),
    (
        "peregrine show --variant permutation",
        &["Game: permutation"],
    ),
    ("peregrine show --variant capablanca", &["Game: capablanca"]),
    (
        "peregrine show --variant falcon-random --seed 7",
        &["Game: falcon-random"],
    ),
    (
        "peregrine show --fen '10/10/5p4/10/4F5",
        &["FEN: 10/10/5p4/10/4F5/10/10/10 w - - 0 1"],
    ),
    (
        "peregrine show --variants gothic.toml",
        &["Game: gothic", "rnbqckabnr"],
    ),
    ("peregrine eval", &["Score "]),
    (
        "peregrine eval --fen 'k9/10/2K7/10/5F4",
        &["bare King", "+9.61 for White"],
    ),
    ("peregrine eval --network", &["Network "]),
    (
        "peregrine eval --network falcon.prgnet --fen",
        &["for White"],
    ),
    (
        "peregrine values --variant permutation",
        &["mobility  formula", "Cardinal", "Marshal"],
    ),
    ("peregrine variants$", &["castling:  ", "start: "]),
    ("peregrine variants --all", &["castling:  ", "nightrider"]),
    (
        "peregrine variants makruk",
        &["    ends: Checkmate loses.", "Once there are no Pawns"],
    ),
    ("peregrine variants import", &["calm"]),
    ("peregrine variants export", &["startFen = "]),
    ("peregrine variants --check", &["1 variant, no faults"]),
    ("peregrine bench", &["Nodes searched: ", "Nodes/second: "]),
    (
        "peregrine mate 2 --fen",
        &["White mates in 2: Kc7 or Qb1 or Qi7"],
    ),
    (
        "peregrine mate 2 --problem",
        &["White mates in 2: Fa3", "sound"],
    ),
    ("peregrine mate 3 --tree", &["White mates in 2: Kb6"]),
    // Games in PGN.
    ("peregrine pgn check games.pgn", &[" replayed", "0 bad"]),
    (
        "peregrine pgn check --variant falcon --castling three xboard.pgn",
        &["falcon: 1 replayed", "1 good, 0 bad"],
    ),
    ("zcat ", &["3 good, 0 bad"]),
    ("peregrine pgn annotate", &[" new", "[%eval "]),
    (
        "peregrine pgn convert xboard.pgn --to san",
        &["1 game\n", "1. e4 e5 2. Nc3 Nc6 *"],
    ),
    (
        "peregrine pgn convert games.pgn --to coordinate",
        &["1. e2e4 "],
    ),
    ("peregrine pgn convert games.pgn --to xboard", &["1. e4 "]),
    (
        "peregrine pgn show games.pgn --game 3 --ply 24$",
        &["Ply 24 of 24, 12... Bg5"],
    ),
    (
        "peregrine pgn show games.pgn --game 3 --ply 24 --svg",
        &["<svg"],
    ),
    (
        "peregrine pgn show games.pgn --game 3 --ply 24 --png",
        &["PNG"],
    ),
    ("peregrine pgn show games.pgn --ply 24 --svg", &["<svg"]),
    ("peregrine pgn show games.pgn --ply 24 --png", &["PNG"]),
    ("peregrine pgn show games.pgn --animate", &["<svg"]),
    ("peregrine pgn show games.pgn --game 3 --animate", &["<svg"]),
    // Books.
    ("peregrine book probe", &["share"]),
    ("peregrine book probe --moves 'd4 h6'", &["share", "c3 "]),
    ("peregrine book probe --variant chess", &["Nf3"]),
    (
        "peregrine book stats",
        &["falcon, castling free, promotion any", "made from"],
    ),
    ("peregrine book build", &[" positions with "]),
    // Matches.
    ("peregrine match --out", &[" finished", "Score ", "Elo "]),
    ("peregrine match --out test", &["SPRT"]),
    ("peregrine match report", &["2 of 2 finished"]),
    ("peregrine match merge", &[" finished"]),
    ("parallel peregrine match", &[" finished"]),
    ("parallel peregrine datagen", &["150 of 150 games"]),
    // Openings and positions with solutions.
    (
        "peregrine openings",
        &["# variant ", "# made by: peregrine openings 1 "],
    ),
    ("peregrine solve", &[" solved"]),
    ("peregrine solve wac.epd", &["WAC.001", " of 1 solved"]),
    ("peregrine tactics", &[" position"]),
    // Tablebases.
    ("peregrine tablebase build KFvK", &["KFvK: "]),
    (
        "peregrine tablebase build KPvK --variant chess",
        &["KPvK: "],
    ),
    (
        "peregrine tablebase stats",
        &["KFvK\n", "longest: mate in 33"],
    ),
    ("peregrine tablebase verify", &["KFvK: ", " 0 wrong"]),
    (
        "peregrine tablebase probe --dir",
        &["White to move: mate in "],
    ),
    (
        "peregrine tablebase probe --line",
        &["White to move: mate in 2", "1. Kc7 Ka7 2. Qa1#"],
    ),
    // Training.
    ("peregrine datagen --", &[" games, "]),
    (
        "peregrine datagen verify",
        &["300 games with ", " no faults"],
    ),
    (
        "peregrine datagen stats",
        &[
            "other start",
            "won, lost, drawn",
            "ended by the rules",
            "searched moves",
        ],
    ),
    ("peregrine datagen merge", &[" games"]),
    ("peregrine train", &[" positions and ", " for validation"]),
    (
        "peregrine train --data games/falcon-7.prgdata --hidden 256 --dump",
        &["positions"],
    ),
    // Tuning.
    ("peregrine tunables", &["search.aspiration_window = "]),
    ("peregrine tune evaluation", &["training loss: "]),
    ("peregrine tune games", &["search.reduction"]),
];
