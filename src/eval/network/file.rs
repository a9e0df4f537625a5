//! Networks as values and as files.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::base::container::Format;
use crate::base::files;
use crate::base::hexadecimal::hexadecimal;
#[cfg(any(test, feature = "training"))]
use crate::base::random::Random;
use crate::position::Position;
use crate::rules::Rules;
use crate::variants;

use super::features::check_kings;
use super::inference::Layers;
use super::{
    Architecture, FeatureSet, MAX_OUTPUT_WEIGHT, NetworkError, OUTPUT_UNIT, UNIT, fingerprint,
};

/// The beginning of a file.
pub(super) const FORMAT: Format = Format {
    magic: b"PRGNET\r\n",
    version: 1,
    version_width: 4,
    max_header: usize::MAX,
    file: "a network file",
    subject: "network",
    header: "the header of the network file",
    damage: "the network file is damaged",
};

/// The length of the checksum, a SHA-256 digest.
const CHECKSUM: usize = 32;

/// The largest file.
const MAX_BYTES: usize = 64 << 20;

/// Where a network comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Provenance {
    /// The program that trained it, with its version.
    pub program: String,
    /// How its data were made, a line for each source.
    pub data: Vec<String>,
    /// The number of positions it was trained on, repetitions included.
    pub positions: u64,
    /// The settings of the training, as options of the command.
    pub settings: String,
    /// The loss on games that were held out.
    pub loss: f64,
    /// Anything else.
    pub comment: String,
}

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Header {
    variant: String,
    fingerprint: String,
    #[serde(rename = "shape")]
    architecture: Architecture,
    scale: i32,
    king_buckets: Vec<u8>,
    provenance: Provenance,
}

/// What a network consists of. Weights are integers: 1 is [`UNIT`] in the first layer and
/// [`OUTPUT_UNIT`] in the second; a bias of the second is in units of their product.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkWeights {
    /// The size.
    pub architecture: Architecture,
    /// Centipawns for an output of 1.
    pub scale: i32,
    /// Which set of inputs a King on each cell selects; empty for a single set.
    pub king_buckets: Vec<u8>,
    /// A row of `hidden` weights for each feature.
    pub feature_weights: Vec<i16>,
    /// `hidden` biases of the first layer.
    pub feature_biases: Vec<i16>,
    /// For each output bucket, `hidden` weights for the side to move and as many for the
    /// other.
    pub output_weights: Vec<i16>,
    /// A bias for each output bucket.
    pub output_biases: Vec<i32>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A network for a variant. Its numbers are such that no sum can overflow for positions with
/// at most [`Architecture::max_pieces`] men.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    variant: String,
    fingerprint: String,
    features: FeatureSet,
    parts: NetworkWeights,
    layers: Layers,
}

#[cfg(any(test, feature = "training"))]
impl NetworkWeights {
    /// Random weights for a variant, for tests and benches.
    ///
    /// # Errors
    /// If the numbers of outputs or the King buckets are out of range.
    pub fn random(
        rules: &Rules,
        hidden: usize,
        output_buckets: usize,
        king_buckets: &[u8],
        seed: u64,
    ) -> Result<NetworkWeights, NetworkError> {
        let architecture = Architecture {
            features: FeatureSet::new(rules, king_buckets)?.count(),
            hidden,
            output_buckets,
            max_pieces: rules.start().board.iter().flatten().count(),
        }
        .check()?;
        let mut random = Random::new(seed, 0);
        let mut weights = |count: usize, most: usize| -> Vec<i16> {
            let weight = |_| random.below(2 * most + 1) as i16 - most as i16;
            (0..count).map(weight).collect()
        };
        Ok(NetworkWeights {
            architecture,
            scale: 400,
            king_buckets: king_buckets.to_vec(),
            feature_weights: weights(architecture.features * hidden, 60),
            feature_biases: weights(hidden, 200),
            output_weights: weights(output_buckets * 2 * hidden, 20),
            output_biases: weights(output_buckets, 5000)
                .into_iter()
                .map(i32::from)
                .collect(),
            provenance: Provenance::default(),
        })
    }
}

