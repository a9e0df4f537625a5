use super::*;

fn games(text: &str) -> Vec<GameText> {
    let games = GameTexts::new(text.as_bytes());
    games.map(|game| game.unwrap()).collect()
}

fn words(game: &GameText) -> String {
    let words: Vec<&str> = game.moves().map(|mv| mv.text).collect();
    words.join(" ")
}

/// The comments, with those of variations.
fn comments(game: &GameText) -> Vec<&str> {
    let comments = game.tokens().filter(|token| token.kind == Kind::Comment);
    comments.map(|token| token.text).collect()
}

fn fault(text: &str) -> String {
    let mut games = GameTexts::new(text.as_bytes());
    let error = games.find_map(Result::err);
    error.unwrap().to_string()
}

#[test]
fn everything_but_moves_is_told_from_moves() {
    let text = "\u{feff}% made by hand\n[Event \"a \\\"b\\\" \\\\ c\"] [Site\t\"s\" ]\n\n\
        {before} 1.e4 {one\ntwo} ; three\n1...e5 $1 (1... c5 (1... d5 {)} 2. exd5 1-0) *) 2. Nf3 !? \
        2... exd6 e.p. 3 O-O 3. ... 0-0-0 ! +- 4.-- 1/2\n%escaped 5. e4\n";
    let games = games(text);
    assert_eq!(games.len(), 1);
    let game = &games[0];
    assert_eq!(game.tag("Event"), Some("a \"b\" \\ c"));
    assert_eq!(game.tag("Site"), Some("s"));
    assert_eq!(words(game), "e4 e5 Nf3 exd6 O-O 0-0-0 --");
    assert_eq!(comments(game), ["before", "one two", "three", ")", "1-0"]);
    assert_eq!(game.result.as_deref(), Some("1/2-1/2"));
    assert_eq!(
        (game.line, game.moves().next().unwrap().line, game.last_line),
        (2, 4, 7)
    );
}

#[test]
fn a_tag_after_moves_begins_a_game() {
    let text = "[Event \"1\"]\n1. e4\n[Event \"2\"]\n[Event \"3\"]\n\n[White \"w\"] *\n\
                1. d4 1-0 {said}\n{between}\n 1. c4 0-1\n{nothing follows}";
    let games = games(text);
    let events: Vec<_> = games.iter().map(|game| game.tag("Event")).collect();
    assert_eq!(events, [Some("1"), Some("2"), Some("3"), None, None]);
    let results: Vec<_> = games.iter().map(|game| game.result.as_deref()).collect();
    assert_eq!(results, [None, None, Some("*"), Some("1-0"), Some("0-1")]);
    // What follows a result on its line, or ends the text, belongs to the game.
    assert_eq!(comments(&games[3]), ["said"]);
    assert_eq!(comments(&games[4]), ["between", "nothing follows"]);
}

#[test]
fn bytes_that_are_no_utf8_are_latin_1() {
    let mut games = GameTexts::new(&b"[White \"M\xfcller\"] *"[..]);
    assert_eq!(games.next().unwrap().unwrap().tag("White"), Some("Müller"));
}

#[test]
fn faults_are_named_with_their_line_and_the_next_game_is_read() {
    for (text, message) in [
        ("[", "this has no name"),
        ("[Event x]", "this has no '\"' before its value"),
        ("[Event \"x]", "this has no '\"' after its value"),
        (
            "[Event \"x\"y\"]",
            "this has no ']' after its value ('\"' inside is written '\\\"')",
        ),
    ] {
        let message = format!("a tag must be [Name \"value\"] on one line, but {message}");
        assert_eq!(
            fault(&format!("1. e4 *\n\n[White \"a\"]\n{text}\n1. e4 *")),
            format!("line 4, game 2 (a - ?): {message}")
        );
    }
    for (text, message) in [
        (
            "[Round \"1\"][Round \"2\"]",
            "the tag Round is given twice, with different values",
        ),
        (
            "1. e4 {no end\n\n",
            "a comment begins with '{' and never ends",
        ),
        (
            "1. e4 (e5\n\n[Event \"x\"]",
            "a variation begins with '(' and never ends",
        ),
        ("1. e4 ) *", "')' without a matching opening bracket"),
        ("1. e4 } *", "'}' without a matching opening bracket"),
    ] {
        assert_eq!(fault(text), format!("line 1, game 1: {message}"));
    }
    for bad in ["1. e4 ) e5 *", "1. e4 (e5", "[Event]\n1. e4 1/2"] {
        let text = format!("{bad}\n[Round \"2\"]\n1. d4 *");
        let mut games = GameTexts::new(text.as_bytes());
        assert!(games.next().unwrap().is_err());
        assert_eq!(words(&games.next().unwrap().unwrap()), "d4");
        assert!(games.next().is_none());
    }
}
