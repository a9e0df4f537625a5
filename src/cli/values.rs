//! The values of a game's pieces as a table.

use std::io::Write;

use crate::eval::{PieceValues, ValueOrigin};
use crate::piece::PieceKind;
use crate::variants::{RuleOptions, Variant};

use super::Failure;

/// Writes a line for each kind of piece but the King, the least valuable
/// first; values are in centipawns.
pub(super) fn list(variant: &'static Variant, output: &mut impl Write) -> Result<(), Failure> {
    let rules = variant.nearest_rules(RuleOptions::default());
    let values = PieceValues::new(rules);
    let mut types: Vec<_> = rules.piece_types().iter().collect();
    types.retain(|piece_type| piece_type.kind != PieceKind::KING);
    types.sort_by_key(|piece_type| values.of(piece_type.kind));
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
                format!("{:.0}", origin.unfitted),
            )
        };
        writeln!(
            output,
            "{:16} {:>6} {mobility:>8} {formula:>8} {:>8} {:>8} {:>8}",
            piece_type.name,
            piece_type.letter,
            origin.value.middle(),
            origin.value.ending(),
            values.of(piece_type.kind)
        )?;
    }
    writeln!(output)?;
    writeln!(
        output,
        "Centipawns. Mobility: squares attacked on a crowded board, on average.
Formula: what it comes to, a Knight being 305. Middle game, ending: fitted to
what games have shown. Exchange: halfway between."
    )?;
    Ok(())
}
