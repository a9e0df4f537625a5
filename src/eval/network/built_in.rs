//! The networks that are part of the program.

use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::Rules;

use super::{Network, fingerprint};

/// The files, one for each board with its men.
const FILES: [&[u8]; 6] = [
    include_bytes!("../../../data/networks/capablanca.prgnet"),
    include_bytes!("../../../data/networks/chess.prgnet"),
    include_bytes!("../../../data/networks/falcon.prgnet"),
    include_bytes!("../../../data/networks/falcon-leap.prgnet"),
    include_bytes!("../../../data/networks/falcon100.prgnet"),
    include_bytes!("../../../data/networks/permutation.prgnet"),
];

/// The built-in network for a variant, if there is one. It is read on first use.
pub fn built_in(rules: &Rules) -> Option<Arc<Network>> {
    static READ: Mutex<Vec<(String, Arc<Network>)>> = Mutex::new(Vec::new());
    let wanted = fingerprint(rules);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = read.iter().find(|row| row.0 == wanted) {
        return Some(Arc::clone(network));
    }
    let is_for_it = |file: &&&[u8]| Network::fingerprint_of(file).is_ok_and(|of| of == wanted);
    let file = FILES.iter().find(is_for_it)?;
    // A test reads them all.
    let network = Arc::new(Network::read(rules, file).ok()?);
    read.push((wanted, Arc::clone(&network)));
    Some(network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn each_file_is_a_network_of_its_game_and_found_by_it() {
        let mut size = 0;
        for file in FILES {
            let of = Network::fingerprint_of(file).unwrap();
            let games = variants::all().into_iter().filter(|variant| {
                let rules = variants::rules(&variant.name);
                rules.is_ok_and(|rules| fingerprint(rules) == of)
            });
            let games: Vec<_> = games.collect();
            assert!(!games.is_empty(), "no game has the fingerprint {of}");
            for variant in games {
                let rules = variants::rules(&variant.name).unwrap();
                let network = Network::read(rules, file).unwrap();
                assert_eq!(*built_in(rules).unwrap(), network, "{}", variant.name);
                assert!(
                    network.architecture().max_pieces
                        >= rules.start().board.iter().flatten().count()
                );
            }
            size += file.len();
        }
        // What the program may carry.
        assert!(size <= 12 << 20);
    }
}
