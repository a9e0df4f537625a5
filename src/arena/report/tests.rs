use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::*;
use crate::arena::record::{MoveRecord, SearchInfo, Termination};
use crate::arena::statistics::{EloModel, SprtSettings};
use crate::arena::summary::{EngineDescription, MatchDescription};
use crate::notation::coordinate;
use crate::position::Position;
use crate::position::game::{Game, GameResult};
use crate::variants;

pub(super) const HOSTILE: &str = "<script>alert(1)</script> \"&' --> ]]> \u{0}\u{1b}[2J\u{ffff} é";

fn rules() -> &'static Rules {
    variants::find("falcon")
        .unwrap()
        .rules(Default::default())
        .unwrap()
}

pub(super) fn description(engines: &[&str], openings: usize, games: usize) -> MatchDescription {
    MatchDescription {
        engines: engines
            .iter()
            .map(|name| EngineDescription {
                name: (*name).to_owned(),
                own_name: Some(format!("{name} 1.0")),
                time: "1+0.01".parse().unwrap(),
            })
            .collect(),
        openings: (0..openings)
            .map(|number| format!("{HOSTILE} {number}"))
            .collect(),
        sprt: None,
        games,
    }
}

/// Random legal moves and random results in a round robin.
fn games(engines: usize, openings: usize, count: usize) -> Vec<GameRecord> {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let pairings: Vec<(usize, usize)> = (0..engines)
        .flat_map(|one| (one + 1..engines).map(move |other| (one, other)))
        .collect();
    (0..count)
        .map(|number| {
            let (one, other) = pairings[number / 2 % pairings.len()];
            let mut game = Game::new(Position::start(rules()));
            let plies = 1 + below(60);
            let mut moves = Vec::new();
            while moves.len() < plies && game.outcome().is_none() {
                let legal = game.position().legal_moves();
                let step = legal[below(legal.len())];
                moves.push(MoveRecord {
                    text: coordinate(game.position(), step).to_string(),
                    info: Some(SearchInfo {
                        score: None,
                        depth: Some(5),
                        nodes: Some(1000),
                        microseconds: below(9000) as u64,
                    }),
                });
                game.play(step);
            }
            let (result, termination) = match below(20) {
                0..=6 => (GameResult::WhiteWins, Termination::Checkmate),
                7..=12 => (GameResult::BlackWins, Termination::Resignation),
                13..=18 => (GameResult::Draw, Termination::Repetition),
                _ => (GameResult::BlackWins, Termination::TimeLoss),
            };
            GameRecord {
                game: number,
                white: if number % 2 == 0 { one } else { other },
                black: if number % 2 == 0 { other } else { one },
                opening: number / 2 % openings,
                result,
                termination,
                reason: HOSTILE.to_owned(),
                start: None,
                moves,
                began: 0,
                milliseconds: 1234,
                notes: vec![],
            }
        })
        .collect()
}

/// What a page of these games is made from.
pub(super) fn with_input<T>(
    description: &MatchDescription,
    records: &[GameRecord],
    function: impl FnOnce(&ReportInput) -> T,
) -> T {
    let all: Vec<&GameRecord> = records.iter().collect();
    let summary = Summary::new(description, records);
    let sections = [Section {
        heading: HOSTILE.to_owned(),
        entries: vec![(HOSTILE.to_owned(), HOSTILE.to_owned())],
    }];
    function(&ReportInput {
        title: HOSTILE,
        sections: &sections,
        summary: &summary,
        records: &all,
        rules: Some(rules()),
    })
}

fn page(description: &MatchDescription, records: &[GameRecord]) -> String {
    with_input(description, records, html)
}

/// The page as XML, with void elements closed.
fn as_xml(page: &str) -> String {
    let mut xml = page.replacen("<!DOCTYPE html>", "", 1);
    for name in ["meta", "img"] {
        let begin = format!("<{name} ");
        let mut parts = xml.split(&begin);
        let mut closed = parts.next().unwrap().to_owned();
        for part in parts {
            let (inside, behind) = part.split_once('>').unwrap();
            closed.push_str(&format!("{begin}{inside}/>{behind}"));
        }
        xml = closed;
    }
    xml
}