impl Network {
    /// A network for a variant from its weights.
    ///
    /// # Errors
    /// If the weights do not fit the variant or each other, or some are too large.
    pub fn new(rules: &Rules, mut parts: NetworkWeights) -> Result<Network, NetworkError> {
        let features = FeatureSet::new(rules, &parts.king_buckets)?;
        parts.king_buckets = features.king_buckets().to_vec();
        let architecture = parts.architecture.check()?;
        let count = |what, found: usize, expected: usize| {
            (found == expected)
                .then_some(())
                .ok_or(NetworkError::Count {
                    what,
                    found,
                    expected,
                })
        };
        count("features", architecture.features, features.count())?;
        let (weights, biases) = (&parts.feature_weights, &parts.feature_biases);
        count(
            "feature weights",
            weights.len(),
            architecture.features * architecture.hidden,
        )?;
        count("feature biases", biases.len(), architecture.hidden)?;
        let of_bucket = 2 * architecture.hidden;
        let outputs = architecture.output_buckets;
        count(
            "output weights",
            parts.output_weights.len(),
            outputs * of_bucket,
        )?;
        count("output biases", parts.output_biases.len(), outputs)?;
        if !(1..=10_000).contains(&parts.scale) {
            return Err(FORMAT.wrong("the scale is out of range".to_owned()).into());
        }
        let mut greatest = vec![0; architecture.hidden];
        for row in weights.chunks_exact(architecture.hidden) {
            for (greatest, weight) in greatest.iter_mut().zip(row) {
                *greatest = weight.unsigned_abs().max(*greatest);
            }
        }
        let fits = |(&weight, bias): (&u16, &i16)| {
            let most =
                usize::from(bias.unsigned_abs()) + architecture.max_pieces * usize::from(weight);
            most <= i16::MAX as usize
        };
        if !greatest.iter().zip(biases).all(fits) {
            return Err(NetworkError::Overflow("feature weights"));
        }
        for row in parts.output_weights.chunks_exact(of_bucket) {
            let sizes = row.iter().map(|weight| i64::from(weight.unsigned_abs()));
            let is_small = sizes
                .clone()
                .all(|size| size <= i64::from(MAX_OUTPUT_WEIGHT));
            let square = i64::from(UNIT * UNIT);
            if !is_small || sizes.sum::<i64>() * square > i64::from(i32::MAX) {
                return Err(NetworkError::Overflow("output weights"));
            }
        }
        Ok(Network {
            variant: rules.variant().to_owned(),
            fingerprint: fingerprint(rules),
            features,
            layers: Layers::new(&parts),
            parts,
        })
    }

    /// Reads a network file. The variant is that of the file.
    ///
    /// # Errors
    /// If it cannot be read, is damaged or is for an unknown variant.
    pub fn load(path: &Path) -> Result<Network, NetworkError> {
        let bytes = files::read(path, MAX_BYTES)?;
        let (header, _) = read_header(&bytes)?;
        let rules = variants::rules(&header.variant)
            .map_err(|_| NetworkError::UnknownGame(header.variant))?;
        Network::read(rules, &bytes)
    }

    /// The network in the bytes of a file.
    ///
    /// # Errors
    /// If they are damaged or for another variant.
    pub fn read(rules: &Rules, bytes: &[u8]) -> Result<Network, NetworkError> {
        let (header, content) = read_header(bytes)?;
        let Header { architecture, .. } = header;
        if header.fingerprint != fingerprint(rules) {
            return Err(NetworkError::OtherGame {
                network: header.variant,
                game: rules.variant().to_owned(),
            });
        }
        let architecture = architecture.check()?;
        let counts = [
            architecture.features * architecture.hidden,
            architecture.hidden,
            architecture.output_buckets * 2 * architecture.hidden,
        ];
        let shorts: usize = counts.iter().sum();
        let expected = 2 * shorts + 4 * architecture.output_buckets;
        if content.len() != expected {
            let outside = bytes.len() - content.len();
            return Err(NetworkError::Length {
                found: bytes.len(),
                expected: outside + expected,
            });
        }
        let (shorts, longs) = content.split_at(2 * shorts);
        let (shorts, _) = shorts.as_chunks();
        let mut shorts = shorts.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let [feature_weights, feature_biases, output_weights] =
            counts.map(|count| shorts.by_ref().take(count).collect());
        let (longs, _) = longs.as_chunks();
        let parts = NetworkWeights {
            architecture,
            scale: header.scale,
            king_buckets: header.king_buckets,
            feature_weights,
            feature_biases,
            output_weights,
            output_biases: longs
                .iter()
                .map(|&bytes| i32::from_le_bytes(bytes))
                .collect(),
            provenance: header.provenance,
        };
        Ok(Network {
            variant: header.variant,
            ..Network::new(rules, parts)?
        })
    }

