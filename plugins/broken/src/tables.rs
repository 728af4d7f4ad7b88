//! What goes wrong at the ABI itself: tables with functions that break its
//! rules.

use std::ptr::null;

use cg_plugin::{Bytes, Exported, Reply, Status, Table, table};

use crate::{Broken, chosen};

struct Export;

impl Exported for Export {
    type Subgroup = Broken;

    fn subgroup() -> &'static Broken {
        &Broken
    }
}

/// The table of sound functions.
const SOUND: Table = table::<Export>();

/// Breaks the rules as chosen.
#[unsafe(export_name = "cg_plugin_broken")]
static BROKEN: Table = Table {
    add: Some(add),
    outcome: Some(outcome),
    option_count: Some(option_count),
    print: Some(print),
    // Numbers of copies and comparisons then go through add and outcome.
    multiple: None,
    compare: None,
    ..SOUND
};

/// Made for another version.
#[unsafe(export_name = "cg_plugin_broken_version")]
static VERSION: Table = Table { abi: 999, ..SOUND };

/// Made for version 1, whose tables began with the version, and then their size.
#[unsafe(export_name = "cg_plugin_broken_old")]
static OLD: Table = Table { size: 1, abi: 216, ..SOUND };

/// States a size that no table has.
#[unsafe(export_name = "cg_plugin_broken_size")]
static SIZE: Table = Table { size: 13, ..SOUND };

/// States a size with room for one function.
#[unsafe(export_name = "cg_plugin_broken_short")]
static SHORT: Table = Table { size: 16, ..SOUND };

/// Lacks functions.
#[unsafe(export_name = "cg_plugin_broken_hollow")]
static HOLLOW: Table = Table { add: None, simplify: None, settle: None, ..SOUND };

unsafe fn write(reply: *const Reply, bytes: &[u8]) -> i32 {
    // SAFETY: the host's reply is valid during the call.
    let reply = unsafe { &*reply };
    // SAFETY: the host's function, pointer, and bytes that are there.
    unsafe { (reply.write)(reply.host, bytes.as_ptr(), bytes.len()) }
}

unsafe extern "C" fn add(g: Bytes, h: Bytes, reply: *const Reply) -> i32 {
    if chosen("status") {
        return 77;
    }
    if chosen("none") {
        return Status::None.code();
    }
    if chosen("full") {
        return Status::Full.code();
    }
    if chosen("malformed") {
        // SAFETY: the reply is the host's.
        return unsafe { write(reply, b"no element") };
    }
    if chosen("null") {
        // SAFETY: the host looks for null.
        return unsafe { ((*reply).write)((*reply).host, null(), 9) };
    }
    if chosen("fault") {
        let text = "two and two are five\n\u{1b}[2J";
        // SAFETY: the host's function, pointer, and bytes that are there.
        unsafe { ((*reply).explain)((*reply).host, text.as_ptr(), text.len()) };
        return Status::Fault.code();
    }
    if chosen("endless") {
        let megabyte = vec![0; 1 << 20];
        loop {
            // SAFETY: the reply is the host's.
            let status = unsafe { write(reply, &megabyte) };
            if status != Status::Ok.code() {
                return status;
            }
        }
    }
    match SOUND.add {
        // SAFETY: the host's arguments, passed on.
        Some(add) => unsafe { add(g, h, reply) },
        None => Status::Fault.code(),
    }
}

unsafe extern "C" fn outcome(g: Bytes, reply: *const Reply) -> i32 {
    match SOUND.outcome {
        // SAFETY: the reply is the host's.
        _ if chosen("outcome") => unsafe { write(reply, b"X") },
        // SAFETY: the host's arguments, passed on.
        Some(outcome) => unsafe { outcome(g, reply) },
        None => Status::Fault.code(),
    }
}

unsafe extern "C" fn option_count(g: Bytes, player: u32, reply: *const Reply) -> i32 {
    match SOUND.option_count {
        // SAFETY: the reply is the host's.
        _ if chosen("count") => unsafe { write(reply, &[1; 9]) },
        // SAFETY: the host's arguments, passed on.
        Some(count) => unsafe { count(g, player, reply) },
        None => Status::Fault.code(),
    }
}

unsafe extern "C" fn print(g: Bytes, notation: u32, reply: *const Reply) -> i32 {
    match SOUND.print {
        // SAFETY: the reply is the host's.
        _ if chosen("text") => unsafe { write(reply, &[0xff, 0xfe]) },
        // SAFETY: the host's arguments, passed on.
        Some(print) => unsafe { print(g, notation, reply) },
        None => Status::Fault.code(),
    }
}