fn check(page: &str) {
    let xml = as_xml(page);
    let document = roxmltree::Document::parse(&xml).unwrap();
    let mut names = std::collections::HashSet::new();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["script", "link", "iframe"].contains(&name), "{name}");
        for attribute in node.attributes() {
            let value = attribute.value();
            match attribute.name() {
                "id" => assert!(names.insert(value), "{value} twice"),
                "src" => assert!(value.starts_with("data:image/svg+xml,")),
                "href" => panic!("a way out: {value}"),
                "aria-labelledby" => assert_eq!(value.split(' ').count(), 2),
                "x" | "y" | "x1" | "x2" | "y1" | "y2" | "width" | "height" | "cx" | "cy" => {
                    let number: f64 = value.parse().expect(value);
                    assert!(number.is_finite(), "{name} {value}");
                }
                "d" => assert!(!value.contains("NaN") && !value.contains("inf"), "{value}"),
                _ => {}
            }
        }
        match name {
            "table" => assert!(node.has_attribute("aria-label")),
            "th" => assert!(node.has_attribute("scope")),
            _ => {}
        }
        if name == "svg" {
            let children: Vec<&str> = node
                .children()
                .filter(roxmltree::Node::is_element)
                .map(|child| child.tag_name().name())
                .collect();
            assert_eq!(children[..2], ["title", "desc"]);
        }
        if name == "img" {
            let source = node.attribute("src").unwrap();
            let picture = decoded(&source["data:image/svg+xml,".len()..]);
            roxmltree::Document::parse(&picture).unwrap();
        }
    }
    for name in &names {
        if let Some(figure) = name.strip_suffix("-title") {
            assert!(xml.contains(&format!("\"{figure}-title {figure}-desc\"")));
        }
    }
}

/// Decodes `%XX` escapes.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut whole = parts.next().unwrap().to_owned();
    for part in parts {
        whole.push(char::from(u8::from_str_radix(&part[..2], 16).unwrap()));
        whole.push_str(&part[2..]);
    }
    whole
}

#[test]
fn pages_are_well_formed_and_obey_no_name() {
    let sprt = |elo0, elo1| SprtSettings::new(elo0, elo1, 0.05, 0.05, EloModel::Normalized).ok();
    for (engines, games_played) in [
        (&[HOSTILE, "old"][..], 0),
        (&[HOSTILE, "old"], 1),
        (&[HOSTILE, "old"], 2),
        (&[HOSTILE, "old"], 3),
        (&[HOSTILE, "old"], 301),
        (&[HOSTILE, "b", "c", "d"], 0),
        (&[HOSTILE, "b", "c", "d"], 1),
        (&[HOSTILE, "b", "c", "d"], 301),
        (&[HOSTILE], 0),
        (&[], 0),
    ] {
        let records = games(engines.len(), 40, games_played);
        let mut description = description(engines, 40, 400);
        check(&page(&description, &records));
        if engines.len() == 2 {
            for settings in [sprt(0.0, 300.0), sprt(-3.0, 1.0)] {
                description.sprt = settings;
                check(&page(&description, &records));
            }
        }
    }
}

#[test]
fn all_won_is_drawn_too() {
    let mut records = games(2, 5, 40);
    for record in &mut records {
        record.result = GameResult::won_by(Some(if record.white == 0 {
            crate::board::color::Color::White
        } else {
            crate::board::color::Color::Black
        }));
    }
    check(&page(&description(&["new", "old"], 5, 40), &records));
}

#[test]
fn what_matters_is_on_the_page() {
    let records = games(2, 40, 300);
    let mut description = description(&["new", "old"], 40, 400);
    description.sprt = SprtSettings::new(-3.0, 1.0, 0.05, 0.05, EloModel::Normalized).ok();
    let page = page(&description, &records);
    for part in [
        "Standings",
        "Strength",
        "Elo over time",
        "The sequential test",
        "Pairs of games",
        "White and Black",
        "Length of the games",
        "How the games ended",
        "Openings",
        "Irregular games",
        "Final positions",
        "What was played",
        "prefers-color-scheme: dark",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(
        !page.contains("http://")
            || page.matches("http://").count()
                == page.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(!page.contains("https://"));
}

#[test]
fn many_games_make_no_endless_page() {
    let records = games(2, 5000, 10_000);
    let description = description(&["new", "old"], 5000, 10_000);
    let began = Instant::now();
    let page = page(&description, &records);
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{:?}",
        began.elapsed()
    );
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    check(&page);
}
