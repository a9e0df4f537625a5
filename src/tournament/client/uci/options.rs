//! Options as an engine declares them in UCI, and the values they can have.
//!
//! Knows no engine that runs.

use crate::tournament::client::Failure;

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UciOption {
    /// Its name, which may have spaces in it.
    pub name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Check,
    Spin { least: i64, most: i64 },
    Combo(Vec<String>),
    Text,
    Button,
}

/// The options of an engine, in its order.
#[derive(Debug, Default)]
pub(super) struct Options(Vec<UciOption>);

impl UciOption {
    /// Reads what follows the word `option`; nothing if it is no declaration.
    fn read(words: &[&str]) -> Option<UciOption> {
        const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for &word in words {
            match parts.last_mut() {
                // Words of a name can be keywords, but for the one that ends it.
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
        let bound = |key, other| text(key).parse().unwrap_or(other);
        let kind = match text("type").as_str() {
            "check" => Kind::Check,
            "spin" => Kind::Spin {
                least: bound("min", i64::MIN),
                most: bound("max", i64::MAX),
            },
            "combo" => Kind::Combo(texts("var")),
            "string" => Kind::Text,
            "button" => Kind::Button,
            _ => return None,
        };
        let name = text("name");
        (!name.is_empty()).then_some(UciOption { name, kind })
    }

    /// The words it can be set to, if it can be set to words.
    pub(super) fn choices(&self) -> &[String] {
        match &self.kind {
            Kind::Combo(choices) => choices,
            _ => &[],
        }
    }

    /// The line that sets it.
    ///
    /// # Errors
    /// When it cannot have that value.
    pub(super) fn set(&self, value: &str) -> Result<String, Failure> {
        let name = &self.name;
        let refuse = |what: String| {
            Err(Failure::Unable(format!(
                "its option '{name}' is {what}, not '{value}'"
            )))
        };
        let value = match &self.kind {
            Kind::Button if value.is_empty() => return Ok(format!("setoption name {name}")),
            Kind::Button => return refuse("a button without value".to_owned()),
            Kind::Text if value.contains(['\n', '\r']) => return refuse("one line".to_owned()),
            Kind::Text => value.to_owned(),
            Kind::Check => match value.to_ascii_lowercase() {
                word if word == "true" || word == "false" => word,
                _ => return refuse("'true' or 'false'".to_owned()),
            },
            Kind::Spin { least, most } => match value.parse::<i64>() {
                Ok(number) if (*least..=*most).contains(&number) => number.to_string(),
                _ => return refuse(format!("a number from {least} to {most}")),
            },
            Kind::Combo(choices) => {
                let choice = choices
                    .iter()
                    .find(|choice| choice.eq_ignore_ascii_case(value));
                match choice {
                    Some(choice) => choice.clone(),
                    None => return refuse(format!("one of: {}", choices.join(", "))),
                }
            }
        };
        Ok(format!("setoption name {name} value {value}"))
    }
}

impl Options {
    /// Takes in a line of the engine if it declares an option; the newer of two
    /// declarations of one option counts.
    pub(super) fn take(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["option", words @ ..] = &words[..] else {
            return;
        };
        let Some(option) = UciOption::read(words) else {
            return;
        };
        match self.0.iter_mut().find(|old| old.is_called(&option.name)) {
            Some(old) => *old = option,
            None => self.0.push(option),
        }
    }

    /// The option of that name, in either case.
    pub(super) fn find(&self, name: &str) -> Option<&UciOption> {
        self.0.iter().find(|option| option.is_called(name))
    }

    /// The same.
    ///
    /// # Errors
    /// When there is none, with those that there are.
    pub(super) fn named(&self, name: &str) -> Result<&UciOption, Failure> {
        self.find(name).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|option| &*option.name).collect();
            let names = match names[..] {
                [] => "it has none at all".to_owned(),
                _ => format!("it has: {}", names.join(", ")),
            };
            Failure::Unable(format!("it has no option '{name}' ({names})"))
        })
    }
}

impl UciOption {
    fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn options() -> Options {
        let mut options = Options::default();
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
        ] {
            options.take(line);
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
            ("Ponder", "True", "setoption name Ponder value true"),
            (
                "VariantPath",
                "a b.ini",
                "setoption name VariantPath value a b.ini",
            ),
        ] {
            assert_eq!(options().named(name).unwrap().set(value).unwrap(), line);
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
                "Clear Hash",
                "x",
                "its option 'Clear Hash' is a button without value, not 'x'",
            ),
            (
                "UCI_Variant",
                "go",
                "its option 'UCI_Variant' is one of: chess, Falcon Leap, x, not 'go'",
            ),
        ] {
            let failure = options().named(name).unwrap().set(value).unwrap_err();
            assert_eq!(failure.to_string(), error);
        }
        assert_eq!(
            options().named("Hush").unwrap_err().to_string(),
            "it has no option 'Hush' (it has: hash, Min Thinking Time, UCI_Variant, Clear Hash, \
             Ponder, VariantPath)"
        );
    }
}
