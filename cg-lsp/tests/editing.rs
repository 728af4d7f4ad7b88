//! What an editor asks while a program is written.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, URI, place};

const NIM: &str = "// Nim: a heap of counters.\n\
                   impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }\n\
                   piles = [3, 5]\n\
                   ? Nim(3) + Nim(5)\n";

fn codes(errors: &[Value]) -> Vec<(String, String)> {
    let code = |error: &Value| error["code"].as_str().unwrap().to_owned();
    errors.iter().map(|error| (code(error), place(&error["range"]))).collect()
}

#[test]
fn all_errors_are_shown_at_their_places() {
    // Places count UTF-16: 𝔾 is two units.
    let mut client =
        Client::with("t = \"𝔾\" + x\nF(n) { default: n; }\nF(1, 2)\n\"𝔾\"; {1|\nNim(3)\n");
    let errors = client.errors(1);
    let found = codes(&errors);
    let found: Vec<(&str, &str)> =
        found.iter().map(|(code, place)| (&code[..], &place[..])).collect();
    assert!(found.contains(&("unknown-name", "0:11-0:12")), "{found:?}");
    assert!(found.contains(&("call-argument-count", "2:0-2:7")), "{found:?}");
    assert!(found.contains(&("unclosed", "3:6-3:7")), "{found:?}");
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(errors.iter().all(|error| error["severity"] == 1 && error["source"] == "cg"));
    client.change(2, json!([{ "text": NIM }]));
    assert_eq!(client.errors(2), [Value::Null; 0]);
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    client.leave();
}

