//! Options of an engine: which it has, and the values they can have.
//!
//! Knows no protocol: others read the declarations and write the lines that
//! set something.

/// The options of an engine, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Options(Vec<Declared>);

/// An option as an engine declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    /// Its name, which may have spaces in it.
    pub name: String,
    pub kind: Kind,
}

/// What may be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Check,
    Number { least: i64, most: i64 },
    Choice(Vec<String>),
    Text,
    Button,
}

/// What a protocol has its own words for.
#[derive(Debug)]
pub(super) struct Words {
    /// What is understood as on; an engine is told the first.
    pub on: &'static [&'static str],
    /// What is understood as off; an engine is told the first.
    pub off: &'static [&'static str],
    /// What the value of a check is.
    pub check: &'static str,
    /// What the value of a text is.
    pub text: &'static str,
    /// What a button is.
    pub button: &'static str,
}

impl Options {
    /// Takes in a declaration; the newer of two of one option counts.
    pub fn declare(&mut self, option: Declared) {
        match self.0.iter_mut().find(|old| old.is_called(&option.name)) {
            Some(old) => *old = option,
            None => self.0.push(option),
        }
    }

    /// The option of that name, in upper or lower case.
    pub fn find(&self, name: &str) -> Option<&Declared> {
        self.0.iter().find(|option| option.is_called(name))
    }

    /// The names of all, with commas between them; `None` if there are none.
    pub fn names(&self) -> Option<String> {
        let names: Vec<&str> = self.0.iter().map(|option| &*option.name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

impl Declared {
    /// Whether it is a number, such as the size of a table.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Number { .. })
    }

    /// The words it can be set to, if it can be set to words.
    pub fn choices(&self) -> &[String] {
        match &self.kind {
            Kind::Choice(choices) => choices,
            _ => &[],
        }
    }

    /// A value as the engine is told it; `None` for a button, which has none.
    ///
    /// # Errors
    /// When it cannot have that value, with those that it can.
    pub fn value(&self, value: &str, words: &Words) -> Result<Option<String>, String> {
        let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
        let accepted = match &self.kind {
            Kind::Check if is_one_of(words.on) => words.on[0].to_owned(),
            Kind::Check if is_one_of(words.off) => words.off[0].to_owned(),
            Kind::Check => return Err(self.refusal(words.check, value)),
            Kind::Number { least, most } => match value.parse::<i64>() {
                Ok(number) if (*least..=*most).contains(&number) => number.to_string(),
                _ => {
                    let range = format!("a number from {least} to {most}");
                    return Err(self.refusal(&range, value));
                }
            },
            Kind::Choice(choices) => {
                let mut known = choices.iter();
                match known.find(|choice| choice.eq_ignore_ascii_case(value)) {
                    Some(choice) => choice.clone(),
                    None => {
                        let choices = format!("one of: {}", choices.join(", "));
                        return Err(self.refusal(&choices, value));
                    }
                }
            }
            Kind::Text if value.contains(['\n', '\r']) => {
                return Err(self.refusal(words.text, value));
            }
            Kind::Text => value.to_owned(),
            Kind::Button if value.is_empty() => return Ok(None),
            Kind::Button => return Err(self.refusal(words.button, value)),
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
