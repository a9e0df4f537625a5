//! Settings as `KEY=VALUE` words, for any struct that implements `Deserialize`.
//!
//! A value stays text until serde asks for its type, so a name may be `007`.

use std::{fmt, vec};

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};
use thiserror::Error;

use crate::base::suggestion::{did_you_mean, nearest_word};

/// How keys map to the fields of a struct.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grammar {
    /// The keys that add one item to a list or table, each with its field, such as
    /// `("send", "commands")` and `("option.NAME", "options")`. The key of any other
    /// field is its name.
    pub lists: &'static [(&'static str, &'static str)],
    /// Whether a word may override an earlier one with the same key.
    pub may_override: bool,
}

/// An error in the settings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct KeyValueError(String);

impl Error for KeyValueError {
    fn custom<T: fmt::Display>(message: T) -> KeyValueError {
        KeyValueError(message.to_string())
    }

    fn unknown_variant(word: &str, expected: &'static [&'static str]) -> KeyValueError {
        let choices = expected.join(" ");
        KeyValueError(match nearest_word(word, expected) {
            Some(near) => format!("did you mean '{near}'? (choose from: {choices})"),
            None => format!("choose from: {choices}"),
        })
    }
}

/// Reads words, quoted as in a shell where they contain spaces. On Windows a backslash is an
/// ordinary character.
///
/// # Errors
/// When a word is not `KEY=VALUE`, or `T` has no such key or does not accept the value.
///
/// ```
/// use peregrine::arena::adjudication::WinAdjudication;
/// use peregrine::arena::key_value::{self, Grammar};
/// let read = |text| key_value::read::<WinAdjudication>(text, Grammar::default());
/// assert_eq!(read("moves=4 score=600")?.score, 600);
/// let error = read("moves=4 score=high").unwrap_err();
/// let message = "score=high: expected a whole number from -2147483648 to 2147483647";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), key_value::KeyValueError>(())
/// ```
pub fn read<T: DeserializeOwned>(text: &str, grammar: Grammar) -> Result<T, KeyValueError> {
    let words = split(text, cfg!(windows));
    let words = words.ok_or_else(|| KeyValueError("unclosed quotation mark".to_owned()))?;
    let items = words.iter().map(|word| match word.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(KeyValueError(format!("'{word}' is not KEY=VALUE"))),
    });
    T::deserialize(KeyValues {
        items: items.collect::<Result<_, _>>()?,
        grammar,
        ..KeyValues::default()
    })
}

/// The words of a text, unless a quotation mark is not closed. A backslash quotes the character
/// after it, or belongs to the path of a file.
fn split(text: &str, with_paths: bool) -> Option<Vec<String>> {
    if !with_paths {
        return shlex::split(text);
    }
    let mut escaped = String::new();
    let mut quotation = None;
    for character in text.chars() {
        match (quotation, character) {
            (None, '\'' | '"') => quotation = Some(character),
            (Some(mark), _) if mark == character => quotation = None,
            (None | Some('"'), '\\') => escaped.push('\\'),
            _ => {}
        }
        escaped.push(character);
    }
    shlex::split(&escaped)
}

/// The words of one field, or of all fields.
#[derive(Default)]
struct KeyValues {
    grammar: Grammar,
    field: &'static str,
    /// Names in the struct or table, and values.
    items: Vec<(String, String)>,
}

impl Grammar {
    /// The key of a field.
    fn key(self, field: &'static str) -> &'static str {
        let list = self.lists.iter().find(|(_, list)| *list == field);
        list.map_or(field, |(key, _)| key)
    }

    /// The item of `field` that `key` gives, if any: its name in a table, otherwise
    /// empty.
    fn item(self, field: &'static str, key: &str) -> Option<String> {
        let expected = self.key(field);
        let name = match expected.strip_suffix("NAME") {
            Some(table) => key.strip_prefix(table).filter(|name| !name.is_empty()),
            None => (key == expected).then_some(""),
        };
        name.map(str::to_owned)
    }
}

impl KeyValues {
    /// The name and value of the last word.
    fn last_item(&self) -> (&str, &str) {
        let last = self.items.last();
        last.map_or(("", ""), |(name, value)| (name, value))
    }

    /// The words of each of these fields.
    fn split(&self, fields: &'static [&'static str]) -> Result<Vec<KeyValues>, KeyValueError> {
        let grammar = self.grammar;
        let is_known = |key: &str| fields.iter().any(|it| grammar.item(it, key).is_some());
        if let Some((key, _)) = self.items.iter().find(|(key, _)| !is_known(key)) {
            let keys: Vec<&str> = fields.iter().map(|field| grammar.key(field)).collect();
            let (hint, keys) = (did_you_mean(key, &keys), keys.join(" "));
            return Err(KeyValueError(format!(
                "unknown key '{key}'{hint} (choose from: {keys})"
            )));
        }
        let mut found = Vec::new();
        for &field in fields {
            let items = self
                .items
                .iter()
                .filter_map(|(key, value)| Some((grammar.item(field, key)?, value.clone())));
            let items: Vec<(String, String)> = items.collect();
            if items.len() > 1 && grammar.key(field) == field && !grammar.may_override {
                return Err(KeyValueError(format!("'{field}' is given twice")));
            }
            if !items.is_empty() {
                found.push(KeyValues {
                    grammar,
                    field,
                    items,
                });
            }
        }
        Ok(found)
    }
}

