//! The judge must pass a clean match and fail each kind of broken one.
//! The lines are literal ones of XBoard 4.9.1, from matches of Fairy-Max 5.0b and of deliberately bad engines.

use super::log::{Engine, Evidence, Expected, Fault, Line, judge, parse_pgn};

const DEBUG: &str = r#"Version: xboard 4.9.1 + fairymax ()
Reset(1, 0) from gameMode 0
recognized 'falcon' (-1) as variant falcon
GameEnds(0, (null), 2)
StartChildProcess (dir=".") ./first
138 >first : xboard
protover 2
213 <first : feature setboard=0 xedit=1 ping=1 done=0
213 >first : accepted setboard
214 >first : new
random
214 >first : variant falcon
214 >first : level 0 0:03 0.05
251 <first : piece F& aflafrKafraflKafafsKafsafK
251 <first : pong 1
353 >second: variant falcon
New game (1): Fairy-Max 5.0b-Fairy-Max 5.0b (w)
399 >first : time 300
399 >first : otim 300
book hit = (NULL)
399 >first : go
nps: w=-1, b=-1
402 <second: Error (unknown command): computer
5524 <second: 28 100001        0         32 g2h1
5524 <second: move g2h1
Interrupting first
5525 >first : g2h1
GameEnds(27, Xboard adjudication: Checkmate, 4)
GE(27, Xboard adjudication: Checkmate, 4) bare king k=12 color=66
5525 >first : result 0-1 {Xboard adjudication: Checkmate}
5525 >second: result 0-1 {Xboard adjudication: Checkmate}
5525 >first : force
5597 <second: 0-1 {Black mates}
5597 <second: Error (unknown command): result
GameEnds(0, (null), 2)
New game (2): Fairy-Max 5.0b-Fairy-Max 5.0b (b)
5649 <second: Error (unknown command): computer
GameEnds(28, XBoard adjudication: repetition draw, 4)
GE(28, XBoard adjudication: repetition draw, 4) bare king k=12 color=66
13178 >first : result 1/2-1/2 {XBoard adjudication: repetition draw}
13178 >second: result 1/2-1/2 {XBoard adjudication: repetition draw}
GameEnds(28, XBoard adjudication: repetition draw, 2)
13178 >first : quit
13180 >second: quit
"#;

const PGN: &str = r#"[Event "Computer Chess Game"]
[White "Fairy-Max 5.0b"]
[Black "Fairy-Max 5.0b"]
[Result "0-1"]
[TimeControl "3+0"]
[Variant "falcon"]
[VariantMen "F:aflafrKafraflKafafsKafsafK"]
[Annotator "1. +0.24   1... +0.19"]

1. g3 {+0.24/5} g5 {+0.19/5 0.1} 2. Ng2 {+0.25/5 0.2} c5 {+0.21/5 0.2} 3.
h4 {+0.23/5 0.1} h6 {+0.19/5 0.1} 4. d3 {+0.12/5 0.1} Bf6
{-0.04/5 0.2} 25. Qxd4 {-6.41/3 0.1} Qg2+
{+1000.02/28 0.1} 26. Ke1 {-1000.01/28 0.1} Qxh1# {+1000.01/28 0.1}
{Xboard adjudication: Checkmate} 0-1

[Event "Computer Chess Game"]
[White "Fairy-Max 5.0b"]
[Black "Fairy-Max 5.0b"]
[Result "1/2-1/2"]
[Variant "falcon"]

1. d4 {+0.25/5} d6 {+0.22/5 0.1} 2. Nh3 {+0.11/4 0.1} Nc6 {+0.18/4 0.1} 3.
Ng1 {+0.05/4 0.1} Nb8 {+0.15/4 0.1} 4. Nh3 Nc6 5. Ng1 Nb8
{XBoard adjudication: repetition draw} 1/2-1/2

"#;

