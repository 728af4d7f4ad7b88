//! Completion, hints of signatures and brackets, as an editor asks for them.

use std::fs;

use cg_calculator::editing::{Completion, brackets, complete, heads, signature};
use cg_calculator::{Engine, Limits, Registry, Vocabulary};
use cg_lang::{AddedDirective, ArgumentKind, Reading, Role, Session, Source, pieces};

/// Of a session with two functions and a binding.
fn vocabulary() -> Vocabulary {
    let engine = Engine::new(Registry::empty(), Limits::default()).unwrap();
    let mut session = Session::new(engine);
    let draw = AddedDirective::new("draw", ":draw tree|row G", "Draws.", |_, _| Ok(String::new()));
    let words = ArgumentKind::WordThenExpression(&["row ", "tree "]);
    session.add_directive(draw.with_argument(words));
    let program = "Kayles(n) { default: 0; } Pair(a, b) { default: 0; } position = 1; 5";
    session.run(&Source::new("", program), Role::Typed, &mut |_, _| ());
    session.vocabulary()
}

/// What could stand at the end of `text`, with what stands before it.
fn completions(text: &str) -> Vec<String> {
    let Completion { start, candidates } = complete(&vocabulary(), text, text.len());
    candidates.into_iter().map(|pair| format!("{}{}", &text[..start], pair.text)).collect()
}

#[test]
fn words_are_completed() {
    assert_eq!(completions("1 + Kay"), ["1 + Kayles("]);
    assert_eq!(completions("pos"), ["position"]);
    assert_eq!(completions("thermo"), ["thermograph("]);
    assert_eq!(completions("it"), ["it", "items("]);
    assert_eq!(
        completions("is"),
        completions("(is").iter().map(|s| s[1..].to_owned()).collect::<Vec<_>>()
    );
    assert!(completions("is").len() > 5);
    assert_eq!(completions("nosuchword"), [""; 0]);
    assert_eq!(complete(&vocabulary(), "Kay(3)", 3).candidates[0].text, "Kayles");
    for nothing in ["\"Kay", "// Kay", "12"] {
        assert_eq!(completions(nothing), [""; 0], "{nothing}");
    }
}

#[test]
fn parameters_are_completed_in_their_definition() {
    let text = "Strip(stones, limit) {\n  case (0, _): 0;\n  default: { Strip(st";
    assert_eq!(completions(text).len(), 2, "{:?}", completions(text));
    assert!(completions(text).contains(&format!("{text}ones")));
    assert_eq!(completions("Strip(stones) { default: Str"), ["Strip(stones) { default: Strip("]);
    assert_eq!(completions("Strip(stones) { default: 0; } ston"), [""; 0]);
    assert_eq!(completions("F(n) {\n"), ["F(n) {\n  "]);
}

#[test]
fn directives_and_their_arguments_are_completed() {
    assert_eq!(completions(":no"), [":notation "]);
    assert_eq!(completions(":notation st"), [":notation standard"]);
    assert_eq!(completions(":notation ").len(), 4);
    assert_eq!(completions(":limit m"), [":limit memory ", ":limit memos "]);
    assert_eq!(completions(":time o"), [":time off", ":time on"]);
    assert!(completions(":help thermo").contains(&":help thermograph".to_owned()));
    assert_eq!(completions(":help Kay"), [":help Kayles"]);
    assert_eq!(completions(":help :fu"), [":help :full"]);
    assert_eq!(completions(":draw t"), [":draw tree "]);
    assert_eq!(completions(":draw tree pos"), [":draw tree position"]);
    assert_eq!(completions(":why pos"), [":why position"]);
    assert!(!completions(":write! ").is_empty(), "files");
    assert_eq!(completions(":list "), [""; 0]);
    assert_eq!(completions("1\n:cl"), ["1\n:clear"]);
}

#[test]
fn files_are_completed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["nim.g", "nimble.g", "other"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    fs::create_dir(folder.path().join("more")).unwrap();
    let path = folder.path().display().to_string();
    assert_eq!(completions(&format!(":load {path}/nimb")), [format!(":load {path}/nimble.g")]);
    assert_eq!(completions(&format!(":load {path}/n")).len(), 2);
    assert_eq!(completions(&format!(":save {path}/m")), [format!(":save {path}/more/")]);
    assert_eq!(completions(&format!(":load \"{path}/o")), [format!(":load \"{path}/other")]);
}

fn found(text: &str) -> Vec<(&str, Vec<&str>, &str)> {
    let heads = heads(text, &pieces(text, &Reading::default()));
    heads.into_iter().map(|head| (head.name, head.parameters, &text[head.body])).collect()
}

#[test]
fn heads_are_found_with_their_bodies() {
    assert_eq!(found("F(a, b)\n{ case (0, _): G(a"), [("F", vec!["a", "b"], " case (0, _): G(a")]);
    assert_eq!(
        found("F(n) { default: {n|}; } G() { default: F(1); }"),
        [("F", vec!["n"], " default: {n|}; }"), ("G", vec![], " default: F(1); }")]
    );
}

#[test]
fn calls_are_no_heads() {
    assert_eq!(found("F(1) + G(x)"), []);
    assert_eq!(found("{F(n) | G(n)}"), []);
    assert_eq!(found("F(n"), []);
}

#[test]
fn the_rest_of_a_call_is_hinted_at() {
    let vocabulary = vocabulary();
    for (typed, hint) in [
        ("thermograph(", Some("g)")),
        ("thermograph", Some("(g)")),
        ("1 + Kayles", Some("(n)")),
        ("Pair(", Some("a, b)")),
        ("Pair(1", Some(", b)")),
        ("Pair(1,", Some(" b)")),
        ("Pair({1|2}, ", Some("b)")),
        ("Pair(1, 2", None),
        ("Pair(1, 2)", None),
        ("F(x, y) { default: F(", Some("x, y)")),
        ("nothing(", None),
        ("(", None),
        ("\"Pair(", None),
        ("// Pair(", None),
        (":load", Some(" FILE")),
        (":load ", Some("FILE")),
        (":list", None),
        ("", None),
    ] {
        let found = signature(&vocabulary, typed);
        assert_eq!(found, hint.map(str::to_owned), "{typed}");
    }
}

/// The places of the pair in the text.
fn places(text: &str, cursor: usize) -> Option<[usize; 2]> {
    let pieces = pieces(text, &Reading::default());
    let pair = brackets(text, cursor, &pieces)?;
    Some(pair.map(|at| pieces[at].span.range().start))
}

#[test]
fn partners_are_found_from_both_sides() {
    let text = "{F(1) | [2]}";
    assert_eq!(places(text, 0), Some([0, 11]));
    assert_eq!(places(text, 12), Some([11, 0]));
    assert_eq!(places(text, 2), Some([2, 4]));
    assert_eq!(places(text, 10), Some([10, 8]));
    assert_eq!(places(text, 6), None);
}

#[test]
fn brackets_in_texts_and_of_other_shapes_do_not_count() {
    assert_eq!(places("[\"]\"]", 0), Some([0, 4]));
    assert_eq!(places("(1]", 0), None);
    assert_eq!(places("(1", 0), None);
}
