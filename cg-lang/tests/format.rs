//! The formatter: the guide's programs are its fixed points, and no program means anything else
//! afterwards.

use std::fs;
use std::path::{Path, PathBuf};

use cg_lang::{Source, format};

fn formatted(text: &str) -> String {
    format(&Source::new("test", text)).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// The files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The programs of the checkout: files, and what stands in fences of the guide.
fn programs() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["examples", "cg-lang/tests", "cg-lang/benches", "cg-cli/tests", "plugins"] {
        for path in files(&root.join(folder), "g") {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            found.push((path.display().to_string(), text));
        }
    }
    for folder in ["docs", "cg/help", "cg-cli/help", "cg-lang/help"] {
        for path in files(&root.join(folder), "md") {
            let text = fs::read_to_string(&path).unwrap();
            for (number, fence) in text.split("```").enumerate().filter(|(at, _)| at % 2 == 1) {
                let (head, body) = fence.split_once('\n').unwrap_or(("", fence));
                if !["", "g", "text"].contains(&head.trim()) {
                    continue;
                }
                let name = format!("{} {number}", path.display());
                if !body.contains("cg> ") {
                    found.push((name, body.to_owned()));
                    continue;
                }
                // What is typed in a session.
                let typed = body.lines().filter_map(|line| {
                    line.strip_prefix("cg> ").or_else(|| line.strip_prefix("... "))
                });
                found.push((name, typed.collect::<Vec<_>>().join("\n") + "\n"));
            }
        }
    }
    found
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_whitespace()).collect()
}

/// Each program that can be read is formatted; formatted twice it is the same.
#[test]
fn every_program_of_the_checkout() {
    let (mut read, mut fixed) = (0, 0);
    let mut moved = Vec::new();
    for (name, text) in programs() {
        let Ok(once) = format(&Source::new("test", &text[..])) else { continue };
        read += 1;
        assert_eq!(formatted(&once), once, "{name}");
        assert_eq!(without_blanks(&text), without_blanks(&once), "{name}");
        if once == text {
            fixed += 1;
        } else {
            moved.push((name, text, once));
        }
    }
    if let Ok(folder) = std::env::var("CG_FORMATTED") {
        for (at, (name, text, once)) in moved.iter().enumerate() {
            fs::write(format!("{folder}/{at}.a"), format!("{name}\n{text}")).unwrap();
            fs::write(format!("{folder}/{at}.b"), format!("{name}\n{once}")).unwrap();
        }
    }
    println!("{read} programs, {fixed} stay as they are");
    assert!(read > 300 && fixed * 10 > read * 9, "{read} programs, {fixed} stay as they are");
}

#[test]
fn definitions_have_one_shape() {
    for (written, wanted) in [
        ("F(n){case 0:0;default:n;}", "F(n) { case 0: 0; default: n; }\n"),
        (
            "F (n)\n  {\n case 0 : 0;\ndefault:\nlet a=1;\na ; }",
            "F(n)\n{\n  case 0: 0;\n  default:\n    let a = 1;\n    a; }\n",
        ),
        (
            "F(n) {\n default: { F(k):k=0 .. n -1,\nF(k) : k = 0..2\n| 0 };\n}",
            "F(n) {\n  default: { F(k) : k = 0..n-1,\n             F(k) : k = 0..2\n           | 0 };\n}\n",
        ),
        (
            "F(n) {\ndefault: {\nF(k) : k = 0..n,\nif k > 2\n|\n0\n};\n}",
            "F(n) {\n  default: {\n    F(k) : k = 0..n,\n      if k > 2\n  |\n    0\n  };\n}\n",
        ),
        (
            "F(n) {\ndefault: g(1);\nwhere g(a)=a+n;\nwhere h(b) {\ncase 0: 1;\ndefault: 2;\n}\n}",
            "F(n) {\n  default: g(1);\n  where g(a) = a+n;\n  where h(b) {\n    case 0: 1;\n    default: 2;\n  }\n}\n",
        ),
        (
            "F(b){\nsum:parts(b);\nsymmetric : [b];\ndefault:0;\n}",
            "F(b) {\n  sum: parts(b);\n  symmetric: [b];\n  default: 0;\n}\n",
        ),
    ] {
        assert_eq!(formatted(written), wanted, "{written}");
    }
}

