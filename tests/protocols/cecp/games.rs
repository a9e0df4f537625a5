//! Whole games, and how they end.

use std::time::{Duration, Instant};

use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::CastlingRule;
use peregrine::variants::{self, RuleOptions};

use super::session::Session;
use crate::common;

#[test]
fn the_opponents_move_may_end_the_game() {
    for (fen, mv, claim) in [
        (
            "k9/10/1K8/10/10/10/10/7R2 w - - 0 1",
            "h1h8",
            "1-0 {White mates}",
        ),
        (
            "7r2/10/10/10/10/1k8/10/K9 b - - 0 1",
            "h8h1",
            "0-1 {Black mates}",
        ),
        (
            "k9/10/1K8/2Q7/10/10/10/10 w - - 0 1",
            "c5c7",
            "1/2-1/2 {Stalemate}",
        ),
        (
            "k9/10/10/10/10/10/r9/1K8 w - - 0 1",
            "b1a2",
            "1/2-1/2 {Insufficient material}",
        ),
        (
            "k9/10/10/10/10/10/r9/3K6 w - - 99 80",
            "d1c1",
            "1/2-1/2 {Draw by fifty move rule}",
        ),
    ] {
        let mut session = Session::new("falcon");
        let answer = session.ask(&format!("force\nsetboard {fen}\nplayother\nusermove {mv}"));
        assert_eq!(answer, [claim], "{fen}");
        // In force mode nothing is claimed.
        assert_eq!(
            session.ask(&format!("force\nsetboard {fen}\nusermove {mv}")),
            [""; 0]
        );
        // Asked to move, the engine claims it again.
        assert_eq!(session.ask("go"), [claim]);
    }
}

#[test]
fn the_engines_move_may_end_the_game() {
    for (fen, mv, claim) in [
        (
            "7r2/10/10/10/10/1k8/10/K9 b - - 0 1",
            "h8h1",
            "0-1 {Black mates}",
        ),
        (
            "k9/1Q8/10/10/10/10/10/9K b - - 0 1",
            "a8b7",
            "1/2-1/2 {Insufficient material}",
        ),
        (
            "k9/10/10/10/10/10/r9/3K6 b - - 99 80",
            "",
            "1/2-1/2 {Draw by fifty move rule}",
        ),
    ] {
        let mut session = Session::new("falcon");
        session.send(&format!("force\nsetboard {fen}\nsd 2\ngo"));
        let made = session.engine_move();
        assert!(mv.is_empty() || made == mv, "{fen}: {made}");
        assert_eq!(session.line(), claim, "{fen}");
    }
}

#[test]
fn a_third_occurrence_is_claimed() {
    let mut session = Session::new("falcon");
    let there_and_back = "a1b1\nj8i8\nb1a1\ni8j8\n";
    let moves = there_and_back.repeat(2);
    let moves = moves.trim_end().strip_suffix("i8j8").unwrap();
    let start = "force\nsetboard 9k/10/10/10/10/10/4K5/R9 w - - 0 1";
    let answer = session.ask(&format!("{start}\n{moves}playother\nusermove i8j8"));
    assert_eq!(answer, ["1/2-1/2 {Draw by repetition}"]);
}

