//! Openings read from files of every format, with their faults, and generated openings.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use peregrine::arena::openings::{
    Opening, OpeningsError, OpeningsFormat, digest, duplicates, order, parse, read,
};
use peregrine::engine::Engine;
use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::PgnGame;
use peregrine::rules::Rules;
use peregrine::search::Limits;
use peregrine::search::score::Score;
use peregrine::tools::openings::{Attempts, GenerateError, OpeningSettings, generate};
use peregrine::variants;

use crate::common::is_long_run;
use crate::process::program;
use crate::running::Start;

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
fn lines_can_be_cut_short_and_written_games_read_back() {
    let two = parse("e4 e5 Nf3 Ke3", rules("chess"), Moves, Some(2)).unwrap();
    assert_eq!(two[0].game.moves().len(), 2);
    let two = parse("1. e4 e5 2. Ke3 *", rules("chess"), Pgn, Some(2)).unwrap();
    assert_eq!(two[0].game.moves().len(), 2);
    let falcon = openings("Nc3 Nc6", "falcon", Moves);
    let written = PgnGame::from_game(falcon[0].game.clone()).to_string();
    assert_eq!(
        openings(&written, "falcon", Pgn)[0].text(),
        falcon[0].text()
    );
}

#[test]
fn every_fault_is_reported_with_its_line() {
    let text = "e4 e5\n# fine\ne4 e6e5\ne4 Ke3\nxyz\n; nothing\n8/8 w - - moves e4\nf3 e5 g4 Qh4\n";
    let found = faults(text, "chess", Moves);
    let beginnings = [
        "line 3: move 2, 'e6e5' is not possible: e6 is empty",
        "line 4: move 2, 'Ke3' is not legal here",
        "line 5: move 1, 'xyz' is not a move",
        "line 6: a name without moves",
        "line 7: FEN: the board has 8 ranks",
        "line 8: the game is already over: Black wins by checkmate",
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
        "line 1: the game is already over: drawn by insufficient material",
        "line 2: the game is already over: drawn by stalemate",
        "line 3: White has no King",
        "line 4: unclosed '\"'",
        "line 5: this is for the variant falcon, not for chess",
    ];
    assert_eq!(found.len(), beginnings.len(), "{found:#?}");
    for (fault, beginning) in found.iter().zip(beginnings) {
        assert!(fault.starts_with(beginning), "{fault}");
    }
    let text = "1. e4 e5 *\n[Event \"x\"]\n[Variant \"falcon\"]\n1. e4 *\n1. e4\ne6 2. Ke3 *\n(";
    let found = faults(text, "chess", Pgn);
    assert_eq!(
        found[0],
        "line 2: this is for the variant falcon, not for chess"
    );
    assert!(found[1].starts_with("line 6: game 3: ply 3, move 2.: 'Ke3' is not legal here"));
    assert!(
        found[2].starts_with("line 7: game 4: a variation begins"),
        "{found:#?}"
    );
    // A game may end before the last move of an opening.
    let back = "Nf3 Nf6 Ng1 Ng8 ";
    let ended = [
        "line 1: the game is already over after 8 of 9 plies: drawn by repetition".to_owned(),
        "line 2: the game is already over after 0 of 1 ply: drawn by fifty moves".to_owned(),
    ];
    let text = format!(
        "{back}{back}e4\nk7/8/8/8/8/8/8/KQ6 w - - 100 90 moves b1b2\n{back}Nf3 Nf6 Ng1 e5\n"
    );
    assert_eq!(faults(&text, "chess", Moves), ended);
    let games =
        format!("1. {back}{back} e4 *\n\n[FEN \"k7/8/8/8/8/8/8/KQ6 w - - 100 90\"]\n\n1. Qb2 *\n");
    let found = faults(&games, "chess", Pgn);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].ends_with("already over after 8 of 9 plies: drawn by repetition"));
    assert!(found[1].ends_with("already over after 0 of 1 ply: drawn by fifty moves"));
    assert_eq!(
        faults("k7/8/8/8/8/8/8/KQ6 w - - 100 90", "chess", Epd),
        ["line 1: the game is already over: drawn by fifty moves"]
    );
    let other = faults(
        "# variant capablanca, castling three\ne2e4",
        "falcon",
        Moves,
    );
    assert_eq!(
        other,
        ["line 1: this is for the variant capablanca, not for falcon"]
    );
}

