//! Tables of basic endings in Falcon Chess and related games, as files that
//! `peregrine tablebase build` writes. They are part of the program Peregrine.

macro_rules! files {
    ($($name:literal)*) => {
        &[$((
            $name,
            include_bytes!(concat!($name, ".tablebase")),
        )),*]
    };
}

/// File names and contents.
pub const FILES: &[(&str, &[u8])] = files! {
    "falcon-KFvK"
    "falcon-KQvK"
    "falcon-KRvK"
    "falcon-KPvK"
    "falcon-KBNvK"
    "falcon-leap-KFvK"
    "falcon-leap-KPvK"
    "falcon-8x8-KFvK"
    "falcon-8x8-KRvK"
    "falcon-8x8-KPvK"
    "falcon-third-KPvK"
    "falcon-9x8-KFvK"
    "falcon-9x8-KRvK"
    "falcon-9x8-KPvK"
    "falcon-9x8-single-KQvK"
    "falcon-9x8-single-KPvK"
    "falcon-9x9-KFvK"
    "falcon-9x9-KRvK"
    "falcon-9x9-KPvK"
    "falcon-9x9-single-KQvK"
    "falcon-9x9-single-KPvK"
    "falcon-9x10-KFvK"
    "falcon-9x10-KRvK"
    "falcon-9x10-KPvK"
    "falcon-9x10-single-KQvK"
    "falcon-9x10-single-KPvK"
    "falcon-10x9-KFvK"
    "falcon-10x9-KQvK"
    "falcon-10x9-KRvK"
    "falcon-10x9-KPvK"
    "falcon-10x10-KFvK"
    "falcon-10x10-KQvK"
    "falcon-10x10-KRvK"
    "falcon-10x10-KPvK"
    "falcon-10x10-third-KPvK"
    "falcon-10x10-central-KPvK"
    "chess-KQvK"
    "chess-KPvK"
    "chess-KBNvK"
    "capablanca-KPvK"
};

#[cfg(test)]
mod tests {
    use super::FILES;

    /// A table that is not listed would never be used.
    #[test]
    fn every_table_is_listed() {
        let mut listed: Vec<String> = FILES
            .iter()
            .map(|(name, _)| format!("{name}.tablebase"))
            .collect();
        let mut found: Vec<String> = std::fs::read_dir(env!("CARGO_MANIFEST_DIR"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".tablebase"))
            .collect();
        listed.sort();
        found.sort();
        assert_eq!(listed, found);
    }
}
