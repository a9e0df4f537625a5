//! The rules of a game in sentences, for people.

use crate::base::plural::{counted, noun};
use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::rules::{
    CastlingRule, CheckmateRule, CountingRule, EndRules, Extinction, ExtinctionResult,
    NoPromotionLeft, PawnRules, PerpetualCheckRule, PieceType, PromotionZone, RepetitionResult,
    Royalty, Rules, StalemateRule,
};

/// The most facts about a kind of Pawn: four zones and six others.
const MAX_FACTS: usize = 10;

/// What the rules of a game say: each paragraph with its subject, in the order of the guide
/// to variant files.
///
/// ```
/// use peregrine::variants::{self, description::describe};
/// let rules = variants::rules("kingofthehill").unwrap();
/// let ends = describe(rules).into_iter().find(|(subject, _)| *subject == "ends");
/// let (_, text) = ends.unwrap();
/// assert!(text.contains("A side wins with its King on d4, e4, d5 or e5"), "{text}");
/// ```
pub fn describe(rules: &Rules) -> Vec<(&'static str, String)> {
    let rows = [
        ("pieces", pieces(rules)),
        ("royal", royals(rules)),
        ("castling", castling(rules)),
        ("pawns", pawns(rules)),
        ("ends", ends(rules)),
    ];
    let rows = rows.into_iter();
    rows.map(|(subject, sentences)| (subject, sentences.join(" ")))
        .collect()
}

fn pieces(rules: &Rules) -> Vec<String> {
    let geometry = rules.geometry();
    let named = |row: &PieceType| format!("{} ({})", row.name, row.letter);
    vec![
        format!("{}x{} squares.", geometry.files(), geometry.ranks()),
        format!("{}.", all_of(types_in_use(rules).map(named))),
    ]
}

/// The types of pieces that a game can have on its board: not the Pawn that a game declares but
/// neither side starts with.
pub(crate) fn types_in_use(rules: &Rules) -> impl Iterator<Item = &PieceType> {
    let types = rules.piece_types().iter();
    types.filter(|row| {
        Color::ALL
            .iter()
            .any(|&color| has_some(rules, color, row.kind))
    })
}

fn royals(rules: &Rules) -> Vec<String> {
    let of_side = |color: Color| {
        let royal = |row: &&PieceType| rules.is_royal(row.kind);
        let types = rules.piece_types().iter().filter(royal);
        let counted = types.filter_map(|row| match rules.start_count(color, row.kind) {
            0 => None,
            1 => Some(row.name.clone()),
            count => Some(format!("{count} x {}", row.name)),
        });
        all_of(counted)
    };
    let [white, black] = Color::ALL.map(of_side);
    let mut sentences = vec![match white == black {
        true => format!("Royal on each side: {white}."),
        false => format!("Royal for White: {white}; for Black: {black}."),
    }];
    if rules.royalty() == Royalty::None {
        sentences.clear();
    }
    if rules.allows_several_royals() {
        let rule = match rules.royalty() {
            Royalty::All => "No royal piece of a side can be left attacked.",
            Royalty::Last => {
                "A royal piece can be captured, but one that is its side's last of its kind \
                 cannot be left attacked."
            }
            Royalty::None => "No piece is royal; all can be left attacked and captured.",
            Royalty::Duple => "The royal pieces of a side cannot all be left attacked at once.",
        };
        sentences.push(rule.to_owned());
    }
    if !rules.kings_may_face() {
        let rule = "No move may leave the Kings facing each other along a rank or file with \
                    nothing between.";
        sentences.push(rule.to_owned());
    }
    sentences
}