const CONSOLE: &str = "ALSA lib confmisc.c:855:(parse_card) cannot find card '0'\n\
    ALSA lib conf.c:5180:(_snd_config_evaluate) function snd_func_card_inum returned error: No such file or directory\n\
    aplay: main:831: audio open error: No such file or directory\n\
    xboard: Match Fairy-Max 5.0b vs. Fairy-Max 5.0b: final score 0-1-1\n";

const CLEAN: Evidence<'static> = Evidence {
    debug: DEBUG,
    pgn: PGN,
    console: CONSOLE,
};

const EXPECTED: Expected<'static> = Expected {
    games: 2,
    variant: "falcon",
    tolerated: &[
        (Engine::Second, "Error (unknown command): computer"),
        (Engine::Second, "Error (unknown command): result"),
    ],
};

fn faults(evidence: Evidence<'_>) -> Vec<Fault> {
    judge(evidence, EXPECTED)
        .into_iter()
        .map(|offense| offense.fault)
        .collect()
}

/// The faults found when `line` stands in the debug log of an otherwise clean match.
fn faults_with_debug_line(line: &str) -> Vec<Fault> {
    let debug = DEBUG.replace(
        "5525 >first : force\n",
        &format!("5525 >first : force\n{line}\n"),
    );
    assert_ne!(debug, DEBUG);
    faults(Evidence {
        debug: &debug,
        ..CLEAN
    })
}

/// The faults found when the first game of the PGN ends in `ending` instead of checkmate.
fn faults_with_first_game_ending(ending: &str) -> Vec<Fault> {
    let pgn = PGN.replace("{Xboard adjudication: Checkmate} 0-1", ending);
    assert_ne!(pgn, PGN);
    faults(Evidence { pgn: &pgn, ..CLEAN })
}

#[test]
fn a_clean_match_passes() {
    assert_eq!(faults(CLEAN), []);
}

#[test]
fn the_offending_line_and_its_place_are_shown() {
    let debug = DEBUG.replace(
        "5524 <second: move g2h1",
        "5524 <second: Illegal move: d4d5",
    );
    let offenses = judge(
        Evidence {
            debug: &debug,
            ..CLEAN
        },
        EXPECTED,
    );
    let shown: Vec<String> = offenses.iter().map(|offense| offense.to_string()).collect();
    assert_eq!(
        shown,
        ["Illegal: debug log line 25: 5524 <second: Illegal move: d4d5"]
    );
}

#[test]
fn lines_of_the_debug_log_are_classified() {
    assert_eq!(
        Line::parse("5524 <second: move g2h1"),
        Line::From(Engine::Second, "move g2h1")
    );
    assert_eq!(
        Line::parse("211 <first : feature option=\"a: b\""),
        Line::From(Engine::First, "feature option=\"a: b\"")
    );
    assert_eq!(
        Line::parse("399 >first : time 300"),
        Line::To(Engine::First, "time 300")
    );
    assert_eq!(Line::parse("399 >second: "), Line::To(Engine::Second, ""));
    assert_eq!(
        Line::parse("book hit = (NULL)"),
        Line::Note("book hit = (NULL)")
    );
    assert_eq!(
        Line::parse("first : Illegal move"),
        Line::Note("first : Illegal move")
    );
    assert_eq!(Line::parse(""), Line::Note(""));
}

#[test]
fn forfeits_fail() {
    for line in [
        "GameEnds(27, Xboard: Forfeit due to invalid move: d1d5 (d1d5 via `0, `0) res=24, 4)",
        "GE(26, Xboard: Forfeit due to invalid move: hello (a1a1 via `0, `0) res=0, 4) bare king k=20 color=0",
        "222 >first : result 0-1 {Xboard: Forfeit due to invalid move: d1d5 (d1d5 via `0, `0) res=24}",
        "GameEnds(26, Xboard: Forfeit due to illegal move: f1j1 (f1j1), 4)",
    ] {
        assert!(
            faults_with_debug_line(line).contains(&Fault::Forfeit),
            "{line}"
        );
    }
    assert_eq!(
        faults_with_first_game_ending(
            "{Xboard: Forfeit due to invalid move: d1d5 (d1d5 via `0,\n`0) res=24} 0-1"
        ),
        [Fault::Forfeit]
    );
}

