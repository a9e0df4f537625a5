//! The networks that are part of the program.

use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::Rules;

use super::{Network, fingerprint};

/// The network file of a game, after the game's name.
macro_rules! file {
    ($name:literal) => {
        (
            $name,
            include_bytes!(concat!("../../../data/networks/", $name, ".prgnet")),
        )
    };
}

/// The files, one for each board with its men.
const FILES: [(&str, &[u8]); 8] = [
    file!("capablanca"),
    file!("chess"),
    file!("falcon"),
    file!("falcon-leap"),
    file!("falcon100"),
    file!("makruk"),
    file!("permutation"),
    file!("shatranj"),
];

/// The built-in network for a variant, if there is one. It is read on first use.
pub fn built_in(rules: &Rules) -> Option<Arc<Network>> {
    static READ: Mutex<Vec<(String, Arc<Network>)>> = Mutex::new(Vec::new());
    let wanted = fingerprint(rules);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = read.iter().find(|row| row.0 == wanted) {
        return Some(Arc::clone(network));
    }
    let is_for_it = |file: &[u8]| Network::fingerprint_of(file).is_ok_and(|of| of == wanted);
    let (_, file) = FILES.iter().find(|(_, file)| is_for_it(file))?;
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
        for (name, file) in FILES {
            let rules = variants::rules(name).unwrap();
            let network = Network::read(rules, file).unwrap();
            assert_eq!(*built_in(rules).unwrap(), network, "{name}");
            assert!(
                network.architecture().max_pieces >= rules.start().board.iter().flatten().count()
            );
            size += file.len();
        }
        // What the program may carry.
        assert!(size <= 12 << 20);
    }
}