#[test]
fn lines_and_comments_stay() {
    for (written, wanted) in [
        ("", ""),
        ("\n\n  \n", ""),
        ("1\n\n\n\n2", "1\n\n2\n"),
        ("1;2  ;  3", "1; 2; 3\n"),
        ("1   // one\n22 // two", "1   // one\n22 // two\n"),
        ("1 /* a */ + /* b\n   c */ 2", "1 /* a */ + /* b\n   c */ 2\n"),
        ("  // above\n  x=1", "// above\nx = 1\n"),
        (
            "x = [1,2]     // what\n              // it is\n",
            "x = [1, 2]    // what\n              // it is\n",
        ),
        (":notation   paper  // kept\n 1", ":notation   paper  // kept\n1\n"),
        ("use   \"a.g\"", "use \"a.g\"\n"),
        ("1 +\n2", "1 +\n  2\n"),
        ("5\n-3\n*", "5\n-3\n*\n"),
        ("{ ∅ | 0}", "{ ∅ | 0 }\n"),
        ("a=1\r\nb =2\r\n:why  b\r\n", "a = 1\r\nb = 2\r\n:why  b\r\n"),
        // What is lined up stays so.
        ("[ 1,   22,\n333, 4 ]", "[1, 22,\n 333, 4]\n"),
        ("x  = 1\nyy = 2\n", "x  = 1\nyy = 2\n"),
    ] {
        assert_eq!(formatted(written), wanted, "{written:?}");
        assert_eq!(formatted(wanted), wanted, "{wanted:?}");
    }
}

/// Blanks in literals decide what is read.
#[test]
fn literals_keep_their_blanks() {
    for kept in [
        "3*2",
        "3 * 2",
        "3*",
        "3 *2",
        "n^(2)",
        "n ^",
        "^ 2",
        "2.(1)",
        "2 . x",
        "v <2>",
        "v<2>",
        "v [1]",
        "+_2",
        "+ _2",
        "-1^",
        "- 1^",
        "1/2**2",
        "1 / 2 ** 2",
        "2 on",
        "3over",
        "a{0|a}",
        "+-1",
        "+ -1",
        "'{0|1}'",
        "3 tiny (2)",
        "1..3",
        "*(2)",
        "* (2)",
        "{0|1}",
        "{0 | 1}",
        "{1|}",
        "{ | 1 }",
        "{0 || 1|2}",
        "x ++ y",
        "x + +y",
    ] {
        if format(&Source::new("test", kept)).is_ok() {
            assert_eq!(formatted(kept), format!("{kept}\n"));
        }
    }
}

/// Programs in pieces, put together at random, with blanks of every kind between them: whatever can
/// be read is formatted, has the same signs, and is a fixed point. Its tree is compared by [`format`]
/// itself, which leaves as it is what would change; so a statement alone is tidied, too.
#[test]
fn random_programs() {
    let parts = [
        "F(n)",
        "{",
        "}",
        "case 0:",
        "default:",
        "(",
        ")",
        "[",
        "]",
        "|",
        "||",
        ",",
        ";",
        ":",
        "k = 0..n",
        "if n > 1",
        "let x = 1;",
        "where g(a) = a;",
        "x -> x",
        "+",
        "-",
        "*",
        "/",
        "**",
        ".",
        "..",
        "++",
        "+-",
        "±",
        "^",
        "^3",
        "↓",
        "v",
        "v3",
        "v<2>",
        "*2",
        "1",
        "1/2",
        "2.01",
        "n",
        "x",
        "tiny",
        "on",
        "\"a b\"",
        "'",
        "==",
        "<",
        "<=",
        "<>",
        "and",
        "not",
        "then",
        "else",
        "if",
        "mod",
        "xor",
        "// c\n",
        "/* d */",
        "\n",
        "\n\n\n",
        "? ",
        "∅",
        "a{",
        "sum:",
        ":why 1\n",
        "_",
        "in [1, 2]",
        "impartial",
        "loopy",
        "=",
        "−",
        "{0|1}",
        "F(1)",
        "[1, 2]",
        "(2)",
    ];
    let blanks = ["", "", " ", "  ", "\t", "\n", " \n  ", "\r\n"];
    let mut random = fastrand::Rng::with_seed(42);
    let mut read = 0;
    for _ in 0..60_000 {
        let mut text = String::new();
        for _ in 0..random.usize(1..9) {
            text += parts[random.usize(..parts.len())];
            text += blanks[random.usize(..blanks.len())];
        }
        if random.bool() {
            text = format!("F(n)\n{{ default: {text}; }}\n");
        }
        let Ok(once) = format(&Source::new("test", &text[..])) else { continue };
        read += 1;
        assert_eq!(formatted(&once), once, "{text:?}");
        assert_eq!(without_blanks(&text), without_blanks(&once), "{text:?}");
        assert!(
            !once.lines().any(|line| line.ends_with(' ') && !line.contains(':')),
            "{text:?}: {once:?}"
        );
    }
    assert!(read > 4_000, "{read}");
}

/// Mutations of real programs.
#[test]
fn mutated_programs() {
    let texts: Vec<Vec<u8>> = programs().into_iter().map(|(_, text)| text.into_bytes()).collect();
    let mut read = 0;
    for bytes in cg_properties::mutations(&texts).take(4_000) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Ok(once) = format(&Source::new("test", &text[..])) else { continue };
        read += 1;
        assert_eq!(formatted(&once), once, "{text:?}");
        assert_eq!(without_blanks(&text), without_blanks(&once), "{text:?}");
    }
    assert!(read > 300, "{read}");
}
