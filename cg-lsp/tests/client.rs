//! A client: it writes messages into a pipe, and reads the answers from another.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cg_lsp::{Ending, Options, serve};
use serde_json::{Value, json};

pub(crate) const URI: &str = "file:///folder/nim.g";

pub(crate) struct Client {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    server: Option<JoinHandle<Ending>>,
    last: i64,
    /// What the server told without being asked.
    pub(crate) told: Vec<Value>,
}

impl Client {
    /// A client of a server that takes this long for a value.
    pub(crate) fn patient(time: Duration) -> Self {
        let (input, to) = pipe().unwrap();
        let (from, output) = pipe().unwrap();
        let options = Options { value_time: time, ..Options::default() };
        let server = thread::spawn(move || serve(input, output, &options).unwrap());
        let mut client = Client {
            to: Some(to),
            from: BufReader::new(from),
            server: Some(server),
            last: 0,
            told: Vec::new(),
        };
        client.ask("initialize", json!({ "capabilities": {} })).unwrap();
        client.tell("initialized", json!({}));
        client
    }

    pub(crate) fn new() -> Self {
        Self::patient(Duration::from_secs(20))
    }

    /// A client with this document open.
    pub(crate) fn with(text: &str) -> Self {
        let mut client = Self::new();
        client.open(text);
        client
    }

    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().unwrap();
        to.write_all(bytes).unwrap();
        to.flush().unwrap();
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        let mut message = json!({ "jsonrpc": "2.0", "method": method });
        message["params"] = params;
        self.send(&message);
    }

    /// Sends a request and does not wait.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.last += 1;
        let mut message = json!({ "jsonrpc": "2.0", "id": self.last, "method": method });
        message["params"] = params;
        self.send(&message);
        self.last
    }

    pub(crate) fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has left");
            match line.trim().split_once(": ") {
                Some((_, value)) => length = value.parse().unwrap(),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// The answer to a request: its result, or its error.
    pub(crate) fn answer(&mut self, id: i64) -> Result<Value, Value> {
        loop {
            let message = self.next();
            if message["id"] == json!(id) {
                return match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message["result"].clone()),
                };
            }
            self.told.push(message);
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.begin(method, params);
        self.answer(id)
    }

    pub(crate) fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "g", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn change(&mut self, version: i32, changes: Value) {
        let mut params = json!({ "textDocument": { "uri": URI, "version": version } });
        params["contentChanges"] = changes;
        self.tell("textDocument/didChange", params);
    }

    /// Asks about a place.
    pub(crate) fn at(&mut self, method: &str, line: u32, character: u32) -> Result<Value, Value> {
        let place = json!({ "line": line, "character": character });
        let mut params = json!({ "textDocument": { "uri": URI }, "position": place });
        if method == "references" {
            params["context"] = json!({ "includeDeclaration": true });
        }
        self.ask(&format!("textDocument/{method}"), params)
    }

    pub(crate) fn formatted(&mut self) -> Value {
        let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
        self.ask("textDocument/formatting", params).unwrap()
    }

    /// The errors of the version of the document, which the server sends by itself.
    pub(crate) fn errors(&mut self, version: i32) -> Vec<Value> {
        let is_wanted = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["version"] == version
        };
        let found = match self.told.iter().position(is_wanted) {
            Some(at) => self.told.remove(at),
            None => loop {
                let message = self.next();
                if is_wanted(&message) {
                    break message;
                }
                self.told.push(message);
            },
        };
        found["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Shuts the server down.
    pub(crate) fn leave(mut self) {
        self.ask("shutdown", Value::Null).unwrap();
        self.tell("exit", Value::Null);
        assert_eq!(self.server.take().unwrap().join().unwrap(), Ending::Asked);
    }

    /// Is gone without a word.
    pub(crate) fn die(mut self) -> Ending {
        self.to = None;
        self.server.take().unwrap().join().unwrap()
    }
}

/// The place of a range: `line:character-line:character`.
pub(crate) fn place(range: &Value) -> String {
    let (a, b) = (&range["start"], &range["end"]);
    format!("{}:{}-{}:{}", a["line"], a["character"], b["line"], b["character"])
}
