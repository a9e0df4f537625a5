//! Tags: how they are read and written, and what they say about the rules.

use std::collections::HashSet;
use std::fmt;

use crate::notation::xboard::{self, XboardDialect};
use crate::position::Position;
use crate::rules::Rules;
use crate::variants;

use super::tag_of;

/// The tag in which XBoard records how an engine described the moves of pieces.
/// It shows that the moves are in XBoard's notation, so Peregrine never writes
/// it.
pub(super) const MEN: &str = "VariantMen";

/// The mandatory tags in their order, with the values for unknown. The result
/// is that of the game.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tags that describe the rules and start position.
const OWN: [&str; 6] = ["Variant", "Castling", "Promotion", "SetUp", "FEN", MEN];

/// The XBoard dialect of a game with these tags, if XBoard saved it.
pub(super) fn dialect_of(
    variant: Option<&str>,
    fen: Option<&str>,
    has_men: bool,
) -> Option<XboardDialect> {
    xboard::saved_as(variant?, fen, has_men)
}

/// A tag that describes the rules or the start position.
pub(super) type OwnTag = (&'static str, String);

/// Other tags that Peregrine writes.
const OTHERS: [&str; 3] = ["Annotator", "WhiteAccuracy", "BlackAccuracy"];

/// Whether a tag has a fixed place in what Peregrine writes.
pub(super) fn has_place(name: &str) -> bool {
    let is_in_roster = ROSTER.iter().any(|(known, _)| *known == name);
    is_in_roster || OWN.contains(&name) || OTHERS.contains(&name)
}

/// Writes all tags of a game, with those that describe its rules and start position. A tag
/// `Result` is kept even if it contradicts the result.
pub(super) fn write_tags(
    f: &mut fmt::Formatter<'_>,
    tags: &[(String, String)],
    own: &[OwnTag],
    result: &str,
) -> fmt::Result {
    for (name, unknown) in ROSTER {
        let unknown = if name == "Result" { result } else { unknown };
        write_tag(f, name, tag_of(tags, name).unwrap_or(unknown))?;
    }
    for (name, value) in own {
        write_tag(f, name, value)?;
    }
    let mut written: HashSet<String> = HashSet::new();
    for (name, value) in tags {
        let is_written = |known: &&str| known == name;
        if ROSTER.iter().any(|(known, _)| is_written(known)) || OWN.iter().any(is_written) {
            continue;
        }
        let mut unique = usable_name(name);
        for number in 2.. {
            if has_own_place(&unique) || written.contains(&unique) {
                unique = format!("{}_{number}", usable_name(name));
            } else {
                break;
            }
        }
        write_tag(f, &unique, value)?;
        written.insert(unique);
    }
    Ok(())
}

/// Whether a tag is written before all others.
fn has_own_place(name: &str) -> bool {
    has_place(name) && !OTHERS.contains(&name)
}

/// A tag's name without characters that the reader would not take.
fn usable_name(name: &str) -> String {
    let usable = |c: char| if is_in_names(c) { c } else { '_' };
    match name {
        "" => "_".to_owned(),
        _ => name.chars().map(usable).collect(),
    }
}

/// The tags that describe the rules and the start position. Those that were read are
/// kept as long as they say the same; others are in our own words.
pub(super) fn own_tags(start: &Position, tags: &[(String, String)]) -> Vec<OwnTag> {
    let derived = derived_tags(start);
    let is_saved_by_xboard = |variant, fen, has_men| dialect_of(variant, fen, has_men).is_some();
    let has_men = tag_of(tags, MEN).is_some();
    if is_saved_by_xboard(tag_of(tags, "Variant"), tag_of(tags, "FEN"), has_men) {
        return derived;
    }
    let rules = start.rules();
    let kept = |name: &str| tag_of(tags, name);
    let derived_value = |name: &str| {
        let found = derived.iter().find(|(derived, _)| *derived == name);
        found.map(|(_, value)| value.as_str())
    };
    let is_same_game = |name: &&str| {
        let variant = variants::find(name);
        // XBoard's own name for chess belongs to its notation.
        *name != "normal" && variant.is_ok_and(|variant| variant.name == rules.variant())
    };
    let is_castling = |name: &&str| name.parse() == Ok(rules.castling());
    let is_promotion = |name: &&str| name.parse() == Ok(rules.promotion());
    let is_start = |fen: &&str| {
        let position = Position::from_fen(rules, fen);
        position.is_ok_and(|position| position.to_string() == start.to_string())
    };
    let variant = kept("Variant").filter(is_same_game);
    let castling = kept("Castling").filter(is_castling);
    let promotion = kept("Promotion").filter(is_promotion);
    let fen = kept("FEN").filter(is_start).or(derived_value("FEN"));
    let setup = match fen {
        Some(_) => kept("SetUp")
            .filter(|setup| setup.trim() == "1")
            .or(Some("1")),
        None => kept("SetUp").filter(|setup| setup.trim() != "1"),
    };
    if is_saved_by_xboard(variant.or(derived_value("Variant")), fen, false) {
        return derived;
    }
    let all = [
        ("Variant", variant),
        ("Castling", castling),
        ("Promotion", promotion),
        ("SetUp", setup),
        ("FEN", fen),
    ];
    let all = all.into_iter().filter_map(|(name, value)| {
        let value = value.or(derived_value(name))?;
        Some((name, value.to_owned()))
    });
    all.collect()
}

/// The tags that describe the rules and the start position, in our own words.
pub(super) fn derived_tags(start: &Position) -> Vec<OwnTag> {
    let rules = start.rules();
    let mut tags = vec![("Variant", rules.variant().to_owned())];
    let (castling, promotion) = is_usual(rules);
    if !castling {
        tags.push(("Castling", rules.castling().name().to_owned()));
    }
    if !promotion {
        tags.push(("Promotion", rules.promotion().name().to_owned()));
    }
    let fen = start.to_string();
    if rules.is_shuffled() || fen != rules.start_fen() {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", fen)]);
    }
    tags
}

/// The same in XBoard's words.
///
/// # Errors
/// If XBoard has no name for the rules, or cannot be told about the game.
pub(super) fn xboard_tags(
    dialect: &XboardDialect,
    start: &Position,
) -> Result<Vec<OwnTag>, String> {
    let saved = dialect.saved(start)?;
    let mut tags = vec![("Variant", dialect.name.clone())];
    if !is_usual(start.rules()).1 {
        tags.push(("Promotion", start.rules().promotion().name().to_owned()));
    }
    tags.extend(saved.men.map(|men| (MEN, men)));
    if let Some(fen) = saved.fen {
        tags.extend([("FEN", fen), ("SetUp", "1".to_owned())]);
    }
    Ok(tags)
}

/// Whether castling and promotion are the defaults of the variant.
fn is_usual(rules: &Rules) -> (bool, bool) {
    match variants::find(rules.variant()) {
        Ok(variant) => (
            variant.castling.first() == Some(&rules.castling()),
            variant.promotion.first() == Some(&rules.promotion()),
        ),
        Err(_) => (false, false),
    }
}

/// Writes a tag on a line of its own.
fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let mut quoted = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(if c.is_control() { ' ' } else { c });
    }
    writeln!(f, "[{name} \"{quoted}\"]")
}

