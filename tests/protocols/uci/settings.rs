//! The options, and what they change.

use peregrine::search::Level;
use peregrine::variants;

use super::session::{lines, number, run_session};
use crate::process::{Session, output_for, program};

#[test]
fn the_engine_reports_its_name_and_options() {
    let answer = lines("uci\n");
    let names: Vec<&str> = variants::all()
        .iter()
        .map(|variant| variant.name.as_str())
        .collect();
    assert!(answer[0].starts_with("id name Peregrine "));
    assert!(answer[1].starts_with("id author "));
    assert_eq!(
        answer[2..],
        [
            "option name VariantPath type string default <empty>",
            "option name Library type check default false",
            format!(
                "option name UCI_Variant type combo default falcon var {}",
                names.join(" var ")
            )
            .as_str(),
            "option name Castling type combo default default var default var free \
             var modified-free var orthodox var three var wide var fixed-files var none var king-swap",
            "option name Promotion type combo default default var default var any var no-queen",
            "option name UCI_Chess960 type check default false",
            "option name Hash type spin default 64 min 1 max 1048576",
            "option name Threads type spin default 1 min 1 max 256",
            "option name MultiPV type spin default 1 min 1 max 2048",
            "option name Ponder type check default false",
            "option name Move Overhead type spin default 30 min 0 max 10000",
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name Skill Seed type spin default 0 min 0 max 1000000",
            "option name UCI_LimitStrength type check default false",
            "option name UCI_Elo type spin default 2460 min 500 max 4290",
            "option name UCI_AnalyzeMode type check default false",
            "option name UCI_ShowWDL type check default false",
            "option name Debug Log File type string default <empty>",
            "option name TablebasePath type string default <empty>",
            "option name EvalFile type string default <empty>",
            "option name Use Network type check default true",
            "option name OwnBook type check default false",
            "option name BookFile type string default <empty>",
            "option name Clear Hash type button",
            "uciok"
        ]
    );
}

#[test]
fn the_defaults_are_what_the_program_was_started_with() {
    for (arguments, defaults) in [
        (
            &["--variant", "capablanca"][..],
            ["capablanca", "default", "default"],
        ),
        (
            &["--variant", "chess960"],
            ["chess960", "default", "default"],
        ),
        (
            &[
                "--variant",
                "falcon",
                "--castling",
                "free",
                "--promotion",
                "no-queen",
            ],
            ["falcon", "free", "no-queen"],
        ),
        (&[], ["falcon", "default", "default"]),
    ] {
        // A later choice is no default.
        let input = "setoption name UCI_Variant value chess\nuci\nquit\n";
        let output = output_for(program().args(arguments), input);
        let answer = String::from_utf8(output.stdout).unwrap();
        for (name, default) in ["UCI_Variant", "Castling", "Promotion"]
            .iter()
            .zip(defaults)
        {
            let option = format!("option name {name} type combo default {default} var ");
            assert!(answer.contains(&option), "{arguments:?}: {answer}");
        }
    }
}

#[test]
fn commands_that_need_no_answer_get_none() {
    for line in [
        "",
        "   ",
        "ucinewgame",
        "debug on",
        "debug off",
        "register later",
        "stop",
        "ponderhit",
        "position startpos",
        "position startpos moves",
        "position startpos moves e2e4 e7e5 f1e2",
        "position fen k9/10/2K7/10/5F4/10/10/10 w - -",
        "setoption name Hash value 1",
        "setoption name hash value 2",
        "setoption name Threads value 2",
        "setoption name MultiPV value 3",
        "setoption name Move Overhead value 0",
        "setoption name Ponder value true",
        "setoption name Skill Level value 5",
        "setoption name Skill Seed value 7",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 900",
        "setoption name UCI_AnalyzeMode value false",
        "setoption name Clear Hash",
        "setoption name UCI_ShowWDL value true",
        "setoption name Debug Log File value <empty>",
        "setoption name Debug Log File value",
        "setoption name EvalFile value <empty>",
        "setoption name EvalFile value",
        "setoption name Use Network value false",
        "setoption name Use Network value 1",
        "setoption name Castling value default",
        "setoption name Castling value free",
        "setoption name UCI_Variant value falcon",
    ] {
        assert_eq!(
            lines(&format!("uci\n{line}\nisready\n")).last().unwrap(),
            "readyok"
        );
        assert_eq!(lines(&format!("isready\n{line}\n")), ["readyok"], "{line}");
    }
}