    /// The network as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parts = &self.parts;
        let header = Header {
            variant: self.variant.clone(),
            fingerprint: self.fingerprint.clone(),
            architecture: parts.architecture,
            scale: parts.scale,
            king_buckets: self.features.king_buckets().to_vec(),
            provenance: parts.provenance.clone(),
        };
        let mut bytes = FORMAT.encode(&header).expect("a header is plain data");
        for weights in [
            &parts.feature_weights,
            &parts.feature_biases,
            &parts.output_weights,
        ] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(
            parts
                .output_biases
                .iter()
                .flat_map(|bias| bias.to_le_bytes()),
        );
        let checksum = Sha256::digest(&bytes);
        bytes.extend(checksum);
        bytes
    }

    /// Writes the network to a file, completely or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    #[cfg(feature = "files")]
    pub fn save(&self, path: &Path) -> Result<(), NetworkError> {
        Ok(files::replace(path, &self.to_bytes())?)
    }

    /// Whether it can evaluate positions of a variant.
    ///
    /// # Errors
    /// If the variant has another board or other pieces, or other royal pieces than one King on
    /// each side.
    pub fn check_game(&self, rules: &Rules) -> Result<(), NetworkError> {
        check_kings(rules)?;
        if self.fingerprint != fingerprint(rules) {
            return Err(NetworkError::OtherGame {
                network: self.variant.clone(),
                game: rules.variant().to_owned(),
            });
        }
        Ok(())
    }

    /// The variant it was trained for.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// What it consists of.
    pub fn weights(&self) -> &NetworkWeights {
        &self.parts
    }

    /// The size.
    #[inline]
    pub fn architecture(&self) -> &Architecture {
        &self.parts.architecture
    }

    /// Its weights, ready for use.
    #[inline]
    pub(super) fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Its inputs.
    #[inline]
    pub fn features(&self) -> &FeatureSet {
        &self.features
    }

    /// The SHA-256 digest of its file, which names it.
    pub fn digest(&self) -> String {
        hexadecimal(&Sha256::digest(self.to_bytes()))
    }

    /// The score for the side to move in centipawns, by the definition of
    /// docs/network.md: slow, and what the fast evaluation is tested against.
    ///
    /// # Panics
    /// If the position has more than [`Architecture::max_pieces`] men.
    pub fn evaluate_slowly(&self, position: &Position) -> i32 {
        let NetworkWeights {
            architecture,
            feature_weights,
            ..
        } = &self.parts;
        let hidden = architecture.hidden;
        let men = position.occupied().count() as usize;
        assert!(
            men <= architecture.max_pieces,
            "the network is for fewer men"
        );
        let bucket = architecture.output_bucket(men);
        let weights = &self.parts.output_weights[bucket * 2 * hidden..][..2 * hidden];
        let side = position.side_to_move();
        let mut sum = 0;
        for (color, weights) in [side, !side].into_iter().zip(weights.chunks_exact(hidden)) {
            for (output, &weight) in weights.iter().enumerate() {
                let inputs = self.features.active(position, color);
                let inputs = inputs.map(|row| feature_weights[row * hidden + output]);
                let bias = self.parts.feature_biases[output];
                let value: i32 = inputs.chain([bias]).map(i32::from).sum();
                let clipped = value.clamp(0, UNIT);
                sum += clipped * clipped * i32::from(weight);
            }
        }
        self.score(sum, bucket)
    }

    /// Centipawns for a sum of the second layer.
    #[inline]
    pub(super) fn score(&self, sum: i32, bucket: usize) -> i32 {
        let bias = i64::from(self.parts.output_biases[bucket]);
        let output = i64::from(sum / UNIT) + bias;
        let score = output * i64::from(self.parts.scale) / i64::from(UNIT * OUTPUT_UNIT);
        score.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

/// Checks a file as far as possible without knowing its variant, and returns its header and
/// what is between that and the checksum.
fn read_header(bytes: &[u8]) -> Result<(Header, &[u8]), NetworkError> {
    let (header, rest) = read_text(bytes)?;
    let Some((content, checksum)) = rest.split_last_chunk::<CHECKSUM>() else {
        return Err(NetworkError::Length {
            found: bytes.len(),
            expected: bytes.len() - rest.len() + CHECKSUM,
        });
    };
    let covered = bytes.len() - CHECKSUM;
    if Sha256::digest(&bytes[..covered])[..] != checksum[..] {
        return Err(FORMAT.damaged().into());
    }
    Ok((header, content))
}

/// The header, and what follows it.
fn read_text(bytes: &[u8]) -> Result<(Header, &[u8]), NetworkError> {
    let short = || FORMAT.wrong("the file ends within it".to_owned());
    let length = FORMAT.header_length(bytes)?.ok_or_else(short)?;
    let rest = &bytes[FORMAT.front()..];
    let (text, rest) = rest.split_at_checked(length).ok_or_else(short)?;
    let header = FORMAT.parse(text)?;
    Ok((header, rest))
}