#[test]
fn illegal_move_claims_fail() {
    for line in [
        "342 <first : Illegal move: g7g6",
        "342 <second: Illegal move: e2e4",
        "342 <second: Illegal move:f1h1",
        "342 <first : Illegal move (in check): e2e4",
        "199 <first : tellusererror Illegal position",
        "Illegal move \"d1d5\" from first machine",
        "Parsed f1j1 into IllegalMove f1j1",
    ] {
        assert_eq!(faults_with_debug_line(line), [Fault::Illegal], "{line}");
    }
    for line in [
        "GameEnds(27, False illegal-move claim, 4)",
        "GE(26, False illegal-move claim, 4) bare king k=20 color=0",
        "GE(27, False win claim: 'White mates', 5) bare king k=20 color=66",
        "GE(26, False draw claim: 'Draw by repetition', 5) bare king k=20 color=0",
    ] {
        assert_eq!(faults_with_debug_line(line), [Fault::FalseClaim], "{line}");
    }
    assert_eq!(
        faults_with_first_game_ending("{False illegal-move claim} 0-1"),
        [Fault::FalseClaim]
    );
    assert_eq!(
        faults_with_first_game_ending("{False win claim: 'White mates'} 0-1"),
        [Fault::FalseClaim]
    );
}

#[test]
fn time_losses_fail() {
    for line in [
        "GameEnds(27, Black wins on time, 4)",
        "GE(26, White wins on time, 4) bare king k=20 color=0",
        "Black forfeits on time",
        "GameEnds(28, Both players ran out of time, 4)",
        "4711 >first : time -1",
        "4711 >second: otim -20",
    ] {
        let faults = faults_with_debug_line(line);
        assert!(
            faults == [Fault::Time] || faults == [Fault::Forfeit],
            "{line}: {faults:?}"
        );
    }
    assert_eq!(
        faults_with_first_game_ending("{Black wins on time} 0-1"),
        [Fault::Time]
    );
    assert_eq!(
        faults_with_first_game_ending("{White forfeits on time} 0-1"),
        [Fault::Forfeit]
    );
}

#[test]
fn engine_errors_fail_unless_tolerated_word_for_word() {
    for line in [
        "401 <first : Error (unknown command): computer",
        "401 <second: Error (unknown command): usermove e2e4",
        "401 <second: Error (unknown command): computer?",
        "401 <first : Error (bad argument): level",
        "401 <first : tellusererror something",
        "401 <first : tellerror something",
    ] {
        assert_eq!(faults_with_debug_line(line), [Fault::EngineError], "{line}");
    }
    assert_eq!(
        faults_with_debug_line("401 <second: Error (unknown command): result"),
        []
    );
}

#[test]
fn crashed_engines_fail() {
    for line in [
        "Error: first chess program (./first) exited unexpectedly",
        "GameEnds(26, Error writing to first chess program, 2)",
        "3215 >second: result 1-0 {Error writing to first chess program}",
        "126 <first : fairymax: No such file or directory",
        "3217 <first : thread 'main' panicked at src/main.rs:1:1:",
    ] {
        assert_eq!(faults_with_debug_line(line), [Fault::EngineGone], "{line}");
    }
    for line in [
        "xboard: Error writing to first chess program: Broken pipe",
        "xboard: Failed to start first chess program ./first on localhost: ./first: No such file or directory",
    ] {
        assert_eq!(
            faults(Evidence {
                console: &format!("{CONSOLE}{line}\n"),
                ..CLEAN
            }),
            [Fault::EngineGone],
            "{line}"
        );
    }
}