fn castling(rules: &Rules) -> Vec<String> {
    let partners = |color: Color| {
        let kinds = rules.castling_partners(color).iter();
        one_of(kinds.map(|&kind| name(rules, kind)))
    };
    let [partner, other] = Color::ALL.map(partners);
    let partner = match partner == other {
        true => format!("an unmoved {partner}"),
        false => format!("an unmoved partner (White's {partner}, Black's {other})"),
    };
    let [king, other] = Color::ALL.map(|color| rules.castling_king_name(color));
    let king = match king == other {
        true => format!("The {king}"),
        false => format!("White's {king} or Black's {other}"),
    };
    let rule = match rules.castling() {
        CastlingRule::None => return vec!["There is no castling.".to_owned()],
        CastlingRule::KingSwap => {
            "The King swaps places with an unmoved piece on its rank.".to_owned()
        }
        CastlingRule::Free => {
            format!("{king} goes to any square between itself and {partner}.")
        }
        CastlingRule::ModifiedFree => format!(
            "{king} goes to any square between itself and {partner}, except the \
             one next to it."
        ),
        CastlingRule::Orthodox => {
            format!("{king} goes two squares toward {partner}.")
        }
        CastlingRule::Three => {
            format!("{king} goes three squares toward {partner}.")
        }
        CastlingRule::Wide => {
            format!("{king} goes to the square next to {partner}.")
        }
        CastlingRule::FixedFiles => {
            let file = |file: usize| rules.geometry().file_name(file);
            let files = rules
                .castling_files()
                .map_or([' '; 2], |files| files.king.map(file));
            format!(
                "{king} goes to the {}-file or {}-file, toward {partner}.",
                files[0], files[1]
            )
        }
    };
    let mut sentences = vec![rule];
    let is_royal = |color| rules.is_royal(rules.castling_king_kind(color));
    if rules.has_royals() && !Color::ALL.into_iter().all(is_royal) {
        sentences.push("A piece that is not royal can castle where it is attacked.".to_owned());
    }
    let rights = rules.start().castling;
    let sides = Color::ALL.map(|color| {
        let own = |square: &Square| {
            let piece = rules.start().board[square.index()];
            piece.is_some_and(|piece| piece.color() == color)
        };
        let own: Bitboard = rights.into_iter().filter(own).collect();
        (color, own)
    });
    for (color, own) in sides {
        sentences.push(match own.is_empty() {
            true => format!("{color} cannot castle in the start position."),
            false => {
                let squares = own.into_iter().map(|square| rules.geometry().name(square));
                format!("{color} can castle with the pieces on {}.", all_of(squares))
            }
        });
    }
    sentences
}

fn pawns(rules: &Rules) -> Vec<String> {
    let mut sentences = Vec::new();
    for row in types_in_use(rules) {
        let sides = Color::ALL.map(|color| rules.pawn_rules(Piece::new(color, row.kind)));
        let [Some(white), Some(black)] = sides else {
            continue;
        };
        if row.kind == PieceKind::PAWN && !rules.has_orthodox_pawns() {
            sentences.push(format!("The {} has moves of its own.", row.name));
        }
        let sides = [(Color::White, white), (Color::Black, black)];
        let facts = sides.map(|(color, side)| match has_some(rules, color, row.kind) {
            true => pawn_facts(rules, row, side, color),
            false => vec![None; MAX_FACTS],
        });
        for (white, black) in facts[0].iter().zip(&facts[1]) {
            match (white, black) {
                (Some(white), Some(black)) if white == black => {
                    sentences.push(format!("The {} {white}.", row.name));
                }
                _ => {
                    for (color, fact) in [("White's", white), ("Black's", black)] {
                        if let Some(fact) = fact {
                            sentences.push(format!("{color} {} {fact}.", row.name));
                        }
                    }
                }
            }
        }
    }
    if sentences.is_empty() {
        sentences.push("There are no Pawns.".to_owned());
    }
    sentences
}

/// Whether a side can have pieces of a kind that promotes: those of the start, or of kinds
/// that neither side starts with, except for Pawns.
fn has_some(rules: &Rules, color: Color, kind: PieceKind) -> bool {
    let [own, other] = [color, !color].map(|color| rules.start_count(color, kind) > 0);
    own || !other && kind != PieceKind::PAWN
}

/// What a kind of piece does that Pawns do: initial moves, en passant, side steps, promotions.
fn pawn_facts(
    rules: &Rules,
    row: &PieceType,
    side: &PawnRules,
    color: Color,
) -> Vec<Option<String>> {
    let geometry = rules.geometry();
    let named = |set: Bitboard| squares(geometry, set);
    let fact = |set: Bitboard, text: &str| set.any().then(|| format!("{text} {}", named(set)));
    let is_orthodox = row.kind == PieceKind::PAWN && rules.has_orthodox_pawns();
    let double = match is_orthodox {
        true => "can move two squares forward from",
        false => "can make its initial moves from",
    };
    let has_initial = side.double_step.any() || side.triple_step.any();
    let passed = side.en_passant & geometry.squares();
    let en_passant = match () {
        () if !has_initial || passed == geometry.squares() => None,
        () if passed.is_empty() => Some("cannot be captured en passant".to_owned()),
        () => fact(passed, "can be captured en passant only on"),
    };
    let resets = (row.kind == PieceKind::PAWN && !side.resets_count)
        .then(|| "does not restart the count of fifty moves".to_owned());
    let stays = row.kind == PieceKind::PAWN
        && !side.en_passant_promotes
        && rules.promoting_en_passant(color).any();
    let stays = stays.then(|| "does not promote by a capture en passant".to_owned());
    let mut facts = vec![
        fact(side.double_step, double),
        fact(side.triple_step, "can move three squares forward from"),
        en_passant,
        stays,
        fact(side.sideways, "can step sideways from"),
        resets,
    ];
    let zones = side.zones.iter().filter(|zone| zone.squares.any());
    facts.extend(zones.map(|zone| Some(promotion(rules, side, zone))));
    // Zones of the two sides are compared one by one.
    facts.resize(MAX_FACTS, None);
    facts
}

