//! Where the diagrams of a file begin.

/// The indexes of the lines with which diagrams begin. After pieces, the next one begins with
/// its name, its size, or an element of the page around it.
pub(super) fn starts(lines: &[&str]) -> Vec<usize> {
    let is_piece = |line: &&&str| line.matches(':').count() >= 2 && !line.starts_with('<');
    let mut starts = vec![0];
    let mut has_pieces = false;
    for (index, line) in lines.iter().enumerate() {
        let key = line.split_once('=').map(|(key, _)| key.trim());
        let is_head = matches!(key, Some("name" | "files" | "ranks")) || line.starts_with('<');
        // Keys behind the last piece are its diagram's.
        if is_head && has_pieces && lines[index..].iter().any(|line| is_piece(&line)) {
            starts.push(index);
            has_pieces = false;
        }
        has_pieces |= is_piece(&line);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_begin_after_pieces() {
        let cases: [(&str, &[usize]); 5] = [
            ("files=8\nname=a\nking:K:K::e1\nrook:R:R::a1", &[0]),
            ("king:K:K::e1\nname=a\nking:K:K::e1", &[0, 1]),
            (
                "files=8\nking:K:K::e1\nfiles=9\nranks=9\nking:K:K::e1",
                &[0, 2],
            ),
            (
                "<div>\nking:K:K::e1\n</div>\n<div>\nking:K:K::e1\n</div>",
                &[0, 2],
            ),
            ("king:K:K::e1\nname=a\npromoZone=1", &[0]),
        ];
        for (text, expected) in cases {
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(starts(&lines), expected, "{text}");
        }
    }
}
