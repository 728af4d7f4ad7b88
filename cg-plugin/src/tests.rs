use std::mem::{align_of, offset_of};
use std::process::Command;

use super::abi::{Bytes, List, Reply, Status, Table};
use super::*;
use cg_core::Notation;

const HEADER: &str = include_str!("../include/cg_plugin.h");

/// The type of an argument as the header writes it.
fn in_c(rust: &str) -> &'static str {
    match rust {
        "Bytes" => "cg_bytes",
        "List" => "cg_list",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        other => panic!("no type of C for {other}"),
    }
}

/// The declaration of each function in the header, without names of arguments.
fn declared() -> Vec<(String, Vec<String>)> {
    let table = HEADER.split("typedef struct cg_table {").nth(1).expect("a table");
    let functions = table.split("cg_status (*").skip(1);
    let parse = |text: &str| {
        let (name, rest) = text.split_once(")(").expect("a function");
        let (arguments, _) = rest.split_once(");").expect("an end");
        let types = arguments.split(',').map(|argument| {
            let (kind, _) = argument.trim().rsplit_once([' ', '*']).expect("type and name");
            kind.trim().to_owned()
        });
        (name.to_owned(), types.collect())
    };
    functions.map(parse).collect()
}

#[test]
fn the_header_declares_the_same_functions() {
    let expected: Vec<(String, Vec<String>)> = Table::ENTRIES
        .iter()
        .map(|entry| {
            let arguments = entry.arguments.iter().map(|argument| in_c(argument).to_owned());
            let reply = std::iter::once("const cg_reply".to_owned());
            (entry.name.to_owned(), arguments.chain(reply).collect())
        })
        .collect();
    assert_eq!(declared(), expected);
    // Each says whether it is optional.
    for entry in Table::ENTRIES {
        let before = HEADER.split(&format!("(*{})", entry.name)).next().expect("declared");
        let comment = before.rsplit("/*").next().expect("a comment");
        assert_eq!(comment.trim().starts_with("Optional."), !entry.required, "{}", entry.name);
    }
}

#[test]
fn the_header_has_the_same_constants() {
    let defined = |name: &str| {
        let line = HEADER.lines().find(|line| line.starts_with(&format!("#define {name} ")));
        let value = line.unwrap_or_else(|| panic!("no {name}")).split_whitespace().nth(2);
        value.and_then(|value| value.parse::<i64>().ok()).expect("a number")
    };
    assert_eq!(defined("CG_ABI_VERSION"), i64::from(ABI_VERSION));
    for (status, name) in Status::ALL {
        assert_eq!(defined(name), i64::from(status.code()));
        assert_eq!(Status::from_code(status.code()), Some(status));
    }
    assert_eq!(Status::from_code(77), None);
    for (index, player) in cg_core::Player::BOTH.into_iter().enumerate() {
        let name = format!("CG_{}", player.to_string().to_uppercase());
        assert_eq!(usize::try_from(defined(&name)), Ok(index));
    }
    for (index, notation) in Notation::ALL.into_iter().enumerate() {
        let name = format!("CG_{}", notation.name().to_uppercase());
        assert_eq!(usize::try_from(defined(&name)), Ok(index));
    }
}

/// The C compiler sees the layout that Rust sees.
#[test]
fn the_header_has_the_same_layout() {
    let mut program = String::from("#include \"cg_plugin.h\"\n");
    let mut assert = |claim: String| program += &format!("_Static_assert({claim}, \"layout\");\n");
    for (name, size, align) in [
        ("cg_bytes", size_of::<Bytes>(), align_of::<Bytes>()),
        ("cg_list", size_of::<List>(), align_of::<List>()),
        ("cg_reply", size_of::<Reply>(), align_of::<Reply>()),
        ("cg_table", size_of::<Table>(), align_of::<Table>()),
        ("cg_status", size_of::<i32>(), align_of::<i32>()),
    ] {
        assert(format!("sizeof({name}) == {size} && _Alignof({name}) == {align}"));
    }
    let fields = [
        ("cg_bytes", "data", offset_of!(Bytes, data)),
        ("cg_bytes", "length", offset_of!(Bytes, length)),
        ("cg_list", "items", offset_of!(List, items)),
        ("cg_list", "count", offset_of!(List, count)),
        ("cg_reply", "host", offset_of!(Reply, host)),
        ("cg_reply", "write", offset_of!(Reply, write)),
        ("cg_reply", "explain", offset_of!(Reply, explain)),
        ("cg_table", "abi", offset_of!(Table, abi)),
        ("cg_table", "size", offset_of!(Table, size)),
    ];
    let entries = Table::ENTRIES.iter().map(|entry| ("cg_table", entry.name, entry.offset));
    for (structure, field, offset) in fields.into_iter().chain(entries) {
        assert(format!("offsetof({structure}, {field}) == {offset}"));
    }
    for entry in Table::ENTRIES {
        let mut arguments: Vec<&str> = entry.arguments.iter().map(|rust| in_c(rust)).collect();
        arguments.push("const cg_reply *");
        let kind = format!("cg_status (*)({})", arguments.join(", "));
        assert(format!("_Generic(((cg_table *)0)->{}, {kind}: 1, default: 0)", entry.name));
    }
    let folder = std::env::temp_dir().join(format!("cg-layout-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let source = folder.join("layout.c");
    std::fs::write(&source, program).expect("written");
    let compiled = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-I"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/include"))
        .arg(&source)
        .output();
    std::fs::remove_dir_all(&folder).expect("removed");
    match compiled {
        Err(_) => eprintln!("skipped: the layout test needs a C compiler named cc"),
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