#[test]
fn the_conversation_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a log.txt");
    std::fs::write(&path, ">> uci\n<< an earlier session\n").unwrap();
    let set = format!("setoption name Debug Log File value {}", path.display());
    let answer = run_session(&format!(
        "isready\n{set}\nposition startpos\ngo depth 3\nquit\n"
    ));
    let log = std::fs::read_to_string(&path).unwrap();
    let mut said = answer.lines().skip(1);
    let mut logged = log.lines();
    assert_eq!(logged.next(), Some(">> uci"));
    assert_eq!(logged.next(), Some("<< an earlier session"));
    for line in logged {
        match line.split_at(3) {
            (">> ", line) => assert!(["position startpos", "go depth 3", "quit"].contains(&line)),
            ("<< ", line) => assert_eq!(Some(line), said.next()),
            _ => panic!("{line}"),
        }
    }
    assert_eq!(said.next(), None);
    assert_eq!(
        log.lines().filter(|line| line.starts_with(">> ")).count(),
        4
    );

    // If it cannot be written, that is reported, and logging continues in the old file.
    let other = folder.path().join("another.txt");
    for wrong in [
        folder.path().join("no/such.txt"),
        folder.path().to_owned(),
        if cfg!(windows) { "NUL" } else { "/dev/null" }.into(),
    ] {
        let answer = lines(&format!(
            "setoption name Debug Log File value {}\n\
             setoption name Debug Log File value {}\nisready\n",
            other.display(),
            wrong.display(),
        ));
        assert!(
            answer[0].starts_with("info string Error: ")
                && answer[0].contains(" cannot be written: "),
            "{answer:?}"
        );
        assert_eq!(answer[1..], ["readyok"]);
        let log = std::fs::read_to_string(&other).unwrap();
        assert!(log.ends_with(">> isready\n<< readyok\n"), "{log}");
    }
    // And it ends on request.
    run_session(&format!(
        "{set}\nsetoption name Debug Log File value <empty>\nd\n"
    ));
    let end = std::fs::read_to_string(&path).unwrap();
    assert!(
        end.ends_with(">> setoption name Debug Log File value <empty>\n"),
        "{end}"
    );
}

/// Whatever else a file contains, it stays as it is.
#[test]
fn a_log_is_written_only_into_a_new_file_or_a_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let answer = |path: &std::path::Path| {
        lines(&format!(
            "setoption name Debug Log File value {}\nisready\n",
            path.display()
        ))
    };
    let book = std::fs::read("data/books/falcon.prgbook").unwrap();
    let others: [&[u8]; 8] = [
        b"[Event \"a game\"]\n\n1. e4 *\n",
        &book,
        b"\0\0\0\0",
        b"x",
        b"\n",
        b">",
        b">> uci\nsomething else\n",
        b">>> import this\n",
    ];
    for content in others {
        std::fs::write(&path, content).unwrap();
        let answer = answer(&path);
        assert!(
            answer[0].starts_with("info string Error: ")
                && answer[0].contains("cannot be written: this file is no log of a session"),
            "{answer:?}"
        );
        assert_eq!(answer[1..], ["readyok"]);
        assert_eq!(std::fs::read(&path).unwrap(), content);
    }
    // A log that was cut off is continued on a line of its own.
    for (content, logged) in [
        ("", ">> isready\n<< readyok\n"),
        (">> uci\n<", ">> uci\n<\n>> isready\n<< readyok\n"),
        ("<< uciok", "<< uciok\n>> isready\n<< readyok\n"),
    ] {
        std::fs::write(&path, content).unwrap();
        assert_eq!(answer(&path), ["readyok"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), logged);
    }
    let new = folder.path().join("new");
    assert_eq!(answer(&new), ["readyok"]);
    assert_eq!(answer(&new), ["readyok"]);
    let session = ">> isready\n<< readyok\n";
    assert_eq!(std::fs::read_to_string(&new).unwrap(), session.repeat(2));
    #[cfg(unix)]
    {
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path().join("nowhere"), &link).unwrap();
        for (path, reason) in [
            (pipe.as_path(), "this is not a regular file"),
            (
                std::path::Path::new("/dev/null"),
                "this is not a regular file",
            ),
            (folder.path(), "this is a folder"),
            (&link, "this is a link to a missing file"),
        ] {
            assert!(answer(path)[0].contains(reason), "{path:?}");
        }
    }
}

