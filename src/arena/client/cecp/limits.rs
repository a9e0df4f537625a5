//! Time and search limits as commands: `level`, `st`, `sd`, `nps`, `time`.

use std::time::Duration;

use crate::arena::client::{Clocks, TimeLeft};
use crate::arena::time_control::{ThinkingLimits, TimeControl};

use super::features::Features;

/// The time for an engine without a clock: a day.
const NO_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// The commands before a game.
///
/// The base time is sent in whole seconds, since old engines read nothing else,
/// and rounded up; `time` gives the exact remainder before each move. An
/// increment below a second is sent as a fraction, though some engines read it
/// as 0. A node limit is sent as one second at that many nodes per second
/// (`nps`), which leaves no way to send a clock as well.
///
/// # Errors
/// When the engine does not support the limits, with the reason.
pub(super) fn commands(
    limits: &ThinkingLimits,
    features: &Features,
) -> Result<Vec<String>, String> {
    let mut commands = Vec::new();
    if let Some(nodes) = limits.nodes {
        if !features.nps {
            return Err("cannot be limited by nodes: it has no feature 'nps'".to_owned());
        }
        commands.push(format!("nps {nodes}"));
        commands.push("st 1".to_owned());
    } else {
        if features.nps {
            commands.push("nps -1".to_owned());
        }
        commands.push(match limits.time {
            TimeControl::Clock {
                moves,
                base,
                increment,
            } => {
                if !features.time && base.subsec_nanos() > 0 {
                    return Err(format!(
                        "has no feature 'time', without which a base time of {} seconds cannot be sent",
                        base.as_secs_f64()
                    ));
                }
                level(moves.unwrap_or(0), base, increment)
            }
            TimeControl::Move(time) => format!("st {}", time.as_secs_f64()),
            TimeControl::Unlimited => level(0, NO_LIMIT, Duration::ZERO),
        });
    }
    if let Some(depth) = limits.depth {
        commands.push(format!("sd {depth}"));
    }
    Ok(commands)
}

/// The clock commands before each move.
pub(super) fn clocks(limits: &ThinkingLimits, features: &Features, clocks: &Clocks) -> Vec<String> {
    if !features.time || limits.nodes.is_some() {
        return Vec::new();
    }
    let left = |clock: Option<TimeLeft>| {
        let left = clock.map_or(NO_LIMIT, |clock| clock.remaining);
        left.as_millis() / 10
    };
    vec![
        format!("time {}", left(clocks.own)),
        format!("otim {}", left(clocks.other)),
    ]
}

fn level(moves: u32, base: Duration, increment: Duration) -> String {
    let seconds = base.as_secs() + u64::from(base.subsec_nanos() > 0);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let increment = increment.as_secs_f64();
    match seconds {
        0 => format!("level {moves} {minutes} {increment}"),
        _ => format!("level {moves} {minutes}:{seconds:02} {increment}"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn limits(time: &str) -> ThinkingLimits {
        ThinkingLimits {
            time: time.parse().unwrap(),
            nodes: None,
            depth: None,
        }
    }

    fn commands_for(time: &str) -> String {
        commands(&limits(time), &Features::new())
            .unwrap()
            .join("; ")
    }

    #[test]
    fn all_forms_of_time_controls() {
        for (time, command) in [
            ("300", "level 0 5 0"),
            ("2+0.02", "level 0 0:02 0.02"),
            ("0.2+0.002", "level 0 0:01 0.002"),
            ("40/90.5+1", "level 40 1:31 1"),
            ("0.5/move", "st 0.5"),
            ("5/move", "st 5"),
            ("none", "level 0 1440 0"),
        ] {
            assert_eq!(commands_for(time), command, "{time}");
        }
    }

    #[test]
    fn nodes_are_seconds_of_another_kind() {
        let mut features = Features::new();
        let limits = ThinkingLimits {
            nodes: Some(5000),
            depth: Some(7),
            ..limits("10")
        };
        assert!(commands(&limits, &features).unwrap_err().contains("nps"));
        features.nps = true;
        let told = commands(&limits, &features).unwrap();
        assert_eq!(told, ["nps 5000", "st 1", "sd 7"]);
    }

    #[test]
    fn clocks_are_told_in_hundredths() {
        let left = |milliseconds| {
            Some(TimeLeft {
                remaining: Duration::from_millis(milliseconds),
                increment: Duration::ZERO,
                moves_to_go: None,
            })
        };
        let now = Clocks {
            own: left(199),
            other: left(61_000),
            response_timeout: Duration::ZERO,
            draw_offered: false,
        };
        let mut features = Features::new();
        assert_eq!(
            clocks(&limits("2"), &features, &now),
            ["time 19", "otim 6100"]
        );
        let unlimited = Clocks { own: None, ..now };
        assert_eq!(
            clocks(&limits("none"), &features, &unlimited)[0],
            "time 8640000"
        );
        features.time = false;
        assert!(clocks(&limits("2"), &features, &now).is_empty());
        assert!(commands(&limits("1.5"), &features).is_err());
        assert!(commands(&limits("2"), &features).is_ok());
    }
}
