//! Commands that start, steer and end thinking.

use super::session::Session;

const LOST: &str = "setboard 9k/10/10/10/10/10/8R1/4Q4K b - - 0 1";

/// Depth, score, centiseconds, nodes, and the moves after them.
fn thinking_line(line: &str) -> Option<([i64; 4], Vec<&str>)> {
    let words: Vec<&str> = line.split(' ').collect();
    let mut numbers = [0; 4];
    for (number, word) in numbers.iter_mut().zip(&words) {
        *number = word.parse().ok()?;
    }
    (words.len() > 4).then(|| (numbers, words[4..].to_vec()))
}

#[test]
fn thinking_is_posted_line_by_line() {
    let mut session = Session::new("falcon");
    session.send("post\nsd 4\ngo");
    let lines = session.until("move ");
    let (last, thinking) = lines.split_last().unwrap();
    let mut depth_before = 0;
    for line in thinking {
        let ([depth, score, _, nodes], moves) = thinking_line(line).unwrap();
        assert!((depth_before..=4).contains(&depth) && score.abs() < 1000 && nodes > 0);
        assert!(moves.iter().all(|mv| mv.len() == 4), "{line}");
        depth_before = depth;
    }
    assert_eq!(depth_before, 4);
    let (_, moves) = thinking_line(&thinking[thinking.len() - 1]).unwrap();
    assert_eq!(*last, format!("move {}", moves[0]));
    session.send("nopost\nforce\nundo\ngo");
    assert_eq!(session.until("move ").len(), 1);
}

#[test]
fn the_same_position_gives_the_same_move() {
    let mut games = Vec::new();
    for _ in 0..2 {
        let mut session = Session::new("freefalcon");
        session.send("post\nsd 5\ngo");
        let mut lines = session.until("move ");
        lines.iter_mut().for_each(|line| {
            if let Some(([depth, score, _, nodes], moves)) = thinking_line(line) {
                *line = format!("{depth} {score} {nodes} {}", moves.join(" "));
            }
        });
        games.push(lines);
    }
    assert_eq!(games[0], games[1]);
}

#[test]
fn mates_are_scored_and_claimed() {
    let mut session = Session::new("falcon");
    session.send("post\nforce\nsetboard k9/10/1K8/10/10/10/10/7R2 w - - 0 1\nsd 3\ngo");
    let lines = session.until("move h1h8");
    assert!(
        lines
            .iter()
            .any(|line| thinking_line(line).is_some_and(|found| found.0[1] == 100_001))
    );
    assert_eq!(session.line(), "1-0 {White mates}");
    // The losing side: mated in one, whatever it plays.
    session.send("force\nsetboard k9/10/1K8/10/10/10/10/7R2 b - - 0 1\nsd 4\ngo");
    let lines = session.until("move a8b8");
    assert!(
        lines
            .iter()
            .any(|line| thinking_line(line).is_some_and(|found| found.0[1] == -100_001))
    );
}

#[test]
fn pong_waits_for_the_move_but_not_for_pondering() {
    let mut session = Session::new("falcon");
    session.send("sd 5\ngo\nping 1\nping 2");
    let lines = session.until("pong 2");
    assert!(
        lines[0].starts_with("move ") && lines[1..] == ["pong 1", "pong 2"],
        "{lines:?}"
    );
    session.send("hard\nforce\ngo");
    session.engine_move();
    session.send("ping 3");
    assert_eq!(session.until("pong 3"), ["pong 3"]);
}

#[test]
fn move_now_ends_the_search() {
    let mut session = Session::new("falcon");
    session.send("st 3600\ngo\n?");
    session.engine_move();
    assert_eq!(session.ask("?"), [""; 0]);
}

#[test]
fn moves_out_of_turn_are_refused() {
    let mut session = Session::new("falcon");
    session.send("st 3600\ngo\nusermove e2e4\ngo");
    assert_eq!(session.line(), "Illegal move (it is my turn): e2e4");
    session.send("?");
    session.engine_move();
}

#[test]
fn a_refused_move_cancels_the_next_go() {
    let mut session = Session::new("falcon");
    // XBoard sends both at once when a game begins from a position of its own.
    assert_eq!(
        session.ask("force\nsd 2\nusermove e2e5\ngo"),
        ["Illegal move: e2e5"]
    );
    session.send("usermove e2e4");
    session.engine_move();
    assert_eq!(
        session.ask("force\nusermove e2e5\ntime 6000"),
        ["Illegal move (e2 is empty): e2e5"]
    );
    session.send("go");
    session.engine_move();
}

#[test]
fn the_engine_plays_black_by_default() {
    let mut session = Session::new("capablanca");
    session.send("sd 2\nusermove e2e4");
    session.engine_move();
    // Now it is to play White; it moves after Black does.
    session.send("force\nnew\nvariant capablanca\nsd 2\nforce\nusermove e2e4\nplayother\ne7e5");
    session.engine_move();
    session.send("force\nusermove e2e4\nnew\nsd 1\nusermove g1f3");
    session.engine_move();
}

