//! Messages that are wrong, documents that are huge, text of every kind.

use std::fmt::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, URI};

#[test]
fn malformed_messages_are_answered_and_passed_over() {
    let mut client = Client::with("1 + 1");
    let framed = |body: &[u8]| {
        let mut message = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        message.extend_from_slice(body);
        message
    };
    let bad: [Vec<u8>; 8] = [
        framed(b"{"),
        framed(b"\xff\xfe"),
        framed(b"null"),
        framed(b"[]"),
        framed(br#"{"jsonrpc":"2.0"}"#),
        framed(br#"{"jsonrpc":"2.0","id":{},"method":"shutdown"}"#),
        b"Content-Length: x\r\n\r\n".to_vec(),
        b"Nothing: here\r\n\r\n".to_vec(),
    ];
    for message in bad {
        client.raw(&message);
        let said = client.next_error();
        assert!(said["error"]["code"].as_i64().unwrap() <= -32600, "{said}");
        // The server is there still.
        assert!(client.at("hover", 0, 2).unwrap().to_string().contains("= 2"));
    }
    client.leave();
}

impl Client {
    fn next_error(&mut self) -> Value {
        loop {
            let message = self.next();
            if message.get("error").is_some() {
                return message;
            }
        }
    }
}

/// A program of a megabyte is read, and questions about it are answered.
#[test]
fn a_document_of_a_megabyte() {
    let mut text = String::new();
    let mut count = 0;
    while text.len() < 1 << 20 {
        writeln!(
            text,
            "impartial F{count}(n) {{ case 0: 0; default: {{ F{count}(k) : k = 0..n-1 }}; }} // ↑𝔾"
        )
        .unwrap();
        count += 1;
    }
    writeln!(text, "F7(3) + nothing").unwrap();
    let mut client = Client::with(&text);
    let begun = Instant::now();
    let errors = client.errors(1);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0]["range"]["start"], json!({ "line": count, "character": 8 }));
    assert_eq!(client.at("definition", count, 1).unwrap()[0]["range"]["start"]["line"], 7);
    assert_eq!(client.formatted(), json!([]));
    assert!(!client.at("completion", count, 2).unwrap().as_array().unwrap().is_empty());
    client.at("hover", count, 1).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", begun.elapsed());
    // Nested as deep as the text is long, and one line of names.
    for (version, text) in
        [(2, "(".repeat(1 << 20)), (3, "{".repeat(1 << 20)), (4, "n ".repeat(1 << 19))]
    {
        client.change(version, json!([{ "text": text }]));
        assert!(!client.errors(version).is_empty());
    }
    client.leave();
}

/// Many changes come faster than they are diagnosed: only the last version counts.
#[test]
fn many_changes() {
    let mut client = Client::with("");
    let mut text = String::new();
    let signs = ["↑", "𝔾", "\n", "a", "*", "{", "\"", "\r\n"].into_iter().cycle();
    for (version, sign) in (2..2000).zip(signs) {
        text += sign;
        let line = text.matches('\n').count();
        let last = text.rsplit('\n').next().unwrap();
        let before = last.strip_suffix(sign).map_or(0, |before| before.encode_utf16().count());
        let (line, character) = match sign {
            "\n" | "\r\n" => {
                let old = &text[..text.len() - sign.len()];
                (line - 1, old.rsplit('\n').next().unwrap().encode_utf16().count())
            }
            _ => (line, before),
        };
        let place = json!({ "line": line, "character": character });
        client
            .change(version, json!([{ "range": { "start": place, "end": place }, "text": sign }]));
    }
    // What the server has is what was typed: it is replaced as a whole and read.
    let end = json!({ "line": 1_000_000, "character": 0 });
    let start = json!({ "line": 0, "character": 0 });
    client.change(2000, json!([{ "range": { "start": start, "end": end }, "text": "2 + 3" }]));
    assert_eq!(client.errors(2000), [Value::Null; 0]);
    assert!(client.at("hover", 0, 2).unwrap().to_string().contains("= 5"));
    client.leave();
}

/// Whatever stands in a document: every request has an answer, and no defect is met.
#[test]
fn any_text() {
    let mut random = 7_u64;
    let mut below = |most: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap() % most
    };
    let parts = [
        "F(n) {",
        "case 0:",
        "default:",
        "{",
        "}",
        "|",
        "(",
        ")",
        "[",
        "]",
        ";",
        ",",
        " : k = 0..n",
        "let x = ",
        "where g(a) = ",
        "x -> ",
        "\"",
        "'",
        "//",
        "/*",
        "*/",
        "\n",
        " ",
        "\t",
        "\r\n",
        ":why ",
        ":load ",
        "use \"a\"",
        "↑",
        "𝔾",
        "∅",
        "\u{feff}",
        "é",
        "v3",
        "v<2>",
        "^[4]",
        "*",
        "+-",
        "±",
        "..",
        "0",
        "1/2",
        "if ",
        "then ",
        "a{",
        "impartial ",
        "loopy ",
        "? ",
        "?? ",
        "= ",
        "n",
        "\0",
        "\u{2028}",
        "sum: ",
    ];
    let mut client = Client::patient(Duration::from_millis(20));
    client.open("");
    for version in 2..150 {
        let text: String = (0..below(40)).map(|_| parts[below(parts.len())]).collect();
        client.change(version, json!([{ "text": text }]));
        for method in ["hover", "completion", "definition", "references", "prepareRename"] {
            let (line, character) =
                (u32::try_from(below(4)).unwrap(), u32::try_from(below(30)).unwrap());
            client
                .at(method, line, character)
                .unwrap_or_else(|error| panic!("{text:?} {method}: {error}"));
        }
        client.formatted();
        for method in ["documentSymbol", "semanticTokens/full"] {
            let params = json!({ "textDocument": { "uri": URI } });
            client
                .ask(&format!("textDocument/{method}"), params)
                .unwrap_or_else(|error| panic!("{text:?}: {error}"));
        }
    }
    client.leave();
}
