//! `variants import` and `variants export`: royal pieces.

use std::fs;

use super::import::refuses;
use super::says;

#[test]
fn royal_pieces_that_a_variant_file_cannot_say_are_refused() {
    let royal = "[a:chess]\nextinctionValue = loss\nextinctionPieceTypes = r\n\
        extinctionPseudoRoyal = true\n";
    for (keys, expected) in [
        (
            "dupleCheck = true",
            "5: refused: a.dupleCheck = true: duple check is of a single kind of royal pieces",
        ),
        (
            "extinctionPieceCount = 1\npromotionPieceTypes = qr",
            "5: refused: a.extinctionPieceCount = 1: of each kind of royal pieces, all must be \
             safe or only the last",
        ),
        (
            "extinctionValue = win",
            "5: refused: a.extinctionValue = win: a side that loses its royal pieces loses the game",
        ),
    ] {
        refuses(&format!("{royal}{keys}\n"), expected);
    }
}

/// Several royal pieces, and Kings that must not face each other.
#[test]
fn exported_royal_pieces_can_be_imported_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let names = ["coregal", "maharajah", "maharajah2", "twokings2"];
    let export = |name: &&str| says(&["variants", "export", name]);
    let ini = names.iter().map(export).collect::<String>();
    let ini = ini.replace("[peregrine-coregal]", "[t-coregal]");
    let (source, out) = (path("royals.ini"), path("royals.toml"));
    fs::write(&source, &ini).unwrap();
    says(&["variants", "import", &source, "--out", &out]);
    let suite = ["perft", "--suite", "tests/data/import/royals.epd"];
    let counted = says(&[&suite[..], &["--max-nodes", "20000", "--variants", &out]].concat());
    assert!(counted.ends_with("16 passed, 0 failed\n"), "{ini}{counted}");
    let text = path("more.toml");
    let more = "[facing]\nbase = 'chess'\nfacing-kings = false\n\
        [duple]\nbase = 'chess'\nroyalty = 'duple'\ncastling = 'none'\n\
        start = 'rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1'\n";
    fs::write(&text, more).unwrap();
    let export = |name| says(&["variants", "export", name, "--variants", &text]);
    assert!(export("facing").contains("\nflyingGeneral = true\n"));
    let duple = export("duple");
    for line in [
        "commoner = k",
        "extinctionPieceTypes = k",
        "dupleCheck = true",
    ] {
        assert!(duple.contains(&format!("\n{line}\n")), "{duple}");
    }
}