fn promotion(rules: &Rules, side: &PawnRules, zone: &PromotionZone) -> String {
    let way = match (zone.optional, zone.leaving) {
        (false, false) => "promotes on",
        (true, false) => "may promote on",
        (false, true) => "promotes when it enters or leaves",
        (true, true) => "may promote when it enters or leaves",
    };
    let kinds = one_of(zone.kinds.iter().map(|&kind| name(rules, kind)));
    let mut text = format!(
        "{way} {} to {kinds}",
        squares(rules.geometry(), zone.squares)
    );
    if zone.only_lost {
        text += ", only to pieces that its side has lost";
        let always = one_of(zone.always.iter().map(|&kind| name(rules, kind)));
        if !zone.always.is_empty() {
            text += &format!(", or always to {always}");
        }
        text += match side.pool {
            Some(NoPromotionLeft::Loses) => "; without any, its side loses by going there",
            _ => "; without any, it cannot go there",
        };
    }
    let limits = zone.limits.iter().map(|&(kind, limit)| match limit {
        1 => format!("one {}", name(rules, kind)),
        _ => format!("{limit} x {}", name(rules, kind)),
    });
    if !zone.limits.is_empty() {
        text += &format!("; a side has at most {}", all_of(limits));
    }
    text
}

fn ends(rules: &Rules) -> Vec<String> {
    let ends = rules.ends();
    let mut sentences = vec![
        match ends.checkmate {
            CheckmateRule::Loss => "Checkmate loses.",
            CheckmateRule::Win => "The side that is checkmated wins.",
            CheckmateRule::Shatar => {
                "Checkmate loses if one of the checks that led to it was by a Knight or by a \
                 piece that moves like a Rook, and is otherwise a draw; by Knights alone it wins."
            }
        }
        .to_owned(),
        match rules.stalemate() {
            StalemateRule::Draw => "Stalemate is a draw.",
            StalemateRule::Loss => "A side without a legal move loses.",
            StalemateRule::Win => "A side without a legal move that is not in check wins.",
        }
        .to_owned(),
    ];
    let constraints = rules.constraints();
    if constraints.compulsory_captures {
        sentences.push("A side that can capture must do so.".to_owned());
    }
    if constraints.forbidden_checks {
        sentences.push("No move may give check.".to_owned());
    }
    if constraints.standing_kings {
        let sentence = "A King in check may not move, except to capture the only piece that \
                        gives check.";
        sentences.push(sentence.to_owned());
    }
    if let Some(flags) = &ends.flags {
        let facts = Color::ALL.map(|color| {
            let side = &flags[color.index()];
            let kinds = side.kinds.iter().map(|&kind| name(rules, kind));
            let safe = match side.safe {
                true => " where it cannot be captured",
                false => "",
            };
            let squares = squares(rules.geometry(), side.squares);
            format!("with its {} on {squares}{safe}", one_of(kinds))
        });
        match facts[0] == facts[1] {
            true => sentences.push(format!("A side wins {}.", facts[0])),
            false => sentences.push(format!("White wins {}, and Black {}.", facts[0], facts[1])),
        }
    }
    if let Some(checks) = ends.checks {
        sentences.push(format!(
            "A side wins by giving {}.",
            counted(checks, "check", "checks")
        ));
    }
    sentences.extend(ends.extinction.as_ref().map(|rule| extinction(rules, rule)));
    if ends.move_limit.is_some() || ends.counting.is_none() {
        sentences.push(match ends.move_limit {
            Some(limit) => format!(
                "After {} by each side without a capture or a Pawn move the game is drawn.",
                counted(limit, "move", "moves")
            ),
            None => "No number of moves without a capture draws a game.".to_owned(),
        });
    }
    if let Some(counting) = ends.counting {
        let rule = match counting {
            CountingRule::Makruk => {
                "Once there are no Pawns, moves are counted to 64, and against a bare King from \
                 the number of men to a number that depends on the pieces; then the game is drawn."
            }
            CountingRule::Asean => {
                "Once there are no Pawns, moves against a bare King are counted to a number that \
                 depends on the pieces; then the game is drawn."
            }
        };
        sentences.push(rule.to_owned());
    }
    sentences.extend(repetition(ends));
    if let Some(winner) = ends.draws_won_by {
        sentences.push(format!("{winner} wins all games that would be drawn."));
    }
    sentences
}

