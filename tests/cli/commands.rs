//! The command line: every subcommand, with what is right and with what is
//! wrong, and what it ends with.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use crate::common;
use crate::process::{self, program, wait};

fn run(arguments: &[&str]) -> Output {
    program()
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What is written to standard output when all goes well.
fn says(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is written to standard error when it does not.
fn complains(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    let complaint = errors.strip_prefix("peregrine: error: ");
    complaint
        .unwrap_or_else(|| panic!("{arguments:?}: {errors}"))
        .to_owned()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

const CASTLING: &str = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";

#[test]
fn help_is_there_to_work_from() {
    let help = says(&["--help"]);
    for word in [
        "perft", "moves", "show", "bench", "variants", "Examples", "xboard", "uci",
    ] {
        assert!(help.contains(word), "{word}");
    }
    for (command, words) in [
        (
            "perft",
            &[
                "DEPTH",
                "--divide",
                "--threads",
                "--hash",
                "--suite",
                "--max-nodes",
            ][..],
        ),
        (
            "moves",
            &["--variant", "--fen", "--castling", "--promotion"],
        ),
        ("show", &["--variant", "--fen", "--castling", "--promotion"]),
        ("bench", &["DEPTH", "--variant"]),
    ] {
        let help = says(&[command, "--help"]);
        assert!(words.iter().all(|word| help.contains(word)), "{help}");
    }
    assert!(says(&["--version"]).starts_with("peregrine "));
}

#[test]
fn perft_counts() {
    assert_eq!(says(&["perft", "3"]), "Nodes searched: 15766\n");
    assert_eq!(says(&["perft", "0"]), "Nodes searched: 1\n");
    assert_eq!(
        last_line(&says(&["perft", "3", "--variant", "chess"])),
        "Nodes searched: 8902"
    );
    let many = ["perft", "4", "--threads", "2", "--hash", "4"];
    assert_eq!(last_line(&says(&many)), "Nodes searched: 430024");
    let fen = ["perft", "1", "--fen", CASTLING];
    for (castling, nodes) in [("free", 33), ("modified-free", 31), ("none", 26)] {
        let answer = says(&[&fen[..], &["--castling", castling]].concat());
        assert_eq!(
            last_line(&answer),
            format!("Nodes searched: {nodes}"),
            "{castling}"
        );
    }
    let divided = says(&["perft", "2", "--divide"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 25);
    assert!(lines[..24].is_sorted());
    assert_eq!(lines[0], "a2a3: 24");
    assert_eq!(lines[24], "Nodes searched: 576");
    let output = run(&["perft", "3"]);
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("nodes/second")
    );
}

#[test]
fn moves_are_listed() {
    let moves = says(&["moves", "--fen", CASTLING]);
    assert_eq!(moves.lines().count(), 33);
    assert!(moves.lines().is_sorted());
    assert!(moves.lines().any(|line| line == "f1j1") && moves.lines().any(|line| line == "f1i1"));
    let pawn = ["moves", "--fen", "k9/8P1/10/10/10/10/10/K9 w - - 0 1"];
    assert!(says(&pawn).contains("i7i8q\n"));
    let no_queen = says(&[&pawn[..], &["--promotion", "no-queen"]].concat());
    assert!(!no_queen.contains("i7i8q") && no_queen.contains("i7i8f\n"));
    assert_eq!(
        says(&["moves", "--fen", "k9/2Q7/1K8/10/10/10/10/10 b - - 0 1"]),
        ""
    );
}

#[test]
fn positions_are_shown() {
    let text = says(&["show", "--fen", "k6R2/10/1K8/10/10/10/10/10 b - - 3 9"]);
    for line in [
        " 8   k  .  .  .  .  .  .  R  .  .",
        "     a  b  c  d  e  f  g  h  i  j",
        "FEN: k6R2/10/1K8/10/10/10/10/10 b - - 3 9",
        "Game: falcon, castling free, promotion any",
        "To move: Black",
        "Checkers: h8",
        "White may castle with: none",
        "Legal moves: 0",
    ] {
        assert!(text.lines().any(|other| other == line), "{line} in\n{text}");
    }
    assert!(text.contains("\nKey: "));
    // A game that is over is not judged.
    assert_eq!(last_line(&text), "Outcome: White wins by checkmate");
    assert!(last_line(&says(&["show"])).starts_with("Evaluation: "));
    assert!(says(&["show"]).contains("White may castle with: a1 j1"));
    assert!(says(&["show", "--variant", "chess"]).contains("Legal moves: 20"));
}

#[test]
fn variants_are_listed_with_their_options() {
    let text = says(&["variants"]);
    for variant in common::built_in_games() {
        assert!(
            text.lines().any(|line| line == variant.name),
            "{}",
            variant.name
        );
        assert!(text.contains(variant.title.as_str()));
        // What is listed can be asked for.
        for rule in &variant.castling {
            says(&[
                "moves",
                "--variant",
                &variant.name,
                "--castling",
                rule.name(),
            ]);
        }
        for rule in &variant.promotion {
            says(&[
                "moves",
                "--variant",
                &variant.name,
                "--promotion",
                rule.name(),
            ]);
        }
    }
}

#[test]
fn values_are_listed_from_the_least() {
    for variant in common::built_in_games() {
        let text = says(&["values", "--variant", &variant.name]);
        let table = text.lines().skip(1).take_while(|line| !line.is_empty());
        let values: Vec<i32> = table
            .map(|line| line.split_whitespace().last().unwrap().parse().unwrap())
            .collect();
        assert_eq!(values.len(), variant.piece_types.len() - 1, "{text}");
        assert!(values.is_sorted() && values[0] > 80, "{text}");
    }
}

/// What was fitted to games, docs/research/falcon-worth.md and the history tell: the parts
/// of moves to those of falcon, and nothing else.
#[test]
fn values_claim_no_fit_that_there_was_not() {
    for variant in common::built_in_games() {
        let name = &variant.name;
        let text = says(&["values", "--variant", name]);
        let legend = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
        let fitted = legend.contains("fitted to games of falcon.");
        let not_here = format!("fitted to games of falcon, not of {name}.");
        assert_eq!(fitted, name == "falcon", "{legend}");
        assert_eq!(legend.contains(&not_here), name != "falcon", "{legend}");
        let is_special = name == "falcon-leap";
        assert_eq!(legend.contains("limited length, is a guess"), is_special);
        let compounds = ["permutation", "capablanca"].contains(&name.as_str());
        assert_eq!(legend.contains("joined with a Bishop's"), compounds);
        assert_eq!(
            legend.contains("by matches in permutation"),
            name == "permutation"
        );
    }
}

#[test]
fn bench_ends_with_two_numbers() {
    for variant in common::built_in_games() {
        let text = says(&["bench", "2", "--variant", &variant.name]);
        let lines: Vec<&str> = text.lines().collect();
        let number = |line: &str, start: &str| -> u64 {
            let number = line.strip_prefix(start).unwrap_or_else(|| panic!("{text}"));
            number.parse().unwrap()
        };
        assert!(number(lines[lines.len() - 2], "Nodes searched: ") > 0);
        assert!(number(lines[lines.len() - 1], "Nodes/second: ") > 0);
        assert!(lines.len() > 8, "{text}");
    }
}

#[test]
fn arrays_drawn_by_lot_have_numbers() {
    let by = |option, number| says(&["show", "--variant", "falcon-random", option, number]);
    let last = by("--array", "226800");
    assert!(
        last.contains("FEN: rrqnnkffbb/pppppppppp/10/10/10/10/PPPPPPPPPP/RRQNNKFFBB w QBqb - 0 1")
    );
    assert!(last.contains("Array: 226800 of 226800"), "{last}");
    assert_eq!(by("--seed", "1"), by("--seed", "1"));
    assert_ne!(by("--seed", "1"), by("--seed", "2"));
}

#[test]
fn what_is_wrong_is_named() {
    for (arguments, reason) in [
        (&["fly"][..], "unrecognized subcommand 'fly'"),
        (&["--fly"], "unexpected argument '--fly'"),
        (
            &["perft"],
            "the following required arguments were not provided",
        ),
        (&["perft", "x"], "invalid value 'x' for '[DEPTH]'"),
        (&["perft", "-1"], "unexpected argument '-1'"),
        (&["perft", "65"], "65 is not in 0..=64"),
        (&["perft", "3", "--threads", "0"], "0 is not in 1..=256"),
        (
            &["perft", "3", "--hash", "9999999999"],
            "9999999999 is not in 0..=1048576",
        ),
        (&["perft", "3", "--max-nodes", "5"], "cannot be used with"),
        (&["perft", "3", "--suite", "a"], "cannot be used with"),
        (
            &["moves", "--variant", "shogi"],
            "unknown variant 'shogi' (known: falcon, ",
        ),
        (
            &["moves", "--castling", "long"],
            "unknown castling rule 'long' (known: free, modified-free, orthodox, three, wide, none, king-swap)",
        ),
        (
            &["moves", "--variant", "chess", "--castling", "free"],
            "chess cannot be played with castling 'free' (it has: orthodox)",
        ),
        (
            &["show", "--promotion", "king"],
            "unknown promotion rule 'king' (known: any, no-queen)",
        ),
        (
            &["show", "--fen", "k9/10/10/10/10/10/10/K8 w - - 0 1"],
            "FEN: rank 1 must be 10 squares long, but is 9",
        ),
        (
            &["show", "--array", "5"],
            "falcon has a fixed array, not a random one",
        ),
        (
            &["show", "--variant", "falcon-random", "--array", "226801"],
            "falcon-random has the arrays 1 to 226800, not 226801",
        ),
        (&["moves", "--fen", ""], "FEN: a FEN has 6 fields"),
        (&["moves", "--fen", "-"], "FEN: a FEN has 6 fields"),
        (&["bench", "0"], "0 is not in 1..=100"),
        (&["perft", "--suite", "no/such/file"], "no/such/file: "),
    ] {
        let complaint = complains(arguments);
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
    }
}

/// A file with that text that lives as long as the value.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, text: impl AsRef<[u8]>) -> TemporaryFile {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, text).unwrap();
        TemporaryFile(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn suites_are_checked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    let files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let mut arguments = vec!["perft", "--max-nodes", "1000", "--suite"];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    let text = says(&arguments);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].ends_with(" counts above 1000 skipped"));
    assert!(lines[1].ends_with(" passed, 0 failed"));
}

#[test]
fn failures_of_a_suite_are_shown() {
    let fen = "k9/10/10/10/10/10/10/K9 w - - 0 1";
    let text = format!("# a comment\n{fen} ;D1 3 ;D2 9\n\n{fen} ;D1 3 ;D2 8 ;D3 1\n");
    let file = TemporaryFile::new("wrong.epd", text);
    let output = run(&["perft", "--suite", file.name()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!(
            "{}:4: D2 is 9, should be 8: {fen}; the slow move generator finds no difference\n\
             1 passed, 1 failed\n",
            file.name()
        )
    );
}

#[test]
fn unreadable_suites_are_refused() {
    for (name, text, reason) in [
        ("opcode.epd", "x ;E1 3", "1: unknown opcode 'E1'"),
        (
            "fen.epd",
            "\n\nk9 w - - 0 1 ;D1 3",
            "3: the board has 8 ranks, the FEN gives 1",
        ),
        (
            "variant.epd",
            "x ;variant shogi ;D1 3",
            "1: unknown variant 'shogi'",
        ),
        (
            "rule.epd",
            "x ;variant chess ;castling free ;D1 3",
            "1: chess cannot be played",
        ),
    ] {
        let file = TemporaryFile::new(name, text);
        let complaint = complains(&["perft", "--suite", file.name()]);
        let start = format!("{}:{reason}", file.name());
        assert!(complaint.starts_with(&start), "{complaint}");
    }
    let binary = TemporaryFile::new("binary.epd", [0xff, 0xfe, 0x00]);
    assert!(complains(&["perft", "--suite", binary.name()]).contains("UTF-8"));
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert!(complains(&["perft", "--suite", folder]).starts_with(folder));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for arguments in [
        &["moves"][..],
        &["perft", "4", "--divide"],
        &["show"],
        &["variants"],
        &["values"],
        &["bench", "3"],
        &["--help"],
    ] {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Closed before anything is read, or after the first line.
        let mut output = BufReader::with_capacity(1, child.stdout.take().unwrap());
        if arguments[0] == "bench" {
            output.read_line(&mut String::new()).unwrap();
        }
        drop(output);
        let status = wait(&mut child);
        let mut errors = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        assert!(status.success(), "{arguments:?}: {errors}");
        assert!(
            !errors.contains("panicked") && !errors.contains("error"),
            "{errors}"
        );
    }
}

/// Though it would not write for a long time.
#[cfg(unix)]
#[test]
fn closed_pipes_end_what_is_running() {
    let mate = [
        "mate",
        "40",
        "--fen",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ];
    for (arguments, lines) in [
        (&["perft", "12"][..], ""),
        (&["perft", "12", "--threads", "2"], ""),
        (&["bench", "100"], ""),
        (&mate, ""),
        (&[], "go perft 12"),
        (&[], "bench 100"),
        (&[], "go infinite"),
        (&[], "go depth 100"),
        (&[], "xboard\nnew\nanalyze"),
        (&[], "xboard\nnew\nsd 100\nlevel 0 1000 0\ngo"),
    ] {
        for keeps_input in [false, true] {
            let mut child = program()
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take();
            writeln!(input.as_mut().unwrap(), "{lines}").unwrap();
            // Long enough to be at it.
            std::thread::sleep(Duration::from_millis(100));
            assert!(child.try_wait().unwrap().is_none(), "{arguments:?} {lines}");
            if !keeps_input {
                input = None;
            }
            drop(child.stdout.take());
            let status = wait(&mut child);
            assert!(status.success(), "{arguments:?} {lines}");
            drop(input);
        }
    }
}

#[test]
fn quit_ends_what_is_running() {
    for lines in [
        "go perft 12",
        "bench 100",
        "go infinite",
        "go perft 12\ngo perft 12",
    ] {
        let mut session = process::Session::start();
        session.ask("isready");
        session.send(&format!("{lines}\nquit"));
        let began = Instant::now();
        let (_, status) = session.end();
        assert!(
            status.success() && began.elapsed() < Duration::from_secs(20),
            "{lines}"
        );
    }
}

#[test]
fn a_game_can_be_chosen_for_either_protocol() {
    let mut session = process::Session::with(&["--variant", "capablanca"]);
    assert!(
        session
            .ask("d")
            .iter()
            .any(|line| line.starts_with("Game: capablanca"))
    );
    // It was chosen, so that it is kept to.
    let chess = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(session.ask(chess)[0].starts_with("info string Error: "));
    let options = [
        "--variant",
        "falcon",
        "--castling",
        "three",
        "--promotion",
        "no-queen",
    ];
    let mut session = process::Session::with(&options);
    let answer = session.ask("d");
    assert!(
        answer
            .iter()
            .any(|line| line.contains("castling three, promotion no-queen"))
    );

    let mut session = process::Session::with(&["--variant", "capablanca"]);
    session.send("xboard\nprotover 2\nnew\nforce\nusermove g2g3\nusermove i8h6\nusermove e2j7");
    session.send("ping 1");
    let answer = session.until("pong");
    assert!(answer.iter().any(|line| line.starts_with("Illegal move")));
    assert_eq!(
        answer
            .iter()
            .filter(|line| line.starts_with("Illegal"))
            .count(),
        1
    );

    for (arguments, reason) in [
        (&["--variant", "shogi"][..], "unknown variant 'shogi'"),
        (&["--castling", "three"], "need --variant"),
        (
            &["--variant", "chess", "--castling", "three"],
            "cannot be played with castling",
        ),
        (
            &["--variant", "chess", "perft", "1"],
            "belong after the command",
        ),
        (&["--promotion", "any", "moves"], "belong after the command"),
    ] {
        assert!(complains(arguments).contains(reason), "{arguments:?}");
    }
}

#[test]
fn a_fen_of_eight_files_is_chess_unless_a_game_is_named() {
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        says(&["perft", "3", "--fen", chess]),
        "Nodes searched: 8902\n"
    );
    assert_eq!(says(&["moves", "--fen", chess]).lines().count(), 20);
    assert!(says(&["show", "--fen", chess]).contains("Game: chess"));
    let named = ["moves", "--variant", "falcon", "--fen", chess];
    assert!(complains(&named).contains("rank 8 must be 10 squares long, but is 8"));
    let falcon = ["moves", "--fen", "k7/8/8/8/4F3/8/8/7K w - - 0 1"];
    assert!(complains(&falcon).contains("'F' at column 11 is not a piece of this game"));
}

#[test]
fn what_is_wrong_is_quoted_in_part() {
    let long = "x".repeat(100_000);
    let fen = format!("{long} w - - 0 1");
    let rank = format!("{}/10/10/10/10/10/10/10 w - - 0 1", "9".repeat(100_000));
    for arguments in [
        &["moves", "--fen", &fen][..],
        &["moves", "--fen", &rank],
        &["moves", "--variant", &long],
        &["perft", &long],
        &["--variant", &long],
        &[&long],
        &["perft", "--suite", &long],
        &["show", "--svg", "/dev/null", "--mark", &long],
    ] {
        let complaint = complains(arguments);
        assert!(
            (10..3_000).contains(&complaint.len()),
            "{}",
            complaint.len()
        );
    }
}

#[test]
fn without_a_command_it_speaks_protocols() {
    assert_eq!(says(&[]), "");
    let mut session = process::Session::start();
    session.send("uci");
    assert!(session.until("uciok")[0].starts_with("id name Peregrine"));
    session.send("quit");
    let (rest, status) = session.end();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn variant_files_add_games_to_every_command() {
    let gothic = ["--variants", "docs/examples/gothic.toml"];
    let with = |before: &[&str], after: &[&str]| says(&[before, &gothic, after].concat());
    let named = ["--variant", "gothic"];
    assert!(with(&["perft", "3"], &named).ends_with("Nodes searched: 25283\n"));
    assert!(with(&named_first("moves", &named), &[]).contains("i1h3\n"));
    assert!(with(&["show"], &named).contains("Game: gothic, castling three"));
    assert!(with(&["bench", "2"], &named).contains("Nodes searched: "));
    assert!(
        with(&["perft", "--suite", "docs/examples/gothic.epd"], &[])
            .contains("11 passed, 0 failed")
    );
    // Before the command too, and several of them.
    let both = [
        "--variants",
        "docs/examples/falcon-knights.toml",
        "variants",
    ];
    let text = says(&[&gothic[..], &both].concat());
    let names: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        names[common::built_in_games().len()..],
        ["gothic", "falcon-knights"]
    );
    assert!(complains(&["moves", "--variant", "gothic"]).starts_with("unknown variant 'gothic'"));
}

fn named_first<'a>(command: &'a str, words: &[&'a str]) -> Vec<&'a str> {
    [&[command], words].concat()
}

#[test]
fn variant_files_are_checked() {
    let good = says(&["variants", "--check", "docs/examples/gothic.toml"]);
    assert!(good.starts_with("docs/examples/gothic.toml: 1 variant, no faults\ngothic\n"));
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.toml");
    fs::write(
        &bad,
        "[a]\nbase = 'chess'\nbord = 1\n[b]\nbase = 'a'\nking = 'x'\n",
    )
    .unwrap();
    let bad = bad.to_str().unwrap();
    let expected = format!(
        "{bad}:3: a.bord: unknown key; did you mean 'board'?\n\
         {bad}:6: b.king: a piece's letter must be A to Z, \
         with or without an apostrophe, not 'x'\n"
    );
    let output = run(&["variants", "--check", bad, "docs/examples/gothic.toml"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with(&expected), "{said}");
    assert!(said.contains("gothic.toml: 1 variant, no faults"));
    // Elsewhere such a file is refused.
    assert_eq!(complains(&["moves", "--variants", bad]), expected);
    assert!(complains(&["variants", "--check", "no/such/file"]).starts_with("no/such/file: "));
}

/// The essay's problem C, which has duals, and others that are not sound.
#[test]
fn mates_are_proven() {
    let c = "10/7p2/8p1/2k1P5/P9/2K7/3N6/3F6 w - - 0 1";
    assert_eq!(
        says(&["mate", "2", "--problem", "--fen", c]),
        "White mates in 2: Fa3\n\
         1. Fa3\n\
         \u{20} 1... i5 2. Nb3# or Ne4#\n\
         \u{20} 1... h6 2. Nb3# or Ne4#\n\
         \u{20} 1... h5 2. Nb3# or Ne4#\n\
         sound\n"
    );
    let cooked = |moves: &str, fen: &str| {
        let output = run(&["mate", moves, "--problem", "--fen", fen]);
        assert_eq!(output.status.code(), Some(1));
        last_line(&String::from_utf8(output.stdout).unwrap()).to_owned()
    };
    assert_eq!(cooked("3", c), "cooked: a mate in 2, not 3");
    assert_eq!(cooked("1", c), "White does not mate in 1 or fewer");
    let two_rooks = "k9/10/1K8/10/10/10/10/7RR1 w - - 0 1";
    assert_eq!(cooked("1", two_rooks), "cooked: 2 first moves");
    assert!(complains(&["mate", "0"]).contains("'0'"));
    assert!(complains(&["mate", "2", "--fen", "x"]).contains("FEN"));
}

#[test]
fn trees_of_mates_are_written() {
    let fen = "1k8/10/10/2K7/10/10/10/6R3 w - - 0 1";
    let tree = says(&["mate", "3", "--tree", "--fen", fen]);
    assert_eq!(
        tree,
        "White mates in 3: Kb6 or Kc6\n\
         1. Kb6\n\
         \u{20} 1... Ka8 2. Rg8#\n\
         \u{20} 1... Kc8 2. Rd1 (mate in 2)\n\
         \u{20}   2. Rd1\n\
         \u{20}     2... Kb8 3. Rd8#\n\
         1. Kc6\n\
         \u{20} 1... Ka7 2. Rg8 (mate in 2)\n\
         \u{20}   2. Rg8\n\
         \u{20}     2... Ka6 3. Ra8#\n\
         \u{20} 1... Ka8 2. Kb6 or Kc7 (mate in 2)\n\
         \u{20}   2. Kb6\n\
         \u{20}     2... Kb8 3. Rg8#\n\
         \u{20}   2. Kc7\n\
         \u{20}     2... Ka7 3. Ra1#\n\
         \u{20} 1... Kc8 2. Rg8#\n"
    );
}
