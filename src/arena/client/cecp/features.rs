//! What an engine declares it can do: `feature` lines.

use super::options;
use crate::arena::client::options::DeclaredOptions;

/// Features of the protocol that are accepted, including those that have no
/// effect here.
const KNOWN: [&str; 27] = [
    "analyze",
    "colors",
    "debug",
    "done",
    "draw",
    "egt",
    "exclude",
    "highlight",
    "ics",
    "memory",
    "myname",
    "name",
    "nps",
    "option",
    "pause",
    "ping",
    "playother",
    "reuse",
    "san",
    "setboard",
    "setscore",
    "sigint",
    "sigterm",
    "smp",
    "time",
    "usermove",
    "variants",
];

/// The features of an engine; initially the protocol's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Features {
    /// Whether it has sent any, as version 2 engines do and version 1 engines
    /// do not.
    pub has_any: bool,
    /// `Some(false)` if more are to come, `Some(true)` after the last one.
    pub done: Option<bool>,
    pub name: Option<String>,
    /// The variants it plays; `None` if it does not say.
    pub variants: Option<Vec<String>>,
    pub options: DeclaredOptions,
    pub ping: bool,
    pub setboard: bool,
    pub usermove: bool,
    /// It wants moves in SAN.
    pub san: bool,
    pub time: bool,
    pub draw: bool,
    pub colors: bool,
    /// It can play more than one game.
    pub reuse: bool,
    pub memory: bool,
    pub smp: bool,
    pub nps: bool,
}

impl Features {
    pub(super) fn new() -> Features {
        Features {
            has_any: false,
            done: None,
            name: None,
            variants: None,
            options: DeclaredOptions::default(),
            ping: false,
            setboard: false,
            usermove: false,
            san: false,
            time: true,
            draw: true,
            colors: true,
            reuse: true,
            memory: false,
            smp: false,
            nps: false,
        }
    }

    /// Parses the text after `feature`, and returns the replies,
    /// `accepted NAME` or `rejected NAME`. SAN is accepted only if moves can be
    /// sent in it.
    pub(super) fn parse(&mut self, text: &str, can_send_san: bool) -> Vec<String> {
        self.has_any = true;
        let mut answers = Vec::new();
        for (name, value) in pairs(text) {
            let is_accepted = KNOWN.contains(&name) && (name != "san" || can_send_san);
            if is_accepted {
                self.set(name, value);
            }
            let word = if is_accepted { "accepted" } else { "rejected" };
            answers.push(format!("{word} {name}"));
        }
        answers
    }

    fn set(&mut self, name: &str, value: &str) {
        let is_on = value == "1";
        match name {
            "done" => self.done = Some(is_on),
            "myname" => self.name = Some(value.to_owned()),
            "variants" => {
                let names = value.split(',').map(str::trim);
                let names = names.filter(|name| !name.is_empty());
                self.variants = Some(names.map(str::to_owned).collect());
            }
            "option" => {
                if let Some(declared) = options::parse_declaration(value) {
                    self.options.declare(declared);
                }
            }
            "ping" => self.ping = is_on,
            "setboard" => self.setboard = is_on,
            "usermove" => self.usermove = is_on,
            "san" => self.san = is_on,
            "time" => self.time = is_on,
            "draw" => self.draw = is_on,
            "colors" => self.colors = is_on,
            "reuse" => self.reuse = is_on,
            "memory" => self.memory = is_on,
            "smp" => self.smp = is_on,
            "nps" => self.nps = is_on,
            _ => {}
        }
    }
}

/// Splits `name=value name="a value"`; anything else is skipped.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = text;
    while let Some((name, after)) = rest.split_once('=') {
        let name = name.split_whitespace().next_back().unwrap_or_default();
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        if !name.is_empty() {
            pairs.push((name, value));
        }
        rest = after;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_features_stand_in_a_line() {
        assert_eq!(
            pairs(" ping=1 myname=\"Max = 5, really\"  variants=\"normal, falcon\" done=0 x"),
            [
                ("ping", "1"),
                ("myname", "Max = 5, really"),
                ("variants", "normal, falcon"),
                ("done", "0"),
            ]
        );
        assert_eq!(pairs(" myname=Fairy-Stockfish variants=\"\"").len(), 2);
        assert_eq!(pairs("open=\"no end"), [("open", "no end")]);
        assert_eq!(pairs("=1 x= y=2"), [("x", ""), ("y", "2")]);
        assert!(pairs("nothing").is_empty());
    }

    #[test]
    fn features_are_answered_and_kept() {
        let mut features = Features::new();
        let answers = features.parse("ping=1 san=1 colors=0 frobnicate=1 done=0", false);
        assert_eq!(
            answers,
            [
                "accepted ping",
                "rejected san",
                "accepted colors",
                "rejected frobnicate",
                "accepted done"
            ]
        );
        assert!(features.has_any && features.ping && !features.san && !features.colors);
        assert_eq!(features.done, Some(false));
        features.parse("san=1 done=1 variants=\"normal, falcon\"", true);
        assert!(features.san);
        assert_eq!(features.done, Some(true));
        assert_eq!(
            features.variants.as_deref(),
            Some(&["normal".to_owned(), "falcon".to_owned()][..])
        );
    }

    #[test]
    fn an_option_said_again_counts_once() {
        let mut features = Features::new();
        features.parse("option=\"Hash -spin 16 1 64\"", false);
        features.parse("option=\"Hash -spin 16 1 128\"", false);
        assert_eq!(features.options.names().as_deref(), Some("Hash"));
        assert!(options::option_command(&features.options, "Hash", "128").is_ok());
    }
}
