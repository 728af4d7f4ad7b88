//! The host's side of one call: the sinks, and what came back.

use std::ffi::c_void;

use crate::abi::{Bytes, List, MOST_ANSWER, MOST_MESSAGE, Reply, Status};

/// What a plugin writes during one call.
#[derive(Debug, Default)]
struct Sinks {
    answer: Vec<u8>,
    message: Vec<u8>,
    /// Whether more was written than is taken, or than there is memory for.
    overflowed: bool,
    /// Whether a null pointer was written from.
    null: bool,
}

/// What a call came to, before it is judged.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// `Err` with the number when it is no status.
    pub(crate) status: Result<Status, i32>,
    pub(crate) answer: Vec<u8>,
    pub(crate) message: String,
    pub(crate) overflowed: bool,
    pub(crate) null: bool,
}

/// Calls a function of a plugin with sinks to write to.
pub(crate) fn call(function: impl FnOnce(*const Reply) -> i32) -> Outcome {
    let mut sinks = Sinks::default();
    let reply = Reply { host: (&raw mut sinks).cast(), write, explain };
    let code = function(&raw const reply);
    Outcome {
        status: Status::from_code(code).ok_or(code),
        answer: sinks.answer,
        message: readable(&sinks.message),
        overflowed: sinks.overflowed,
        null: sinks.null,
    }
}

/// A plugin's message, fit for a terminal: no control characters.
fn readable(message: &[u8]) -> String {
    let message = String::from_utf8_lossy(message);
    message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// [`Reply::write`]. Takes all or nothing.
unsafe extern "C" fn write(host: *mut c_void, data: *const u8, length: usize) -> i32 {
    // SAFETY: the contract of the border: `host` is the pointer that `call` put into this reply,
    // whose sinks live and are used by nothing else until the call returns.
    let sinks = unsafe { &mut *host.cast::<Sinks>() };
    if data.is_null() && length > 0 {
        sinks.null = true;
        return Status::Full.code();
    }
    let room = MOST_ANSWER - sinks.answer.len();
    if length > room || sinks.answer.try_reserve(length).is_err() {
        sinks.overflowed = true;
        return Status::Full.code();
    }
    // SAFETY: the contract of the border: `data` points to `length` bytes; it is not null.
    sinks.answer.extend_from_slice(unsafe { Bytes { data, length }.as_slice() });
    Status::Ok.code()
}

/// [`Reply::explain`]. What is too long is cut off.
unsafe extern "C" fn explain(host: *mut c_void, text: *const u8, length: usize) -> i32 {
    // SAFETY: as in `write`.
    let sinks = unsafe { &mut *host.cast::<Sinks>() };
    if text.is_null() && length > 0 {
        sinks.null = true;
        return Status::Full.code();
    }
    let taken = length.min(MOST_MESSAGE - sinks.message.len());
    // SAFETY: `text` points to `length` bytes, of which these are the first; it is not null.
    sinks.message.extend_from_slice(unsafe { Bytes { data: text, length: taken }.as_slice() });
    Status::Ok.code()
}

/// `bytes` as an argument.
pub(crate) fn lend(bytes: &[u8]) -> Bytes {
    Bytes { data: bytes.as_ptr(), length: bytes.len() }
}

/// Several byte strings as an argument.
pub(crate) fn lend_all(items: &[Bytes]) -> List {
    List { items: items.as_ptr(), count: items.len() }
}
