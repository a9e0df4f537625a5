//! Words that depend on numbers.

/// A number with its noun: `1 game`, `2 games`.
pub(crate) fn counted(count: impl TryInto<u128>, one: &str, many: &str) -> String {
    // A count is never negative.
    let count = count.try_into().unwrap_or_default();
    format!("{count} {}", noun(count, one, many))
}

/// The singular for one, otherwise the plural.
pub(crate) fn noun<'a>(count: impl TryInto<u128>, one: &'a str, many: &'a str) -> &'a str {
    match count.try_into() {
        Ok(1) => one,
        _ => many,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        let games = |count: usize| counted(count, "game", "games");
        assert_eq!([0, 1, 2].map(games), ["0 games", "1 game", "2 games"]);
        assert_eq!(noun(1_u64, "is", "are"), "is");
    }
}
