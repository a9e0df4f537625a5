//! The random games of the test of that name, chosen by bytes instead of a seed.

#![no_main]
#![allow(dead_code)]

#[path = "../../tests/random_games/check.rs"]
mod check;
#[path = "../../tests/random_games/describe.rs"]
mod describe;
#[path = "../../tests/random_games/generate.rs"]
mod generate;
#[path = "../../tests/random_games/place.rs"]
mod place;
#[path = "../../tests/random_games/play.rs"]
mod play;
#[path = "../../tests/random_games/shrink.rs"]
mod shrink;
#[path = "../../tests/random_games/source.rs"]
mod source;

use peregrine::position::movegen::slow;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut choices = source::Source::of_bytes(data);
    let mut counts = play::Counts::default();
    if let Err(failed) = play::play(&mut choices, slow::legal_moves, &mut counts) {
        let (case, fault) = *failed;
        let (case, fault) = shrink::shrink(case, fault, slow::legal_moves);
        panic!(
            "{}: {}\n\n{}\n{}",
            fault.kind,
            fault.seen,
            case.game.text(),
            case.command()
        );
    }
});
