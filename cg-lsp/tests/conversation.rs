//! The order of a conversation: beginning, cancelling, ending.

use std::time::Duration;

use cg_lsp::Ending;
use serde_json::{Value, json};

use crate::client::{Client, URI};

const CANCELLED: i64 = -32800;

#[test]
fn methods_and_parameters_that_are_not_known_are_refused() {
    let mut client = Client::new();
    for (method, params, code) in [
        ("initialize", json!({ "capabilities": {} }), -32600),
        ("textDocument/unknown", json!({}), -32601),
        ("textDocument/hover", json!({ "textDocument": 3 }), -32602),
        ("textDocument/hover", Value::Null, -32602),
        ("textDocument/completion", json!([]), -32602),
    ] {
        assert_eq!(client.ask(method, params).unwrap_err()["code"], code, "{method}");
    }
    assert_eq!(client.at("hover", 0, 0).unwrap_err()["code"], -32602, "nothing is open");
    // A notification that is not known is passed over.
    client.tell("workspace/somethingNew", json!({ "a": 1 }));
    client.tell("textDocument/didChange", json!({ "textDocument": "x" }));
    client.ask("shutdown", Value::Null).unwrap();
    assert_eq!(client.at("hover", 0, 0).unwrap_err()["code"], -32600);
    client.tell("exit", Value::Null);
    assert_eq!(client.die(), Ending::Asked);
}

#[test]
fn a_client_that_dies_ends_the_server() {
    assert_eq!(Client::with("1 + 1").die(), Ending::Abrupt);
}

#[test]
fn requests_are_withdrawn_while_they_wait_and_while_they_are_answered() {
    let mut client = Client::patient(Duration::from_secs(60));
    client.open("[k : k = 0..1000000000, if k < 0]\n");
    let hover =
        json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": 0 } });
    let first = client.begin("textDocument/hover", hover.clone());
    let second = client.begin("textDocument/hover", hover);
    client.tell("$/cancelRequest", json!({ "id": second }));
    std::thread::sleep(Duration::from_millis(100));
    client.tell("$/cancelRequest", json!({ "id": first }));
    let begun = std::time::Instant::now();
    assert_eq!(client.answer(first).unwrap_err()["code"], CANCELLED);
    assert_eq!(client.answer(second).unwrap_err()["code"], CANCELLED);
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    // One that is not known, and one that is answered.
    client.tell("$/cancelRequest", json!({ "id": 999 }));
    client.tell("$/cancelRequest", json!({ "id": first }));
    client.tell("$/cancelRequest", json!({}));
    assert_eq!(client.at("definition", 0, 1).unwrap().as_array().unwrap().len(), 1);
    client.leave();
}
