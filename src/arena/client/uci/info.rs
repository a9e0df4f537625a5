//! Reads the `info` lines of a thinking engine.

use crate::arena::client::bounded;
use crate::arena::record::SearchInfo;
use crate::search::score::Score;

/// Reads a line that begins with `info`.
///
/// Score and depth are taken from the last line with an exact score of the
/// first variation; lines with `lowerbound`, `upperbound` or `multipv` above 1
/// are ignored for both. Nodes are taken from the last line that has them.
pub(super) fn update_info(info: &mut SearchInfo, line: &str) {
    let mut words = line.split_whitespace().skip(1);
    let (mut depth, mut score, mut nodes) = (None, None, None);
    let mut counts = true;
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next().and_then(|number| number.parse().ok()),
            "nodes" => nodes = words.next().and_then(|number| number.parse().ok()),
            "multipv" => counts &= words.next() == Some("1"),
            "lowerbound" | "upperbound" => counts = false,
            "score" => {
                let kind = words.next();
                let number = words.next().and_then(|number| number.parse().ok());
                let number = number.map(bounded);
                score = match kind {
                    Some("cp") => number.map(Score::Centipawns),
                    Some("mate") => number.map(Score::Mate),
                    _ => None,
                };
            }
            // The rest of the line is moves or free text.
            "pv" | "string" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    info.nodes = nodes.or(info.nodes);
    if counts && score.is_some() {
        info.score = score;
        info.depth = depth.or(info.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::comment::comment;

    fn read(lines: &[&str]) -> SearchInfo {
        let mut info = SearchInfo::default();
        for line in lines {
            update_info(&mut info, line);
        }
        info
    }

    #[test]
    fn the_last_exact_score_counts() {
        let info = read(&[
            "info depth 8 seldepth 9 multipv 1 score cp 31 nodes 100 nps 5 time 1 pv e2e4",
            "info depth 9 score cp 90 lowerbound nodes 200 pv d2d4",
            "info depth 9 multipv 2 score cp -7 nodes 250 pv a2a3",
            "info depth 10 currmove e2e4 currmovenumber 1",
            "info depth 10 score cp 80 wdl 640 250 110 lowerbound nodes 250 pv e2e4",
            "info string depth 77 score cp 77 nodes 77",
            "info",
            "info score",
            "info depth x score cp y nodes z",
        ]);
        assert_eq!(info.score, Some(Score::Centipawns(31)));
        assert_eq!((info.depth, info.nodes), (Some(8), Some(250)));
    }

    #[test]
    fn absurd_scores_are_cut() {
        for (text, score) in [
            ("cp -2147483648", Score::Centipawns(-i32::MAX)),
            ("cp 99999999999", Score::Centipawns(i32::MAX)),
            ("mate -2147483648", Score::Mate(-i32::MAX)),
            ("mate -9223372036854775808", Score::Mate(-i32::MAX)),
        ] {
            let info = read(&[&format!("info depth 5 score {text}")]);
            assert_eq!(info.score, Some(score), "{text}");
            // What is made of a score must not overflow either.
            assert!(comment(&info).contains("/5 "));
        }
    }

    #[test]
    fn mates_are_counted_in_moves() {
        for (text, mate) in [("3", 3), ("-2", -2), ("0", 0)] {
            for wdl in ["", " wdl 1000 0 0"] {
                let info = read(&[&format!("info depth 5 score mate {text}{wdl} nodes 9")]);
                assert_eq!(info.score, Some(Score::Mate(mate)));
                assert_eq!((info.depth, info.nodes), (Some(5), Some(9)));
            }
        }
    }
}
