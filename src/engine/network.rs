//! Which network evaluates.

use std::path::PathBuf;
use std::sync::Arc;

use crate::eval::network::{self, Network, NetworkError};
use crate::rules::Rules;

use super::Engine;

/// Which network is wanted, and which one is used.
#[derive(Debug)]
pub(super) struct NetworkChoice {
    is_wanted: bool,
    file: Option<(PathBuf, Arc<Network>)>,
    used: Option<Arc<Network>>,
    /// The file, if it does not fit the game, and why not; until it matters.
    misfit: Option<(PathBuf, NetworkError)>,
    /// The same from then on, until it is reported.
    fault: Option<(PathBuf, NetworkError)>,
}

impl NetworkChoice {
    /// The built-in network of the game, if there is one.
    pub fn built_in(rules: &Rules) -> NetworkChoice {
        let mut choice = NetworkChoice {
            is_wanted: true,
            file: None,
            used: None,
            misfit: None,
            fault: None,
        };
        choice.choose(rules);
        choice
    }

    /// The network to use.
    pub fn used(&self) -> Option<&Arc<Network>> {
        self.used.as_ref()
    }

    /// Chooses for a game: the file's network if it fits, else the built-in one.
    pub fn choose(&mut self, rules: &Rules) {
        self.used = None;
        self.misfit = None;
        self.fault = None;
        if !self.is_wanted {
            return;
        }
        if let Some((path, network)) = &self.file {
            match network.check_game(rules) {
                Ok(()) => {
                    self.used = Some(Arc::clone(network));
                    return;
                }
                Err(error) => self.misfit = Some((path.clone(), error)),
            }
        }
        self.used = network::built_in(rules);
    }

    /// The engine gets ready for a search: a file that is left aside has to be reported.
    pub fn get_ready(&mut self) {
        if let Some(misfit) = self.misfit.take() {
            self.fault = Some(misfit);
        }
    }

    /// The game has been named again, and another may follow: a report that nobody has
    /// taken waits until the engine gets ready once more.
    pub fn wait(&mut self) {
        if let Some(fault) = self.fault.take() {
            self.misfit = Some(fault);
        }
    }
}

impl Engine {
    /// The network that evaluates, if one does.
    ///
    /// ```
    /// use peregrine::{engine::Engine, variants};
    /// let mut engine = Engine::new(variants::falcon());
    /// engine.use_network(false);
    /// assert!(engine.network().is_none());
    /// ```
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.networks.used()
    }

    /// Stops any running search and evaluates with a network or by hand-written terms
    /// alone. Games without a network always use the latter.
    pub fn use_network(&mut self, is_wanted: bool) {
        self.stop();
        self.networks.is_wanted = is_wanted;
        self.change_network();
    }

    /// Stops any running search and uses the network of a file instead of the built-in
    /// one, or that again. For games that the network does not fit, the file is left
    /// aside, which [`take_network_fault`](Engine::take_network_fault) reports.
    ///
    /// # Errors
    /// If the file is no network, or one of a game that is not known; nothing changes
    /// then.
    pub fn set_network_file(&mut self, path: Option<PathBuf>) -> Result<(), NetworkError> {
        let file = match path {
            None => None,
            Some(path) => {
                let network = Network::load(&path)?;
                Some((path, Arc::new(network)))
            }
        };
        self.stop();
        self.networks.file = file;
        self.change_network();
        Ok(())
    }

    /// Uses this network as if it came from a file.
    ///
    /// # Errors
    /// If it is not for the current game; nothing changes then.
    pub fn set_network(&mut self, network: Arc<Network>) -> Result<(), NetworkError> {
        network.check_game(self.rules())?;
        self.stop();
        self.networks.file = Some((PathBuf::new(), network));
        self.change_network();
        Ok(())
    }

    /// A network file that has been left aside since the last call, and why. It is
    /// reported when the engine gets ready for a search, because the game that it is for
    /// may be chosen after it.
    pub fn take_network_fault(&mut self) -> Option<(PathBuf, NetworkError)> {
        self.networks.fault.take()
    }

    /// Chooses the network for the current game, and forgets what another has found.
    pub(super) fn change_network(&mut self) {
        let before = self.networks.used().map(Arc::as_ptr);
        self.networks.choose(self.tablebases.rules());
        if self.networks.used().map(Arc::as_ptr) != before {
            self.workers.clear();
            self.clear();
        }
    }
}
