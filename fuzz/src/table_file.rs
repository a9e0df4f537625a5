//! A table file with any bytes in it.

use std::fs;
use std::sync::atomic::AtomicBool;

use peregrine::board::piece::{Piece, PieceKind};
use peregrine::board::square::Square;
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::tablebase::{self, EXTENSION, MAX_MEN, Material, Tablebases};
use peregrine::variants::{self, RuleOptions};

use super::play::Random;

/// A game on so small a board that a table is a few hundred bytes.
const GAME: &str = include_str!("../table_game.toml");

/// How many positions are asked for.
const PROBES: usize = 60;

/// How a table file begins, and the length of what stands before the header.
const MAGIC: &[u8] = b"PERETB\0\x01";
const PREFIX: usize = MAGIC.len() + 4;

/// Whatever stands in the file, it is opened or refused with a reason, and all
/// that can be asked of it is answered. The first byte says whether the
/// checksums are put right, without which hardly any change gets further.
pub fn look(data: &[u8]) {
    let Some((&first, content)) = data.split_first() else {
        return;
    };
    let mut content = content.to_vec();
    if first % 4 != 0 {
        let _ = put_checksums_right(&mut content);
    }
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => panic!("{error}"),
    };
    let file = folder.path().join(format!("any.{EXTENSION}"));
    if let Err(error) = fs::write(file, content) {
        panic!("{error}");
    }
    let rules = rules();
    let mut tables = Tablebases::new(rules);
    match tables.add_folder(folder.path()) {
        Ok(faults) => assert!(faults.iter().all(|fault| !fault.to_string().is_empty())),
        Err(error) => panic!("{error}"),
    }
    if tables.max_pieces() == 0 {
        return;
    }
    assert!(tables.max_pieces() <= MAX_MEN);
    let mut random = Random::of(data);
    for _ in 0..PROBES {
        let Some(position) = placement(rules, &mut random) else {
            continue;
        };
        let _ = (tables.probe(&position), tables.decided(&position));
        let _ = tables.line(&position);
    }
    if let Some(fault) = tables.take_error() {
        assert!(!fault.to_string().is_empty());
    }
    for text in ["KQvK", "KPvK"] {
        let material = match Material::parse(rules, text) {
            Ok(material) => material,
            Err(error) => panic!("{error}"),
        };
        if tables.has(&material) {
            let stop = AtomicBool::new(false);
            let _ = tablebase::verify(&tables, &material, Some(100), 1, &stop, &|_| ());
            let _ = tablebase::statistics(&tables, &material, 1, &stop, &|_| ());
        }
    }
}

/// The rules of the small game.
pub fn rules() -> &'static Rules {
    if let Ok(variant) = variants::find("fuzz-table") {
        return variant.nearest_rules(RuleOptions::default());
    }
    match variants::check(GAME) {
        Ok(found) => variants::add(found),
        Err(faults) => panic!("{faults:?}"),
    }
    rules()
}

/// Makes the checksums of a file fit what is in it, as far as it has the form
/// of a table file.
fn put_checksums_right(content: &mut [u8]) -> Option<()> {
    let four = |content: &[u8], at: usize| -> Option<usize> {
        let bytes = content.get(at..at.checked_add(4)?)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    if !content.starts_with(MAGIC) {
        return None;
    }
    let header_end = PREFIX.checked_add(four(content, MAGIC.len())?)?;
    let header = content.get(PREFIX..header_end)?;
    let header: serde_json::Value = serde_json::from_slice(header).ok()?;
    let number = |name: &str| usize::try_from(header.get(name)?.as_u64()?).ok();
    let count = number("codes")?.checked_div(number("block")?)?;
    let count = count + usize::from(count * number("block")? < number("codes")?);
    let checksum_at = header_end.checked_add(count.checked_mul(8)?)?;
    let mut block_at = checksum_at.checked_add(4)?;
    if block_at > content.len() {
        return None;
    }
    for entry in (header_end..checksum_at).step_by(8) {
        let end = block_at.checked_add(four(content, entry)?)?;
        let checksum = crc32fast::hash(content.get(block_at..end)?);
        content[entry + 4..entry + 8].copy_from_slice(&checksum.to_le_bytes());
        block_at = end;
    }
    let checksum = crc32fast::hash(&content[..checksum_at]);
    content[checksum_at..checksum_at + 4].copy_from_slice(&checksum.to_le_bytes());
    Some(())
}

/// Two Kings and another man somewhere, if they can stand so.
fn placement(rules: &'static Rules, random: &mut Random) -> Option<Position> {
    let mut setup = rules.start().clone();
    setup.board.fill(None);
    let squares: Vec<Square> = rules.geometry().squares().into_iter().collect();
    let mut put = |color, kind, random: &mut Random| {
        let square = squares[random.below(squares.len())].index();
        setup.board[square] = Some(Piece::new(color, kind));
    };
    let kinds = rules.piece_types();
    let color = if random.below(2) == 0 {
        setup.side_to_move
    } else {
        !setup.side_to_move
    };
    put(color, kinds[random.below(kinds.len())].kind, random);
    put(setup.side_to_move, PieceKind::KING, random);
    put(!setup.side_to_move, PieceKind::KING, random);
    if random.below(2) == 0 {
        setup.side_to_move = !setup.side_to_move;
    }
    Position::from_setup(rules, &setup).ok()
}
