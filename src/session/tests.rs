//! The session by itself, without a view.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::notation::parse_coordinate;
use crate::position::Outcome;
use crate::position::game::GameResult;
use crate::variants;

const BLACK: EngineSides = EngineSides::One(Color::Black);

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(variants::rules(variant).unwrap(), fen).unwrap()
}

fn start(variant: &str) -> Position {
    Position::start(variants::rules(variant).unwrap())
}

fn play(session: &mut Session, moves: &str) {
    for text in moves.split_whitespace() {
        session.play(parse_coordinate(session.position(), text).unwrap());
    }
}

/// A move of the engine with this score.
fn play_scored(session: &mut Session, text: &str, score: i32) {
    session.play(PlayedMove {
        mv: parse_coordinate(session.position(), text).unwrap(),
        score: Some(Score::Centipawns(score)),
        reply: None,
    });
}

#[test]
fn taking_back_goes_to_the_last_turn_of_a_person() {
    for variant in ["falcon", "chess", "permutation"] {
        let mut session = Session::new(start(variant), BLACK);
        assert_eq!(session.take_back(), Err(SessionError::NothingToTakeBack));
        let two = if variant == "falcon" {
            "e2e4 e7e5"
        } else {
            "d2d4 d7d5"
        };
        play(&mut session, two);
        let after_two = session.position().clone();
        let first = session.position().legal_moves()[0];
        session.play(first);
        assert!(session.is_engine_to_move());
        // The engine is still thinking.
        assert_eq!(session.take_back(), Ok(1));
        assert_eq!(session.position().to_string(), after_two.to_string());
        assert_eq!(session.take_back(), Ok(2));
        assert!(session.game().moves().is_empty());
    }
    // The engine made the first move: that is not one of yours.
    let mut session = Session::new(start("chess"), EngineSides::One(Color::White));
    play(&mut session, "e2e4");
    assert_eq!(session.take_back(), Err(SessionError::NothingToTakeBack));
    play(&mut session, "e7e5 g1f3");
    assert_eq!(session.take_back(), Ok(2));
    assert_eq!(session.game().moves().len(), 1);
    session.set_engine(EngineSides::None);
    assert_eq!(session.take_back(), Ok(1));
    session.set_engine(EngineSides::Both);
    play(&mut session, "d2d4 d7d5");
    assert_eq!(session.take_back(), Err(SessionError::NothingToTakeBack));
}

#[test]
fn games_end_by_the_board_and_go_on_after_a_take_back() {
    let mut session = Session::new(start("chess"), BLACK);
    play(&mut session, "f2f3 e7e5 g2g4 d8h4");
    let mate = Ending::Outcome(Outcome::Checkmate(Color::Black));
    assert_eq!(session.ending(), Some(mate));
    assert_eq!(mate.to_string(), "Black wins by checkmate");
    assert_eq!(session.resign(), Err(SessionError::Ended));
    assert_eq!(session.offer_draw(None), Err(SessionError::Ended));
    assert_eq!(session.flag(Color::White), Err(SessionError::Ended));
    assert_eq!(session.take_back(), Ok(2));
    assert_eq!(session.ending(), None);

    // A special end: a Pawn that has nothing to become.
    let full = "Q'FBB'MQC'A'KAN'R'CNRM'";
    let fen = format!("1n14/P15/16/16/15k/16/1PPPPPPPPPPPPPPP/{full} w - - 0 1");
    let mut session = Session::new(position("permutation", &fen), BLACK);
    play(&mut session, "a7a8");
    let cruelty = Ending::Outcome(Outcome::MentalCruelty(Color::Black));
    assert_eq!(session.ending(), Some(cruelty));
    assert_eq!(session.ending().unwrap().result(), GameResult::BlackWins);

    // A finished game can be set up, too.
    let drawn = Session::new(
        position("falcon", "9k/10/10/10/10/10/10/9K w - - 0 1"),
        BLACK,
    );
    let material = Ending::Outcome(Outcome::InsufficientMaterial);
    assert_eq!(drawn.ending(), Some(material));
}

#[test]
fn the_person_resigns_whoever_is_to_move() {
    let resigned = |engine, moves: &str| {
        let mut session = Session::new(start("falcon"), engine);
        play(&mut session, moves);
        session.resign().map(|()| session.ending().unwrap())
    };
    let lost = |loser| Ok(Ending::Resignation { loser });
    assert_eq!(resigned(BLACK, ""), lost(Color::White));
    assert_eq!(resigned(BLACK, "e2e4"), lost(Color::White));
    assert_eq!(resigned(EngineSides::None, "e2e4"), lost(Color::Black));
    let error = resigned(EngineSides::Both, "").unwrap_err();
    assert_eq!(error.to_string(), "only a person can resign");
    let ending = lost(Color::White).unwrap();
    assert_eq!(ending.to_string(), "White resigns");
    assert_eq!(ending.result(), GameResult::BlackWins);
}

