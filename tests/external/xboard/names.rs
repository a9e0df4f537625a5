//! A variant has two names, ours and XBoard's, and both are accepted wherever a variant can be named.

use std::process::Command;

use peregrine::arena::openings::{self, OpeningsFormat};
use peregrine::notation::epd::{self, Defaults};
use peregrine::notation::pgn::Reader;
use peregrine::protocol::options::{Setting, parse};
use peregrine::variants;

use super::replay::ask;

#[test]
fn both_names_of_a_game_are_accepted_everywhere() {
    let mut pairs = 0;
    for variant in variants::all() {
        let rules = variant.rules(Default::default()).expect("the usual rules");
        let other = variant.xboard.as_deref().unwrap_or(&variant.name);
        pairs += usize::from(other != variant.name);
        for name in [&variant.name, other, &other.to_uppercase()] {
            let found = variants::find(name).expect("a name of the game");
            assert!(std::ptr::eq(found, variant), "{name}");
            let setting = parse("UCI_Variant", Some(name));
            assert!(matches!(setting, Ok(Setting::Variant(found)) if std::ptr::eq(found, variant)));

            let start = rules.start_fen();
            let line = format!("{start} ;variant {name} ;D1 1");
            let case = epd::parse_line(&line, &Defaults::for_variant("chess"))
                .expect("a position")
                .expect("one");
            assert_eq!(case.rules, rules, "{name}");
            // The rules that a comment chose are kept, whichever name was used.
            let text = format!(
                "# variant {name}, castling {}\n{start} ;variant {}",
                variant.castling[variant.castling.len() - 1],
                variant.name
            );
            let cases = epd::parse(&text, "chess").expect("a position");
            assert_eq!(
                Some(&cases[0].rules.castling()),
                variant.castling.last(),
                "{name}"
            );

            let text = format!("[Variant \"{name}\"] *");
            let game = Reader::new(text.as_bytes(), Defaults::for_variant("chess"))
                .next()
                .expect("a game");
            assert!(
                game.expect("no moves").pgn.game.position().rules() == rules,
                "{name}"
            );

            for (text, format) in [
                (
                    format!("# variant {name}\n{start} moves"),
                    OpeningsFormat::Moves,
                ),
                (
                    format!("# variant {name}\n{start} variant {name};"),
                    OpeningsFormat::Epd,
                ),
                (text, OpeningsFormat::Pgn),
            ] {
                let read = openings::parse(&text, rules, format, None);
                assert_eq!(read.map(|found| found.len()), Ok(1), "{text}");
            }
        }
        // `falcon` and `capablanca` are XBoard's own forms of those games there.
        if !["falcon", "capablanca", "chess"].contains(&variant.name.as_str())
            && !rules.is_shuffled()
        {
            let [ours, theirs] =
                [&variant.name, other].map(|name| ask(&["new", &format!("variant {name}")]));
            assert_eq!(ours, theirs);
            assert!(ours.starts_with("setup "), "{ours}");
        }
    }
    assert!(pairs > 10);
    assert!(!ask(&["variant falcon"]).contains("setup"));
    assert!(ask(&["variant freefalcon"]).starts_with("setup"));
    assert_eq!(ask(&["new", "variant chess"]), "");
    assert_eq!(
        ask(&["variant duke-1000"]),
        "Error (unknown variant; did you mean 'duke-100'?): variant duke-1000\n"
    );
}

#[test]
fn the_command_line_accepts_both_names_and_suggests_corrections() {
    let moves = |name: &str| {
        let command = Command::new(env!("CARGO_BIN_EXE_peregrine"))
            .args(["moves", "--variant", name])
            .output();
        let output = command.expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (text(output.stdout), text(output.stderr))
    };
    assert_eq!(moves("duke-100"), moves("falcon100"));
    assert!(moves("duke-100").0.lines().count() > 10);
    for (wrong, meant) in [
        ("falcn", "falcon"),
        ("duke-1000", "duke-100"),
        ("freefalco", "freefalcon"),
    ] {
        let error = moves(wrong).1;
        let said = format!("unknown variant '{wrong}'; did you mean '{meant}'? (known: falcon, ");
        assert!(error.contains(&said), "{error}");
    }
    assert!(
        moves("draughts")
            .1
            .contains("unknown variant 'draughts' (known: falcon, ")
    );
    let long = "x".repeat(100_000);
    assert!(moves(&long).1.len() < 2000);
}