/// A game between two front ends, checked by our own rules; it is abandoned
/// after so many plies.
fn play(variant: &str, castling: Option<CastlingRule>, setup: &str, plies: usize) -> Vec<String> {
    let game = if variant == "capablanca" {
        "capablanca"
    } else {
        "falcon"
    };
    let options = RuleOptions {
        castling,
        ..RuleOptions::default()
    };
    let rules = variants::find(game).unwrap().rules(options).unwrap();
    let mut game = Game::new(Position::start(rules));
    let mut sides = [Session::new(variant), Session::new(variant)];
    let mut moves = Vec::new();
    for side in &mut sides {
        side.send(setup);
    }
    sides[0].send("go");
    for ply in 0..plies {
        let made = sides[ply % 2].engine_move();
        let plain = match made.split_once(',') {
            // The King's leg and the Rook's leg are King takes Rook in our notation.
            Some((king, rook)) => format!("{}{}", &king[..2], &rook[..2]),
            None => made.clone(),
        };
        game.play(parse_coordinate(game.position(), &plain).unwrap());
        moves.push(made.clone());
        if game.outcome().is_some() {
            let claim = sides[ply % 2].line();
            sides[1 - ply % 2].send(&format!("usermove {made}"));
            // If it was pondering, it has reported that first.
            let mut lines = sides[1 - ply % 2].until(&claim);
            assert_eq!(lines.pop(), Some(claim));
            assert!(lines.iter().all(|line| !line.contains('{')), "{lines:?}");
            break;
        }
        sides[1 - ply % 2].send(&format!("usermove {made}"));
    }
    moves
}

#[test]
fn games_of_every_variant_are_legal_on_both_sides() {
    for (variant, castling) in [
        ("falcon", Some(CastlingRule::Three)),
        ("freefalcon", Some(CastlingRule::Free)),
        ("capablanca", None),
    ] {
        let moves = play(variant, castling, "sd 3", 160);
        assert!(moves.len() > 10);
    }
}

#[test]
fn pondering_does_not_change_the_rules() {
    play(
        "freefalcon",
        Some(CastlingRule::Free),
        "sd 3\nhard\npost",
        80,
    );
}

/// Games of two pondering engines that, in a long run, use up more of their time.
#[test]
fn no_clock_runs_out() {
    let (levels, plies) = if common::is_long_run() {
        let levels = [
            ("level 0 0:02 0.02", 2000, 20, None),
            ("level 10 0:02 0", 2000, 0, Some(10)),
        ];
        (levels, 90)
    } else {
        let levels = [
            ("level 0 0:01 0.02", 1000, 20, None),
            ("level 6 0:01 0", 1000, 0, Some(6)),
        ];
        (levels, 20)
    };
    for (level, base, increment, session) in levels {
        let mut sides = [Session::new("falcon"), Session::new("falcon")];
        let mut left = [Duration::from_millis(base); 2];
        for side in &mut sides {
            // Allows for delays on a busy machine.
            side.send(&format!("option Move Overhead=250\n{level}\nhard\nping 1"));
            side.until("pong 1");
        }
        let mut last = String::new();
        for ply in 0..plies {
            let (own, other) = (ply % 2, 1 - ply % 2);
            let [mine, theirs] = [left[own], left[other]].map(|left| left.as_millis() / 10);
            let order = if last.is_empty() {
                "go".to_owned()
            } else {
                format!("usermove {last}")
            };
            let began = Instant::now();
            sides[own].send(&format!("time {mine}\notim {theirs}\n{order}"));
            let line = sides[own].line();
            let spent = began.elapsed();
            let Some(made) = line.strip_prefix("move ") else {
                // The game is over.
                assert!(line.contains('{'), "{line}");
                break;
            };
            assert!(
                spent < left[own],
                "{level}: {spent:?} of {:?}, ply {ply}",
                left[own]
            );
            left[own] = left[own] - spent + Duration::from_millis(increment);
            if session.is_some_and(|moves| (ply / 2 + 1) % moves == 0) {
                left[own] += Duration::from_millis(base);
            }
            last = made.to_owned();
        }
    }
}

#[test]
fn a_fixed_move_time_is_used_but_not_exceeded() {
    let mut session = Session::new("falcon");
    session.ask("option Move Overhead=250");
    for _ in 0..3 {
        let began = Instant::now();
        session.send("force\nst 1\ngo");
        session.engine_move();
        let spent = began.elapsed();
        assert!(spent < Duration::from_millis(1000), "{spent:?}");
        assert!(spent > Duration::from_millis(600), "{spent:?}");
    }
}
