//! Regions: the squares that a kind of piece can enter.

use toml::de::DeValue;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::movement::{Dialect, Movement};
use crate::board::piece::Components;

use super::build::Builder;
use super::pieces::Piece;
use super::table::{TomlEntry, TomlValue, one_or_many, scalar, unknown_key};

impl<'i> Builder<'_, 'i> {
    /// Gives a piece the region of its entry, if it has one.
    pub(super) fn region(&mut self, piece: &mut Piece<'i>, layout: &Layout) {
        let entry = piece.entry.clone();
        let region = entry.value.get_ref().as_table();
        let Some(value) = region.and_then(|table| table.get("region")) else {
            return;
        };
        let Some(region) = self.sides(layout, &entry, value, "region") else {
            return;
        };
        if let Some(moves) = &mut piece.moves {
            moves.restrict(region);
        }
    }

    /// Gives a piece the moves into a region that its entry adds, if it does.
    pub(super) fn also(&mut self, piece: &mut Piece<'i>, layout: &Layout) {
        let entry = piece.entry.clone();
        let table = entry.value.get_ref().as_table();
        let Some(value) = table.and_then(|table| table.get("also")) else {
            return;
        };
        let keys = ["betza", "region"];
        let parts = value.get_ref().as_table().filter(|also| {
            also.len() == keys.len() && keys.iter().all(|&key| also.contains_key(key))
        });
        let Some(parts) = parts else {
            let reason = "'also' needs the keys 'betza' and 'region', and no others";
            self.accept::<()>(&entry, value, "also", Err(reason.to_owned()));
            return;
        };
        let text = &parts["betza"];
        let movement = scalar::<String>(text).and_then(|betza| {
            let movement = Movement::from_betza(&betza, Dialect::default());
            let movement = movement.map_err(|error| error.to_string())?;
            if let Some(moves) = movement.pawn_moves() {
                return Err(format!("{moves} do not lead into a region"));
            }
            let checked = movement.check(layout).map_err(|error| error.to_string());
            checked.map(|()| movement)
        });
        let movement = self.accept(&entry, text, "also", movement);
        let region = self.sides(layout, &entry, &parts["region"], "region");
        if let (Some(movement), Some(region), Some(moves)) = (movement, region, &mut piece.moves) {
            moves.components |= Components::SPECIAL;
            moves.special.also = Some((movement, region));
        }
    }

    /// The squares of both sides: given for both, or for White alone; Black's are then
    /// the same as Black sees the board.
    pub(super) fn sides(
        &mut self,
        layout: &Layout,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        key: &str,
    ) -> Option<[Bitboard; 2]> {
        let DeValue::Table(table) = value.get_ref() else {
            let white = self.part_of_board(layout, entry, value, key)?;
            let mirrored = |square| layout.relative_to(Color::Black, square);
            return Some([white, white.into_iter().map(mirrored).collect()]);
        };
        for (name, side) in table {
            if let Some(reason) = unknown_key(name.get_ref(), &["white", "black"]) {
                self.accept::<()>(entry, side, key, Err(reason));
                return None;
            }
        }
        let mut sides = ["white", "black"].map(|side| {
            let value = table.get(side);
            value.and_then(|value| self.part_of_board(layout, entry, value, key))
        });
        if table.len() < 2 {
            let reason = "a region is a list of squares, or has one for white and one for black";
            self.accept::<()>(entry, value, key, Err(reason.to_owned()));
        }
        Some([sides[0].take()?, sides[1].take()?])
    }

    /// Squares, ranks and rectangles, none of them outside the board.
    fn part_of_board(
        &mut self,
        layout: &Layout,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        key: &str,
    ) -> Option<Bitboard> {
        let mut squares = Bitboard::EMPTY;
        let faults = self.faults.len();
        for part in one_or_many(value) {
            squares |= match part
                .get_ref()
                .as_str()
                .and_then(|text| text.split_once(':'))
            {
                Some(corners) => {
                    let rectangle = rectangle(layout, corners);
                    self.accept(entry, part, key, rectangle)?
                }
                None => self.squares(layout, entry, part, key),
            };
        }
        if self.faults.len() > faults {
            return None;
        }
        let found = (squares & layout.squares()).any().then_some(squares);
        let found = found.ok_or_else(|| "the region has no square".to_owned());
        self.accept(entry, value, key, found)
    }
}

/// The cells between two corners.
fn rectangle(layout: &Layout, (from, to): (&str, &str)) -> Result<Bitboard, String> {
    let corner = |name: &str| {
        let square = layout.square_named(name);
        square.ok_or_else(|| format!("there is no square '{name}'"))
    };
    let (from, to) = (corner(from)?, corner(to)?);
    let between =
        |low: usize, high: usize, at: usize| (low.min(high)..=low.max(high)).contains(&at);
    let squares = layout.squares().into_iter().filter(|&square| {
        between(layout.file(from), layout.file(to), layout.file(square))
            && between(layout.rank(from), layout.rank(to), layout.rank(square))
    });
    Ok(squares.collect())
}
