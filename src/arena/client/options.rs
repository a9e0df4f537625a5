//! The options that an engine declares, and the values they allow, for either
//! protocol.

use super::shortened;

/// The options of an engine, in the order of its declarations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Options(Vec<Declared>);

/// An option as an engine declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    /// Its name, which may contain spaces.
    pub name: String,
    pub kind: DeclaredKind,
}

/// The type of an option and its allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DeclaredKind {
    Check,
    Number(Range),
    Choice(Vec<String>),
    Text,
    Button,
}

/// The numbers that an option allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    least: i64,
    most: i64,
}

/// The protocol's own words for values.
#[derive(Debug)]
pub(super) struct Words {
    /// Texts accepted as on; the first one is sent.
    pub on: &'static [&'static str],
    /// Texts accepted as off; the first one is sent.
    pub off: &'static [&'static str],
    /// Description of the values of a check option.
    pub check: &'static str,
    /// Description of the values of a text option.
    pub text: &'static str,
    /// Description of a button.
    pub button: &'static str,
}

/// The most options of an engine that are known; it may declare them without end.
const MOST_OPTIONS: usize = 1000;

/// The length in bytes from which a list in a message is cut.
const LONGEST_LIST: usize = 2000;

/// These words, separated by commas; a long list is cut.
pub(super) fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut list = String::new();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        list += &shortened(word);
        if words.peek().is_some() {
            list += ", ";
            if list.len() > LONGEST_LIST {
                let more = words.count();
                return format!("{list}and {more} more");
            }
        }
    }
    list
}

impl Range {
    /// The range with these bounds, if they are numbers. One that has no number in it is
    /// a mistake of the engine's, which then has to judge for itself.
    pub(super) fn declared(least: &str, most: &str) -> Range {
        let number = |text: &str| {
            let number = text.parse::<i128>().ok()?;
            i64::try_from(number.clamp(i64::MIN.into(), i64::MAX.into())).ok()
        };
        let least = number(least).unwrap_or(i64::MIN);
        let most = number(most).unwrap_or(i64::MAX);
        match least <= most {
            true => Range { least, most },
            false => Range {
                least: i64::MIN,
                most: i64::MAX,
            },
        }
    }

    fn contains(&self, number: i64) -> bool {
        (self.least..=self.most).contains(&number)
    }

    fn description(&self) -> String {
        match (self.least, self.most) {
            (i64::MIN, i64::MAX) => "a whole number".to_owned(),
            (i64::MIN, most) => format!("a number up to {most}"),
            (least, i64::MAX) => format!("a number from {least} up"),
            (least, most) => format!("a number from {least} to {most}"),
        }
    }
}

impl Options {
    /// Adds a declaration; a newer one of the same name replaces the older.
    pub(super) fn declare(&mut self, option: Declared) {
        let known = self.0.iter().position(|old| old.is_name_of(&option.name));
        match known {
            Some(index) => self.0[index] = option,
            None if self.0.len() < MOST_OPTIONS => self.0.push(option),
            None => {}
        }
    }

    /// The option with this name, ignoring case.
    pub(super) fn find(&self, name: &str) -> Option<&Declared> {
        self.0.iter().find(|option| option.is_name_of(name))
    }

    /// The names of all options, separated by commas; `None` if there are none.
    pub(super) fn names(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| listed(self.0.iter().map(|option| &*option.name)))
    }
}

impl Declared {
    /// Whether it is a number, such as the size of a table.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.kind, DeclaredKind::Number(_))
    }

    /// The choices of a combo option; empty for other types.
    pub(super) fn choices(&self) -> &[String] {
        match &self.kind {
            DeclaredKind::Choice(choices) => choices,
            _ => &[],
        }
    }

    /// The value in the form that is sent; `None` for a button, which has none.
    ///
    /// # Errors
    /// When the option does not allow this value; the error lists those that it
    /// does.
    pub(super) fn value(&self, value: &str, words: &Words) -> Result<Option<String>, String> {
        let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
        let accepted = match &self.kind {
            DeclaredKind::Check if is_one_of(words.on) => words.on[0].to_owned(),
            DeclaredKind::Check if is_one_of(words.off) => words.off[0].to_owned(),
            DeclaredKind::Check => return Err(self.refusal(words.check, value)),
            DeclaredKind::Number(range) => match value.parse::<i64>() {
                Ok(number) if range.contains(number) => number.to_string(),
                _ => return Err(self.refusal(&range.description(), value)),
            },
            DeclaredKind::Choice(choices) => {
                let mut known = choices.iter();
                match known.find(|choice| choice.eq_ignore_ascii_case(value)) {
                    Some(choice) => choice.clone(),
                    None => {
                        let choices = match choices.is_empty() {
                            true => "declared without choices".to_owned(),
                            false => {
                                let choices = listed(choices.iter().map(String::as_str));
                                format!("one of: {choices}")
                            }
                        };
                        return Err(self.refusal(&choices, value));
                    }
                }
            }
            DeclaredKind::Text if value.contains(['\n', '\r']) => {
                return Err(self.refusal(words.text, value));
            }
            DeclaredKind::Text => value.to_owned(),
            DeclaredKind::Button if value.is_empty() => return Ok(None),
            DeclaredKind::Button => return Err(self.refusal(words.button, value)),
        };
        Ok(Some(accepted))
    }

    fn refusal(&self, what: &str, value: &str) -> String {
        format!(
            "option '{}' is {what}, not '{value}'",
            shortened(&self.name)
        )
    }

    fn is_name_of(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}
