//! Built-in rulesets and heap games as functions of values, and what traps their texts had.

use cg_calculator::{Calculator, Reply};

fn replies(program: &str) -> Vec<Reply> {
    Calculator::new().expect("a calculator").evaluate(program)
}

fn shown(program: &str) -> String {
    replies(program).iter().map(|reply| reply.shown.clone()).collect::<Vec<_>>().join("\n")
}

#[test]
fn rulesets_take_boards_and_graphs() {
    for program in [
        "NodeKayles(graph(\"a-b, b-c\")) == NodeKayles(\"a-b-c\")",
        "g = graph(\"a-b-c-d\"); NodeKayles(g) == NodeKayles(text(g))",
        "NodeKayles(graph(\"\")) == 0",
        "Domineering(board(\"..|.#\")) == Domineering(\"..|.#\")",
        "b = put(board(\"xo|..\"), 1, 1, \"x\"); Clobber(b) == Clobber(\"xo|.x\")",
        "TopplingDominoes(\"l_r\") == TopplingDominoes(\"l.r\")",
        "Hackenbush(\"lr|lr\") == 1",
    ] {
        assert_eq!(shown(program), "true", "{program}");
    }
}

#[test]
fn heap_games_are_functions() {
    for (program, expected) in [
        ("[Kayles(n) : n = 0..8]", "[0, *, *2, *3, *, *4, *3, *2, *]"),
        ("[DawsonsKayles(n) : n = 0..8]", "[0, 0, *, *, *2, 0, *3, *, *]"),
        ("[Grundy(n) : n = 0..8]", "[0, 0, 0, *, 0, *2, *, 0, *2]"),
        ("Nim(10**12)", "*1000000000000"),
        ("Kayles([3, 4])", "*2"),
        ("Nim(3) + Nim(5)", "*6"),
        // By the proved period, from heap 72 on.
        ("octal(\".77\", 10**9) == octal(\".77\", 72 + (10**9 - 72) % 12)", "true"),
        ("Kayles(10**18) == Kayles(72 + (10**18 - 72) % 12)", "true"),
        // A definition hides them, and the ruleset of that name stays.
        ("Nim(n) { default: n } Nim(3)", "3"),
        ("DawsonsChess(7)", "*"),
    ] {
        assert_eq!(shown(program), expected, "{program}");
    }
    let moves = shown("?? Nim(3) + Nim(5)");
    assert!(moves.contains("Nim(5) -> Nim(3)"), "{moves}");
}

/// `:period` and the functions with a code for each player.
#[test]
fn heap_games_of_two_players() {
    for (program, expected) in [
        ("[octal(\".7|.17\", n) : n = 0..8]", "[0, *, v, ^, *, 0, v*, ^*, 0]"),
        ("octal(\".7|.17\", 10**18 + 3) == octal(\".7|.17\", 3)", "true"),
        // By the saltus {1|0}, of which two are 1.
        ("octal(\".7|.07\", 10**9)", "250000000"),
        ("octal(\".7|.07\", [2, 3, 4])", "3"),
        ("octal(\".07|.7\", 9) + octal(\".7|.07\", 9)", "0"),
        ("period(\".7|.07\", 3)[0]", "[\"proved\", false]"),
        (
            "?? octal(\".7|.17\", [1, 2])",
            "first player win\nLeft:\n  1. octal(\".7|.17\", [1, 2]) -> octal(\".7|.17\", [1, 1]) (leaves 0)\nRight:\n  1. octal(\".7|.17\", [1, 2]) -> octal(\".7|.17\", 2) (leaves v)",
        ),
        ("period([*(n % 2) : n = 0..20])[0]", "[\"period\", 2]"),
        ("period([n % 3 == 0 : n = 0..20])[0]", "[\"period\", 3]"),
    ] {
        assert_eq!(shown(program), expected, "{program}");
    }
    for (program, part) in [
        ("octal(\".7|\", 3)", "Right's code is missing at byte 3"),
        ("octal(\".7|.07|.7\", 3)", "a third code is one too many"),
        ("nimsequence(\".7|.07\", 3)", "[octal(\".7|.07\", n) : n = 0..20]"),
        // The case of a single pin is not the value of the rules.
        (
            "P(n) { case 0: 0; case 1: *; default: { P(k)+P(n-k-1) : k = 0..n-1 | P(k)+P(n-k-2) : k = 0..n-2 }; }\n:period P",
            "P(n) is .7|.07 by its definition, with values of its own at n = 1\nproved for ever, by the values of 20 heaps: period 8 from n = 0 on",
        ),
        (
            "F(n) { case 0, 1: 0; case 3: ^; default: { F(n-1) | F(n-2) }; }\n:period F",
            "with values of its own at n = 1, 3",
        ),
        // Its values are nimbers, and its players have different moves.
        (
            "F(n) { case 0, 1, 2: 0; default: { F(n-2) | F(n-3) }; }\n:period F 60",
            "F(n) is .03|.003 by its definition, with values of its own at n = 1, 2\nproved for ever, by the values of 9 heaps: period 5 from n = 1 on",
        ),
        // An empty heap that is worth something is no heap of the rules.
        (
            "F(n) { case 0: 1; case 1: 0; default: { F(n-1) | F(n-2) }; }\n:period F 30",
            "as far as seen",
        ),
    ] {
        let said = shown(program);
        assert!(said.contains(part), "{program}: {said}");
    }
}

