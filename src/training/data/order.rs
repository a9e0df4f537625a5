//! Checks that each game of a file comes once and in the order of its source.
//!
//! Must know nothing of the games but their numbers.

use std::collections::HashMap;

use super::header::{Header, Source};
use super::{GameError, RecordError};

/// Which games of a file can come next.
#[derive(Debug)]
pub(super) struct OrderCheck {
    sources: Vec<Source>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The games of each source come in ascending order, one source after the other, of which
    /// each may lack games at its end.
    Ascending {
        /// The sources that the last game can be of, each with the number that follows.
        /// None before the first game.
        places: Option<Vec<(usize, u64)>>,
    },
    /// The games come in any order. The occurrences of each number, by the number divided by
    /// [`PAGE`].
    Shuffled { counts: HashMap<u32, [u8; PAGE]> },
}

/// The number of counts that are kept together.
const PAGE: usize = 64;

impl OrderCheck {
    /// The order in a file with this header.
    pub(super) fn new(header: &Header) -> OrderCheck {
        let kind = match header.shuffled {
            None => Kind::Ascending { places: None },
            Some(_) => Kind::Shuffled {
                counts: HashMap::new(),
            },
        };
        OrderCheck {
            sources: header.sources.clone(),
            kind,
        }
    }

    /// Checks the next game, given as bytes.
    ///
    /// # Errors
    /// If it cannot follow the games before.
    pub(super) fn check_next(&mut self, game: &[u8]) -> Result<(), RecordError> {
        let number = game.first_chunk().ok_or(GameError::Short)?;
        let number = u32::from_le_bytes(*number);
        if !self.sources.iter().any(|source| source.has_game(number)) {
            return Err(RecordError::Number(number));
        }
        let follows = match &mut self.kind {
            Kind::Ascending { places } => {
                let next = next_sources(&self.sources, places.as_deref(), number);
                let follows = !next.is_empty();
                *places = Some(next);
                follows
            }
            Kind::Shuffled { counts } => {
                let page = counts.entry(number / PAGE as u32).or_insert([0; PAGE]);
                let count = &mut page[number as usize % PAGE];
                *count = count.saturating_add(1);
                let has_it = |source: &&Source| source.has_game(number);
                let possible = self.sources.iter().filter(has_it);
                possible.take(usize::from(*count)).count() == usize::from(*count)
            }
        };
        match follows {
            true => Ok(()),
            false => Err(RecordError::Order(number)),
        }
    }
}

/// The sources that a game with this number can be of, each with the number that follows.
fn next_sources(
    sources: &[Source],
    places: Option<&[(usize, u64)]>,
    number: u32,
) -> Vec<(usize, u64)> {
    let step = |place: usize| sources[place].shard.count() as u64;
    let number = u64::from(number);
    let same = places.unwrap_or_default().iter();
    let same = same.filter(|(_, next)| *next == number);
    let same = same.map(|&(place, _)| (place, number + step(place)));
    // A later source begins with the first of its games.
    let earliest = places.map_or(0, |places| {
        let places = places.iter().map(|(place, _)| place + 1);
        places.min().unwrap_or(sources.len())
    });
    let begins = |&place: &usize| sources[place].shard.number() as u64 - 1 == number;
    let later = (earliest..sources.len()).filter(begins);
    let later = later.map(|place| (place, number + step(place)));
    let has_it = |&(place, _): &(usize, u64)| number < u64::from(sources[place].games);
    same.chain(later).filter(has_it).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::data::Header;
    use crate::training::selfplay;
    use crate::variants;

    /// A header of sources with this many games, in these shards.
    fn header(sources: &[(u32, &str)], shuffled: Option<u64>) -> Header {
        let source = |&(games, shard): &(u32, &str)| Source {
            program: "test".to_owned(),
            evaluation: Source::HAND_WRITTEN.to_owned(),
            games,
            shard: shard.parse().unwrap(),
            seed: 1,
            nodes: 1,
            hash: 1,
            opening: (0, 0),
            window: 1,
            uneven: 0,
            adjudication: selfplay::ADJUDICATION,
        };
        Header {
            sources: sources.iter().map(source).collect(),
            shuffled,
            ..Header::new(variants::falcon(), source(&(1, "1/1")))
        }
    }

    /// How many of the games are accepted, up to the first error.
    fn accepted(header: &Header, numbers: &[u32]) -> usize {
        let mut order = OrderCheck::new(header);
        let follows = |number: &&u32| order.check_next(&number.to_le_bytes()).is_ok();
        numbers.iter().take_while(follows).count()
    }

    #[test]
    fn games_come_in_ascending_order_each_once() {
        let whole = header(&[(5, "1/1")], None);
        assert_eq!(accepted(&whole, &[0, 1, 2, 3, 4]), 5);
        for (numbers, right) in [
            (&[1, 2][..], 0),
            (&[0, 0], 1),
            (&[0, 2], 1),
            (&[0, 1, 1], 2),
            (&[0, 1, 0], 2),
            (&[0, 1, 2, 3, 4, 5], 5),
            (&[0, 1, 2, 3, 4, 0], 5),
        ] {
            assert_eq!(accepted(&whole, numbers), right, "{numbers:?}");
        }
        let shard = header(&[(10, "2/3")], None);
        assert_eq!(accepted(&shard, &[1, 4, 7]), 3);
        assert_eq!(accepted(&shard, &[1, 7]), 1);
        assert_eq!(accepted(&shard, &[1, 4, 5]), 2);
    }

    #[test]
    fn merged_sources_come_one_after_the_other_and_may_be_incomplete() {
        let merged = header(&[(3, "1/1"), (5, "1/1"), (9, "3/3")], None);
        for numbers in [
            &[0, 1, 2, 0, 1, 2, 3, 4, 2, 5, 8][..],
            &[0, 0, 1, 2, 3, 4],
            // The first source has no games.
            &[0, 1, 2, 3, 4, 2],
            &[2, 5],
            &[0, 1, 2, 5, 8],
        ] {
            assert_eq!(accepted(&merged, numbers), numbers.len(), "{numbers:?}");
        }
        for (numbers, right) in [
            (&[0, 2, 1][..], 2),
            (&[0, 0, 0], 2),
            (&[2, 0], 1),
            (&[0, 1, 3], 2),
        ] {
            assert_eq!(accepted(&merged, numbers), right, "{numbers:?}");
        }
    }

    #[test]
    fn shuffled_games_come_in_any_order_but_not_more_often_than_there_are_sources() {
        let shuffled = header(&[(3, "1/1"), (5, "1/1")], Some(1));
        assert_eq!(accepted(&shuffled, &[4, 2, 0, 1, 2, 0]), 6);
        assert_eq!(accepted(&shuffled, &[4, 2, 4]), 2);
        assert_eq!(accepted(&shuffled, &[1, 1, 1]), 2);
        assert_eq!(accepted(&shuffled, &[1, 5]), 1);
    }
}