#[test]
fn pondering_hit_and_miss() {
    let mut session = Session::new("falcon");
    session.send("post\nhard\nsd 5\ngo");
    session.until("move ");
    let expected = session.line();
    let expected = expected.strip_prefix("Hint: ").unwrap().to_owned();
    session.send(&format!(
        "hint\ntime 29000\notim 30000\nusermove {expected}"
    ));
    let lines = session.until("move ");
    assert!(lines.contains(&format!("Hint: {expected}")));
    let expected = session.line();
    let expected = expected.strip_prefix("Hint: ").unwrap();
    let other = if expected == "a7a5" { "j7j5" } else { "a7a5" };
    session.send(&format!("usermove {other}"));
    session.until("move ");
    session.send("easy");
    let lines = session.sync();
    assert!(
        lines
            .iter()
            .all(|line| thinking_line(line).is_some() || line.starts_with("Hint: "))
    );
}

#[test]
fn a_hint_is_a_legal_move() {
    let mut session = Session::new("falcon");
    let answer = session.ask("hint");
    let hint = answer[0].strip_prefix("Hint: ").unwrap();
    assert_eq!(session.ask(&format!("force\nusermove {hint}")), [""; 0]);
    // Nothing to suggest in a finished game.
    assert_eq!(
        session.ask("setboard k9/2Q7/1K8/10/10/10/10/10 b - - 0 1\nhint"),
        [""; 0]
    );
}

#[test]
fn analysis_goes_on_until_exit() {
    let mut session = Session::new("falcon");
    session.send("force\npost\nanalyze");
    session.until("6 ");
    session.send(".");
    let progress = session.until("stat01: ").pop().unwrap();
    let words: Vec<&str> = progress.split(' ').collect();
    assert!(words.len() == 7 && words[1..6].iter().all(|word| word.parse::<u64>().is_ok()));
    // Anything may change meanwhile; the search restarts.
    for command in [
        "usermove e2e4",
        "undo",
        "setboard 5k4/10/10/10/10/10/10/R4K4 w Q - 0 1",
        "new",
        "variant capablanca",
        "memory 2",
        "cores 2",
        "option MultiPV=1",
        "option Clear Hash",
        "edit\n#\nKf1\nQa1\nc\nKf8\n.",
        "analyze",
    ] {
        session.ask(command);
        // There is a hint as soon as the search has found a move.
        while !session
            .ask("hint")
            .iter()
            .any(|line| line.starts_with("Hint: "))
        {}
    }
    session.ask("exit");
    assert_eq!(session.ask(""), [""; 0]);
    assert_eq!(session.ask("."), ["Error (no analysis is running): ."]);
    // Back in force mode.
    assert_eq!(session.ask("new\nforce\nusermove e2e4"), [""; 0]);
}

#[test]
fn analysis_of_a_finished_game_is_quiet() {
    let mut session = Session::new("falcon");
    let answer = session.ask("post\nforce\nsetboard k9/2Q7/1K8/10/10/10/10/10 b - - 0 1\nanalyze");
    assert_eq!(answer, [""; 0]);
    session.send(".");
    assert!(session.line().starts_with("stat01: "));
    assert_eq!(session.ask("undo"), ["Error (no move to take back): undo"]);
}

#[test]
fn multipv_lines_come_best_first() {
    let mut session = Session::new("falcon");
    session.send("option MultiPV=3\nforce\npost\nanalyze");
    let lines: Vec<String> = (0..9).map(|_| session.line()).collect();
    for (index, block) in lines.chunks(3).enumerate() {
        let lines: Vec<_> = block
            .iter()
            .map(|line| thinking_line(line).unwrap())
            .collect();
        assert!(
            lines.iter().all(|line| line.0[0] == index as i64 + 1),
            "{block:?}"
        );
        assert!(lines.is_sorted_by_key(|line| -line.0[1]), "{block:?}");
        assert!(lines[0].1[0] != lines[1].1[0] && lines[1].1[0] != lines[2].1[0]);
    }
    // A game is played with one line only.
    session.ask("exit");
    session.send("sd 3\ngo");
    let lines = session.until("move ");
    assert_eq!(
        lines.iter().filter(|line| line.starts_with("2 ")).count(),
        1
    );
}

#[test]
fn a_lower_level_limits_play_but_not_analysis() {
    let mut session = Session::new("falcon");
    session.send("option Skill Level=0\nforce\npost\nsd 4\ngo");
    let deepest = |lines: Vec<String>| {
        let depths = lines.iter().filter_map(|line| thinking_line(line));
        depths.map(|line| line.0[0]).max().unwrap()
    };
    assert_eq!(deepest(session.until("move ")), 1);
    session.send("analyze");
    session.until("4 ");
    session.ask("exit\noption Skill Level=20");
    session.send("go");
    assert_eq!(deepest(session.until("move ")), 4);
}