#[test]
fn file_names_give_the_format_and_faults_are_counted() {
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

fn recipe(count: usize) -> OpeningSettings {
    OpeningSettings {
        count,
        nodes: 2_000,
        ..OpeningSettings::default()
    }
}

fn made(variant: &str, recipe: &OpeningSettings, threads: usize) -> Vec<Opening> {
    let openings = generate(rules(variant), recipe, threads, |_| ()).unwrap();
    openings.into_iter().map(Opening::from).collect()
}

fn texts(openings: &[Opening]) -> Vec<String> {
    openings.iter().map(Opening::text).collect()
}

#[test]
fn openings_are_generated_for_every_kind_of_game() {
    for variant in [
        "falcon",
        "chess",
        "falcon-random",
        "falcon100",
        "permutation",
    ] {
        let recipe = OpeningSettings {
            plies: 3..=6,
            check: false,
            ..recipe(6)
        };
        let openings = made(variant, &recipe, 2);
        assert_eq!(openings.len(), 6);
        assert_eq!(duplicates(&openings), []);
        let lengths: Vec<usize> = openings.iter().map(|one| one.game.moves().len()).collect();
        assert!(lengths.iter().all(|length| (3..=6).contains(length)));
        assert!(
            lengths.iter().any(|&length| length != lengths[0]),
            "{lengths:?}"
        );
        let starts: HashSet<String> = openings
            .iter()
            .map(|one| one.game.start().to_string())
            .collect();
        let shuffled = variant == "falcon-random";
        assert_eq!(starts.len(), if shuffled { 6 } else { 1 });
        assert_eq!(starts.contains(rules(variant).start_fen()), !shuffled);
        for opening in &openings {
            let position = opening.game.position();
            assert!(!position.is_check() && opening.game.outcome().is_none());
            // Reading the text back gives the same position, castling rights included.
            let again = parse(&opening.text(), rules(variant), Moves, None).unwrap();
            assert_eq!(again[0].game.position().to_string(), position.to_string());
        }
        for format in [Moves, Pgn, Epd] {
            let text = peregrine::arena::openings::format(&openings, format, "by\na test");
            let again = parse(&text, rules(variant), format, None).unwrap();
            let keys = |openings: &[Opening]| -> Vec<u64> {
                openings
                    .iter()
                    .map(|one| one.game.position().key())
                    .collect()
            };
            assert_eq!(keys(&again), keys(&openings), "{text}");
            if format != Epd {
                assert_eq!(digest(&again), digest(&openings));
            }
        }
    }
}

#[test]
fn openings_depend_only_on_the_recipe() {
    let one = texts(&made("falcon", &recipe(6), 1));
    assert_eq!(texts(&made("falcon", &recipe(6), 3)), one);
    assert_eq!(texts(&made("falcon", &recipe(3), 2)), one[..3]);
    let other = OpeningSettings {
        seed: 2,
        ..recipe(6)
    };
    let other = texts(&made("falcon", &other, 1));
    assert!(other.iter().all(|text| !one.contains(text)));
}

#[test]
fn openings_are_as_balanced_as_asked() {
    let nodes = if is_long_run() { 50_000 } else { 15_000 };
    let search = |opening: &Opening| {
        let mut engine = Engine::new(rules("falcon"));
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        match engine.search(&opening.game, limits, |_| ()).score {
            Score::Centipawns(score) => f64::from(score.abs()),
            Score::Mate(_) => f64::from(peregrine::search::score::MATE),
        }
    };
    // A deeper search than the one that selected the openings.
    let mean = |window: u32| {
        let recipe = OpeningSettings {
            window,
            margin: 200,
            ..recipe(20)
        };
        let scores: Vec<f64> = made("falcon", &recipe, 2).iter().map(search).collect();
        scores.iter().sum::<f64>() / scores.len() as f64
    };
    let (narrow, wide) = (mean(20), mean(100_000));
    assert!(narrow < 60.0 && narrow < wide / 2.0, "{narrow} {wide}");
}

#[test]
fn too_few_openings_are_reported() {
    let recipe = OpeningSettings {
        plies: 0..=0,
        nodes: 1,
        window: 100_000,
        ..recipe(2)
    };
    let error = generate(rules("chess"), &recipe, 2, |_| ()).unwrap_err();
    assert!(matches!(
        error,
        GenerateError::TooFew {
            wanted: 2,
            attempts: Attempts {
                found: 1,
                repeated: 1000,
                ..
            }
        }
    ));
    assert!(
        error
            .to_string()
            .starts_with("only 1 of 2 openings were found")
    );
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program().args(arguments).run();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_command_writes_a_file_that_says_how_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made.txt");
    let file = path.to_str().unwrap();
    let words = "openings 4 --plies 2-5 --castling three --nodes 1000 --seed 9 --threads 2";
    let words: Vec<&str> = words.split(' ').collect();
    let (status, text, errors) = run(&words);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let into_file = [&words[..], &["--out", file]].concat();
    assert_eq!(run(&into_file).0, Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert!(
        text.starts_with("# variant falcon, castling three, promotion any\n# made by: peregrine ")
    );
    let command = text.lines().nth(1).unwrap();
    let again: Vec<&str> = command
        .strip_prefix("# made by: peregrine ")
        .unwrap()
        .split(' ')
        .collect();
    assert_eq!(run(&again).1, text);
    assert_eq!(openings(&text, "falcon", Moves).len(), 4);

    let (status, _, errors) = run(&into_file);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("the file already exists (--force replaces it)"),
        "{errors}"
    );
    let forced = run(&[
        "openings", "1", "--plies", "1", "--nodes", "1", "--out", file, "--force",
    ]);
    assert_eq!(forced.0, Some(0));
    assert_eq!(read(&path, rules("falcon"), None, None).unwrap().len(), 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_command_refuses_what_it_cannot_do() {
    for (words, message) in [
        ("openings 0", "expected a whole number from 1 to 1000000"),
        ("openings --plies 5-3", "expected a number from 0 to 1000"),
        ("openings --plies some", "expected a number from 0 to 1000"),
        ("openings --variant ludo", "unknown variant 'ludo'"),
        (
            "openings --variant chess --castling free",
            "chess cannot be played with castling 'free'",
        ),
        (
            "openings --format doc",
            "'doc' is not a format of openings (choose from: moves epd pgn)",
        ),
        ("openings --force", "--out"),
        (
            "openings --out no/such/folder/x.txt",
            "there is no folder no/such/folder",
        ),
        (
            "openings 2 --plies 0 --nodes 1 --variant chess",
            "try more --plies, a larger --margin or --window",
        ),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let (status, text, errors) = run(&words);
        assert_eq!(
            (status, text.as_str()),
            (Some(2), ""),
            "{words:?}: {errors}"
        );
        assert!(errors.contains(message), "{words:?}: {errors}");
    }
}

/// The repository's files of openings can be used as they are.
#[test]
fn opening_files_in_the_repository_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/openings");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let defaults = Defaults::of_comment(text.lines().next().unwrap()).unwrap();
        let variant = variants::find(&defaults.variant).unwrap();
        let found = read(&path, variant.rules(defaults.options).unwrap(), None, None);
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.len(), 500, "{}", path.display());
        assert_eq!(duplicates(&found), [], "{}", path.display());
        assert!(text.len() < 60_000);
        files += 1;
    }
    assert!(files >= 7, "{files}");
}