/// The tag at the front of a text and its length in bytes; if it is malformed,
/// the length is the rest of the line.
pub(super) fn tag(text: &str) -> (Result<(String, String), &'static str>, usize) {
    match tag_parts(text) {
        Ok((name, value, rest)) => (Ok((name, value)), text.len() - rest.len()),
        Err(reason) => (Err(reason), text.len()),
    }
}

/// Whether a tag's name may contain a character.
pub(super) fn is_in_names(c: char) -> bool {
    c.is_alphanumeric() || c.is_ascii_punctuation() && !"[]\"%;{}()\\".contains(c)
}

fn tag_parts(text: &str) -> Result<(String, String, &str), &'static str> {
    let inside = text.strip_prefix('[').unwrap_or(text).trim_start();
    let end = inside
        .find(|c: char| !is_in_names(c))
        .unwrap_or(inside.len());
    let (name, rest) = inside.split_at(end);
    if name.is_empty() {
        return Err("this has no name");
    }
    let mut signs = rest
        .trim_start()
        .strip_prefix('"')
        .ok_or("this has no '\"' before its value")?
        .chars();
    let mut value = String::new();
    loop {
        match signs.next() {
            Some('"') => break,
            Some('\\') => {
                // A backslash before anything else stands for itself.
                let mut ahead = signs.clone();
                match ahead.next() {
                    Some(sign @ ('"' | '\\')) => {
                        value.push(sign);
                        signs = ahead;
                    }
                    _ => value.push('\\'),
                }
            }
            Some(sign) => value.push(sign),
            None => return Err("this has no '\"' after its value"),
        }
    }
    let rest = signs.as_str().trim_start().strip_prefix(']');
    let rest = rest.ok_or("this has no ']' after its value ('\"' inside is written '\\\"')")?;
    Ok((name.to_owned(), value, rest))
}
