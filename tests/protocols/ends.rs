//! What the session and both protocols say when a game ends in a way that orthodox chess does
//! not know.

use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::session::{EngineSides, Session};
use peregrine::variants;

use crate::cecp::session as cecp;
use crate::common::ends::ENDS;
use crate::uci::session as uci;

#[test]
fn all_front_ends_say_the_same() {
    let mut unknown = Vec::new();
    for end in ENDS {
        let context = format!("{} {} {}", end.variant, end.fen, end.moves);
        // The session, which the terminal and the page show.
        let rules = variants::rules(end.variant).unwrap();
        let start = Position::from_fen(rules, end.fen).unwrap();
        let mut session = Session::new(start, EngineSides::None);
        for text in end.moves.split_whitespace() {
            assert_eq!(session.ending(), None, "{context}");
            session.play(parse_coordinate(session.position(), text).unwrap());
        }
        let ending = session
            .ending()
            .unwrap_or_else(|| panic!("{context} goes on"));
        assert_eq!(ending.to_string(), end.sentence, "{context}");
        assert_eq!(ending.result().to_string(), end.result, "{context}");
        let outcome = session.game().outcome().unwrap();
        assert_eq!(outcome.termination(), end.termination, "{context}");
        // UCI, which only says something where no move can be made.
        let answer = uci::lines(&format!(
            "setoption name UCI_Variant value {}\nposition fen {} moves {}\ngo depth 1",
            end.variant, end.fen, end.moves
        ));
        let line = format!("info string {}", end.sentence);
        assert_eq!(
            answer.contains(&line),
            !end.is_drawn_by_rule,
            "{context}: {answer:?}"
        );
        let has_move = !answer.contains(&"bestmove (none)".to_owned());
        assert_eq!(has_move, end.is_drawn_by_rule, "{context}: {answer:?}");
        // XBoard.
        let mut xboard = cecp::Session::silent();
        let said = xboard.ask(&format!("new\nvariant {}\nforce", end.variant));
        // XBoard would take some names for its own games, or not accept them.
        if said == [format!("Error (unknown variant): variant {}", end.variant)] {
            unknown.push(end.variant);
            continue;
        }
        assert_eq!(
            xboard.ask(&format!("setboard {}", end.fen)),
            cecp::NOTHING,
            "{context}"
        );
        for text in end.moves.split_whitespace() {
            assert_eq!(
                xboard.ask(&format!("usermove {text}")),
                cecp::NOTHING,
                "{context}"
            );
        }
        let sentence = end.sentence.replacen("drawn", "Drawn", 1);
        let claim = format!("{} {{{sentence}}}", end.result);
        assert_eq!(xboard.ask("go"), [claim], "{context}");
        xboard.end(true);
    }
    let wanted = ["minixiangqi"];
    assert_eq!(unknown, wanted);
}