/// Description of an expected whole number.
fn whole_number(least: impl fmt::Display, most: impl fmt::Display) -> String {
    format!("a whole number from {least} to {most}")
}

macro_rules! parse {
    ($($deserialize:ident $visit:ident $expected:expr,)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, KeyValueError> {
            let value = self.last_item().1.parse();
            visitor.$visit(value.map_err(|_| KeyValueError(format!("expected {}", $expected)))?)
        }
    )*};
}

impl<'de> Deserializer<'de> for KeyValues {
    type Error = KeyValueError;

    parse! {
        deserialize_bool visit_bool "true or false",
        deserialize_i32 visit_i32 whole_number(i32::MIN, i32::MAX),
        deserialize_i64 visit_i64 whole_number(i64::MIN, i64::MAX),
        deserialize_u32 visit_u32 whole_number(u32::MIN, u32::MAX),
        deserialize_u64 visit_u64 whole_number(u64::MIN, u64::MAX),
        deserialize_f64 visit_f64 "a number",
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, KeyValueError> {
        visitor.visit_str(self.last_item().1)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, KeyValueError> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, KeyValueError> {
        visitor.visit_enum(self.last_item().1.into_deserializer())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, KeyValueError> {
        let values = self.items.into_iter().map(|(_, value)| value);
        visitor.visit_seq(SeqDeserializer::new(values))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, KeyValueError> {
        visitor.visit_map(MapDeserializer::new(self.items.into_iter()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, KeyValueError> {
        visitor.visit_map(Fields(self.split(fields)?.into_iter()))
    }

    forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 char str string bytes byte_buf unit unit_struct newtype_struct
        tuple tuple_struct identifier ignored_any
    }
}

/// Fields still to be read, with their words.
struct Fields(vec::IntoIter<KeyValues>);

impl<'de> MapAccess<'de> for Fields {
    type Error = KeyValueError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, KeyValueError> {
        let next = self.0.as_slice().first();
        next.map(|words| seed.deserialize(words.field.into_deserializer()))
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, KeyValueError> {
        // A value is asked for only after its key, so there is one.
        let words = self.0.next().unwrap_or_default();
        let (name, value) = words.last_item();
        let key = words.grammar.key(words.field).replace("NAME", name);
        let word = format!("{key}={value}");
        seed.deserialize(words)
            .map_err(|error| KeyValueError(format!("{word}: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Example {
        text: String,
        #[serde(default)]
        number: Option<f64>,
        #[serde(default)]
        lines: Vec<String>,
    }

    const LISTS: Grammar = Grammar {
        lists: &[("line", "lines")],
        may_override: false,
    };

    #[test]
    fn values_have_the_type_of_their_field() {
        let example = Example {
            text: "007".to_owned(),
            number: Some(7.0),
            lines: vec!["7".to_owned(), "true".to_owned()],
        };
        let words = "line=7 number=007 line=true text=007";
        assert_eq!(read::<Example>(words, LISTS), Ok(example));
    }

    #[test]
    fn backslashes_are_part_of_paths_where_those_have_them() {
        for (text, words) in [
            (
                r"command=C:\engines\new.exe time=1+0",
                &[r"command=C:\engines\new.exe", "time=1+0"][..],
            ),
            (
                r#"command="C:\Program Files\x.exe" a=b"#,
                &[r"command=C:\Program Files\x.exe", "a=b"],
            ),
            (
                r"command='C:\Program Files\x.exe' a=b",
                &[r"command=C:\Program Files\x.exe", "a=b"],
            ),
            (
                r#"directory="C:\my chess\" a=b"#,
                &[r"directory=C:\my chess\", "a=b"],
            ),
            (r"directory=C:\ a=b", &[r"directory=C:\", "a=b"]),
            (
                r"command=\\server\share\x.exe",
                &[r"command=\\server\share\x.exe"],
            ),
            (
                r#"name='it is "x"' a="it's \n""#,
                &[r#"name=it is "x""#, r"a=it's \n"],
            ),
            (r"name=é\ü", &[r"name=é\ü"]),
            ("", &[]),
        ] {
            assert_eq!(split(text, true).unwrap(), words, "{text}");
        }
        assert_eq!(split("a='b", true), None);
        assert_eq!(split(r"a=b\ c d", false).unwrap(), ["a=b c", "d"]);
    }

    #[test]
    fn faults_are_named() {
        let fault = |text| read::<Example>(text, LISTS).unwrap_err().to_string();
        let choice = "(choose from: text number line)";
        for (text, message) in [
            ("text='a", "unclosed quotation mark"),
            ("text=a b", "'b' is not KEY=VALUE"),
            ("text=a text=a", "'text' is given twice"),
            (
                "lines=a",
                &format!("unknown key 'lines'; did you mean 'line'? {choice}"),
            ),
            (
                "line.x=a",
                &format!("unknown key 'line.x'; did you mean 'line'? {choice}"),
            ),
            ("number=a", "number=a: expected a number"),
            ("number=1", "missing field `text`"),
        ] {
            assert_eq!(fault(text), message);
        }
    }

    #[test]
    fn a_later_word_may_override() {
        let may_override = true;
        let grammar = Grammar {
            may_override,
            ..LISTS
        };
        let example = read::<Example>("text=a text=b", grammar).unwrap();
        assert_eq!(example.text, "b");
    }
}
