//! The report of a match: one self-contained HTML page with SVG charts, in
//! light or dark style.
//!
//! `data` says what is shown, and `drawing` makes it HTML. Must not compute
//! results of its own: everything shown is in a [`Summary`] or follows from the
//! same records.

mod data;
mod drawing;
#[cfg(test)]
mod tests;
mod text;

use crate::rules::Rules;

use super::record::GameRecord;
use super::summary::Summary;

/// A group of settings to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The match, or the name of an engine.
    pub heading: String,
    /// Names and values.
    pub entries: Vec<(String, String)>,
}

/// What a page is made from.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// Title of the match.
    pub title: &'a str,
    /// The settings: variant, time control, openings, engines.
    pub sections: &'a [Section],
    /// The results.
    pub summary: &'a Summary,
    /// The games that the summary was made from, in any order.
    pub records: &'a [&'a GameRecord],
    /// The rules of the variant; `None` leaves out the final positions.
    pub rules: Option<&'static Rules>,
}

/// The page as HTML.
///
/// ```
/// use peregrine::arena::report::{self, ReportInput};
/// use peregrine::arena::summary::{MatchDescription, Summary};
/// let nothing = MatchDescription { engines: vec![], openings: vec![], sprt: None, games: 8 };
/// let summary = Summary::new(&nothing, &[]);
/// let page = report::html(&ReportInput {
///     title: "A <match>",
///     sections: &[],
///     summary: &summary,
///     records: &[],
///     rules: None,
/// });
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// assert!(page.contains("A &lt;match&gt;"));
/// ```
pub fn html(input: &ReportInput) -> String {
    drawing::page(&data::Page::new(input)).into_string()
}
