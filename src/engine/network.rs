//! Which network evaluates.

use std::path::PathBuf;
use std::sync::Arc;

use crate::eval::network::{self, Network, NetworkError};
use crate::rules::Rules;

use super::Engine;

/// Where the network comes from.
#[derive(Debug)]
enum Source {
    BuiltIn,
    File(NetworkFile),
}

/// The network of a file, and whether it fits the current rules.
#[derive(Debug)]
struct NetworkFile {
    path: PathBuf,
    network: Arc<Network>,
    fit: Fit,
}

/// Whether a network file fits the current rules.
#[derive(Debug)]
enum Fit {
    Fits,
    /// It does not. The error is reported only from the next search on, because the
    /// variant that the file is for may be chosen after the file.
    Deferred(NetworkError),
    /// The error is due.
    Due(NetworkError),
    /// The error has been reported.
    Reported,
}

/// Which network is wanted, and which one evaluates.
#[derive(Debug)]
pub(super) struct NetworkChoice {
    source: Source,
    /// Whether a network evaluates, if there is one; it can be switched off.
    is_enabled: bool,
    network: Option<Arc<Network>>,
}

impl NetworkChoice {
    /// The built-in network for these rules, if there is one.
    pub(super) fn built_in(rules: &Rules) -> NetworkChoice {
        NetworkChoice {
            source: Source::BuiltIn,
            is_enabled: true,
            network: network::built_in(rules),
        }
    }

    /// The network that evaluates, if one does.
    pub(super) fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// Chooses the network for these rules: that of the file if it fits, else the built-in
    /// one.
    fn choose(&mut self, rules: &Rules) {
        let of_file = match &mut self.source {
            Source::File(file) => file.check(rules),
            Source::BuiltIn => None,
        };
        self.network = match self.is_enabled {
            true => of_file.or_else(|| network::built_in(rules)),
            false => None,
        };
    }

    /// Makes the error of an unfit file due: the engine gets ready for a search.
    pub(crate) fn arm_report(&mut self) {
        self.update_fit(|fit| match fit {
            Fit::Deferred(error) => Fit::Due(error),
            fit => fit,
        });
    }

    /// Postpones an unread error until the next search; the variant may still change.
    pub(crate) fn defer_report(&mut self) {
        self.update_fit(|fit| match fit {
            Fit::Due(error) => Fit::Deferred(error),
            fit => fit,
        });
    }

    /// The file and why it does not fit, if that is due; only once.
    fn report_error(&mut self) -> Option<(PathBuf, NetworkError)> {
        let Source::File(file) = &mut self.source else {
            return None;
        };
        if !self.is_enabled || !matches!(file.fit, Fit::Due(_)) {
            return None;
        }
        match std::mem::replace(&mut file.fit, Fit::Reported) {
            Fit::Due(error) => Some((file.path.clone(), error)),
            _ => None,
        }
    }

    fn update_fit(&mut self, update: impl FnOnce(Fit) -> Fit) {
        if let Source::File(file) = &mut self.source {
            file.fit = update(std::mem::replace(&mut file.fit, Fit::Fits));
        }
    }
}

impl NetworkFile {
    fn new(path: PathBuf, network: Arc<Network>) -> NetworkFile {
        NetworkFile {
            path,
            network,
            fit: Fit::Fits,
        }
    }

    /// The network, if it fits these rules.
    fn check(&mut self, rules: &Rules) -> Option<Arc<Network>> {
        match self.network.check_game(rules) {
            Ok(()) => {
                self.fit = Fit::Fits;
                Some(Arc::clone(&self.network))
            }
            Err(error) => {
                self.fit = Fit::Deferred(error);
                None
            }
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
        self.network_choice.network()
    }

    /// Stops any running search and evaluates with a network or by hand-written terms
    /// alone. Variants without a network always use the latter.
    pub fn use_network(&mut self, is_enabled: bool) {
        self.stop();
        self.network_choice.is_enabled = is_enabled;
        self.update_network();
    }

    /// Stops any running search and uses the network of a file instead of the built-in
    /// one, or that again. Variants that the network does not fit do without the file, which
    /// [`report_network_error`](Engine::report_network_error) reports.
    ///
    /// # Errors
    /// If the file is not a network, or one of an unknown variant; nothing changes then.
    pub fn set_network_file(&mut self, path: Option<PathBuf>) -> Result<(), NetworkError> {
        let source = match path {
            None => Source::BuiltIn,
            Some(path) => {
                let network = Arc::new(Network::load(&path)?);
                Source::File(NetworkFile::new(path, network))
            }
        };
        self.stop();
        self.network_choice.source = source;
        self.update_network();
        Ok(())
    }

    /// Uses this network as if it came from a file.
    ///
    /// # Errors
    /// If it is not for the current variant; nothing changes then.
    pub fn set_network(&mut self, network: Arc<Network>) -> Result<(), NetworkError> {
        network.check_game(self.rules())?;
        self.stop();
        self.network_choice.source = Source::File(NetworkFile::new(PathBuf::new(), network));
        self.update_network();
        Ok(())
    }

    /// A network file that does not fit the current variant, and why; once for each change
    /// of file or variant. It is reported from the next search on, because the variant that
    /// the file is for may be chosen after the file.
    pub fn report_network_error(&mut self) -> Option<(PathBuf, NetworkError)> {
        self.network_choice.report_error()
    }

    /// Chooses the network for the current rules, and forgets what another has found.
    pub(super) fn update_network(&mut self) {
        let before = self.network().map(Arc::as_ptr);
        self.network_choice.choose(self.rules);
        if self.network().map(Arc::as_ptr) != before {
            self.workers.clear();
            self.clear();
        }
    }
}