#[test]
fn options_wait_for_the_end_of_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let variants = folder.path().join("mine.toml");
    std::fs::write(&variants, "[deferred-test]\nbase = 'chess'\n").unwrap();
    let log = folder.path().join("log");
    let named = [
        "Hash value 2".to_owned(),
        "Threads value 2".to_owned(),
        "MultiPV value 2".to_owned(),
        "Ponder value true".to_owned(),
        "Move Overhead value 50".to_owned(),
        "UCI_Variant value capablanca".to_owned(),
        "Castling value none".to_owned(),
        "Promotion value no-queen".to_owned(),
        "UCI_Chess960 value true".to_owned(),
        "Skill Level value 3".to_owned(),
        "Skill Seed value 3".to_owned(),
        "UCI_LimitStrength value true".to_owned(),
        "UCI_Elo value 900".to_owned(),
        "UCI_AnalyzeMode value true".to_owned(),
        "UCI_ShowWDL value true".to_owned(),
        format!("Debug Log File value {}", log.display()),
        format!("TablebasePath value {}", folder.path().display()),
        "EvalFile value <empty>".to_owned(),
        "Use Network value false".to_owned(),
        "OwnBook value true".to_owned(),
        "BookFile value <empty>".to_owned(),
        format!("VariantPath value {}", variants.display()),
        "Library value false".to_owned(),
        "Clear Hash".to_owned(),
    ];
    let declared = lines("uci\n");
    let declared = declared.iter().filter(|line| line.starts_with("option "));
    assert_eq!(declared.count(), named.len());
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder wtime 1000 btime 1000", "stop"),
    ] {
        let mut session = Session::start();
        session.ask("position startpos moves e2e4");
        session.send(go);
        session.until("info depth 2");
        for option in &named {
            let answer = session.ask(&format!("setoption name {option}"));
            assert!(
                answer.iter().all(|line| line.starts_with("info depth ")),
                "{answer:?}"
            );
        }
        // Only what can never be right is refused at once.
        let refused = session.ask("setoption name Hash value lots");
        assert!(
            refused
                .iter()
                .any(|line| line.contains("Error: option Hash")),
            "{refused:?}"
        );
        session.ask("setoption name UCI_Variant value deferred-test");
        session.send(end);
        let (best, rest) = (session.until("bestmove"), session.ask("d"));
        assert!(best.iter().all(|line| !line.contains("wdl")));
        assert!(
            rest.iter()
                .any(|line| line.starts_with("Game: deferred-test")),
            "{rest:?}"
        );
        assert!(
            !rest.iter().any(|line| line.starts_with("bestmove")),
            "{rest:?}"
        );
        session.send("go depth 1");
        assert!(
            session
                .until("bestmove")
                .iter()
                .any(|line| line.contains(" wdl "))
        );
        let (rest, status) = session.end();
        assert!(rest.is_empty() && status.success(), "{rest:?}");
    }
    // They are set before what comes after them, and at the end of the input.
    let answer =
        lines("go infinite\nsetoption name UCI_Variant value chess\nposition startpos\nd\n");
    assert!(
        answer.iter().any(|line| line.starts_with("Game: chess")),
        "{answer:?}"
    );
    let answer = lines("go depth 5\nsetoption name UCI_Variant value none such\n");
    assert!(
        answer.last().unwrap().contains("unknown variant"),
        "{answer:?}"
    );
}

#[test]
fn options_choose_the_game() {
    let count = |options: &str| {
        let options: String = options
            .split_terminator('\n')
            .map(|option| format!("setoption name {option}\n"))
            .collect();
        let fen = "r4k3r/1P8/10/10/10/10/10/R4K3R w KQkq - 0 1";
        lines(&format!("{options}position fen {fen}\ngo perft 1\n"))
            .pop()
            .unwrap()
    };
    assert_eq!(count(""), "Nodes searched: 43");
    assert_eq!(count("Castling value none"), "Nodes searched: 36");
    assert_eq!(
        count("Castling value three\nPromotion value no-queen"),
        "Nodes searched: 36"
    );
    assert_eq!(
        count("Castling value three\nCastling value default"),
        "Nodes searched: 43"
    );
    // An option that a variant does not have takes effect in one that has it.
    let back = "Castling value none\nUCI_Variant value chess\nUCI_Variant value falcon";
    assert_eq!(count(back), "Nodes searched: 36");

    let chess = "setoption name UCI_Variant value chess";
    let answer = lines(&format!("position startpos moves e2e4\n{chess}\nd\n"));
    let start = &variants::find("chess").unwrap().start_fen;
    assert_eq!(
        answer[0],
        format!("info string chess, castling orthodox, promotion any, start position {start}")
    );
    assert!(answer.contains(&format!("FEN: {start}")));
}

#[test]
fn strength_is_a_level_or_elo_points_and_analysis_is_at_full_strength() {
    let deepest = |settings: &str| {
        let answer = lines(&format!("{settings}position startpos\ngo depth 5\n"));
        number(&answer[answer.len() - 2], "depth")
    };
    let level = "setoption name Skill Level value 0\n";
    let elo = format!(
        "setoption name UCI_Elo value {}\n",
        Level::new(3).elo().unwrap()
    );
    let (limit, analyze) = (
        "setoption name UCI_LimitStrength value true\n",
        "setoption name UCI_AnalyzeMode value true\n",
    );
    assert_eq!(deepest(""), 5);
    assert_eq!(deepest(level), 1);
    assert_eq!(deepest(&elo), 5);
    assert_eq!(deepest(&format!("{elo}{limit}")), 2);
    assert_eq!(deepest(&format!("{limit}{elo}{level}")), 2);
    assert_eq!(deepest(&format!("{level}{analyze}")), 5);
    assert_eq!(deepest(&format!("{limit}{elo}{analyze}")), 5);
}