#[test]
fn errors_of_xboard_itself_fail() {
    for line in [
        "munmap_chunk(): invalid pointer",
        "Aborted (core dumped)",
        "xboard: Fatal IO error 0 (Success) on X server :99.",
        "xboard: Some pop-up that nobody foresaw",
        "xvfb-run: error: Xvfb failed to start",
    ] {
        assert_eq!(
            faults(Evidence {
                console: &format!("{CONSOLE}{line}\n"),
                ..CLEAN
            }),
            [Fault::XBoard],
            "{line}"
        );
    }
    let line = "xboard: Engine did not send setup for non-standard variant";
    assert_eq!(
        faults(Evidence {
            console: &format!("{CONSOLE}{line}\n"),
            ..CLEAN
        }),
        [Fault::Variant]
    );
}

#[test]
fn unfinished_games_fail() {
    assert_eq!(
        faults_with_debug_line("GameEnds(29, xboard exit, 2)"),
        [Fault::Unfinished]
    );
    assert_eq!(
        faults_with_debug_line("GameEnds(0, something, 2)"),
        [Fault::Unfinished]
    );
    let pgn = PGN
        .replace("{Xboard adjudication: Checkmate} 0-1", "{xboard exit} *")
        .replace("\"0-1\"", "\"*\"");
    assert_eq!(faults(Evidence { pgn: &pgn, ..CLEAN }), [Fault::Unfinished]);
    // The text breaks off: the tag promises a result that never comes.
    assert_eq!(
        faults_with_first_game_ending(""),
        [Fault::Evidence, Fault::Unfinished]
    );
}

#[test]
fn unknown_game_endings_fail() {
    assert_eq!(
        faults_with_debug_line("GameEnds(26, User adjudication, 2)"),
        [Fault::Ending]
    );
    assert_eq!(
        faults_with_debug_line("GE(26, (null), 4) bare king k=20 color=0"),
        [Fault::Ending]
    );
    assert_eq!(
        faults_with_debug_line("222 >first : result 0-1"),
        [Fault::Ending, Fault::Games]
    );
    assert_eq!(
        faults_with_first_game_ending("{Xboard adjudication: long game} 0-1"),
        [Fault::Ending]
    );
    assert_eq!(faults_with_first_game_ending("0-1"), [Fault::Ending]);
}

#[test]
fn results_that_contradict_the_moves_fail() {
    // Regular words, but the wrong side wins, or there is no mate on the board.
    let whole = "Qxh1# {+1000.01/28 0.1}\n{Xboard adjudication: Checkmate} 0-1";
    for (ending, tag, fault) in [
        (
            "Qxh1# {Xboard adjudication: Checkmate} 1-0",
            "1-0",
            Some(Fault::FalseClaim),
        ),
        ("Qxh1# {White mates} 1-0", "1-0", Some(Fault::FalseClaim)),
        ("Qxh1+ {Black mates} 0-1", "0-1", Some(Fault::FalseClaim)),
        ("Qxh1# {Black mates} 0-1", "0-1", None),
        ("Qxh1 {White resigns} 1-0", "1-0", Some(Fault::FalseClaim)),
        ("Qxh1 {White resigns} 0-1", "0-1", None),
        ("Qxh1 {Black resigns} 1-0", "1-0", None),
        (
            "Qxh1 {Draw by fifty move rule} 0-1",
            "0-1",
            Some(Fault::FalseClaim),
        ),
        (
            "Qxh1 {Draw claim: 3-fold repetition} 1/2-1/2",
            "1/2-1/2",
            None,
        ),
        (
            "Qxh1 {Xboard adjudication: Stalemate} 1/2-1/2",
            "1/2-1/2",
            None,
        ),
        (
            "Qxh1 {Xboard adjudication: 50-move rule} 1/2-1/2",
            "1/2-1/2",
            None,
        ),
        (
            "Qxh1 {Xboard adjudication: Insufficient mating material} 1/2-1/2",
            "1/2-1/2",
            None,
        ),
        ("Qxh1 {Draw agreed} 1/2-1/2", "1/2-1/2", None),
    ] {
        let pgn = PGN.replace(whole, ending).replacen(
            "[Result \"0-1\"]",
            &format!("[Result \"{tag}\"]"),
            1,
        );
        assert_ne!(pgn, PGN);
        assert_eq!(
            faults(Evidence { pgn: &pgn, ..CLEAN }),
            Vec::from_iter(fault),
            "{ending}"
        );
    }
    let pgn = PGN.replacen("[Result \"0-1\"]", "[Result \"1-0\"]", 1);
    assert_eq!(faults(Evidence { pgn: &pgn, ..CLEAN }), [Fault::Evidence]);
}

