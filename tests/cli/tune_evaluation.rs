//! `peregrine tune evaluation`, from files of games to a file of tunables.

use std::fs;
use std::path::Path;
use std::process::Output;

use peregrine::eval::Evaluator;
use peregrine::notation::pgn::PgnGame;
use peregrine::position::Position;
use peregrine::position::game::GameResult;
use peregrine::rules::Rules;
use peregrine::tuning::file;
use peregrine::variants::{self, RuleOptions};

use crate::process::program;
use crate::running::Start;

fn rules(variant: &str) -> &'static Rules {
    variants::find(variant)
        .unwrap()
        .rules(RuleOptions::default())
        .unwrap()
}

/// Games whose moves are determined by their number; usually the side that
/// stands better at the end wins.
fn games(variant: &str, count: usize) -> String {
    let rules = rules(variant);
    let mut evaluator = Evaluator::new(rules);
    let mut text = String::new();
    for number in 0..count {
        let mut pgn = PgnGame::new(Position::start(rules));
        for ply in 0..50 {
            let moves = pgn.game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let choice = (number * 7919 + ply * 104_729 + number * ply * 31) % moves.len();
            let comment = (ply >= 8).then(|| "+0.10/6 0.010s, 500 n".to_owned());
            pgn.push(moves[choice], comment);
        }
        let position = pgn.game.position();
        let state = evaluator.state(position);
        let score = evaluator.evaluate(position, &state);
        let ahead = match score > 0 {
            true => position.side_to_move(),
            false => !position.side_to_move(),
        };
        pgn.result = Some(match number % 5 {
            0 => GameResult::Draw,
            1 => GameResult::won_by(Some(!ahead)),
            _ => GameResult::won_by(Some(ahead)),
        });
        text += &pgn.to_string();
    }
    text
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    program()
        .args(["tune", "evaluation"])
        .args(arguments)
        .current_dir(folder)
        .run()
}

fn written(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap();
}

#[test]
fn tuned_numbers_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    written(folder, "games.pgn", &games("falcon", 60));
    let made = |out: &str, threads: &str| {
        let output = run(
            folder,
            &[
                "--games",
                "games.pgn",
                "--out",
                out,
                "--only",
                "tempo,knight,falcon.scale",
                "--pull",
                "0.01",
                "--threads",
                threads,
            ],
        );
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{errors}");
        assert!(errors.contains("round 1: loss"), "{errors}");
        String::from_utf8(output.stdout).unwrap()
    };
    let summary = made("one.toml", "1");
    for words in ["of 60 games", "validation loss", "tempo.middle", "Falcon"] {
        assert!(summary.contains(words), "{words}: {summary}");
    }
    assert_eq!(summary, made("two.toml", "2"));
    let text = fs::read_to_string(folder.join("one.toml")).unwrap();
    assert!(text.starts_with("# made by: peregrine tune evaluation --games games.pgn"));
    assert_eq!(text, fs::read_to_string(folder.join("two.toml")).unwrap());
    file::read(&folder.join("one.toml")).unwrap();
}

#[test]
fn invalid_input_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    written(folder, "chess.pgn", &games("chess", 3));
    written(folder, "empty.pgn", "");
    written(folder, "few.pgn", &games("falcon", 1));
    let three = "[Variant \"falcon\"]\n[Castling \"three\"]\n\n1. e4 1-0\n";
    written(folder, "three.pgn", three);
    written(folder, "there.toml", "");
    for (arguments, words) in [
        ("--games none.pgn", "none.pgn: "),
        ("--games empty.pgn", "no usable position in 0 games"),
        ("--games few.pgn", "too few games (1)"),
        ("--games chess.pgn", "the game is chess (castling orthodox"),
        ("--games three.pgn", "the game is falcon (castling three"),
        ("--games few.pgn --variant ludo", "ludo"),
        ("--games few.pgn --only tempi", "'tempi'"),
        ("--games few.pgn --blend 2", "expected a number from 0 to 1"),
        (
            "--games few.pgn --pull 0",
            "expected a number from 0.000001",
        ),
        ("--games few.pgn --out there.toml", "--force"),
        ("--games few.pgn --start none.toml", "none.toml: "),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = run(folder, &arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(words), "{words}: {errors}");
    }
    // A game with an illegal move is skipped and reported.
    let broken = format!("{}1. e4 e5 2. Ke5 1-0\n", games("falcon", 1));
    written(folder, "broken.pgn", &broken);
    let output = run(folder, &["--games", "broken.pgn"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("faulty games skipped: 1;"), "{errors}");
    assert!(errors.contains("'Ke5'"), "{errors}");
}