#[test]
fn excluded_moves_are_not_searched() {
    let first_move = |line: String| thinking_line(&line).unwrap().1[0].to_owned();
    let mut session = Session::new("falcon");
    session.ask("force\npost\nanalyze\nexclude all\ninclude a2a3");
    assert_eq!(first_move(session.line()), "a2a3");
    session.ask("exclude all\ninclude j2j3\ninclude a2a4\nexclude a2a4\nexclude a2a4");
    assert_eq!(first_move(session.line()), "j2j3");
    session.ask("nopost\ninclude all");
    assert_eq!(
        session.ask("exclude e2e5\ninclude x\nexclude\ninclude a b"),
        [
            "Illegal move: e2e5",
            "Illegal move: x",
            "Error (wrong number of parameters): exclude",
            "Error (wrong number of parameters): include a b",
        ]
    );
    // Even with every move excluded the engine must move.
    session.send("exit\nsd 2\nexclude all\ngo");
    session.engine_move();
    // Exclusion ends with the move.
    session.send("force\nexclude a7a6\nusermove a7a6\ngo");
    session.engine_move();
}

#[test]
fn a_pause_uses_no_clock_time() {
    let mut session = Session::new("falcon");
    session.send("st 1\ngo\npause");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    session.send("bk");
    assert!(
        session.line().starts_with(" "),
        "it has moved in spite of the pause"
    );
    while !session.line().is_empty() {}
    session.send("resume");
    session.engine_move();
    session.send("go\npause\n?");
    session.engine_move();
    session.send("st 3600\ngo\npause\nforce\nresume");
    session.sync();
}

#[test]
fn draw_offers_are_decided_by_the_score() {
    let mut session = Session::new("falcon");
    // Nothing is known about the score.
    assert_eq!(session.ask("draw"), [""; 0]);
    session.send(&format!("force\n{LOST}\nsd 3\ngo"));
    session.engine_move();
    assert_eq!(session.ask("draw"), ["offer draw"]);
    // The side that stands better declines.
    session.send("sd 3\ngo");
    session.engine_move();
    assert_eq!(session.ask("draw"), [""; 0]);
    // In force mode the engine plays neither side.
    session.send(&format!("force\n{LOST}\ngo"));
    session.engine_move();
    assert_eq!(session.ask("force\ndraw"), [""; 0]);
}

#[test]
fn a_level_position_is_a_draw_after_the_opening_only() {
    for (number, answer) in [(20, vec![]), (21, vec!["offer draw"])] {
        let mut session = Session::new("falcon");
        // The next two moves reach the fifty-move rule.
        let fen = format!("9k/10/10/10/8r1/10/R9/K9 b - - 97 {}", number - 1);
        session.send(&format!("force\nsetboard {fen}\nsd 3\ngo"));
        session.engine_move();
        assert_eq!(session.ask("draw"), answer, "move {number}");
    }
}

#[test]
fn lost_games_are_resigned_only_if_enabled() {
    for resigns in [false, true] {
        let mut session = Session::new("falcon");
        session.send(&format!(
            "option Resign={}\nforce\n{LOST}\nsd 2\ngo",
            u8::from(resigns)
        ));
        session.engine_move();
        session.send("usermove j1i1");
        session.engine_move();
        session.send("usermove i1j1");
        if resigns {
            assert_eq!(session.line(), "resign");
        } else {
            session.engine_move();
        }
    }
}

#[test]
fn settings_may_change_while_the_engine_thinks() {
    let mut session = Session::new("falcon");
    session.send("st 3600\ngo\nmemory 2\ncores 2\noption MultiPV=2\noption Clear Hash\nnps 5000");
    session.send("post\nnopost\nhard\neasy\nlevel 0 1 0\nhint\n?\nping 3");
    // Lines of thinking may be posted between `post` and `nopost`.
    session.engine_move();
    assert_eq!(session.line(), "pong 3");
    session.send("sd 4\nusermove a7a6");
    session.engine_move();
}

#[test]
fn new_game_ends_thinking() {
    for command in [
        "new",
        "force",
        "result 1-0 {resigned}",
        "setboard 5k2/8/8/8/8/8/8/5K2 w - - 0 1",
    ] {
        let mut session = Session::new("normal");
        session.send("st 3600\npost\ngo");
        session.until("3 ");
        session.send(&format!("nopost\n{command}"));
        let lines = session.sync();
        assert!(
            lines.iter().all(|line| thinking_line(line).is_some()),
            "{lines:?}"
        );
    }
}

#[test]
fn clock_time_may_be_counted_in_nodes() {
    let mut session = Session::new("falcon");
    session.send("post\nnps 1000\nst 5\ngo");
    let lines = session.until("move ");
    let (last, _) = thinking_line(&lines[lines.len() - 2]).unwrap();
    assert!(last[3] <= 5_512, "{lines:?}");
    assert_eq!(last[2], last[3] / 10);
}
