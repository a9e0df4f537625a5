//! Royal pieces, promotion and ends, which Fairy-Max's file says by values and numbers.

use super::super::game::{
    Ends, GamePiece, PawnParts, Pawns, Role, Sides, Squares, Zone, file_name,
};
use super::kinds::{Kind, Man, Men};
use super::pawns::Pawn;
use super::{Reader, Size, piece};

impl Reader {
    /// The royal pieces of both sides, and what applies where a side has several.
    pub(super) fn kings(
        &mut self,
        kinds: &[Kind],
        men: &Men,
    ) -> Option<([usize; 2], Option<&'static str>)> {
        let mut kings = Vec::new();
        let mut royalty = Vec::new();
        for side in 0..2 {
            let is_royal = |man: &&Man| man.kinds[side].is_some_and(|kind| kinds[kind].is_royal());
            let mut royal = (0..men.men.len()).filter(|&man| is_royal(&&men.men[man]));
            let (Some(king), None) = (royal.next(), royal.next()) else {
                self.refuse_game(
                    "each side has royal pieces of one kind, which has a negative value",
                );
                return None;
            };
            kings.push(king);
            let number = men.men[king].kinds[side]?;
            if men.men[king].counts[side] > 1 {
                royalty.push(match kinds[number].value {
                    -1 => "all",
                    // Numbered from 1, kinds after the seventh.
                    _ if number >= 7 => "duple",
                    _ => "last",
                });
            }
        }
        royalty.dedup();
        if royalty.len() > 1 {
            self.refuse_game("the royal pieces of both sides lose in different ways");
            return None;
        }
        Some((kings.try_into().ok()?, royalty.pop()))
    }

    /// What the Pawns of both sides become, and where.
    pub(super) fn zones(
        &mut self,
        size: Size,
        kinds: &[Kind],
        men: &Men,
        kings: [usize; 2],
        pieces: &[GamePiece],
    ) -> [Zone; 2] {
        let find = |letter: char| men.men.iter().position(|man| man.letter == letter);
        let is_choice = |man: usize| {
            let mut of_man = men.men[man].kinds.iter().flatten();
            of_man.any(|&kind| kinds[kind].is_choice())
        };
        let of_array: Vec<char> = pieces
            .iter()
            .map(|piece| piece.letter)
            .filter(|&letter| find(letter).is_some_and(is_choice))
            .collect();
        let is_same_pawn = kinds[0].letter == kinds[1].letter;
        let reason = if size.zone > 1 {
            "the file does not say what Pawns become; here it is piece 7, as Fairy-Max plays"
        } else if is_same_pawn {
            "the file does not say what Pawns become; here it is any piece of the array, except \
             those whose value ends in 3"
        } else {
            "the file does not say what Pawns become; here it is any piece that their own side \
             has at the start"
        };
        self.findings.push(kinds[0].source.noted(reason));
        [0, 1].map(|side| {
            let of_number = |number: usize, side: usize| {
                let mut all = men.men.iter();
                all.find(|man| man.kinds[side] == Some(number - 1))
                    .map(|man| man.letter)
            };
            let mut limits = Vec::new();
            let to: Vec<char> = if size.zone > 1 {
                let of_black = of_number(9, 1).filter(|_| side == 1 && of_number(7, 1).is_none());
                let found = of_black.or(of_number(7, 0)).or(of_number(7, 1));
                if found.is_none() {
                    self.refuse_game("piece 7, which Pawns become, is not at the start");
                }
                found.into_iter().collect()
            } else if is_same_pawn {
                of_array.clone()
            } else {
                let has =
                    |letter: &char| find(*letter).is_some_and(|man| men.men[man].counts[side] > 0);
                let mut own: Vec<char> = of_array.iter().copied().filter(has).collect();
                let king = &men.men[kings[side]];
                if king.counts[side] > 1 {
                    own.push(king.letter);
                    limits.push((king.letter, king.counts[side]));
                }
                own
            };
            let ranks = match side {
                0 => size.ranks + 1 - size.zone..=size.ranks,
                _ => 1..=size.zone,
            };
            let squares = Squares {
                ranks: ranks.collect(),
                names: Vec::new(),
            };
            let none = Squares::default();
            Zone {
                squares: match side {
                    0 => Sides::Each(squares, none),
                    _ => Sides::Each(none, squares),
                },
                to: Sides::Both(to),
                optional: false,
                leaving: false,
                limits,
            }
        })
    }