#[test]
fn games_of_a_lower_level_differ_unless_a_seed_is_given() {
    let answers = |seed: &str| {
        let game = "ucinewgame\nposition startpos\ngo depth 9\n".repeat(8);
        let text = format!("setoption name Skill Level value 1\n{seed}{game}");
        let mut answers: Vec<String> = lines(&text)
            .into_iter()
            .filter(|line| line.starts_with("info depth 1 "))
            .map(|line| number(&line, "cp").to_string())
            .collect();
        assert_eq!(answers.len(), 8);
        answers.sort();
        answers.dedup();
        answers.len()
    };
    assert_eq!(answers("setoption name Skill Seed value 7\n"), 1);
    assert!(answers("") > 1);
}

#[test]
fn the_library_is_listed_on_request_and_found_anyway() {
    // In processes of their own: all sessions of this one share the list.
    let run = |arguments: &[&str], lines: &str| -> Vec<String> {
        let output = output_for(program().args(arguments), &format!("uci\n{lines}quit\n"));
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    let answer = run(
        &[],
        "setoption name UCI_Variant value nightrider\nsetoption name Library value true\n\
         setoption name Library value true\nsetoption name Library value false\n\
         position startpos moves b1a3\ngo nodes 500\n",
    );
    let end = answer.iter().position(|line| line == "uciok").unwrap();
    let answer = &answer[end + 1..];
    assert!(
        answer[0].starts_with("info string nightrider, castling orthodox"),
        "{answer:?}"
    );
    let listed = "option name UCI_Variant type combo default nightrider var falcon var ";
    assert!(answer[1..4].iter().all(|line| line.starts_with(listed)));
    let shows = |line: &String, name: &str| line.contains(&format!(" var {name} "));
    assert!(shows(&answer[1], "shako") && shows(&answer[1], "falcon-scorpion"));
    assert!(shows(&answer[1], "nightrider") && shows(&answer[1], "capablanca"));
    assert_eq!(answer[1], answer[2]);
    assert!(!shows(&answer[3], "shako") && shows(&answer[3], "chess960"));
    assert!(
        answer.last().unwrap().starts_with("bestmove "),
        "{answer:?}"
    );
    let start = |arguments: &[&str]| {
        let answer = run(arguments, "");
        ["Library", "UCI_Variant"].map(|name| {
            let start = format!("option name {name} ");
            let found = answer.iter().find(|line| line.starts_with(&start));
            found.cloned().unwrap_or_default()
        })
    };
    let [library, variants] = start(&["--library", "--variant", "falcon-cannon"]);
    assert!(library.ends_with("default true"), "{library}");
    assert!(
        variants.contains("default falcon-cannon var falcon ") && variants.contains(" var shako "),
        "{variants}"
    );
    // The chosen game is always listed.
    let [library, variants] = start(&["--variant", "Shako"]);
    assert!(library.ends_with("default false"), "{library}");
    assert!(variants.contains("default shako var falcon "), "{variants}");
    assert!(
        variants.ends_with(" var capablanca var shako"),
        "{variants}"
    );
}

#[test]
fn variant_files_are_loaded_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let name = path.display();
    let option = format!("setoption name VariantPath value {name}");
    std::fs::write(&path, "[uci-test]\nbase = 'chess'\nstalemate = 'loss'\n").unwrap();
    let choose = "setoption name UCI_Variant value UCI-Test";
    let answer = lines(&format!("{option}\n{choose}\n"));
    let start = &variants::find("chess").unwrap().start_fen;
    let chosen =
        format!("info string uci-test, castling orthodox, promotion any, start position {start}");
    assert_eq!(
        answer,
        ["info string Variants added: uci-test", chosen.as_str()]
    );
    // A faulty file changes nothing, and each fault is reported on its own line.
    std::fs::write(
        &path,
        "[uci-test]\nbase = 'chess'\nx = 1\n[b]\nbase = 'c'\n",
    )
    .unwrap();
    let answer = lines(&format!(
        "{choose}\n{option}\nposition startpos moves e2e4\nd\n"
    ));
    assert_eq!(answer[0], chosen);
    assert!(answer[1].starts_with(&format!(
        "info string Error: {name}:3: uci-test.x: unknown key"
    )));
    assert_eq!(
        answer[2],
        format!("info string Error: {name}:5: b.base: there is no variant 'c'")
    );
    assert!(answer.iter().any(|line| line.starts_with("Game: uci-test")));
    assert_eq!(
        lines("setoption name VariantPath\n"),
        ["info string Error: option VariantPath needs a value: setoption name VariantPath"]
    );
}
