//! What other programs write: moves, glyphs, comments, null moves, tags and encodings.

use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::{Checker, GameWarning, ReadTree, TreeReader};

use crate::common;

fn read(text: &[u8]) -> Result<ReadTree, String> {
    let mut games = TreeReader::new(text, Defaults::for_variant("chess"));
    games
        .next()
        .expect("a game")
        .map_err(|error| error.to_string())
}

/// The moves of a text after reading and writing.
fn moves(text: &str) -> String {
    let written = read(text.as_bytes())
        .unwrap_or_else(|error| panic!("{error}: {text}"))
        .tree
        .to_string();
    let again = read(written.as_bytes()).unwrap().tree.to_string();
    assert_eq!(written, again);
    written.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

fn fault(text: &str) -> String {
    read(text.as_bytes()).unwrap_err()
}

#[test]
fn glyphs_need_no_blank() {
    for (text, expected) in [
        ("1.c4$1 e5$6$14 *", "1. c4 $1 e5 $6 $14 *"),
        (
            "1.Nf3!$14{x}d5?!+=(1...c5=)2.g3 *",
            "1. Nf3 $1 $14 {x} 1... d5 $6 $14 (1... c5 $10) 2. g3 *",
        ),
        ("1. e4 ! e5 += *", "1. e4 $1 e5 $14 *"),
        ("1. e4!!? e5!!! *", "1. e4 $5 e5 $3 *"),
        ("1. e4 $6e5 $7$8 2.d4 *", "1. e4 $6 e5 $7 $8 2. d4 *"),
        ("1. e4 $145 N e5 D *", "1. e4 $145 $146 e5 $220 *"),
        ("1. e4(1.d4)e5 *", "1. e4 (1. d4) 1... e5 *"),
        ("1. e4(d4)e5(c5) *", "1. e4 (1. d4) 1... e5 (1... c5) *"),
        ("1.e4{a}1...e5;b\n2.d4 *", "1. e4 {a} 1... e5 {b} 2. d4 *"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
}

#[test]
fn signs_of_positions_are_glyphs() {
    for (signs, glyph) in [
        ("=", 10),
        ("∞ ~", 13),
        ("+= +/= ⩲", 14),
        ("=+ =/+ ⩱", 15),
        ("+/- ± +/−", 16),
        ("-/+ ∓ −/+", 17),
        ("+- +− +–", 18),
        ("-+ −+ –+", 19),
        ("□", 7),
        ("⨀ ⊙", 22),
        ("○", 26),
        ("⟳ ↑↑", 32),
        ("↑", 36),
        ("→", 40),
        ("=∞ =/∞ ⯹", 44),
        ("⇆ ⇄", 132),
        ("⊕ ⨁", 138),
        ("∆ △", 140),
        ("∇", 141),
        ("⌓", 142),
        ("‼", 3),
        ("⁉", 5),
        ("⁈", 6),
    ] {
        for sign in signs.split(' ') {
            let expected = format!("1. e4 ${glyph} e5 *");
            assert_eq!(moves(&format!("1. e4 {sign} e5 *")), expected, "{sign}");
            assert_eq!(moves(&format!("1. e4{sign} e5 *")), expected, "{sign}");
        }
    }
    // What has no number is not lost, either.
    assert_eq!(moves("1. e4 ⊗ e5 ⨯⨯ *"), "1. e4 {⊗} 1... e5 {⨯⨯} *");
    assert_eq!(moves("1. e4 (=) e5 *"), "1. e4 {(=)} 1... e5 *");
    let wrong = read(b"1. e4 $256 *").unwrap();
    let warning = wrong.warnings[0].to_string();
    assert_eq!(
        warning,
        "line 1: '$256' is not a glyph ($0 to $255); it is kept as a comment"
    );
    assert!(wrong.tree.to_string().ends_with("1. e4 {$256} *\n\n"));
}

#[test]
fn comments_stay_in_their_place() {
    for text in [
        "{a} 1. e4 {b} ({c} 1. d4 {d} 1... d5) {e} 1... e5 {f} 2. Nf3 *",
        "1. e4 (1. d4) {a} (1. c4) {b} *",
        "1. e4 e5 (1... c5 2. Nf3 ({x} 2. c3 {y}) {z} 2... d6) {w} 2. d4 {v} *",
        "$220 1. e4 *",
    ] {
        assert_eq!(moves(text), text);
    }
    for (text, expected) in [
        (
            "1. {a} e4 {b} {c} ; d\n e5 *",
            "{a} 1. e4 {b c d} 1... e5 *",
        ),
        ("1. e4 ({x}) e5 *", "1. e4 {x} 1... e5 *"),
        ("1. e4 (1. d4) ({x}) e5 *", "1. e4 (1. d4) {x} 1... e5 *"),
        ("1. e4 e5 * {after}", "1. e4 e5 {after} *"),
        ("1. e4 {a\n\n\tb} e5 *", "1. e4 {a b} 1... e5 *"),
        ("1. e4 ; a } b\n e5 *", "1. e4\n; a } b\n1... e5 *"),
        ("1. e4 (1. d4 ; }\n) e5 *", "1. e4 (1. d4\n; }\n) 1... e5 *"),
        ("1. e4 (; }\n1. d4) *", "1. e4 (\n; }\n1. d4) *"),
        ("1. e4 {a { b} *", "1. e4 {a { b} *"),
        ("1. e4\n% 1. Qxh8\ne5 *", "1. e4 e5 *"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
}

#[test]
fn a_line_is_not_mixed_with_one_that_begins_like_it() {
    // The second line goes on where the game has ended.
    assert_eq!(
        moves("1. e4 e5 (1... e5 2. Nf3) *"),
        "1. e4 e5 (1... e5 2. Nf3) *"
    );
    let read = read(b"1. f3 e5 2. g4 Qh4# (2... Qh4# {mate}) 0-1").unwrap();
    assert_eq!(read.warnings, []);
}

#[test]
fn null_moves_stand_in_variations() {
    for null in [
        "--", "Z0", "z0", "0000", "null", "NULL", "pass", "@@@@", "–-",
    ] {
        let text = format!("1. e4 e5 (1... {null}! 2. d4 {null} 3. c4) *");
        assert_eq!(
            moves(&text),
            "1. e4 e5 (1... -- $1 2. d4 -- 3. c4) *",
            "{null}"
        );
        let main = fault(&format!("1. e4 {null} 2. d4 *"));
        let message = "'--' is a null move, which can stand only in a variation";
        assert!(main.contains(message), "{main}");
    }
    let check = fault("1. e4 e5 2. Qh5 d6 3. Qxf7+ Kxf7 (3... --) *");
    assert!(
        check.contains("'--' is a null move, which is not possible in check"),
        "{check}"
    );
    // A Pawn cannot be taken en passant after a null move.
    let late = fault("1. e4 a6 2. e5 d5 3. a3 (3. -- -- 4. exd6) *");
    assert!(late.contains("'exd6'"), "{late}");
}

#[test]
fn spellings_of_moves() {
    for (text, expected) in [
        (
            "1. e2-e4 e7–e5 2. Ng1-f3 Nb8c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *",
        ),
        (
            "1. ♙e4 ♟e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. ♗×c6 d:c6 5. 0-0 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *",
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. o-o *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *",
        ),
        ("1. e4 d5 2. e:d5 Q:d5† *", "1. e4 d5 2. exd5 Qxd5 *"),
        ("1. f3 e5 2. g4 Qh4‡ 0–1", "1. f3 e5 2. g4 Qh4# 0-1"),
        (
            "1. e4 a6 2. e5 d5 3. exd6e.p. ½–½",
            "1. e4 a6 2. e5 d5 3. exd6 1/2-1/2",
        ),
        (
            "1.e4 e5 2.d4 exd4 3.c3 d3 4.b3 d2+ 5.Kxd2 1/2",
            "1. e4 e5 2. d4 exd4 3. c3 d3 4. b3 d2+ 5. Kxd2 1/2-1/2",
        ),
        ("1 e4 1… e5 2 . d4 *", "1. e4 e5 2. d4 *"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
    for queen in [
        "a8=Q", "a8Q", "a8(Q)", "a8/Q", "a8=(Q)", "a8q", "a8=♕", "a7a8q", "Pa8=Q",
    ] {
        let text = format!("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. {queen} {{x}} 1... Kd7 *");
        assert_eq!(moves(&text), "1. a8=Q+ {x} 1... Kd7 *", "{queen}");
    }
}

#[test]
fn a_step_is_not_a_capture() {
    for text in [
        "1. d4 c5 2. c5 *",
        "1. e4 d5 2. d5 *",
        "1. e4 e5 2. d4 d4 *",
    ] {
        let message = fault(text);
        assert!(
            message.contains("it names a step, not a capture"),
            "{message}"
        );
    }
    let en_passant = fault("1. e4 a6 2. e5 d5 3. d6 *");
    assert!(en_passant.contains("not a capture (exd6)"), "{en_passant}");
    for text in [
        "1. d4 c5 2. dc5 *",
        "1. d4 c5 2. xc5 *",
        "1. d4 c5 2. d4c5 *",
    ] {
        assert_eq!(moves(text), "1. d4 c5 2. dxc5 *");
    }
    let ambiguous = fault("1. d4 d6 2. Nf3 e6 3. Nd2 *");
    assert!(
        ambiguous.contains("'Nd2' is ambiguous: Nbd2, Nfd2"),
        "{ambiguous}"
    );
}

/// Whether the check accepts a text, and what it says.
fn checked(text: &[u8]) -> (bool, Vec<String>) {
    let mut said = Vec::new();
    let mut good = true;
    for game in Checker::new(text, Defaults::for_variant("chess")) {
        match game {
            Ok(game) => {
                good &= !game.warnings.iter().any(GameWarning::is_error);
                said.extend(game.warnings.iter().map(ToString::to_string));
            }
            Err(error) => {
                good = false;
                said.push(error.to_string());
            }
        }
    }
    (good, said)
}

#[test]
fn the_check_looks_into_variations() {
    let (good, said) = checked(b"1. e4 e5 (1... c5 2. Ke3) 2. Nf3 *");
    assert!(!good);
    assert!(
        said[0].contains("ply 3, move 2.: 'Ke3' is not legal here"),
        "{said:?}"
    );
    assert!(!checked(b"1. e4 ((1. d4)) *").0);
    assert_eq!(
        checked(b"1. e4 (1. d4 d5 (1... -- 2. c4)) *"),
        (true, vec![])
    );
    // So it does in a game that is too large for other commands.
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(6_000);
    let (good, said) = checked(format!("{long} *").as_bytes());
    let only =
        "the game has more than 20000 positions: 'pgn convert' and 'pgn annotate' leave it out";
    assert_eq!((good, said), (true, vec![only.to_owned()]));
    let (good, said) = checked(format!("{long} Nf3 (Nc3 (Nh3 (Na3 Nxa3))) Nf6 *").as_bytes());
    assert!(!good && said[0].contains("'Nxa3'"), "{said:?}");
    assert!(checked(format!("{long} Nf3 (Nc3 Nf6 (Nc6 e4) e4) Nf6 *").as_bytes()).0);
}

#[test]
fn tags_are_kept_as_they_are_and_contradictions_are_named() {
    let text = "[Event \"x\"]\n[Site \"C:\\games\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                [White \"a \\\"b\\\"\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[Variant \"Standard\"]\n\
                [SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n[PlyCount \"7\"]\n\
                [Termination \"x\"]\n\n1. e4 0-1\n\n";
    let read = read(text.as_bytes()).unwrap();
    let said: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "the tag Result is '1-0', but the moves end with '0-1'",
            "the tag PlyCount is '7', but the game has 1 plies",
        ]
    );
    let written = read.tree.to_string();
    assert_eq!(written, text.replace("C:\\games", "C:\\\\games"));
    let said = checked(b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"0\"]\n\n1. e4 *").1;
    assert_eq!(
        said,
        ["the tag SetUp is '0', but there is a FEN; it is written as '1'"]
    );
    for text in [
        "[White \"a\"] [Black \"b\"]\n*",
        "\n\n[ White  \"a\" ]\n\n\n[Black\"b\"]\n\n*",
        "[White \"a\"][Black \"b\"]*",
    ] {
        let game = common::single_game(text, "chess").pgn;
        assert_eq!(
            (game.tag("White"), game.tag("Black")),
            (Some("a"), Some("b")),
            "{text}"
        );
    }
}

#[test]
fn text_that_is_not_utf8_is_windows_1252() {
    let text = b"[White \"M\xfcller \x84x\x93\"]\n[Black \"Dvo\xc5\x99\xc3\xa1k\"]\n\n1. e4 {\x80 5 \x96 \x85} *\n";
    let read = read(text).unwrap();
    assert_eq!(read.tree.tag("White"), Some("Müller „x“"));
    // Each line for itself: files are put together.
    assert_eq!(read.tree.tag("Black"), Some("Dvořák"));
    assert!(
        read.tree.to_string().contains("1. e4 {€ 5 – …} *"),
        "{}",
        read.tree
    );
    let (good, said) = checked(text);
    let message = "line 1: this is not UTF-8 text; it is read as Windows-1252";
    assert_eq!((good, said), (true, vec![message.to_owned()]));
    let (good, said) = checked(b"[White \"\x1b[31mx\x81\"]\n\n1. e4 *");
    assert!(!good);
    assert_eq!(
        said[0],
        "line 1: the control character U+001B is read as U+FFFD"
    );
}

#[test]
fn limits_count_what_is_written_again() {
    // A thousand tags, besides those that every game gets.
    let tags: String = (0..1000)
        .map(|number| format!("[T{number} \"x\"]\n"))
        .collect();
    let written = read(format!("{tags}\n1. e4 *").as_bytes())
        .unwrap()
        .tree
        .to_string();
    assert!(checked(written.as_bytes()).0);
    // Long values in another encoding, with signs that are written twice.
    let long = |length: usize| [b"[White \"", vec![0xe9; length].as_slice(), b"\"]\n\n*"].concat();
    let written = read(&long(250_000)).unwrap().tree.to_string();
    assert!(checked(written.as_bytes()).0);
    let message = fault_of_bytes(&long(600_000));
    assert!(
        message.contains("the value of a tag has at most 250000 characters"),
        "{message}"
    );
    let slashes = format!("[White \"{}x\"]\n\n*", "\\".repeat(249_999));
    let written = read(slashes.as_bytes()).unwrap().tree.to_string();
    assert!(checked(written.as_bytes()).0);
    // Words in comments that begin like tags.
    for word in ["[x", "%x", "[", "%eval", "[%eval", "[%clk 0:1]"] {
        let text = format!("1. e4 {{{}}} *", format!("{word} ").repeat(80_000));
        let written = read(text.as_bytes()).unwrap().tree.to_string();
        assert!(checked(written.as_bytes()).0, "{word}");
        assert!(written.lines().all(|line| line.len() < 80), "{word}");
    }
    let message = fault(&format!("1. e4 {{{}}} *", "x".repeat(300_000)));
    assert!(
        message.contains("a word has at most 250000 characters"),
        "{message}"
    );
}

fn fault_of_bytes(text: &[u8]) -> String {
    read(text).unwrap_err()
}

#[test]
fn a_position_of_chess960_in_a_game_of_chess_is_named_as_such() {
    for rights in ["KQkq", "HDhd", "Kk"] {
        let fen = format!("bqnrbnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNRBNKR w {rights} - 0 1");
        let tags = format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n");
        let said = fault(&format!("{tags}\n1. e4 *"));
        assert!(
            said.contains("FEN: White cannot have a castling right"),
            "{said}"
        );
        assert!(
            said.ends_with("; for Chess960 add [Variant \"chess960\"]"),
            "{said}"
        );
        let named = format!("[Variant \"chess960\"]\n{tags}\n1. e4 *");
        assert!(read(named.as_bytes()).is_ok());
    }
    // What is no position of Chess960 either is not called one.
    let said = fault("[FEN \"8/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n*");
    assert!(!said.contains("Chess960"), "{said}");
}
