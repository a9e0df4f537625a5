//! Engine options: `feature option="NAME -TYPE ..."`, and the commands that set
//! them.

use crate::arena::client::options::{
    DeclaredOption, DeclaredOptions, OptionKind, Range, ValueWords,
};

const WORDS: ValueWords = ValueWords {
    on: &["1", "true", "on"],
    off: &["0", "false", "off"],
    check: "true or false",
    text: "one line of text",
    button: "a button, which has no value",
};

/// Parses `NAME -TYPE ...`; the first type counts.
pub(super) fn parse_declaration(text: &str) -> Option<DeclaredOption> {
    let types = [
        "check", "spin", "slider", "combo", "string", "file", "path", "button", "save", "reset",
    ];
    let found = types.iter().filter_map(|word| {
        let mark = format!(" -{word}");
        let at = text.find(&mark)?;
        let rest = &text[at + mark.len()..];
        let is_word = rest.is_empty() || rest.starts_with(' ');
        is_word.then_some((at, *word, rest.trim()))
    });
    let (at, word, rest) = found.min_by_key(|(at, ..)| *at)?;
    let kind = match word {
        "check" => OptionKind::Check,
        "spin" | "slider" => {
            let numbers: Vec<&str> = rest.split_whitespace().collect();
            let [_, least, most] = numbers[..] else {
                return None;
            };
            OptionKind::Number(Range::declared(least, most))
        }
        "combo" => {
            let words = rest.split("///").map(|word| {
                let word = word.trim();
                word.strip_prefix('*').unwrap_or(word).to_owned()
            });
            OptionKind::Choice(words.collect())
        }
        "string" | "file" | "path" => OptionKind::Text,
        _ => OptionKind::Button,
    };
    let name = text[..at].trim().to_owned();
    (!name.is_empty()).then_some(DeclaredOption { name, kind })
}

/// The command that sets an option; upper and lower case in its name are the
/// same.
///
/// # Errors
/// When there is no such option (the error lists all options), or it does not
/// allow this value.
pub(super) fn option_command(
    options: &DeclaredOptions,
    name: &str,
    value: &str,
) -> Result<String, String> {
    match (options.find(name), options.names()) {
        (Some(option), _) => value_command(option, value),
        (None, Some(names)) => Err(format!("has no option '{name}'; its options are: {names}")),
        (None, None) => Err(format!("has no option '{name}', and no other options")),
    }
}

/// The command that sets an option.
///
/// # Errors
/// When it does not allow this value; the error lists those that it does.
pub(super) fn value_command(option: &DeclaredOption, value: &str) -> Result<String, String> {
    let name = &option.name;
    Ok(match option.value(value, &WORDS)? {
        Some(value) => format!("option {name}={value}"),
        None => format!("option {name}"),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn command_of(declaration: &str, value: &str) -> Result<String, String> {
        value_command(&parse_declaration(declaration).unwrap(), value)
    }

    #[test]
    fn values_are_checked_by_type() {
        for (declaration, value, command) in [
            ("Resign -check 0", "true", "option Resign=1"),
            ("Resign -check 0", "off", "option Resign=0"),
            (
                "Resign Threshold -spin 800 200 1200",
                "900",
                "option Resign Threshold=900",
            ),
            (
                "Rules -combo makruk /// *Cambodian /// Ai-wok",
                "cambodian",
                "option Rules=Cambodian",
            ),
            ("Greeting -string happy birthday!", "", "option Greeting="),
            (
                "VariantPath -file ",
                "a b.ini",
                "option VariantPath=a b.ini",
            ),
            ("Info -button", "", "option Info"),
            ("X -spin 0 -5 5", "-5", "option X=-5"),
            ("X -spin 0 5 -5", "3", "option X=3"),
            ("X -spin a b c", "3", "option X=3"),
            ("X -spin 1 1 99999999999999999999", "64", "option X=64"),
            ("Say -string -check 1", "x", "option Say=x"),
        ] {
            assert_eq!(
                command_of(declaration, value),
                Ok(command.to_owned()),
                "{declaration}"
            );
        }
    }

    #[test]
    fn wrong_values_are_refused_with_the_right_ones() {
        for (declaration, value, hint) in [
            ("Resign -check 0", "2", "true or false"),
            ("Threshold -spin 800 200 1200", "199", "from 200 to 1200"),
            ("Threshold -spin 800 200 1200", "many", "'many'"),
            ("Rules -combo a /// b", "c", "a, b"),
            ("Info -button", "1", "no value"),
            ("Text -string x", "a\nb", "one line"),
        ] {
            let error = command_of(declaration, value).unwrap_err();
            assert!(error.contains(hint), "{error}");
        }
        let mut declared = DeclaredOptions::default();
        for text in ["A -check 0", "B -button"] {
            declared.declare(parse_declaration(text).unwrap());
        }
        assert_eq!(
            option_command(&declared, "C", "1"),
            Err("has no option 'C'; its options are: A, B".to_owned())
        );
        assert_eq!(
            option_command(&declared, "a", "1"),
            Ok("option A=1".to_owned())
        );
    }

    #[test]
    fn what_is_no_declaration_is_passed_over() {
        for text in [
            "",
            "Name",
            " -check 0",
            "N -spin 1 2",
            "N -frob 1",
            "N -checks 1",
        ] {
            assert_eq!(parse_declaration(text), None, "{text}");
        }
    }
}