#[test]
fn missing_games_fail() {
    let cut = PGN.rfind("[Event").unwrap();
    assert_eq!(
        faults(Evidence {
            pgn: &PGN[..cut],
            ..CLEAN
        }),
        [Fault::Games]
    );
    assert_eq!(faults(Evidence { pgn: "", ..CLEAN }), [Fault::Games]);
    assert_eq!(
        faults(Evidence {
            console: "",
            ..CLEAN
        }),
        [Fault::Games]
    );
    let console = CONSOLE.replace("0-1-1", "0-1-0");
    assert_eq!(
        faults(Evidence {
            console: &console,
            ..CLEAN
        }),
        [Fault::Games]
    );

    let debug = DEBUG.replace(
        "13178 >first : result 1/2-1/2 {XBoard adjudication: repetition draw}\n",
        "",
    );
    assert_eq!(
        faults(Evidence {
            debug: &debug,
            ..CLEAN
        }),
        [Fault::Games]
    );
    let debug = DEBUG.replace("New game (2): Fairy-Max 5.0b-Fairy-Max 5.0b (b)\n", "");
    assert_eq!(
        faults(Evidence {
            debug: &debug,
            ..CLEAN
        }),
        [Fault::Games, Fault::Games]
    );
    let debug = DEBUG.replace("(b)\n", "(w)\n");
    assert_eq!(
        faults(Evidence {
            debug: &debug,
            ..CLEAN
        }),
        [Fault::Games]
    );

    let short = PGN.replace(" 4. Nh3 Nc6 5. Ng1 Nb8", "");
    assert_eq!(
        faults(Evidence {
            pgn: &short,
            ..CLEAN
        }),
        [Fault::Ending]
    );
}

#[test]
fn missing_evidence_fails() {
    let faults = faults(Evidence {
        debug: "",
        pgn: "",
        console: "",
    });
    for fault in [Fault::Evidence, Fault::Variant, Fault::Games] {
        assert!(faults.contains(&fault), "{faults:?}");
    }
}

#[test]
fn another_variant_fails() {
    let pgn = PGN.replacen("[Variant \"falcon\"]\n", "", 1);
    assert_eq!(faults(Evidence { pgn: &pgn, ..CLEAN }), [Fault::Variant]);
    let debug = DEBUG.replace("353 >second: variant falcon\n", "");
    assert_eq!(
        faults(Evidence {
            debug: &debug,
            ..CLEAN
        }),
        [Fault::Variant]
    );
}

#[test]
fn pgn_movetext_may_span_lines() {
    let games = parse_pgn(PGN);
    assert_eq!(games.len(), 2);
    assert_eq!(
        games[0].moves,
        [
            "g3", "g5", "Ng2", "c5", "h4", "h6", "d3", "Bf6", "Qxd4", "Qg2+", "Ke1", "Qxh1#"
        ]
    );
    assert_eq!(games[0].reason, "Xboard adjudication: Checkmate");
    assert_eq!(games[0].result, "0-1");
    assert_eq!(
        games[0].tags[4],
        ("TimeControl".to_string(), "3+0".to_string())
    );
    assert_eq!(games[1].moves.len(), 10);
    assert_eq!(games[1].result, "1/2-1/2");
    assert_eq!(parse_pgn(" \n"), []);
}
