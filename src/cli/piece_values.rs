//! The command `values`: the piece values of a variant as a table.

use std::io::{self, Write};

use crate::board::piece::{Components, PieceKind};
use crate::eval::{PieceValues, ValueOrigin};
use crate::rules::Rules;
use crate::variants::{RuleOptions, Variant};

use super::CliError;

/// The variant whose games the values were fitted to (docs/research/falcon-worth.md).
const FITTED: &str = "falcon";

/// Explains the columns, and how well founded the numbers are for this variant.
fn write_legend(rules: &Rules, output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "Values are in centipawns. Mobility: average number of squares attacked on a
crowded board. Formula: the value that mobility implies, with a Knight at 305.
Middle game and ending: the formula times a factor for each component of the
move. Exchange: the mean of the two."
    )?;
    match rules.variant() {
        FITTED => writeln!(output, "The factors are fitted to games of {FITTED}.")?,
        other => writeln!(
            output,
            "The factors are fitted to games of {FITTED}, not of {other}."
        )?,
    }
    let has = |wanted: &dyn Fn(Components) -> bool| {
        let mut types = rules.piece_types().iter();
        types.any(|piece_type| wanted(piece_type.components))
    };
    let joined = |parts: Components, one: Components| parts.contains(one) && parts != one;
    if has(&|parts| joined(parts, Components::FALCON)) {
        writeln!(
            output,
            "The factor for a Falcon's move joined with another was chosen by matches in permutation."
        )?;
    }
    let lines = Components::DIAGONAL | Components::STRAIGHT;
    if has(&|parts| parts.contains(Components::KNIGHT) && parts.intersects(lines)) {
        writeln!(
            output,
            "The factor for a Knight's move joined with a Bishop's or a Rook's is a guess."
        )?;
    }
    if has(&|parts| parts.contains(Components::SPECIAL)) {
        writeln!(
            output,
            "The factor for other leaps, and for lines of limited length, is a guess."
        )?;
    }
    Ok(())
}

/// Writes a line for each piece type except the King, the least valuable
/// first; values are in centipawns.
pub(super) fn list(variant: &'static Variant, output: &mut impl Write) -> Result<(), CliError> {
    let rules = variant.nearest_rules(RuleOptions::default());
    let values = PieceValues::new(rules);
    let mut types: Vec<_> = rules.piece_types().iter().collect();
    types.retain(|piece_type| piece_type.kind != PieceKind::KING);
    types.sort_by_key(|piece_type| values.value(piece_type.kind));
    writeln!(
        output,
        "{:16} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "piece", "letter", "mobility", "formula", "middle", "ending", "exchange"
    )?;
    for piece_type in types {
        let origin = ValueOrigin::new(rules, piece_type.kind);
        let (mobility, formula) = if piece_type.kind == PieceKind::PAWN {
            ("-".to_owned(), "-".to_owned())
        } else {
            (
                format!("{:.2}", origin.mobility),
                format!("{:.0}", origin.unscaled),
            )
        };
        writeln!(
            output,
            "{:16} {:>6} {mobility:>8} {formula:>8} {:>8} {:>8} {:>8}",
            piece_type.name,
            piece_type.letter,
            origin.value.middle(),
            origin.value.ending(),
            values.value(piece_type.kind)
        )?;
    }
    writeln!(output)?;
    write_legend(rules, output)?;
    Ok(())
}
