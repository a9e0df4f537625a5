//! Openings from files of every format, and what is wrong with some.

use std::fs;

use peregrine::pgn::PgnGame;
use peregrine::rules::Rules;
use peregrine::tournament::openings::{
    Opening, OpeningsError, OpeningsFormat, digest, duplicates, order, parse, read,
};
use peregrine::variants;

fn rules(name: &str) -> &'static Rules {
    variants::find(name)
        .unwrap()
        .rules(Default::default())
        .unwrap()
}

fn openings(text: &str, variant: &str, format: OpeningsFormat) -> Vec<Opening> {
    parse(text, rules(variant), format, None).unwrap()
}

fn faults(text: &str, variant: &str, format: OpeningsFormat) -> Vec<String> {
    let faults = parse(text, rules(variant), format, None).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

use OpeningsFormat::{Epd, Moves, Pgn};

#[test]
fn the_same_opening_is_read_from_every_format() {
    let lines = "# variant chess, castling orthodox\n\n\
        e2e4 e7e5 g1f3 ; King's Knight\n\
        1. e4 e5 2.Nf3;King's Knight\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e4 e7e5 Nf3 ; King's Knight\n";
    let of_lines = openings(lines, "chess", Moves);
    assert_eq!(of_lines.len(), 3);
    let games = "[Opening \"King's Knight\"]\n1. e4 e5 2. Nf3 1-0\n";
    let of_games = openings(games, "chess", Pgn);
    let all: Vec<_> = of_lines.iter().chain(&of_games).collect();
    for opening in &all {
        assert_eq!(opening.name.as_deref(), Some("King's Knight"));
        assert_eq!(opening.text(), all[0].text());
    }
    assert_eq!(digest(&of_lines[..1]), digest(&of_games));
    assert_ne!(digest(&of_lines[..1]), digest(&of_lines[..2]));
    let fen = all[0].game.position().to_string();
    let epd = format!(
        "{fen}\n{fen} ; id \"King's; Knight\"; bm Nc6;\n{} id \"x\"; hmvc 1; fmvn 2",
        fen.strip_suffix(" 1 2").unwrap()
    );
    let of_positions = openings(&epd, "chess", Epd);
    let names: Vec<_> = of_positions
        .iter()
        .map(|opening| opening.name.as_deref())
        .collect();
    assert_eq!(names, [None, Some("King's; Knight"), Some("x")]);
    for opening in &of_positions {
        assert_eq!(opening.game.position().to_string(), fen);
        assert_eq!(opening.text(), fen);
    }
    assert_eq!(duplicates(&of_positions), [(1, 0), (2, 0)]);
}

#[test]
fn lines_may_be_cut_and_written_games_are_read() {
    let two = parse("e4 e5 Nf3 Ke3", rules("chess"), Moves, Some(2)).unwrap();
    assert_eq!(two[0].game.moves().len(), 2);
    let two = parse("1. e4 e5 2. Ke3 *", rules("chess"), Pgn, Some(2)).unwrap();
    assert_eq!(two[0].game.moves().len(), 2);
    let falcon = openings("Nc3 Nc6", "falcon", Moves);
    let written = PgnGame::of(falcon[0].game.clone()).to_string();
    assert_eq!(
        openings(&written, "falcon", Pgn)[0].text(),
        falcon[0].text()
    );
}

#[test]
fn every_fault_is_named_with_its_line() {
    let text = "e4 e5\n# fine\ne4 e6e5\ne4 Ke3\nxyz\n; nothing\n8/8 w - - moves e4\nf3 e5 g4 Qh4\n";
    let found = faults(text, "chess", Moves);
    let beginnings = [
        "line 3: move 2, 'e6e5' is not possible: e6 is empty",
        "line 4: move 2, 'Ke3' is not legal here",
        "line 5: move 1, 'xyz' is not a move",
        "line 6: there is a name, but no move",
        "line 7: FEN: the board has 8 ranks",
        "line 8: nothing is left to play: Black wins by checkmate",
    ];
    assert_eq!(found.len(), beginnings.len(), "{found:#?}");
    for (fault, beginning) in found.iter().zip(beginnings) {
        assert!(fault.starts_with(beginning), "{fault}");
    }
    let text = "k7/8/8/8/8/8/8/K7 w - - 0 1\nk7/2Q5/1K6/8/8/8/8/8 b - -\n\
                k7/8/8/8/8/8/8/8 w - -\nk7/8/8/8/8/8/8/KQ6 w - - id \"x\n\
                k7/8/8/8/8/8/8/KQ6 w - - 0 1 ; variant falcon";
    let found = faults(text, "chess", Epd);
    let beginnings = [
        "line 1: nothing is left to play: drawn by insufficient material",
        "line 2: nothing is left to play: drawn by stalemate",
        "line 3: White has no King",
        "line 4: a '\"' is not closed",
        "line 5: this is of the game falcon, not of chess",
    ];
    assert_eq!(found.len(), beginnings.len(), "{found:#?}");
    for (fault, beginning) in found.iter().zip(beginnings) {
        assert!(fault.starts_with(beginning), "{fault}");
    }
    let text = "1. e4 e5 *\n[Event \"x\"]\n[Variant \"falcon\"]\n1. e4 *\n1. e4\ne6 2. Ke3 *\n(";
    let found = faults(text, "chess", Pgn);
    assert_eq!(found[0], "line 2: this is of the game falcon, not of chess");
    assert!(found[1].starts_with("line 6: game 3: ply 3, move 2.: 'Ke3' is not legal here"));
    assert!(
        found[2].starts_with("line 7: game 4: a variation begins"),
        "{found:#?}"
    );
    let other = faults(
        "# variant capablanca, castling three\ne2e4",
        "falcon",
        Moves,
    );
    assert_eq!(
        other,
        ["line 1: this is of the game capablanca, not of falcon"]
    );
}

#[test]
fn files_are_read_by_their_names_and_faults_counted() {
    let folder = tempfile::tempdir().unwrap();
    let chess = rules("chess");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    assert_eq!(
        read(&file("a.txt", "e4\nd4\n"), chess, None, None)
            .unwrap()
            .len(),
        2
    );
    let unnamed = file("unnamed", "e4");
    assert!(matches!(
        read(&unnamed, chess, None, None),
        Err(OpeningsError::Format(_))
    ));
    assert_eq!(read(&unnamed, chess, Some(Moves), None).unwrap().len(), 1);
    let empty = read(&file("empty.pgn", "\n"), chess, None, None);
    assert!(matches!(empty, Err(OpeningsError::Empty(_))));
    let bad = read(&file("bad.txt", &"e5\n".repeat(25)), chess, None, None).unwrap_err();
    let message = bad.to_string();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 21);
    assert!(
        lines[0].contains("bad.txt:1: move 1, 'e5' is not legal here"),
        "{}",
        lines[0]
    );
    assert!(lines[20].ends_with("bad.txt: 5 more faults"));
}

#[test]
fn shuffles_are_fair_enough_and_repeatable() {
    let mut first = [0; 10];
    for seed in 0..2000 {
        let shuffled = order(10, seed, true);
        first[shuffled[0]] += 1;
        assert_eq!(shuffled, order(10, seed, true));
    }
    assert!(
        first.iter().all(|count| (140..260).contains(count)),
        "{first:?}"
    );
    assert_eq!(order(0, 1, true), [0; 0]);
    assert_eq!(order(1, 1, true), [0]);
}
