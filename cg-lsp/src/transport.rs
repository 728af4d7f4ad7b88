//! Messages: their frames, and JSON-RPC inside.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, Read, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cg_calculator::Interrupt;
use serde::Deserialize;
use serde_json::{Value, json};

/// The most bytes of a message, and of a line before it.
const MOST_BYTES: u64 = 64 << 20;
const LONGEST_LINE: u64 = 1 << 12;

/// Error codes of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    Parse = -32700,
    InvalidRequest = -32600,
    UnknownMethod = -32601,
    InvalidParameters = -32602,
    Internal = -32603,
    NotInitialized = -32002,
    Cancelled = -32800,
    Failed = -32803,
}

/// Why a request has no answer.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    pub(crate) message: String,
}

impl Refusal {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Refusal { code, message: message.into() }
    }
}

/// What the client sent.
#[derive(Debug)]
pub(crate) enum Incoming {
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// Nothing that can be answered as it is.
    Malformed {
        id: Value,
        refusal: Refusal,
    },
}

/// A message as it is written.
#[derive(Deserialize)]
struct Raw {
    id: Option<Value>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
}

/// The next message; `None` at the end.
///
/// # Errors
/// Those of the reader.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let malformed = |code, message: &str| {
        Ok(Some(Incoming::Malformed { id: Value::Null, refusal: Refusal::new(code, message) }))
    };
    let Some(length) = length(input)? else { return Ok(None) };
    let length = match length {
        Some(length) if length <= MOST_BYTES => length,
        Some(length) => {
            io::copy(&mut input.take(length), &mut io::sink())?;
            return malformed(Code::InvalidRequest, "a message has at most 64 MiB");
        }
        None => {
            return malformed(Code::Parse, "a message begins with `Content-Length: ` and a number");
        }
    };
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    let value: Value = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(error) => return malformed(Code::Parse, &format!("the message is no JSON: {error}")),
    };
    let id = value.get("id").cloned().unwrap_or(Value::Null);
    let is_id = |id: &Value| id.is_i64() || id.is_u64() || id.is_string();
    Ok(Some(match serde_json::from_value::<Raw>(value) {
        Ok(Raw { id: Some(id), method: Some(method), params }) if is_id(&id) => {
            Incoming::Request { id, method, params }
        }
        Ok(Raw { id: None, method: Some(method), params }) => {
            Incoming::Notification { method, params }
        }
        // The answer to something that the server asked: it asks nothing.
        Ok(Raw { id: Some(id), method: None, .. }) if is_id(&id) => {
            Incoming::Notification { method: "$/answer".into(), params: Value::Null }
        }
        _ => {
            let refusal =
                Refusal::new(Code::InvalidRequest, "the message is no request and no notification");
            Incoming::Malformed { id: if is_id(&id) { id } else { Value::Null }, refusal }
        }
    }))
}

/// The length of the next message: `None` at the end, `Some(None)` where none is given.
fn length(input: &mut impl BufRead) -> io::Result<Option<Option<u64>>> {
    let mut found = None;
    let mut begun = false;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            if begun {
                return Ok(Some(found));
            }
            continue;
        }
        begun = true;
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            found = value.trim().parse().ok();
        }
    }
}

/// Writes messages.
pub(crate) struct Outgoing<W>(pub(crate) W);

impl<W: Write> Outgoing<W> {
    fn write(&mut self, message: &Value) -> io::Result<()> {
        let body = message.to_string();
        write!(self.0, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        self.0.flush()
    }

    /// Answers a request.
    pub(crate) fn answer(&mut self, id: &Value, answer: Result<Value, Refusal>) -> io::Result<()> {
        self.write(&match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Refusal { code, message }) => {
                let error = json!({ "code": code as i32, "message": message });
                json!({ "jsonrpc": "2.0", "id": id, "error": error })
            }
        })
    }

    /// Tells the client something.
    pub(crate) fn notify(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }
}

/// The requests that the client has withdrawn, and the one that is being answered. The reader
/// tells, the server asks.
#[derive(Debug, Default)]
pub(crate) struct Cancelling {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How often each request waits to be answered.
    waiting: HashMap<String, usize>,
    withdrawn: HashSet<String>,
    current: Option<(String, Interrupt)>,
}

impl Cancelling {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request has come.
    pub(crate) fn comes(&self, id: &Value) {
        *self.lock().waiting.entry(id.to_string()).or_default() += 1;
    }

    /// The client withdraws a request; one that is answered already is nothing to withdraw.
    pub(crate) fn withdraw(&self, id: &Value) {
        let id = id.to_string();
        let mut state = self.lock();
        if let Some((current, interrupt)) = &state.current
            && *current == id
        {
            interrupt.raise();
        }
        if state.waiting.contains_key(&id) {
            state.withdrawn.insert(id);
        }
    }

    /// A request is answered from here on, unless it was withdrawn.
    pub(crate) fn begin(&self, id: &Value, interrupt: &Interrupt) -> bool {
        let id = id.to_string();
        let mut state = self.lock();
        let open = !state.withdrawn.contains(&id);
        state.current = open.then(|| (id, interrupt.clone()));
        open
    }

    /// It is answered. Tells whether it was withdrawn meanwhile.
    pub(crate) fn end(&self, id: &Value) -> bool {
        let id = id.to_string();
        let mut state = self.lock();
        state.current = None;
        if let Some(count) = state.waiting.get_mut(&id) {
            *count -= 1;
            if *count == 0 {
                state.waiting.remove(&id);
            }
        }
        state.withdrawn.remove(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Incoming> {
        let mut input = text.as_bytes();
        std::iter::from_fn(|| read(&mut input).unwrap()).collect()
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_is_malformed_is_said_and_the_next_message_is_read() {
        let good = framed(r#"{"id":7,"method":"m"}"#);
        for bad in [
            framed("{"),
            framed("[1]"),
            framed(r#"{"id":[],"method":"m"}"#),
            framed(r#"{"id":1,"method":2}"#),
            "Content-Type: x\r\n\r\n".to_owned(),
            "Content-Length: many\r\n\r\n".to_owned(),
            "Content-Length: -3\r\n\r\n".to_owned(),
        ] {
            let found = all(&(bad.clone() + &good));
            assert!(matches!(found[0], Incoming::Malformed { .. }), "{bad}: {found:?}");
            assert!(
                matches!(&found[1], Incoming::Request { id, .. } if *id == json!(7)),
                "{bad}: {found:?}"
            );
        }
    }

    #[test]
    fn an_end_inside_a_message_is_the_end() {
        assert!(all("Content-Length: 100\r\n\r\n{}").is_empty());
        assert!(all("Content-Len").is_empty());
        assert!(all("").is_empty());
    }

    #[test]
    fn withdrawn_requests_are_known_until_they_are_answered() {
        let cancelling = Cancelling::default();
        let (id, interrupt) = (json!(1), Interrupt::new());
        cancelling.withdraw(&id);
        cancelling.comes(&id);
        assert!(cancelling.begin(&id, &interrupt), "withdrawn before it came");
        cancelling.withdraw(&id);
        assert!(interrupt.is_raised());
        assert!(cancelling.end(&id));
        assert!(!cancelling.end(&id));
        cancelling.comes(&id);
        cancelling.withdraw(&id);
        assert!(!cancelling.begin(&id, &Interrupt::new()));
    }
}
