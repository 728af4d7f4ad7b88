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
