//! The map of the openings.

use maud::{Markup, html};

use super::svg::{Bar, picture};
use crate::arena::report::data::{CLASSES, OpeningMap, class};
use crate::arena::report::text::grouped;
use crate::base::plural::noun;

const WIDTH: f64 = 880.0;
/// The largest number of openings whose names can be pointed at.
const NAMED: usize = 400;
/// The style of each class.
const STYLES: [&str; 5] = ["w0", "w1", "w2", "w3", "w4"];

/// The arrangement of the cells.
struct Grid {
    /// The side of a cell, with the space to the next.
    side: f64,
    columns: usize,
}

impl Grid {
    fn new(cells: usize) -> Grid {
        let side = [22.0, 16.0, 11.0, 8.0]
            .into_iter()
            .find(|side| cells as f64 <= (WIDTH / side).floor() * (160.0 / side))
            .unwrap_or(5.0);
        Grid {
            side,
            columns: (WIDTH / side) as usize,
        }
    }

    fn corner(&self, index: usize) -> (f64, f64) {
        let (row, column) = (index / self.columns, index % self.columns);
        (column as f64 * self.side, row as f64 * self.side)
    }
}

pub(super) fn openings(map: &OpeningMap) -> Markup {
    let grid = Grid::new(map.cells.len());
    let height = map.cells.len().div_ceil(grid.columns) as f64 * grid.side;
    let [none, less, half, more, all] = map.classes;
    let description = format!(
        "A cell for each of {} openings, by White's score: nothing in {none}, less than half in {less}, half in {half}, more in {more}, all in {all}.",
        map.total
    );
    let cells = match map.cells.len() {
        0..=NAMED => named_cells(map, &grid),
        _ => plain_cells(map, &grid),
    };
    html! {
        section class="card" {
            h2 { "Openings" }
            (picture("openings", Some("strip"), ("Openings", &description), (WIDTH, height), cells))
            p class="legend" {
                @for (style, (words, count)) in STYLES.iter().zip(CLASSES.iter().zip(map.classes)) {
                    span class="key" { span class={"swatch " (style)} {} (words) " " b { (grouped(count)) } }
                }
            }
            @if map.total > map.cells.len() {
                p class="caption" {
                    "The first " (grouped(map.cells.len() as u64)) " of " (grouped(map.total as u64)) " are shown."
                }
            }
            @if map.one_sided > 0 { (one_sided(map)) }
        }
    }
}

fn named_cells(map: &OpeningMap, grid: &Grid) -> Markup {
    let side = grid.side - 1.5;
    html! {
        @for (index, cell) in map.cells.iter().enumerate() {
            @let (x, y) = grid.corner(index);
            @let text = format!("{}: White {}", cell.name, cell.white);
            (Bar { class: STYLES[class(cell)], x, y, width: side, height: side, round: 1.5, text: &text })
        }
    }
}

/// Many cells, as one path for each class.
fn plain_cells(map: &OpeningMap, grid: &Grid) -> Markup {
    let side = grid.side - 1.0;
    html! {
        @for (number, style) in STYLES.iter().enumerate() {
            path class=(style) d={
                @for (index, _) in map.cells.iter().enumerate().filter(|(_, cell)| class(cell) == number) {
                    @let (x, y) = grid.corner(index);
                    "M" (x) " " (y) "h" (side) "v" (side) "h-" (side) "z"
                }
            } {}
        }
    }
}

/// The list of openings in which one color won all games.
fn one_sided(map: &OpeningMap) -> Markup {
    html! {
        details {
            summary {
                (grouped(map.one_sided as u64)) " " (noun(map.one_sided, "opening", "openings"))
                " in which one color won all games"
            }
            ul {
                @for opening in &map.listed {
                    li {
                        "by " (opening.always_won_by.unwrap_or_default()) ", " (grouped(opening.white.games())) " games: " code { (opening.name) }
                    }
                }
                @if map.one_sided > map.listed.len() {
                    li { "and " (grouped((map.one_sided - map.listed.len()) as u64)) " more" }
                }
            }
        }
    }
}
