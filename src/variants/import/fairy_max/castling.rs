//! Castling: how far each King goes toward each corner.

use super::super::finding::Finding;
use super::super::game::{Castling, file_name};
use super::kinds::{Kind, Men};

/// Castling of one side toward one corner.
struct Wing {
    /// Whether it is the corner of the last file.
    is_last: bool,
    king: usize,
    /// How many files away the corner is.
    reach: usize,
    /// How many squares the King can go, in order.
    distances: Vec<usize>,
}

/// How Kings castle, with which pieces, and the rights at the start.
pub(super) struct Found {
    pub castling: Castling,
    /// Those of both sides; empty for the default.
    pub partners: [Vec<char>; 2],
    pub rights: String,
}

/// Finds out how the Kings castle; `kings` are the pieces that do, by side.
///
/// # Errors
/// Why it cannot be said.
pub(super) fn castling(
    kinds: &[Kind],
    men: &Men,
    kings: [usize; 2],
    findings: &mut Vec<Finding>,
) -> Found {
    let none = || Found {
        castling: Castling::None,
        partners: Default::default(),
        rights: String::new(),
    };
    let (mut rights, mut wings) = (String::new(), Vec::new());
    let mut partners: [Vec<char>; 2] = Default::default();
    for (side, letters) in ["KQ", "kq"].into_iter().enumerate() {
        let king = &men.men[kings[side]];
        let (Some(kind), 1) = (king.kinds[side].map(|kind| &kinds[kind]), king.counts[side]) else {
            continue;
        };
        let row = &men.rows[side];
        let Some(file) = row.iter().position(|man| *man == Some(kings[side])) else {
            continue;
        };
        for (is_last, right) in [true, false].into_iter().zip(letters.chars()) {
            let ways = kind.moves.iter().filter(|mv| mv.is_castling());
            let mut distances: Vec<usize> = Vec::new();
            for way in ways.filter(|mv| (mv.step > 0) == is_last) {
                let Some(distance) = way.castling_distance() else {
                    findings.push(kind.source.refused("there is no such castling"));
                    return none();
                };
                distances.push(distance);
            }
            distances.sort_unstable();
            distances.dedup();
            let corner = if is_last { row.len() - 1 } else { 0 };
            let reach = corner.abs_diff(file);
            let partner = men.letter(side, corner);
            for distance in distances.iter().filter(|distance| **distance >= reach) {
                let wing = if is_last { "last" } else { "first" };
                let reason = format!(
                    "{distance} squares toward the {wing} file lead the King to a corner or \
                     beyond, so that it cannot castle there"
                );
                let note = kind.source.noted(reason);
                if partner.is_some() && !findings.contains(&note) {
                    findings.push(note);
                }
            }
            distances.retain(|&distance| distance < reach);
            let Some(partner) = partner.filter(|_| !distances.is_empty()) else {
                continue;
            };
            rights.push(right);
            if !partners[side].contains(&partner) {
                partners[side].push(partner);
            }
            wings.push(Wing {
                is_last,
                king: file,
                reach,
                distances,
            });
        }
    }
    if wings.is_empty() {
        return none();
    }
    let Some(castling) = rule(&wings) else {
        let kind = men.men[kings[0]].kinds[0].map_or(&kinds[0], |kind| &kinds[kind]);
        let reason = "the Kings castle so differently that no rule says it";
        findings.push(kind.source.refused(reason));
        return none();
    };
    // A side without rights could not castle with anything else either.
    let [white, black] = &mut partners;
    if white.is_empty() {
        white.clone_from(black);
    } else if black.is_empty() {
        black.clone_from(white);
    }
    if partners.iter().all(|own| own[..] == ['R']) {
        partners = Default::default();
    }
    Found {
        castling,
        partners,
        rights,
    }
}

/// The rule that says how far the Kings go.
fn rule(wings: &[Wing]) -> Option<Castling> {
    let is_all = |distances: &dyn Fn(&Wing) -> Vec<usize>| {
        wings.iter().all(|wing| wing.distances == distances(wing))
    };
    if is_all(&|_| vec![2]) {
        return Some(Castling::Rule("orthodox"));
    }
    if is_all(&|_| vec![3]) {
        return Some(Castling::Rule("three"));
    }
    if is_all(&|wing| vec![wing.reach - 1]) {
        return Some(Castling::Rule("wide"));
    }
    if is_all(&|wing| (2..wing.reach).collect()) {
        return Some(Castling::Rule("modified-free"));
    }
    if is_all(&|wing| (1..wing.reach).collect()) {
        return Some(Castling::Rule("free"));
    }
    let target = |is_last: bool| {
        let mut found = None;
        for wing in wings.iter().filter(|wing| wing.is_last == is_last) {
            let &[distance] = &wing.distances[..] else {
                return None;
            };
            let file = match is_last {
                true => wing.king + distance,
                false => wing.king - distance,
            };
            if found.is_some_and(|other| other != file) {
                return None;
            }
            found = Some(file);
        }
        found.map(file_name)
    };
    Some(Castling::FixedFiles([target(false)?, target(true)?]))
}