fn repetition(ends: &EndRules) -> Vec<String> {
    let Some(rule) = ends.repetition else {
        return vec!["Positions can be repeated at will.".to_owned()];
    };
    let result = match rule.result {
        RepetitionResult::Draw => "is a draw",
        RepetitionResult::Loss => "loses for the side that repeats it",
        RepetitionResult::Win => "wins for the side that repeats it",
        RepetitionResult::White => "wins for White",
        RepetitionResult::Black => "wins for Black",
    };
    let occurrence = match rule.count {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        count => format!("{count}th"),
    };
    let mut sentences = vec![format!(
        "The {occurrence} occurrence of a position {result}."
    )];
    if ends.perpetual_check == PerpetualCheckRule::Loss {
        sentences.push("A side that repeats it by checks alone loses.".to_owned());
    }
    sentences
}

fn extinction(rules: &Rules, rule: &Extinction) -> String {
    let result = match rule.result {
        ExtinctionResult::Loss => "loses",
        ExtinctionResult::Draw => "draws",
        ExtinctionResult::Win => "wins",
    };
    let kinds = rule.kinds.iter().map(|&kind| name(rules, kind));
    let lost = match (rule.kinds.is_empty(), rule.left) {
        (true, 0) => "has lost all its men".to_owned(),
        (true, 1) => "has nothing but its King".to_owned(),
        (true, left) => format!("has no more than {left} men"),
        (false, 0) => format!("has lost every {}", one_of(kinds)),
        (false, left) => format!(
            "has no more than {} of its {}",
            counted(left, "piece", "pieces"),
            one_of(kinds)
        ),
    };
    let others = match rule.others {
        0 | 1 => String::new(),
        others => format!(
            " while the other side has at least {others} {}",
            match rule.kinds.is_empty() {
                true => "men",
                false => "such pieces",
            }
        ),
    };
    let answered = match rule.answered {
        true => ", unless it can even that out with its next capture",
        false => "",
    };
    format!("A side that {lost}{others} {result}{answered}.")
}

fn name(rules: &Rules, kind: PieceKind) -> String {
    rules.kind_name(kind).unwrap_or_default().to_owned()
}

/// Squares by their names, or by ranks if they fill those.
fn squares(geometry: &Geometry, set: Bitboard) -> String {
    if set & geometry.squares() == geometry.squares() {
        return "any square".to_owned();
    }
    let ranks = (0..geometry.ranks()).filter(|&rank| {
        let row = geometry.rank_squares(rank);
        row.any() && row & set == row
    });
    let ranks: Vec<usize> = ranks.collect();
    let full = ranks.iter().fold(Bitboard::EMPTY, |full, &rank| {
        full | geometry.rank_squares(rank)
    });
    let names = ranks
        .iter()
        .map(|&rank| geometry.rank_name(rank).to_string());
    let rest = (set - full).into_iter().map(|square| geometry.name(square));
    match (ranks.is_empty(), (set - full).is_empty()) {
        (true, _) => one_of(rest),
        (false, true) => format!("{} {}", noun(ranks.len(), "rank", "ranks"), one_of(names)),
        (false, false) => format!(
            "{} {} or {}",
            noun(ranks.len(), "rank", "ranks"),
            one_of(names),
            one_of(rest)
        ),
    }
}

fn one_of(words: impl IntoIterator<Item = String>) -> String {
    joined(words, "or")
}

fn all_of(words: impl IntoIterator<Item = String>) -> String {
    joined(words, "and")
}

/// Words in a row: `a, b or c`.
fn joined(words: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    match words.pop() {
        Some(word) if words.is_empty() => word,
        Some(word) => format!("{} {last} {word}", words.join(", ")),
        None => "none".to_owned(),
    }
}
