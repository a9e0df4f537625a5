//! What is known about examples: which are not run, what makes long ones short, which
//! files and answers they need.
// They are only run where there is a shell.
#![cfg_attr(not(unix), allow(dead_code))]

/// Examples that are not run, by how they begin, with the reason.
pub const NOT_RUN: &[(&str, &str)] = &[
    (
        "xboard ",
        "needs XBoard and a screen; see xboard_examples_name_games",
    ),
    (
        "winboard.exe ",
        "needs Windows; see xboard_examples_name_games",
    ),
    (
        "job=$(sbatch ",
        "needs Slurm; tests of shards run its scripts",
    ),
    (
        "sbatch ",
        "needs Slurm; it wraps commands that are examples of their own",
    ),
    ("sudo apt install ", "changes the system"),
    ("cargo install ", "builds the program anew"),
    ("cargo test", "runs these tests"),
    ("cargo doc ", "opens a browser"),
    ("cargo run --example ", "builds the program anew"),
    ("rustup ", "changes the system"),
    ("pip install ", "builds the Python module"),
    ("packaging/release ", "builds releases for hours"),
    ("python3 scripts/lab/levels.py ", "plays for hours"),
    ("scripts/train_network.py ", "needs PyTorch"),
];

/// Lines that name the program and are no commands, by how they begin.
pub const NO_COMMANDS: &[&str] = &[
    "with chess.engine.SimpleEngine.popen_uci(\"peregrine\")",
    "npm run e2e ",
];

const ENGINES: &str = " --rounds 1 --openings data/openings/falcon.txt \
    --each 'protocol=uci nodes=20 hash=1' \
    --engine 'name=new command=./new' --engine 'name=old command=./old'";

