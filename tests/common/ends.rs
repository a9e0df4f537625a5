//! Games that end in every way that only some games know, for tests of what each front end
//! says about them.

/// A game, how it goes, and what is said at its end.
pub struct End {
    pub variant: &'static str,
    pub fen: &'static str,
    pub moves: &'static str,
    pub result: &'static str,
    /// The kind of end in a word or two.
    pub termination: &'static str,
    pub sentence: &'static str,
    /// Whether it is a draw that the rules declare though there are legal moves.
    pub is_drawn_by_rule: bool,
}

const fn end(
    variant: &'static str,
    fen: &'static str,
    moves: &'static str,
    result: &'static str,
    termination: &'static str,
    sentence: &'static str,
) -> End {
    End {
        variant,
        fen,
        moves,
        result,
        termination,
        sentence,
        is_drawn_by_rule: false,
    }
}

const fn by_rule(end: End) -> End {
    End {
        is_drawn_by_rule: true,
        ..end
    }
}

/// Every kind of end that orthodox chess does not have, at least once for each winner that
/// the rules allow.
pub const ENDS: &[End] = &[
    end(
        "kingofthehill",
        "k7/8/8/8/8/4K3/8/8 w - - 0 1",
        "e3e4",
        "1-0",
        "flag square",
        "White wins by reaching a flag square",
    ),
    end(
        "rooksquare",
        "b3k3/8/8/8/8/8/8/4K3 b - - 0 1",
        "a8h1",
        "0-1",
        "flag square",
        "Black wins by reaching a flag square",
    ),
    end(
        "5check",
        "4k3/8/8/8/8/8/8/R3K3 w - - 1+5 0 1",
        "a1a8",
        "1-0",
        "checks",
        "White wins by the number of checks",
    ),
    end(
        "5check",
        "r3k3/8/8/8/8/8/8/4K3 b - - 5+1 0 1",
        "a8a1",
        "0-1",
        "checks",
        "Black wins by the number of checks",
    ),
    end(
        "misere",
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        "a1a8",
        "0-1",
        "being checkmated",
        "Black wins by being checkmated",
    ),
    end(
        "shatranj",
        "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1",
        "e1e2 e8e7",
        "1-0",
        "bare king",
        "White wins by a bare King",
    ),
    end(
        "kamikazerooks",
        "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1",
        "e1e2",
        "0-1",
        "extinction",
        "Black wins by extinction",
    ),
    by_rule(end(
        "armageddon",
        "4k3/8/8/8/8/8/4p3/4K3 b - - 0 1",
        "e8e7 e1e2",
        "0-1",
        "draw",
        "Black wins by a draw",
    )),
    by_rule(end(
        "chaturanga",
        "4k3/8/8/8/8/8/4r3/R3K3 w - - 138 90",
        "e1d1 e8e7",
        "1/2-1/2",
        "move limit",
        "drawn by the move limit",
    )),
    by_rule(end(
        "makruk",
        "4k3/8/8/8/8/8/8/R3K2R w - 16 15 60",
        "e1d1 e8e7",
        "1/2-1/2",
        "count",
        "drawn by the count of moves",
    )),
    by_rule(end(
        "minixiangqi",
        "3k3/7/7/R6/7/7/2K4 w - - 0 1",
        "a4a7 d7d6 a7a6 d6d7 a6a7 d7d6 a7a6 d6d7 a6a7",
        "0-1",
        "perpetual check",
        "Black wins by being checked perpetually",
    )),
];
