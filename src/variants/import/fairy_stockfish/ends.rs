//! Ends of games.

use super::super::game::{Ends, Squares};
use super::slots::Slot;
use super::state::State;
use super::values::{Slots, Value};

/// A setting that cannot be said, and why.
type Refused = (&'static str, String);

/// How games end otherwise than in chess, as keys of the table `ends`.
pub(super) fn read(state: &State, used: &[Slot]) -> Result<Ends, Refused> {
    let mut ends = Ends::default();
    if let Some(flags) = flags(state, used)? {
        ends.push(("flags", flags));
    }
    if state.flag("checkCounting") {
        ends.push(("checks", checks(state)?.to_string()));
    }
    if let Some((key, value)) = extinction(state, used)? {
        ends.push((key, value));
    }
    match state.text("checkmateValue", "loss") {
        _ if state.flag("shatarMateRule") => ends.push(("checkmate", quoted("shatar"))),
        "loss" => {}
        "win" => ends.push(("checkmate", quoted("win"))),
        _ => {
            let reason = "the side that is checkmated loses or wins".to_owned();
            return Err(("checkmateValue", reason));
        }
    }
    match state.number("nMoveRule", 50) {
        50 => {}
        0 => ends.push(("move-limit", quoted("none"))),
        limit => ends.push(("move-limit", limit.to_string())),
    }
    match state.text("countingRule", "none") {
        "none" => {}
        rule @ ("makruk" | "asean") => ends.push(("counting", quoted(rule))),
        _ => {
            let reason = "moves are counted as in Makruk or ASEAN chess".to_owned();
            return Err(("countingRule", reason));
        }
    }
    if let Some(repetition) = repetition(state)? {
        ends.push(("repetition", repetition));
    }
    if state.flag("perpetualCheckIllegal") && state.number("nFoldRule", 3) > 0 {
        ends.push(("perpetual-check", quoted("loss")));
    }
    match state.text("materialCounting", "none") {
        "none" => {}
        "blackdrawodds" => ends.push(("draws-won-by", quoted("black"))),
        "whitedrawodds" => ends.push(("draws-won-by", quoted("white"))),
        _ => {
            let reason = "material does not decide a game".to_owned();
            return Err(("materialCounting", reason));
        }
    }
    Ok(ends)
}

/// When a repetition ends the game, and how; `None` as in chess. The value is that of the side
/// to move or, if it is absolute, of White.
fn repetition(state: &State) -> Result<Option<String>, Refused> {
    let count = state.number("nFoldRule", 3);
    let value = state.text("nFoldValue", "draw");
    let is_absolute = state.flag("nFoldValueAbsolute");
    let result = match (value, is_absolute) {
        ("loss", false) => "win",
        ("win", false) => "loss",
        ("loss", true) => "black",
        ("win", true) => "white",
        _ => "draw",
    };
    match count {
        0 => Ok(Some(quoted("none"))),
        3 if result == "draw" => Ok(None),
        2..=99 => Ok(Some(format!(
            "{{ count = {count}, result = {} }}",
            quoted(result)
        ))),
        _ => {
            let reason = "a position must occur from 2 to 99 times".to_owned();
            Err(("nFoldRule", reason))
        }
    }
}

fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

/// The letters of the kinds that a setting names; `None` for all.
fn letters(state: &State, used: &[Slot], setting: &str) -> Option<String> {
    match state.setting(setting).map(|setting| &setting.value) {
        None | Some(Value::Slots(Slots::All)) => return None,
        Some(_) => {}
    }
    let mut slots = state.slots(setting, &[]);
    slots.retain(|slot| used.contains(slot));
    let letters = slots
        .iter()
        .filter_map(|&slot| Some(state.piece(slot)?.letter));
    let letters: Vec<String> = letters.map(|letter| quoted(&letter.to_string())).collect();
    Some(format!("[{}]", letters.join(", ")))
}

/// The letter of the King, if there is one.
fn king_letter(state: &State) -> String {
    let king = state.piece(Slot::KING);
    king.map_or(String::new(), |king| quoted(&king.letter.to_string()))
}

/// The number of checks that wins, which the start position says.
fn checks(state: &State) -> Result<u8, Refused> {
    let mut fields = state.start().split_whitespace();
    let given = fields.find_map(|field| {
        let (white, black) = field.split_once('+')?;
        Some((white.parse::<u8>().ok()?, black.parse::<u8>().ok()?))
    });
    match given {
        Some((white, black)) if white == black && white > 0 => Ok(white),
        Some(_) => {
            let reason = "both sides need the same number of checks, at least one";
            Err(("startFen", reason.to_owned()))
        }
        None => {
            let reason = "the start position must say how many checks win, such as 3+3";
            Err(("checkCounting", reason.to_owned()))
        }
    }
}

fn flags(state: &State, used: &[Slot]) -> Result<Option<String>, Refused> {
    let names = ["flagRegionWhite", "flagRegionBlack"];
    let regions = names.map(|name| state.region(name).unwrap_or_default());
    if regions.iter().all(super::values::Region::is_empty) {
        return Ok(None);
    }
    for (region, name) in regions.iter().zip(names) {
        if region.is_empty() {
            return Err((
                name,
                "both sides have squares that win, or neither has".to_owned(),
            ));
        }
    }
    if state.number("flagPieceCount", 1) > 1 || state.flag("flagPieceBlockedWin") {
        return Err((
            "flagPieceCount",
            "a single piece on its square wins".to_owned(),
        ));
    }
    let [white, black] =
        ["flagPieceWhite", "flagPieceBlack"].map(|name| letters(state, used, name));
    if white != black {
        let reason = "pieces of the same kinds win for both sides";
        return Err(("flagPieceBlack", reason.to_owned()));
    }
    let size = (state.files(), state.ranks());
    let [first, second] = regions.map(|region| {
        Squares::collect(size, |file, rank| region.contains(file, rank), |_, _| true).text()
    });
    let kinds = white
        .as_ref()
        .map_or(String::new(), |letters| format!("pieces = {letters}, "));
    let is_answered = state.flag("flagMove");
    if is_answered && white != Some(format!("[{}]", king_letter(state))) {
        let reason = "the other side has no more move when a piece other than a King has reached \
                      its square";
        return Err(("flagMove", reason.to_owned()));
    }
    let more = match (state.flag("flagPieceSafe"), is_answered) {
        (true, true) => {
            let reason = "a piece that must be safe leaves the other side a move anyway";
            return Err(("flagMove", reason.to_owned()));
        }
        (true, false) => ", safe = true",
        (false, true) => ", answered = true",
        (false, false) => "",
    };
    Ok(Some(format!(
        "{{ {kinds}squares = {{ white = {first}, black = {second} }}{more} }}"
    )))
}

fn extinction(state: &State, used: &[Slot]) -> Result<Option<(&'static str, String)>, Refused> {
    let result = state.text("extinctionValue", "none");
    let is_given = state.setting("extinctionPieceTypes").is_some();
    if result == "none" || !is_given || state.flag("extinctionPseudoRoyal") {
        return Ok(None);
    }
    let kinds = letters(state, used, "extinctionPieceTypes");
    if kinds.as_deref() == Some("[]") {
        return Ok(None);
    }
    let left = state.number("extinctionPieceCount", 0);
    let others = state.number("extinctionOpponentPieceCount", 0);
    let answered = state.flag("extinctionClaim");
    let bare = match (&kinds, left, others, answered, result) {
        (None, 1, 2, true, "loss") => Some("loss"),
        (None, 1, 2, false, "loss") => Some("loss-at-once"),
        (None, 1, 0, false, "draw") => Some("draw"),
        _ => None,
    };
    if let Some(bare) = bare {
        return Ok(Some(("bare-king", quoted(bare))));
    }
    let mut parts = Vec::new();
    parts.extend(kinds.map(|kinds| format!("pieces = {kinds}")));
    for (key, number) in [("left", left), ("others", others)] {
        if number > 0 {
            parts.push(format!("{key} = {number}"));
        }
    }
    if answered {
        parts.push("answered = true".to_owned());
    }
    parts.push(format!("result = {}", quoted(result)));
    Ok(Some(("extinction", format!("{{ {} }}", parts.join(", ")))))
}