/// What a test puts in the place of a part of an example: smaller numbers, and values for
/// what the reader has to fill in. Each row names how its examples begin; they change from
/// the first row to the last.
pub const REWRITES: &[(&str, &str, &str)] = &[
    ("cargo run", "cargo run --release", "peregrine"),
    ("printf ", "movetime 1000", "movetime 100"),
    // The rest of the command line is for the reader to write.
    ("peregrine match", "--rounds 3000 ...", "..."),
    ("peregrine match", "--rounds 20000 --sprt", "--sprt"),
    // The match that the page shows in full later is another.
    (
        "peregrine match --out trial ...",
        "--out trial",
        "--out first",
    ),
    ("peregrine match", " ...", ENGINES),
    (
        "peregrine tune games",
        " ...",
        " --pairs 3000 search.reduction",
    ),
    ("peregrine match --out lab", "--rounds 1 ", "--rounds 50 "),
    // Engines.
    ("peregrine --variant NAME", "NAME", "falcon"),
    (
        "peregrine --variant NAME",
        "[--castling RULE]",
        "--castling three",
    ),
    (
        "peregrine --variant NAME",
        "[--promotion RULE]",
        "--promotion no-queen",
    ),
    // The board.
    (
        "peregrine board",
        "peregrine board",
        "peregrine board --no-open",
    ),
    (
        "peregrine board",
        "--no-open --port 8000 --no-open",
        "--no-open --port 0",
    ),
    ("peregrine board --engine", "fairy-stockfish", "./new"),
    (
        "peregrine board --engine",
        "command=fairymax",
        "command=./old",
    ),
    // Matches.
    ("peregrine match", "--rounds 100 ", "--rounds 1 "),
    ("peregrine match", "--rounds 500 ", "--rounds 1 "),
    ("peregrine match", "--rounds 5000 ", "--rounds 1 "),
    ("peregrine match", "time=2+0.02", "time=0.2+0.002"),
    ("peregrine match", "time=5+0.05", "time=0.2+0.002"),
    ("peregrine match", "nodes=5000", "nodes=20"),
    ("peregrine match", "/path/of/", ""),
    // Shards.
    ("parallel ", "{}/16 ::: {1..16}", "{}/2 ::: 1 2"),
    ("peregrine match merge", "part{1..16}", "part1 part2"),
    // Perft and bench.
    ("peregrine perft", "perft 6 ", "perft 3 "),
    (
        "peregrine perft --suite",
        "perft/*.epd",
        "perft/*.epd --max-nodes 10000",
    ),
    (
        "peregrine perft --suite",
        "--max-nodes 10000 --max-nodes 1000000",
        "--max-nodes 10000",
    ),
    ("peregrine bench", "bench", "bench 3"),
    ("peregrine bench 12", "bench 3 12", "bench 3"),
    // Openings.
    ("peregrine openings 500", "500", "1"),
    ("peregrine openings 100", "100", "1"),
    ("peregrine openings 50", "50", "1"),
    // Games.
    ("peregrine play", "--time 5", "--time 0.1"),
    (
        "peregrine pgn annotate",
        "--out FILE",
        "--out annotated.pgn",
    ),
    ("peregrine pgn annotate", "--nodes 100000", "--nodes 100"),
    ("peregrine pgn annotate", "--time 2", "--time 0.01"),
    // Books.
    (
        "peregrine book probe",
        "FEN",
        "'rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1'",
    ),
    ("peregrine book build", "--out FILE", "--out mine.prgbook"),
    (
        "peregrine book build",
        "--search-positions 2000",
        "--search-positions 3",
    ),
    (
        "peregrine book build",
        "--search-positions 2600",
        "--search-positions 3",
    ),
    (
        "peregrine book build",
        "--search-positions 500",
        "--search-positions 3",
    ),
    ("peregrine book build", "--nodes 50000", "--nodes 50"),
    ("peregrine book build", "--nodes 100000", "--nodes 50"),
    (
        "peregrine book build",
        "--least-games 300",
        "--least-games 2",
    ),
    // Positions.
    (
        "peregrine eval --fen FEN",
        "FEN",
        "'k9/10/2K7/10/5F4/10/10/10 w - - 0 1'",
    ),
    (
        "peregrine mate 2 --fen FEN",
        "FEN",
        "'k9/10/2K7/10/10/10/10/8Q1 w - - 0 1'",
    ),
    (
        "peregrine solve FILE",
        "FILE",
        "data/tactics/problems.epd --nodes 50",
    ),
    ("peregrine solve", "--time 10", "--time 0.001"),
    ("peregrine solve", "--time 1 ", "--time 0.2 "),
    ("peregrine tactics", "--out FILE", "--out tactics.epd"),
    (
        "peregrine tactics",
        "--out tactics.epd",
        "--out tactics.epd --proof 1000",
    ),
    ("peregrine tactics", "--count 100", "--count 1 --swing 2000"),
    // Tablebases.
    ("peregrine tablebase", "KFvK KFvKN KQvKF", "KFvK"),
    ("peregrine tablebase", "KFvKN KQvKF", "KFvK"),
    ("peregrine tablebase", "KFvKN", "KFvK"),
    ("peregrine tablebase", "--dir DIR", "--dir tables"),
    ("peregrine tablebase", "5q4", "10"),
    ("peregrine tablebase", "--sample 1000000", "--sample 1000"),
    // Training. One game in 50 is held out, so there have to be some hundreds.
    ("", "--games 1000000 ", "--games 300 --nodes 20 "),
    (
        "",
        "--games 100000 --seed 113 --nodes 200 ",
        "--games 60 --seed 113 --nodes 20 ",
    ),
    (
        "",
        "--games 200000 --seed 114 --nodes 200 ",
        "--games 10 --seed 114 --nodes 20 ",
    ),
    ("", "--games 100000 ", "--games 300 --nodes 20 "),
    (
        "peregrine datagen --seed 8",
        "--seed 8 ",
        "--seed 8 --games 4 --nodes 20 ",
    ),
    ("peregrine datagen", "--out DIRECTORY", "--out games"),
    (
        "peregrine train",
        "--data FILE --out FILE",
        "--data games/falcon-1.prgdata --out falcon.prgnet --threads 2",
    ),
    ("peregrine train", "--threads 2", "--threads 2 --epochs 1"),
    (
        "peregrine train",
        "--hidden 256 --epochs 30",
        "--hidden 64 --epochs 1",
    ),
    ("peregrine train", "--epochs 40", "--epochs 1"),
    (
        "peregrine train",
        "--rate 0.0002",
        "--rate 0.0002 --epochs 1",
    ),
    // Tuning.
    (
        "peregrine tune games",
        "--out DIRECTORY",
        "--out lab/first --openings data/openings/falcon.txt",
    ),
    (
        "peregrine tune games",
        "--pairs 3000",
        "--pairs 1 --nodes 50",
    ),
];

