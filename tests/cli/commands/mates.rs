//! Mates proven and printed by `peregrine mate`.

use super::{complains, last_line, run, says};

/// The essay's problem C, which has duals, and problems that are unsound.
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
fn mate_trees_are_printed() {
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
