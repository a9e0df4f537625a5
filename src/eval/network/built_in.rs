//! The networks that are part of the program.

use std::sync::{Arc, Mutex, PoisonError};

use crate::base::data_file::{DataFile, data_file};
use crate::board::piece::Piece;
use crate::rules::Rules;

use super::features::check_kings;
use super::{Network, fingerprint};

/// The network file of a game.
macro_rules! file {
    ($name:literal) => {
        data_file!("networks/", $name, ".prgnet")
    };
}

/// The files, one for each board with its men, and the fingerprints of these.
const FILES: [(DataFile, &str); 17] = [
    (
        file!("capablanca"),
        "564b912b715383f4f4371c2e8ff9a199b347456c68356ffb0bd2a5f1e5f379fe",
    ),
    (
        file!("chess"),
        "b5980bffb30614e0498f3df1e79c4ce96b7c8b25abb72548e9e031a2aba5458f",
    ),
    (
        file!("falcon"),
        "e5c7c0533d6a572d5a38c79ed90fc4951caa61d7aeb5e8e923f1808f70ec0888",
    ),
    (
        file!("falcon-10x10"),
        "04467ad82e17a8f0769daad545fab4bd193930fc94b0cd69d7dc9611a8625d11",
    ),
    (
        file!("falcon-10x9"),
        "a61cbe09139406722e63d01c439cab96c8e1f6c1adadd5bf38b02ed2682f3480",
    ),
    (
        file!("falcon-8x8"),
        "f331bf7da133401e0bf4d78815a81287367ebc0649b3d40566a4b952f9f57374",
    ),
    (
        file!("falcon-9x10"),
        "24e262d92446096748577096a2cb71c5661be6aef609d8dc9a5be8aae67d77b5",
    ),
    (
        file!("falcon-9x10-single"),
        "38dbaf2144da1dd76c2e3a212025ab4167f5f47487bc3d4695e38384b6a2f05b",
    ),
    (
        file!("falcon-9x8"),
        "131eb25bf2dcd88f97bf8196425f089947fb30fbf55f7152f745b769d9712ed7",
    ),
    (
        file!("falcon-9x8-single"),
        "8df6b8b6b50c733a34f1354b010fb681181e5df0e8603599249adfcd008c5477",
    ),
    (
        file!("falcon-9x9"),
        "17b3d13a90b79c99fd6942eaa23c15dc07a5e805dc22f895e3e07e7292210a0d",
    ),
    (
        file!("falcon-9x9-single"),
        "ff063387a34a0e4cf4dc2e25a0b09b50ed0d669bab3b5413dcebc4c72a0275af",
    ),
    (
        file!("falcon-leap"),
        "9661728e7e1f0cb51f166a7ec06d9bc8a03e4928901eedfe7cc7de345775541a",
    ),
    (
        file!("falcon100"),
        "42bb3ad324d5d23fbbbfdfee5ae1d93cb88c8a70f2cc1f5ffa53b077b8e5655d",
    ),
    (
        file!("makruk"),
        "7215b6a6ab6cf154253c02ff3235e33ce52787990d06b9ffb354241258ac708e",
    ),
    (
        file!("permutation"),
        "10cf0f6bc747220af4cbf6a41c48913df2facc80e7517a5a70e5df21d8036eab",
    ),
    (
        file!("shatranj"),
        "74853d5bfaccba041508ca21c9f2712f0cc1e6267601d54b70799b1d45d98430",
    ),
];

/// Games that have the board and the men of a network but lose with it against the hand-written
/// evaluation, because they have another aim or promote differently (lab book, 30 November 2026).
const UNSUITED: [&str; 2] = ["asean", "kamikazerooks"];

/// The file of the network for a variant, and the fingerprint, if there is one.
fn find(rules: &Rules) -> Option<(DataFile, String)> {
    check_kings(rules).ok()?;
    if !starts_on_own_halves(rules) || UNSUITED.contains(&rules.variant()) {
        return None;
    }
    let wanted = fingerprint(rules);
    let (file, _) = FILES.iter().find(|row| row.1 == wanted)?;
    Some((*file, wanted))
}

/// Whether each side starts on its own half of the board, as in the games that the built-in
/// networks have learned from. Where it does not, they mislead (lab book, 30 November 2026).
fn starts_on_own_halves(rules: &Rules) -> bool {
    let geometry = rules.geometry();
    let is_own = |piece: Piece, square| {
        let rank = geometry.rank(geometry.relative_to(piece.color(), square));
        2 * rank < geometry.ranks()
    };
    let squares = geometry.squares().into_iter();
    let board = &rules.start().board;
    squares
        .filter_map(|square| Some((board[square.index()]?, square)))
        .all(|(piece, square)| is_own(piece, square))
}

/// The built-in network for a variant, if there is one. It is read on first use.
pub fn built_in(rules: &Rules) -> Option<Arc<Network>> {
    static READ: Mutex<Vec<(String, Arc<Network>)>> = Mutex::new(Vec::new());
    let (file, wanted) = find(rules)?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = read.iter().find(|row| row.0 == wanted) {
        return Some(Arc::clone(network));
    }
    let bytes = file.content()?;
    // A test reads them all.
    let network = Arc::new(Network::read(rules, &bytes).ok()?);
    read.push((wanted, Arc::clone(&network)));
    Some(network)
}

/// The file of the network for a variant, if there is one and the program should be given it.
pub(crate) fn missing_file(rules: &Rules) -> Option<DataFile> {
    let (file, _) = find(rules)?;
    file.is_missing().then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn each_file_is_a_network_of_its_game_and_found_by_it() {
        let mut size = 0;
        for (file, known) in FILES {
            let name = file.name.trim_start_matches("networks/");
            let name = name.trim_end_matches(".prgnet");
            let rules = variants::rules(name).unwrap();
            assert_eq!(fingerprint(rules), known, "{name}");
            let bytes = file.content().unwrap();
            let network = Network::read(rules, &bytes).unwrap();
            assert_eq!(*built_in(rules).unwrap(), network, "{name}");
            assert!(
                network.architecture().max_pieces >= rules.start().board.iter().flatten().count()
            );
            size += bytes.len();
        }
        // What the program may carry.
        assert!(size <= 12 << 20);
    }

    #[test]
    fn games_without_a_single_king_have_none_whatever_was_played_before() {
        let chess = variants::rules("chess").unwrap();
        let network = built_in(chess).unwrap();
        for name in ["antichess", "twokings2"] {
            let rules = variants::rules(name).unwrap();
            assert_eq!(fingerprint(rules), fingerprint(chess), "{name}");
            assert!(built_in(rules).is_none(), "{name}");
            assert!(missing_file(rules).is_none(), "{name}");
            assert!(network.check_game(rules).is_err(), "{name}");
        }
    }

    #[test]
    fn games_in_which_a_network_misleads_have_none_but_can_be_given_one() {
        let known = |name| variants::rules(name).unwrap();
        for (name, like) in [
            ("upsidedown", "chess"),
            ("pawnsmassacre", "chess"),
            ("racingkings", "chess"),
            ("falcon-passed-pawns", "falcon-10x10"),
            ("falcon-passed-pawns-8x8", "falcon-8x8"),
            ("asean", "makruk"),
            ("kamikazerooks", "chess"),
        ] {
            let network = built_in(known(like)).unwrap();
            assert!(built_in(known(name)).is_none(), "{name}");
            assert!(network.check_game(known(name)).is_ok(), "{name}");
        }
        for name in ["peasant", "falcon-third", "falcon-decimal", "gothic"] {
            assert!(built_in(known(name)).is_some(), "{name}");
        }
    }
}
