//! Words, Betza notation and paths: whatever the text, it is refused with a reason, or moves by
//! walks as it does step by step, and a text that is made for it means the same.

use peregrine::board::bitboard::Bitboard;
use peregrine::board::color::Color;
use peregrine::board::geometry::Layout;
use peregrine::board::movement::{Dialect, Movement, WalkModes};
use peregrine::board::square::Square;

use super::play::Random;

/// How many placements are tried.
const PLACEMENTS: usize = 6;

/// The first byte chooses how the rest is read.
pub fn look(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    let dialect = Dialect::ALL[usize::from(choice >> 2) % 3];
    let movement = match choice % 4 {
        0 => Movement::named(&text).ok_or_else(String::new),
        1 => {
            let paths: Vec<&str> = text.split(' ').collect();
            Movement::from_paths(&paths).map_err(|error| error.to_string())
        }
        _ => Movement::from_betza(&text, dialect).map_err(|error| error.to_string()),
    };
    let movement = match movement {
        Ok(movement) => movement,
        Err(reason) => return assert!(choice.is_multiple_of(4) || !reason.is_empty()),
    };
    let mut random = Random::of(data);
    let board = board(&mut random);
    for dialect in [Dialect::XBoard, Dialect::FairyStockfish] {
        // A text can be longer than one that is read.
        if let Some(made) = movement.betza(dialect)
            && made.len() <= 256
        {
            let again = Movement::from_betza(&made, dialect);
            let again = again.unwrap_or_else(|error| panic!("{made}: {error}"));
            compare(&movement, &again, &board, &mut random);
        }
    }
    compare(&movement, &movement, &board, &mut random);
}

/// A board of any size, some of its cells holes.
fn board(random: &mut Random) -> Layout {
    let files = 3 + random.below(12);
    let ranks = 4 + random.below((128 / files).min(16) - 3);
    let names: String = ('a'..='p').take(files).collect();
    let holes: Vec<bool> = (0..128).map(|_| random.below(12) == 0).collect();
    let layout = Layout::new(files, ranks, &names, 1, |file, rank| {
        holes[rank * files + file]
    });
    layout.unwrap_or_else(|_| {
        let whole = Layout::new(files, ranks, &names, 1, |_, _| false);
        whole.unwrap_or_else(|error| panic!("{files}x{ranks}: {error}"))
    })
}

/// The walks of one movement are the moves of the other one step by step.
fn compare(one: &Movement, other: &Movement, board: &Layout, random: &mut Random) {
    let squares: Vec<Square> = board.squares().into_iter().collect();
    for _ in 0..PLACEMENTS {
        let from = squares[random.below(squares.len())];
        let color = Color::ALL[random.below(2)];
        let some = |random: &mut Random, of: usize| -> Bitboard {
            let squares = squares.iter().copied();
            squares.filter(|_| random.below(of) == 0).collect()
        };
        let share = 2 + random.below(6);
        let occupied = some(random, share) - from.into();
        let starts = some(random, 2);
        let Ok(walks) = one.walks(board, color, from, starts) else {
            return;
        };
        let targets = |mode: WalkModes| {
            let open = walks.iter().filter(|walk| {
                walk.modes.contains(mode)
                    && !walk.empty.meets(occupied)
                    && (walk.occupied - occupied).is_empty()
            });
            open.map(|walk| walk.to).collect::<Bitboard>()
        };
        let quiet = targets(WalkModes::QUIET) - occupied;
        let captures = targets(WalkModes::CAPTURE) & occupied;
        let slow = other.moves_slowly(board, color, from, occupied, starts);
        assert_eq!((quiet, captures), slow, "from {from:?}");
    }
}