    /// How Pawns move and promote. Those of Black are pieces of their own if they move
    /// otherwise than those of White.
    pub(super) fn pawn_rules(
        &mut self,
        size: Size,
        kinds: &[Kind],
        pawns: &[Pawn; 2],
        zones: [Zone; 2],
        pieces: &mut Vec<GamePiece>,
    ) -> Pawns {
        let [white, black] = pawns;
        let [white_zone, black_zone] = zones;
        let rank = size.pawn_rank;
        let mut rules = Pawns {
            start_rank: (rank != 2).then_some(rank),
            ..Pawns::default()
        };
        if white.has_first_moves() && !white.passes() {
            rules.en_passant = Some(Sides::Both(Squares::default()));
        }
        if white.is_usual() {
            [rules.double_step, rules.triple_step] = white.squares(rank);
        } else {
            match white.movement() {
                Ok(movement) => pieces.push(piece(kinds[0].letter, movement, Role::Pawn)),
                Err(reason) => self.findings.push(kinds[0].source.refused(reason)),
            }
            if !white.has_first_moves() {
                rules.double_step = Some(Sides::Both(Squares::default()));
            }
        }
        if white != black {
            match black.movement() {
                Ok(movement) => {
                    let mut pawn = piece(kinds[1].letter, movement, Role::Piece);
                    let starts = Squares {
                        ranks: vec![size.ranks + 1 - rank],
                        names: Vec::new(),
                    };
                    pawn.pawn = PawnParts {
                        starts: black
                            .has_first_moves()
                            .then(|| Sides::Each(Squares::default(), starts)),
                        zones: vec![black_zone],
                        resets_count: true,
                    };
                    pieces.push(pawn);
                }
                Err(reason) => self.findings.push(kinds[1].source.refused(reason)),
            }
            rules.zones = vec![white_zone];
            rules.stuck = true;
            return rules;
        }
        let all = pieces.iter().filter(|piece| piece.role == Role::Piece);
        let is_all = white_zone.to == black_zone.to
            && white_zone
                .to
                .is_both(&all.map(|piece| piece.letter).collect());
        if size.zone > 1 || !is_all {
            let sides = [white_zone.to, black_zone.to].map(|to| match to {
                Sides::Both(to) | Sides::Each(to, _) => to,
            });
            let [of_white, of_black] = sides;
            let squares = (size.ranks + 1 - size.zone..=size.ranks).collect();
            rules.zones.push(Zone {
                squares: Sides::Both(Squares {
                    ranks: squares,
                    names: Vec::new(),
                }),
                to: if of_white == of_black {
                    Sides::Both(of_white)
                } else {
                    Sides::Each(of_white, of_black)
                },
                optional: false,
                leaving: false,
                limits: Vec::new(),
            });
        }
        rules
    }

    /// King of the Hill is what Fairy-Max plays if the third piece has the value -2.
    pub(super) fn ends(
        &mut self,
        size: Size,
        kinds: &[Kind],
        men: &Men,
        kings: [usize; 2],
    ) -> Ends {
        let is_hill = |kind: &Kind| kind.is_royal() && kind.value == -2;
        if !kinds.get(2).is_some_and(is_hill) {
            return Vec::new();
        }
        let letters: Vec<String> = [0, 1]
            .into_iter()
            .filter(|&side| men.men[kings[side]].kinds[side] == Some(2))
            .map(|side| format!("\"{}\"", men.men[kings[side]].letter))
            .collect();
        if letters.len() < 2 || kings[0] != kings[1] || size.files % 2 + size.ranks % 2 > 0 {
            let reason = "four squares in the middle win for the King of both sides";
            self.findings.push(kinds[2].source.refused(reason));
            return Vec::new();
        }
        let middle = |count: usize| [count / 2 - 1, count / 2];
        let squares: Vec<String> = middle(size.ranks)
            .into_iter()
            .flat_map(|rank| {
                middle(size.files).map(|file| format!("\"{}{}\"", file_name(file), rank + 1))
            })
            .collect();
        let squares = squares.join(", ");
        let flags = format!("{{ pieces = {}, squares = [{squares}] }}", letters[0]);
        vec![("flags", flags)]
    }
}