#[test]
fn words_are_completed() {
    let mut client = Client::with(&format!("{NIM}thermo\npil\n:nota\nNi"));
    let mut completed = |line, character| {
        let items = client.at("completion", line, character).unwrap();
        let items = items.as_array().unwrap().clone();
        items
            .iter()
            .map(|item| item["textEdit"]["newText"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(completed(4, 6), ["thermograph("]);
    assert_eq!(completed(5, 3), ["piles"]);
    assert_eq!(completed(6, 5), ["notation "]);
    assert!(completed(7, 2).contains(&"Nim(".to_owned()));
    client.leave();
}

/// The session is closed: no names of files are offered, and none is read.
#[test]
fn files_are_left_alone() {
    let mut client = Client::with(":load \nuse \"/etc/passwd\"\nx + G(1)\n");
    assert_eq!(client.errors(1), [Value::Null; 0], "the file may give the names");
    assert_eq!(client.at("completion", 0, 6).unwrap(), json!([]));
    assert_eq!(client.at("hover", 2, 4).unwrap(), Value::Null);
    client.leave();
}

#[test]
fn help_and_values_are_shown() {
    let mut client = Client::with(&format!(
        "{NIM}thermograph({{1|-1}})\n[Nim(k) + 1 : k in piles]\n:notation paper\nx = 2 + 3\n"
    ));
    let mut said = |line, character| {
        let hover = client.at("hover", line, character).unwrap();
        hover["contents"]["value"].as_str().unwrap_or("").to_owned()
    };
    let sum = said(3, 9);
    assert!(sum.contains("= *6") || sum.contains("= *(6)"), "{sum}");
    let call = said(3, 2);
    assert!(call.contains("= *3") || call.contains("= *(3)"), "{call}");
    assert!(call.contains("Nim(n)") && call.contains("a heap of counters"), "{call}");
    assert!(said(3, 0).contains("first player win"));
    assert!(said(4, 3).contains("thermograph"));
    assert!(said(6, 3).contains(":notation"));
    assert!(said(7, 6).contains("= 5"));
    // Not closed: a name of the expression is known inside only.
    let open = said(5, 1);
    assert!(!open.contains("= ") && open.contains("Nim(n)"), "{open}");
    assert!(said(5, 14).contains("known here only"), "{}", said(5, 14));
    // In a definition what is closed has a value too.
    assert!(!said(1, 41).contains("= "));
    client.leave();
}

/// A name means what it means at its line.
#[test]
fn values_are_those_of_the_line() {
    let mut client = Client::with("x = 1\nx + 1\nx = 5\nx + 1\n");
    for (line, value) in [(1, "= 2"), (3, "= 6")] {
        let hover = client.at("hover", line, 2).unwrap();
        assert!(hover["contents"]["value"].as_str().unwrap().contains(value), "{hover}");
    }
    client.leave();
}

#[test]
fn a_value_that_takes_long_is_not_shown() {
    let mut client = Client::patient(Duration::from_millis(50));
    client.open("F(n) { default: F(n+1); }\n[k : k = 0..100000000, if k < 0]\nF(0)\n");
    for (line, character) in [(1, 0), (2, 1)] {
        let begun = std::time::Instant::now();
        let hover = client.at("hover", line, character).unwrap();
        assert!(!hover.to_string().contains("= "), "{hover}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }
    client.leave();
}

#[test]
fn definitions_and_uses_are_found() {
    let mut client = Client::with(NIM);
    let places = |found: &Value| {
        found.as_array().unwrap().iter().map(|it| place(&it["range"])).collect::<Vec<_>>()
    };
    assert_eq!(places(&client.at("definition", 3, 3).unwrap()), ["1:10-1:13"]);
    assert_eq!(places(&client.at("definition", 1, 45).unwrap()), ["1:50-1:51"]);
    assert_eq!(places(&client.at("references", 1, 11).unwrap()).len(), 4);
    assert_eq!(client.at("definition", 0, 3).unwrap(), json!([]));
    let symbols = client
        .ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }))
        .unwrap();
    let names: Vec<&str> =
        symbols.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Nim", "piles"]);
    client.leave();
}

#[test]
fn names_are_renamed_where_they_mean_the_same() {
    let text = "F(n) { default: [n : n in [n, 2]] ++ [n]; }\nn = 3\nF(n)\n";
    let mut client = Client::with(text);
    let mut renamed = |line: u32, character: u32, name: &str| {
        let params = json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character }, "newName": name });
        client.ask("textDocument/rename", params).map(|edit| {
            let edits = edit["changes"][URI].as_array().unwrap().clone();
            edits.iter().map(|edit| place(&edit["range"])).collect::<Vec<_>>()
        })
    };
    // The parameter, the generator, the binding.
    assert_eq!(renamed(0, 2, "m").unwrap(), ["0:2-0:3", "0:27-0:28", "0:38-0:39"]);
    assert_eq!(renamed(0, 17, "m").unwrap(), ["0:17-0:18", "0:21-0:22"]);
    assert_eq!(renamed(1, 0, "m").unwrap(), ["1:0-1:1", "2:2-2:3"]);
    for bad in ["if", "2", "", "a b", "v", "x(", "*", "\u{1d53e} "] {
        assert!(renamed(1, 0, bad).is_err(), "{bad}");
    }
    // It would be taken for another.
    let taken = renamed(1, 0, "F").unwrap_err();
    assert!(taken["message"].as_str().unwrap().contains("is taken"), "{taken}");
    assert!(renamed(0, 8, "m").is_err(), "a word of the language");
    client.leave();
}

#[test]
fn documents_are_formatted() {
    let mut client = Client::with("F(n){\ncase 0:0;\ndefault :F( n-1 ) ;}\n");
    let edits = client.formatted();
    assert_eq!(edits[0]["newText"], "F(n) {\n  case 0: 0;\n  default: F(n-1); }\n");
    assert_eq!(place(&edits[0]["range"]), "0:0-3:0");
    client.change(2, json!([{ "text": edits[0]["newText"] }]));
    assert_eq!(client.formatted(), json!([]));
    client.change(3, json!([{ "text": "F(" }]));
    assert_eq!(client.formatted(), Value::Null, "it cannot be read");
    client.leave();
}

#[test]
fn colours_are_those_of_the_lexer() {
    let mut client = Client::with("\"𝔾\"; Nim(*) // c\n/* a\nb */ 1\n");
    let found = client
        .ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": URI } }))
        .unwrap();
    let data: Vec<u64> =
        found["data"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    let tokens: Vec<&[u64]> = data.chunks(5).collect();
    assert_eq!(tokens[0], [0, 0, 4, 5, 0]);
    assert_eq!(tokens[2], [0, 2, 3, 2, 0]);
    assert_eq!(tokens[3], [0, 4, 1, 4, 0]);
    // A comment of two lines is two tokens.
    assert_eq!(tokens[5][..2], [1, 0]);
    assert_eq!(tokens[6][..3], [1, 0, 4]);
    assert_eq!(tokens[7], [0, 5, 1, 3, 0]);
    client.leave();
}
