//! The options that an engine declares, and the values they allow, for either
//! protocol.

use super::shortened;

/// The options of an engine, in the order of its declarations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DeclaredOptions(Vec<DeclaredOption>);

/// An option as an engine declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeclaredOption {
    /// Its name, which may contain spaces.
    pub name: String,
    pub kind: OptionKind,
}

/// The type of an option and its allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionKind {
    Check,
    Number(Range),
    Choice(Vec<String>),
    Text,
    Button,
}

/// The numbers that an option allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    min: i64,
    max: i64,
}

/// The protocol's words for values.
#[derive(Debug)]
pub(super) struct ValueWords {
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

/// The maximum number of options of an engine; it may declare them without end.
const MAX_OPTIONS: usize = 1000;

/// The length in bytes from which a list in a message is cut.
const MAX_LIST_LENGTH: usize = 2000;

/// These words, separated by commas; a long list is cut.
pub(super) fn comma_separated<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut list = String::new();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        list += &shortened(word);
        if words.peek().is_some() {
            list += ", ";
            if list.len() > MAX_LIST_LENGTH {
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
    pub(super) fn declared(min: &str, max: &str) -> Range {
        let number = |text: &str| {
            let number = text.parse::<i128>().ok()?;
            i64::try_from(number.clamp(i64::MIN.into(), i64::MAX.into())).ok()
        };
        let min = number(min).unwrap_or(i64::MIN);
        let max = number(max).unwrap_or(i64::MAX);
        match min <= max {
            true => Range { min, max },
            false => Range {
                min: i64::MIN,
                max: i64::MAX,
            },
        }
    }

    fn contains(&self, number: i64) -> bool {
        (self.min..=self.max).contains(&number)
    }

    fn description(&self) -> String {
        match (self.min, self.max) {
            (i64::MIN, i64::MAX) => "a whole number".to_owned(),
            (i64::MIN, max) => format!("a number up to {max}"),
            (min, i64::MAX) => format!("a number from {min} up"),
            (min, max) => format!("a number from {min} to {max}"),
        }
    }
}

impl DeclaredOptions {
    /// Adds a declaration; a newer one of the same name replaces the older.
    pub(super) fn declare(&mut self, option: DeclaredOption) {
        let known = self.0.iter().position(|old| old.is_name_of(&option.name));
        match known {
            Some(index) => self.0[index] = option,
            None if self.0.len() < MAX_OPTIONS => self.0.push(option),
            None => {}
        }
    }

    /// The option with this name, ignoring case.
    pub(super) fn find(&self, name: &str) -> Option<&DeclaredOption> {
        self.0.iter().find(|option| option.is_name_of(name))
    }

    /// The names of all options, separated by commas; `None` if there are none.
    pub(super) fn names(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| comma_separated(self.0.iter().map(|option| &*option.name)))
    }
}

impl DeclaredOption {
    /// Whether it is a number, such as the size of a table.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.kind, OptionKind::Number(_))
    }

    /// The choices of a combo option; empty for other types.
    pub(super) fn choices(&self) -> &[String] {
        match &self.kind {
            OptionKind::Choice(choices) => choices,
            _ => &[],
        }
    }

    /// The value in the form that is sent; `None` for a button, which has none.
    ///
    /// # Errors
    /// When the option does not allow this value; the error lists those that it
    /// does.
    pub(super) fn value(&self, value: &str, words: &ValueWords) -> Result<Option<String>, String> {
        let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
        let accepted = match &self.kind {
            OptionKind::Check if is_one_of(words.on) => words.on[0].to_owned(),
            OptionKind::Check if is_one_of(words.off) => words.off[0].to_owned(),
            OptionKind::Check => return Err(self.value_error(words.check, value)),
            OptionKind::Number(range) => match value.parse::<i64>() {
                Ok(number) if range.contains(number) => number.to_string(),
                _ => return Err(self.value_error(&range.description(), value)),
            },
            OptionKind::Choice(choices) => {
                let mut known = choices.iter();
                match known.find(|choice| choice.eq_ignore_ascii_case(value)) {
                    Some(choice) => choice.clone(),
                    None => {
                        let choices = match choices.is_empty() {
                            true => "declared without choices".to_owned(),
                            false => {
                                let choices = comma_separated(choices.iter().map(String::as_str));
                                format!("one of: {choices}")
                            }
                        };
                        return Err(self.value_error(&choices, value));
                    }
                }
            }
            OptionKind::Text if value.contains(['\n', '\r']) => {
                return Err(self.value_error(words.text, value));
            }
            OptionKind::Text => value.to_owned(),
            OptionKind::Button if value.is_empty() => return Ok(None),
            OptionKind::Button => return Err(self.value_error(words.button, value)),
        };
        Ok(Some(accepted))
    }

    fn value_error(&self, what: &str, value: &str) -> String {
        format!(
            "option '{}' is {what}, not '{value}'",
            shortened(&self.name)
        )
    }

    fn is_name_of(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}
