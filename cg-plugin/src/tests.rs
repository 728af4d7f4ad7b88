use std::mem::{align_of, offset_of};
use std::process::Command;

use super::abi::{Bytes, List, Reply, Status, Table};
use super::*;
use cg_core::Notation;

const HEADER: &str = include_str!("../include/cg_plugin.h");

/// The fields of the table as the header declares them: each function with its description.
fn declared() -> String {
    let mut fields = String::new();
    for entry in Table::ENTRIES {
        let mut doc: Vec<String> = entry.doc.iter().map(|line| line.trim().to_owned()).collect();
        if !entry.required {
            doc[0] = format!("Optional. {}", doc[0]);
        }
        fields += &format!("    /* {} */\n", doc.join("\n     * "));
        let arguments = entry.arguments.iter().map(|(kind, name)| format!("{kind} {name}, "));
        let arguments: String = arguments.collect();
        fields += &format!("    cg_status (*{})({arguments}const cg_reply *reply);\n", entry.name);
    }
    fields
}

/// The functions in the header are those of the list. If `CG_WRITE_HEADER` is set, the header is
/// written instead.
#[test]
fn the_header_declares_the_functions_of_the_list() {
    let (start, end) = ("    uint32_t abi;  /* CG_ABI_VERSION */\n\n", "} cg_table;");
    let (before, rest) = HEADER.split_once(start).expect("the start of the functions");
    let (_, after) = rest.split_once(end).expect("the end of the functions");
    let expected = format!("{before}{start}{}{end}{after}", declared());
    if std::env::var_os("CG_WRITE_HEADER").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/include/cg_plugin.h");
        std::fs::write(path, expected).expect("the header can be written");
        return;
    }
    assert!(
        HEADER == expected,
        "cg_plugin.h differs from the list: write it anew by\n\
         CG_WRITE_HEADER=1 cargo test -p cg-plugin --features host the_header_declares"
    );
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

/// The C compiler and Rust use the same layout.
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
        let mut arguments: Vec<&str> = entry.arguments.iter().map(|(kind, _)| *kind).collect();
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

/// A table of this version begins with these functions for ever. New ones are added after them.
#[test]
fn the_table_only_grows() {
    let order = [
        "name",
        "relative",
        "sample",
        "check",
        "embed",
        "settle",
        "heap_bytes",
        "zero",
        "negate",
        "add",
        "sum",
        "multiple",
        "outcome",
        "compare",
        "simplify",
        "option_count",
        "option",
        "print",
        "parse",
        "in_braces",
        "number",
        "nimber",
        "up",
        "as_number",
        "as_nimber",
        "number_ups_star",
        "explain_value",
        "explain_outcome",
        "explain_sum",
    ];
    let names: Vec<&str> = Table::ENTRIES.iter().map(|entry| entry.name).collect();
    assert_eq!(names[..order.len()], order);
    assert!(Table::ENTRIES[order.len()..].iter().all(|entry| !entry.required));
}
