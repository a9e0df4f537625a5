//! The options that an engine declares, and the values they allow, for either
//! protocol.

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
    Number { least: i64, most: i64 },
    Choice(Vec<String>),
    Text,
    Button,
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

impl Options {
    /// Adds a declaration; a newer one of the same name replaces the older.
    pub fn declare(&mut self, option: Declared) {
        match self.0.iter_mut().find(|old| old.is_called(&option.name)) {
            Some(old) => *old = option,
            None => self.0.push(option),
        }
    }

    /// The option with this name, ignoring case.
    pub fn find(&self, name: &str) -> Option<&Declared> {
        self.0.iter().find(|option| option.is_called(name))
    }

    /// The names of all options, separated by commas; `None` if there are none.
    pub fn names(&self) -> Option<String> {
        let names: Vec<&str> = self.0.iter().map(|option| &*option.name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

impl Declared {
    /// Whether it is a number, such as the size of a table.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, DeclaredKind::Number { .. })
    }

    /// The choices of a combo option; empty for other types.
    pub fn choices(&self) -> &[String] {
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
    pub fn value(&self, value: &str, words: &Words) -> Result<Option<String>, String> {
        let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
        let accepted = match &self.kind {
            DeclaredKind::Check if is_one_of(words.on) => words.on[0].to_owned(),
            DeclaredKind::Check if is_one_of(words.off) => words.off[0].to_owned(),
            DeclaredKind::Check => return Err(self.refusal(words.check, value)),
            DeclaredKind::Number { least, most } => match value.parse::<i64>() {
                Ok(number) if (*least..=*most).contains(&number) => number.to_string(),
                _ => {
                    let range = format!("a number from {least} to {most}");
                    return Err(self.refusal(&range, value));
                }
            },
            DeclaredKind::Choice(choices) => {
                let mut known = choices.iter();
                match known.find(|choice| choice.eq_ignore_ascii_case(value)) {
                    Some(choice) => choice.clone(),
                    None => {
                        let choices = format!("one of: {}", choices.join(", "));
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
        format!("option '{}' is {what}, not '{value}'", self.name)
    }

    fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}