#[test]
fn the_engine_resigns_after_three_lost_moves_in_a_row() {
    let lost = Score::Centipawns(-1000);
    let mut session = Session::new(start("falcon"), BLACK);
    session.set_may_resign(true);
    for (own, other, score) in [
        ("a2a3", "a7a6", -1000),
        ("b2b3", "b7b6", -999),
        ("c2c3", "c7c6", -1000),
        ("d2d3", "d7d6", -2000),
    ] {
        play(&mut session, own);
        assert!(!session.clone().resign_if_lost(Score::Centipawns(score)));
        play_scored(&mut session, other, score);
    }
    play(&mut session, "e2e3");
    assert!(!session.resign_if_lost(Score::Mate(3)));
    let mut patient = session.clone();
    patient.set_may_resign(false);
    assert!(!patient.resign_if_lost(lost));
    // A move that is taken back does not count.
    let mut shorter = session.clone();
    shorter.undo(2);
    assert!(!shorter.resign_if_lost(lost));
    assert!(session.resign_if_lost(Score::Mate(-3)));
    let loser = Color::Black;
    assert_eq!(session.ending(), Some(Ending::Resignation { loser }));
}

#[test]
fn draws_are_accepted_by_the_last_score() {
    let at_move = |number| {
        let fen = format!("9k/10/10/4p5/4P5/10/10/K9 w - - 0 {number}");
        Session::new(position("falcon", &fen), BLACK)
    };
    let accepts = |number, score| at_move(number).offer_draw(Some(score)).unwrap();
    assert!(accepts(21, Score::Centipawns(10)));
    assert!(!accepts(21, Score::Centipawns(11)));
    assert!(!accepts(20, Score::Centipawns(0)));
    assert!(accepts(1, Score::Centipawns(-50)));
    assert!(!accepts(90, Score::Mate(7)));
    assert!(accepts(1, Score::Mate(-7)));

    // Without a score, as after a move of the book, it declines.
    let mut session = at_move(90);
    play(&mut session, "a1b1 j8i8");
    assert_eq!(session.offer_draw(None), Ok(false));
    session.undo(1);
    play_scored(&mut session, "j8i8", -60);
    let mut offered = session.clone();
    assert_eq!(offered.offer_draw(None), Ok(true));
    assert_eq!(offered.ending().unwrap().to_string(), "drawn by agreement");
    assert_eq!(offered.ending().unwrap().result(), GameResult::Draw);
    // The offer after the person's move is judged by the same score...
    play(&mut session, "b1a1");
    assert_eq!(session.clone().offer_draw(None), Ok(true));
    // ...unless the engine has a newer one, or the move was taken back.
    let better = Some(Score::Centipawns(200));
    assert_eq!(session.clone().offer_draw(better), Ok(false));
    session.undo(2);
    assert_eq!(session.offer_draw(None), Ok(false));

    session.set_engine(EngineSides::Both);
    let error = session.offer_draw(None).unwrap_err();
    assert_eq!(error.to_string(), "only a person can offer a draw");
    session.set_engine(EngineSides::None);
    assert_eq!(session.offer_draw(None), Ok(true));
}

#[test]
fn drawn_positions_are_drawn_whatever_the_score() {
    let mut session = Session::new(
        position("chess", "7k/8/8/8/8/8/8/R6K w - - 99 80"),
        EngineSides::One(Color::White),
    );
    play_scored(&mut session, "a1a2", 500);
    let fifty = Ending::Outcome(Outcome::FiftyMoves);
    assert_eq!(session.ending(), Some(fifty));
    assert!(session.accepts_draw(Color::White, None));
}

#[test]
fn a_flag_loses_unless_the_other_side_cannot_mate() {
    let ending = |variant, fen, side| {
        let mut session = Session::new(position(variant, fen), EngineSides::None);
        session.flag(side).unwrap();
        session.ending().unwrap()
    };
    let bare = "4k5/10/10/10/10/10/5F4/5K4 w - - 0 1";
    let drawn = ending("falcon", bare, Color::White);
    assert_eq!(drawn.result(), GameResult::Draw);
    let reason = "White ran out of time, but Black cannot mate";
    assert_eq!(drawn.to_string(), reason);
    let lost = ending("falcon", bare, Color::Black);
    assert_eq!(lost.result(), GameResult::WhiteWins);
    assert_eq!(lost.to_string(), "Black ran out of time");
    let knight = "4k1n1/8/8/8/8/8/5Q2/5K2 w - - 0 1";
    assert_eq!(
        ending("chess", knight, Color::White).result(),
        GameResult::Draw
    );
    let helped = "4k1n1/8/8/8/8/8/5R2/5K2 w - - 0 1";
    assert_eq!(
        ending("chess", helped, Color::White).result(),
        GameResult::BlackWins
    );
}

#[test]
fn the_expected_reply_is_a_hint_until_the_next_move() {
    let mut session = Session::new(start("falcon"), BLACK);
    play(&mut session, "e2e4");
    let read = |session: &Session, text| parse_coordinate(session.position(), text).unwrap();
    let mv = read(&session, "e7e5");
    let mut next = session.clone();
    next.play(mv);
    let reply = read(&next, "d2d4");
    session.play(PlayedMove {
        reply: Some(reply),
        ..mv.into()
    });
    assert_eq!(session.expected(), Some(reply));
    let mut undone = session.clone();
    undone.undo(1);
    assert_eq!(undone.expected(), None);
    session.play(reply);
    assert_eq!(session.expected(), None);
    // What is no move is not expected.
    session.undo(2);
    session.play(PlayedMove {
        reply: Some(mv),
        ..mv.into()
    });
    assert_eq!(session.expected(), None);
    session.restart(start("falcon"));
    assert_eq!((session.engine(), session.expected()), (BLACK, None));
}
