//! Tables compared with published facts, with a slow independent solver and with
//! themselves, and damaged tables.

mod claims;
mod commands;
mod files;
mod play;
mod protocols;
mod slow_solver;
mod values;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use peregrine::rules::Rules;
use peregrine::tablebase::{self, Material, Statistics, Tablebases};
use peregrine::variants;

use crate::common::is_long_run;

fn rules(variant: &str) -> &'static Rules {
    variants::find(variant)
        .unwrap()
        .rules(Default::default())
        .unwrap()
}

/// The rules of a game in a file of `tests/data/games`.
fn rules_of_file(variant: &str) -> &'static Rules {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    variants::load(&games.join(format!("{variant}.toml"))).unwrap();
    rules(variant)
}

/// A game whose endings of four men with Pawns are built soon; a larger one in a long run.
fn game_of_four_men() -> &'static Rules {
    rules_of_file(if is_long_run() { "small" } else { "narrow" })
}

fn material(rules: &Rules, name: &str) -> Material {
    Material::parse(rules, name).unwrap()
}

/// Tables in memory for some endings and all that they depend on.
fn tables(rules: &'static Rules, names: &[&str]) -> Tablebases {
    let mut tables = Tablebases::new(rules);
    for name in names {
        tablebase::make_in_memory(&mut tables, &material(rules, name), 2).unwrap();
    }
    tables
}

fn statistics(tables: &Tablebases, rules: &Rules, name: &str) -> Statistics {
    let never = AtomicBool::new(false);
    tablebase::statistics(tables, &material(rules, name), 2, &never, &|_| ()).unwrap()
}

/// Checks that each value follows from those after each move.
fn verified(tables: &Tablebases, rules: &Rules, name: &str) {
    compare(tables, rules, name, None);
}

/// Checks the same for a random sample of the values.
fn verified_in_part(tables: &Tablebases, rules: &Rules, name: &str, sample: usize) {
    compare(tables, rules, name, Some(sample));
}

fn compare(tables: &Tablebases, rules: &Rules, name: &str, sample: Option<usize>) {
    let material = material(rules, name);
    let stop = AtomicBool::new(false);
    let found = tablebase::verify(tables, &material, sample, 2, &stop, &|_| ()).unwrap();
    assert!(found.positions > 1000);
    assert_eq!(found.wrong, 0, "{name}: {:?}", found.examples);
}

fn build(folder: &Path, rules: &'static Rules, name: &str) {
    let steps = tablebase::plan(rules, &[material(rules, name)], folder).unwrap();
    for step in &steps {
        tablebase::make(rules, step, 2, &AtomicBool::new(false), &|_| ()).unwrap();
    }
}
