//! Engine options in UCI: parses declarations and writes `setoption` lines.

use crate::arena::client::EngineError;
use crate::arena::client::options::{
    DeclaredOption, DeclaredOptions, OptionKind, Range, ValueWords,
};

const WORDS: ValueWords = ValueWords {
    on: &["true"],
    off: &["false"],
    check: "'true' or 'false'",
    text: "one line",
    button: "a button without a value",
};

/// Reads a line of the engine if it declares an option.
pub(super) fn declare(options: &mut DeclaredOptions, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    if let ["option", words @ ..] = &words[..]
        && let Some(option) = parse_declaration(words)
    {
        options.declare(option);
    }
}

/// Parses the text after `option`; `None` if it is not a declaration.
fn parse_declaration(words: &[&str]) -> Option<DeclaredOption> {
    const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for &word in words {
        match parts.last_mut() {
            // Keywords may occur in a name, except for `type`, which ends it.
            Some((part, value))
                if !KEYWORDS.contains(&word) || *part == "name" && word != "type" =>
            {
                value.push(word);
            }
            _ => parts.push((word, Vec::new())),
        }
    }
    let texts = |key: &str| -> Vec<String> {
        let named = parts.iter().filter(|(part, _)| *part == key);
        named.map(|(_, value)| value.join(" ")).collect()
    };
    let text = |key| texts(key).into_iter().next().unwrap_or_default();
    let kind = match text("type").as_str() {
        "check" => OptionKind::Check,
        "spin" => OptionKind::Number(Range::declared(&text("min"), &text("max"))),
        "combo" => OptionKind::Choice(texts("var")),
        "string" => OptionKind::Text,
        "button" => OptionKind::Button,
        _ => return None,
    };
    let name = text("name");
    (!name.is_empty()).then_some(DeclaredOption { name, kind })
}

/// The option with this name, ignoring case.
///
/// # Errors
/// When there is none; the error lists the options.
pub(super) fn find<'a>(
    options: &'a DeclaredOptions,
    name: &str,
) -> Result<&'a DeclaredOption, EngineError> {
    options.find(name).ok_or_else(|| {
        let names = match options.names() {
            Some(names) => format!("it has: {names}"),
            None => "it has no options".to_owned(),
        };
        EngineError::Unsupported(format!("it has no option '{name}' ({names})"))
    })
}

/// The line that sets an option.
///
/// # Errors
/// When there is no such option, or it does not allow this value.
pub(super) fn set_option_command(
    options: &DeclaredOptions,
    name: &str,
    value: &str,
) -> Result<String, EngineError> {
    let option = find(options, name)?;
    let value = option
        .value(value, &WORDS)
        .map_err(|refusal| EngineError::Unsupported(format!("its {refusal}")))?;
    let name = &option.name;
    Ok(match value {
        Some(value) => format!("setoption name {name} value {value}"),
        None => format!("setoption name {name}"),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn options() -> DeclaredOptions {
        let mut options = DeclaredOptions::default();
        for line in [
            "id name X",
            "option name Hash type spin default 16 min 1 max 64",
            "option name Min Thinking Time type spin default 20",
            "option name UCI_Variant type combo default chess var chess var Falcon Leap var x",
            "option name Clear Hash type button",
            "option name Ponder type check default false",
            "option name VariantPath type string default <empty>",
            "option name odd type other",
            "option type spin",
            "option",
            "option name  hash type spin default 16 min 1 max 128",
            "option name type spin default 1 min 1 max 2",
            "option name NoType",
            "option name NoType default 1",
            "option NoName type check",
            "option name Upside type spin default 1 min 9 max 1",
            "option name Huge type spin default 1 min -99999999999999999999 max 99999999999999999999",
            "option name Words type spin default x min few max 1.5",
            "option name Least type spin default 1 min 1",
            "option name Most type spin default 1 max 9",
            "option name Twice type check default false",
            "option name Twice type button",
            "option name Nothing type combo default",
            "option name name min max type type spin",
        ] {
            declare(&mut options, line);
        }
        options
    }

    #[test]
    fn values_are_checked_and_spelled_as_declared() {
        for (name, value, line) in [
            ("hash", "128", "setoption name hash value 128"),
            (
                "min thinking time",
                "-5",
                "setoption name Min Thinking Time value -5",
            ),
            (
                "uci_variant",
                "falcon leap",
                "setoption name UCI_Variant value Falcon Leap",
            ),
            ("Clear Hash", "", "setoption name Clear Hash"),
            ("Upside", "5", "setoption name Upside value 5"),
            ("Huge", "-9", "setoption name Huge value -9"),
            ("Words", "7", "setoption name Words value 7"),
            ("Twice", "", "setoption name Twice"),
            ("Ponder", "True", "setoption name Ponder value true"),
            (
                "VariantPath",
                "a b.ini",
                "setoption name VariantPath value a b.ini",
            ),
        ] {
            assert_eq!(set_option_command(&options(), name, value).unwrap(), line);
        }
    }

    #[test]
    fn what_an_option_cannot_be_is_said() {
        for (name, value, error) in [
            (
                "Hash",
                "129",
                "its option 'hash' is a number from 1 to 128, not '129'",
            ),
            (
                "Hash",
                "1 2",
                "its option 'hash' is a number from 1 to 128, not '1 2'",
            ),
            (
                "Ponder",
                "1",
                "its option 'Ponder' is 'true' or 'false', not '1'",
            ),
            (
                "Upside",
                "many",
                "its option 'Upside' is a whole number, not 'many'",
            ),
            (
                "Least",
                "0",
                "its option 'Least' is a number from 1 up, not '0'",
            ),
            (
                "Most",
                "10",
                "its option 'Most' is a number up to 9, not '10'",
            ),
            (
                "Nothing",
                "x",
                "its option 'Nothing' is declared without choices, not 'x'",
            ),
            (
                "Clear Hash",
                "x",
                "its option 'Clear Hash' is a button without a value, not 'x'",
            ),
            (
                "UCI_Variant",
                "go",
                "its option 'UCI_Variant' is one of: chess, Falcon Leap, x, not 'go'",
            ),
        ] {
            let failure = set_option_command(&options(), name, value).unwrap_err();
            assert_eq!(failure.to_string(), error);
        }
        assert_eq!(
            find(&options(), "Hush").unwrap_err().to_string(),
            "it has no option 'Hush' (it has: hash, Min Thinking Time, UCI_Variant, Clear Hash, \
             Ponder, VariantPath, Upside, Huge, Words, Least, Most, Twice, Nothing)"
        );
    }

    #[test]
    fn declarations_without_end_are_bounded() {
        let mut options = DeclaredOptions::default();
        let long = "x".repeat(16_000);
        for number in 0..5_000 {
            declare(
                &mut options,
                &format!("option name {number}{long} type check default false"),
            );
        }
        declare(&mut options, "option name Late type check default false");
        assert!(options.find("Late").is_none());
        let message = find(&options, "Hash").unwrap_err().to_string();
        assert!(
            message.len() < 3_000 && message.ends_with("more)"),
            "{message}"
        );
        let many: String = (0..5_000).map(|number| format!(" var {number}")).collect();
        let mut options = DeclaredOptions::default();
        declare(
            &mut options,
            &format!("option name Style type combo default 0{many}"),
        );
        let message = set_option_command(&options, "Style", "x")
            .unwrap_err()
            .to_string();
        assert!(
            message.len() < 3_000 && message.contains("more"),
            "{message}"
        );
        assert!(set_option_command(&options, "Style", "4999").is_ok());
    }
}