/// Files that pages expect their readers to have: the name, the file of the repository or
/// of the materials that is copied, and the pages.
pub const FILES: &[(&str, &str, &[&str])] = &[
    (
        "games.pgn",
        "chess.pgn",
        &[
            "README.md",
            "docs/guide/annotate.md",
            "docs/guide/book.md",
            "docs/guide/pgn-and-openings.md",
            "help",
            "help book build",
            "help pgn annotate",
            "help pgn check",
            "help pgn convert",
            "help pgn show",
        ],
    ),
    ("games.pgn", "short.pgn", &["docs/guide/command-line.md"]),
    ("more.pgn", "chess.pgn", &["docs/guide/pgn-and-openings.md"]),
    ("falcon.pgn", "xboard.pgn", &["help pgn annotate"]),
    (
        "falcon.txt",
        "data/openings/falcon.txt",
        &["help pgn annotate"],
    ),
    (
        "xboard.pgn",
        "xboard.pgn",
        &[
            "docs/guide/annotate.md",
            "help pgn check",
            "help pgn convert",
        ],
    ),
    ("match/games.pgn", "falcon.pgn", &["help tune evaluation"]),
    ("a.pgn", "falcon.pgn", &["help tune evaluation"]),
    ("b.pgn", "falcon.pgn", &["help tune evaluation"]),
    ("match/games.pgn", "blunder.pgn", &["help tactics"]),
    ("many.pgn", "blunder.pgn", &["help tactics"]),
    (
        "wac.epd",
        "wac.epd",
        &["docs/guide/tuning.md", "help solve"],
    ),
    (
        "mine.toml",
        "docs/examples/gothic.toml",
        &["docs/guide/command-line.md", "help board"],
    ),
    (
        "variants.ini",
        "variants.ini",
        &[
            "docs/guide/variant-files.md",
            "help variants",
            "help variants import",
        ],
    ),
    (
        "gothic.toml",
        "docs/examples/gothic.toml",
        &["docs/guide/variant-files.md"],
    ),
    (
        "match.toml",
        "match.toml",
        &[
            "docs/guide/clusters.md",
            "docs/guide/matches.md",
            "help match merge",
        ],
    ),
    ("tournament.toml", "match.toml", &["help match"]),
    (
        "data/falcon-1.prgdata",
        "falcon-1.prgdata",
        &[
            "docs/guide/book.md",
            "docs/guide/training.md",
            "help book build",
            "help train",
        ],
    ),
    (
        "games/falcon-8.prgdata",
        "falcon-1.prgdata",
        &["docs/guide/training.md"],
    ),
    ("more.prgdata", "falcon-1.prgdata", &["help train"]),
    (
        "falcon.prgnet",
        "data/networks/falcon.prgnet",
        &["help datagen", "help eval"],
    ),
];

/// Texts of files for [`FILES`].
pub const MADE: &[(&str, &str)] = &[
    (
        "short.pgn",
        "[Variant \"falcon\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nc3 Nc6 1-0\n\n[Variant \"falcon\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nc3 Na6 0-1\n",
    ),
    ("chess.pgn", CHESS_GAMES),
    ("variants.ini", "[calm:chess]\ncastling = false\n"),
    (
        "xboard.pgn",
        "[Variant \"falcon\"]\n\n1. e4 e5 2. Nc3 Nc6 *\n",
    ),
    (
        "blunder.pgn",
        "[Variant \"falcon\"]\n\n1. e4 {+0.10/9} e5 {-0.10/9} 2. d4 {+0.10/9} Na6 {-5.00/9} *\n",
    ),
    (
        "wac.epd",
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";\n",
    ),
];

/// Three games of twelve moves.
const CHESS_GAMES: &str = "\
[Variant \"chess\"]
[Result \"1-0\"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Be3 Be6
10. Nd5 Nbd7 11. Qd3 Bxd5 12. exd5 Rc8 1-0

[Variant \"chess\"]
[Result \"0-1\"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Be3 Be6
10. Nd5 Nbd7 11. Qd3 Bxd5 12. exd5 Rc8 0-1

[Variant \"chess\"]
[Result \"1/2-1/2\"]

1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5 6. Ndb5 d6 7. Bg5 a6 8. Na3 b5 9. Nd5 Be7
10. Bxf6 Bxf6 11. c3 O-O 12. Nc2 Bg5 1/2-1/2

";

/// Commands that pages expect their readers to have given before.
pub const BEFORE: &[(&str, &str)] = &[
    ("docs/guide/pgn-and-openings.md", "gzip -k games.pgn"),
    ("help pgn check", "gzip -k games.pgn"),
    ("help board", "peregrine match --out new-old ..."),
    ("help match report", "peregrine match --out new-old ..."),
    (
        "help match merge",
        "parallel peregrine match --file match.toml --out part{} --shard {}/4 ::: 1 2 3 4",
    ),
    (
        "help book probe",
        "peregrine book build --out chess.prgbook --variant chess --games $MATERIALS/chess.pgn",
    ),
    (
        "docs/guide/book.md",
        "peregrine book build --out chess.prgbook --variant chess --games games.pgn",
    ),
    (
        "help book stats",
        "peregrine book build --out mine.prgbook --search-positions 2000 --nodes 50000",
    ),
    (
        "docs/guide/book.md",
        "peregrine book build --out mine.prgbook --search-positions 2000 --nodes 50000",
    ),
    (
        "help tablebase stats",
        "peregrine tablebase build KFvKN KQvKF --dir tables",
    ),
    (
        "help tablebase verify",
        "peregrine tablebase build KFvKN KQvKF --dir tables",
    ),
    (
        "docs/guide/command-line.md",
        "peregrine datagen --games 100000 --out games",
    ),
];

/// What a reader types while an example runs.
pub const ANSWERS: &[(&str, &str)] = &[
    ("peregrine --variant ", "uci\nposition startpos\nd\nquit\n"),
    ("peregrine play --color black", "e5\nquit\n"),
    ("peregrine play --color both --fen", "Kf2\nquit\n"),
    ("peregrine play", "e4\nquit\n"),
];
