//! What must hold of any position, and random play to get to many of them.

use peregrine::notation::{coordinate, parse_coordinate, parse_san, san};
use peregrine::position::Position;
use peregrine::position::movegen::{self, slow};
use peregrine::render::Diagram;
use peregrine::rules::Rules;
use peregrine::variants::{self, RuleOptions};

/// Numbers that follow from the input and from nothing else.
pub struct Random(u64);

impl Random {
    /// Numbers that any change of the input changes.
    pub fn of(data: &[u8]) -> Random {
        // FNV-1a.
        let hash = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Random(hash | 1)
    }

    /// The next number, less than `limit` (0 if that is 0).
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit.max(1)
    }
}

/// The rules that a line such as `falcon wide no-queen` names. A word that
/// names nothing stands for something too, so that no input is wasted.
pub fn rules(line: &str) -> &'static Rules {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    let all = variants::all();
    let any = Random::of(name.as_bytes()).below(all.len());
    let variant = variants::find(name).unwrap_or(all[any]);
    let mut options = RuleOptions::default();
    for word in words {
        options.castling = word.parse().ok().or(options.castling);
        options.promotion = word.parse().ok().or(options.promotion);
    }
    variant.nearest_rules(options)
}

/// Looks at a position in every way there is: it is written and read again;
/// the generator is held against the slow definition; each move is written and
/// read again, and leads to a position with the right key.
pub fn look_at(position: &Position) {
    let rules = position.rules();
    let written = position.to_string();
    let again = match Position::from_fen(rules, &written) {
        Ok(again) => again,
        Err(error) => panic!("{}: {written}: {error}", rules.variant()),
    };
    assert_eq!(again.to_string(), written, "{}", rules.variant());
    assert_eq!(again.key(), position.key(), "{} {written}", rules.variant());
    assert_eq!(
        position.key(),
        position.computed_key(),
        "{} {written}",
        rules.variant()
    );
    assert!(!Diagram(position).to_string().is_empty());

    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    assert_eq!(
        moves,
        slow::legal_moves(position),
        "{} {written}",
        rules.variant()
    );
    assert_eq!(moves.len(), movegen::count(position) as usize, "{written}");
    assert_eq!(moves.is_empty(), !position.has_legal_move(), "{written}");
    for mv in moves {
        let squares = coordinate(position, mv);
        assert_eq!(
            parse_coordinate(position, &squares),
            Ok(mv),
            "{squares} {} {written}",
            rules.variant()
        );
        let text = san(position, mv);
        assert_eq!(
            parse_san(position, &text),
            Ok(mv),
            "{text} {} {written}",
            rules.variant()
        );
        let mut next = position.clone();
        next.play(mv);
        assert_eq!(next.key(), next.computed_key(), "{text} {written}");
    }
}

/// Plays at random and looks at each position on the way.
pub fn random_game(mut position: Position, plies: usize, random: &mut Random) {
    look_at(&position);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play(moves[random.below(moves.len())]);
        look_at(&position);
    }
}
