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
