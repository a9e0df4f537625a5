//! How many centipawns make what difference in results.

/// Centipawns of a class of scores.
const STEP: i32 = 20;

/// The classes of scores: those beyond the last on either side count as in it.
const CLASSES: usize = 301;

/// The least and the greatest scale that is looked for, in centipawns.
const RANGE: (f64, f64) = (20.0, 5000.0);

/// Scores with the results of their games.
#[derive(Clone, Debug)]
pub(super) struct Histogram {
    /// For each class of scores, games lost, drawn and won.
    counts: Vec<[u64; 3]>,
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram {
            counts: vec![[0; 3]; CLASSES],
        }
    }
}

impl Histogram {
    /// Counts a position by its score and result.
    pub(super) fn count(&mut self, score: i16, result: i8) {
        let half = CLASSES as i32 / 2;
        let class = (i32::from(score) + STEP / 2).div_euclid(STEP);
        let class = class.clamp(-half, half) + half;
        self.counts[class as usize][(result.clamp(-1, 1) + 1) as usize] += 1;
    }

    /// The scale with which a score predicts results best: the expected score is
    /// 1 / (1 + exp(-score / scale)).
    pub(super) fn scale(&self) -> f64 {
        // The likelihood has a single greatest value in 1 / scale.
        let (mut least, mut most) = (1.0 / RANGE.1, 1.0 / RANGE.0);
        for _ in 0..100 {
            let (one, other) = (least + (most - least) / 3.0, most - (most - least) / 3.0);
            if self.surprise(one) < self.surprise(other) {
                most = other;
            } else {
                least = one;
            }
        }
        2.0 / (least + most)
    }

    /// Minus the logarithm of the results' likelihood.
    fn surprise(&self, factor: f64) -> f64 {
        let half = CLASSES as f64 / 2.0 - 0.5;
        let class = |(class, [lost, drawn, won]): (usize, &[u64; 3])| {
            let logit = (class as f64 - half) * f64::from(STEP) * factor;
            let (wins, losses) = (
                *won as f64 + *drawn as f64 / 2.0,
                *lost as f64 + *drawn as f64 / 2.0,
            );
            wins * (-logit).exp().ln_1p() + losses * logit.exp().ln_1p()
        };
        self.counts.iter().enumerate().map(class).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        let mut histogram = Histogram::default();
        for score in (-1000..=1000).step_by(20) {
            let expected = 1.0 / (1.0 + f64::exp(-f64::from(score) / 250.0));
            let wins = (1000.0 * expected).round() as usize;
            for game in 0..1000 {
                histogram.count(score as i16, if game < wins { 1 } else { -1 });
            }
        }
        assert!(
            (histogram.scale() - 250.0).abs() < 2.0,
            "{}",
            histogram.scale()
        );
    }
}
