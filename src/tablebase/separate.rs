//! Which of the basic endings' tables a game has, where they are no part of the program: then
//! its owner is asked for those that are missing.

#[cfg(feature = "separate-data")]
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "separate-data")]
use crate::base::data_file::DataFile;
#[cfg(feature = "separate-data")]
use crate::position::Position;
use crate::rules::Rules;

use super::digest::digest;
use super::material::Material;
use super::supported::check_supported;

/// A table's file below `data/`, its ending, and the beginning of the digest of the rules.
struct Ending {
    file: &'static str,
    material: &'static str,
    digest: &'static str,
}

macro_rules! ending {
    ($variant:literal $material:literal $digest:literal) => {
        Ending {
            file: concat!("tablebases/", $variant, "-", $material, ".tablebase"),
            material: $material,
            digest: $digest,
        }
    };
}

/// All of them.
#[rustfmt::skip]
const ENDINGS: [Ending; 40] = [
    ending!("falcon" "KFvK" "1391fee699f677f5"),
    ending!("falcon" "KQvK" "3d1ced8c8436124e"),
    ending!("falcon" "KRvK" "c10f7004860cda9b"),
    ending!("falcon" "KPvK" "a481c3a969c65ca9"),
    ending!("falcon" "KBNvK" "1959b7da963263f7"),
    ending!("falcon-leap" "KFvK" "ab4cb4fa5351c270"),
    ending!("falcon-leap" "KPvK" "cf175dbc95997119"),
    ending!("falcon-8x8" "KFvK" "62e134f3a1b93c9f"),
    ending!("falcon-8x8" "KRvK" "3d5193da57d633c7"),
    ending!("falcon-8x8" "KPvK" "c43053237c05dd3b"),
    ending!("falcon-third" "KPvK" "3b9b1ba899787684"),
    ending!("falcon-9x8" "KFvK" "7412155d60698588"),
    ending!("falcon-9x8" "KRvK" "abbfef40cafae223"),
    ending!("falcon-9x8" "KPvK" "66a5bca66e4cfeb1"),
    ending!("falcon-9x8-single" "KQvK" "230450c72d8bb5c2"),
    ending!("falcon-9x8-single" "KPvK" "3f9a05c92b9ca00d"),
    ending!("falcon-9x9" "KFvK" "2a3a749508c81aae"),
    ending!("falcon-9x9" "KRvK" "8a05cb5ba8f30bca"),
    ending!("falcon-9x9" "KPvK" "caf59abd2df0e4f2"),
    ending!("falcon-9x9-single" "KQvK" "6161f1036f73ef8e"),
    ending!("falcon-9x9-single" "KPvK" "b39b57897520fa95"),
    ending!("falcon-9x10" "KFvK" "61910e71716caa18"),
    ending!("falcon-9x10" "KRvK" "30aa8ef875d919f8"),
    ending!("falcon-9x10" "KPvK" "b5f8f3a3368f8ebf"),
    ending!("falcon-9x10-single" "KQvK" "23b33bb1d623e197"),
    ending!("falcon-9x10-single" "KPvK" "2d19f2dce5378796"),
    ending!("falcon-10x9" "KFvK" "c3a8840754a555ad"),
    ending!("falcon-10x9" "KQvK" "fcb87f01268bcacd"),
    ending!("falcon-10x9" "KRvK" "6245cce2d9bffccc"),
    ending!("falcon-10x9" "KPvK" "1e00e11721da78fe"),
    ending!("falcon-10x10" "KFvK" "0d134ce6970469c5"),
    ending!("falcon-10x10" "KQvK" "c515563a04ef134e"),
    ending!("falcon-10x10" "KRvK" "2a2885996d9f8436"),
    ending!("falcon-10x10" "KPvK" "caa3284ca968639a"),
    ending!("falcon-10x10-third" "KPvK" "6ea1ce2b008c7ad8"),
    ending!("falcon-10x10-central" "KPvK" "f1307fed55d98842"),
    ending!("chess" "KQvK" "7e89150446d25148"),
    ending!("chess" "KPvK" "8c2f27f4b4a6ab5f"),
    ending!("chess" "KBNvK" "da7d0017fb8027d3"),
    ending!("capablanca" "KPvK" "3e688947a37060eb"),
];

/// The files of the tables for these rules.
fn find(rules: &Rules) -> Vec<&'static str> {
    if check_supported(rules).is_err() {
        return Vec::new();
    }
    let mut digests: Vec<(&str, Option<String>)> = Vec::new();
    let mut found = Vec::new();
    for ending in &ENDINGS {
        let known = digests.iter().position(|row| row.0 == ending.material);
        let at = known.unwrap_or_else(|| {
            let material = Material::parse(rules, ending.material).ok();
            digests.push((ending.material, material.map(|men| digest(rules, &men))));
            digests.len() - 1
        });
        let of_rules = digests[at].1.as_deref();
        if of_rules.is_some_and(|of_rules| of_rules.starts_with(ending.digest)) {
            found.push(ending.file);
        }
    }
    found
}

/// With at most this many men, every table of the game may be needed soon.
#[cfg(feature = "separate-data")]
const FEW_MEN: u32 = 8;

/// The next table to ask the owner for: a small one when there is nothing else to do, any when
/// few men are left. Each is asked for only once.
#[cfg(feature = "separate-data")]
pub(crate) fn wanted_file(position: &Position, is_idle: bool) -> Option<DataFile> {
    let is_ending = position.occupied().count() <= FEW_MEN;
    if !is_idle && !is_ending {
        return None;
    }
    // It has megabytes.
    let is_large = |file: &DataFile| file.name.ends_with("-KBNvK.tablebase");
    let files = files(position.rules());
    let mut wanted = files.iter().filter(|file| is_ending || !is_large(file));
    let file = *wanted.find(|file| file.is_missing())?;
    file.set_asked();
    Some(file)
}

/// The files of the tables for these rules, found on first use.
#[cfg(feature = "separate-data")]
pub(crate) fn files(rules: &'static Rules) -> Arc<[DataFile]> {
    type Known = (&'static Rules, Arc<[DataFile]>);
    static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, files)) = known.iter().find(|row| row.0 == rules) {
        return Arc::clone(files);
    }
    let named = find(rules).into_iter().map(|name| DataFile { name });
    let files: Arc<[DataFile]> = named.collect();
    known.push((rules, Arc::clone(&files)));
    files
}

#[cfg(all(test, not(feature = "separate-data")))]
mod tests {
    use super::*;
    use crate::tablebase::Tablebases;
    use crate::tablebase::built_in::FILES;
    use crate::variants;

    #[test]
    fn every_file_is_listed() {
        let listed: Vec<&str> = ENDINGS.iter().map(|ending| ending.file).collect();
        let names = FILES.iter();
        let files: Vec<String> = names
            .map(|(name, _)| format!("tablebases/{name}.tablebase"))
            .collect();
        assert_eq!(listed, files);
    }

    #[test]
    fn each_game_finds_the_tables_that_fit_it() {
        let mut found = 0;
        for variant in variants::all() {
            let rules = variant.nearest_rules(variants::RuleOptions::default());
            let names = find(rules);
            let tables = Tablebases::built_in(rules);
            assert_eq!(names.len(), tables.len(), "{}", variant.name);
            found += names.len();
        }
        assert!(found > 40, "{found}");
    }
}