/// Heaps by the period are those that are computed one by one.
#[test]
fn the_period_agrees_with_the_values() {
    let program = "
        a = nimsequence(\".77\", 140000);
        b = [nimvalue(octal(\".77\", n)) : n in [131073, 135000, 139999, 140000]];
        [a[131073], a[135000], a[139999], a[140000]] == b";
    assert_eq!(shown(program), "true");
}

#[test]
fn texts_of_positions_are_read_as_they_are_meant() {
    for (program, part) in [
        ("Hackenbush(\"lr lr\")", "write `|` between rows"),
        ("TopplingDominoes(\"lr l\")", "`.` for an empty place"),
        ("Hackenbush(\"BRB\")", "`lrl`"),
        ("Quicksort(\"54321\")", "5 4 3 2 1"),
        ("Quicksort(54321)", "5 4 3 2 1"),
    ] {
        let said = shown(program);
        assert!(said.contains(part), "{program}: {said}");
    }
}

#[test]
fn an_outcome_is_data() {
    let json = |program: &str| {
        let text = replies(program)[0].to_json();
        serde_json::from_str::<serde_json::Value>(&text).expect("a reply is JSON")
    };
    let one = json("outcome(*)");
    assert_eq!((&one["kind"], &one["letter"]), (&"outcome".into(), &"N".into()));
    assert_eq!(
        (&one["value"], &one["shown"]),
        (&"first player win".into(), &"first player win".into())
    );
    let list = json("[outcome(0), misere(0)]");
    assert_eq!(
        list["items"][0],
        serde_json::json!({"kind": "outcome", "letter": "P", "value": "second player win"})
    );
    assert_eq!(list["shown"], "[P, N]");
    // With draws there is no letter.
    let drawn = json("outcome(dud)");
    assert_eq!((&drawn["letter"], &drawn["value"]), (&serde_json::Value::Null, &"draw".into()));
    assert_eq!(shown("outcome(dud) == \"draw\"; [outcome(dud)]"), "true\n[draw]");
    // What is read otherwise is a note before the answer.
    let noted = replies("2^10");
    assert_eq!(noted.len(), 2);
    assert!(noted[0].to_json().starts_with("{\"kind\":\"note\""), "{}", noted[0].to_json());
}

#[test]
fn words_of_students_are_found() {
    for (word, page) in [
        ("subtraction game", "octal(code, n)"),
        ("Bouton", "xor(a, b)"),
        ("dots and boxes", "dots and boxes"),
        ("loony", "loony(G)"),
        ("entailing", "loony(G)"),
        ("scoring", "games of other kinds"),
        ("Kayles", "Kayles"),
        ("Grundy value", "nimvalue(g)"),
    ] {
        let said = shown(&format!(":help {word}"));
        assert!(said.contains(page), "{word}: {said}");
    }
}
