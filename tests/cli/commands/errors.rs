//! Invalid arguments and how they are reported.

use super::complains;

#[test]
fn invalid_arguments_are_reported() {
    for (arguments, reason) in [
        (&["fly"][..], "unrecognized subcommand 'fly'"),
        (&["--fly"], "unexpected argument '--fly'"),
        (
            &["perft"],
            "the following required arguments were not provided",
        ),
        (&["perft", "x"], "invalid value 'x' for '[DEPTH]'"),
        (
            &["perft", "-1"],
            "'-1' for '[DEPTH]': expected a whole number from 0 to 64",
        ),
        (
            &["perft", "65"],
            "'65' for '[DEPTH]': expected a whole number from 0 to 64",
        ),
        (
            &["perft", "3", "--threads", "0"],
            "expected a whole number from 1 to 256",
        ),
        (
            &["perft", "3", "--hash", "9999999999"],
            "expected a whole number from 0 to 1048576",
        ),
        (&["perft", "3", "--max-nodes", "5"], "cannot be used with"),
        (&["perft", "3", "--suite", "a"], "cannot be used with"),
        (
            &["moves", "--variant", "shogi"],
            "unknown variant 'shogi' (known: falcon, ",
        ),
        (
            &["moves", "--castling", "long"],
            "unknown castling rule 'long' (known: free, modified-free, orthodox, three, wide, fixed-files, none, king-swap)",
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
        (&["bench", "0"], "expected a whole number from 1 to 100"),
        (&["perft", "--suite", "no/such/file"], "no/such/file: "),
    ] {
        let complaint = complains(arguments);
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
    }
}

#[test]
fn engines_that_cannot_be_opponents_are_refused() {
    let program = env!("CARGO_BIN_EXE_peregrine");
    let missing = std::path::absolute("/no/such/engine").expect("a path");
    let not_found = format!("engine 'engine': program '{}' not found", missing.display());
    for (settings, reason) in [
        ("command=/no/such/engine", not_found.as_str()),
        ("command=/no/such/engine protocol=cecp", &not_found),
        ("name=x", "engine x has no command"),
        ("command=P hash=x", "hash=x: expected a whole number"),
        ("command=P protocol=usi", "protocol=usi: "),
        ("command=P paint=red", "unknown key 'paint'"),
        ("command=P depth=0", "depth=0: must be at least 1"),
        ("command=P patience=0", "patience=0: must be from 0.01"),
        ("command=P name=", "name=: not a valid name"),
        (
            "command=P time=2+0.02",
            "time: a game on the page has its own time",
        ),
        ("command=P odds=2", "odds: a game on the page"),
        ("command=P variant=chess", "variant: the page chooses"),
        ("command=P restart=true", "restart: every game"),
        ("command=P ponder=false", "ponder: other engines"),
        (
            "command=P directory=/no/such/folder",
            "directory '/no/such/folder' not found",
        ),
        ("command=.", "engine "),
    ] {
        let settings = settings.replace("command=P", &format!("command='{program}'"));
        let complaint = complains(&["board", "--no-open", "--engine", &settings]);
        assert!(complaint.contains(reason), "{settings}: {complaint}");
    }
    let engine = format!("command='{program}'");
    let twice = ["--engine", &engine, "--engine", &engine];
    let complaint = complains(&[&["board", "--no-open"][..], &twice].concat());
    assert!(
        complaint.contains("two engines are called peregrine: give them different names"),
        "{complaint}"
    );
}

#[test]
fn long_invalid_arguments_are_quoted_in_part() {
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
