//! Names and their places: whatever is renamed where the outline says means the same.

use std::path::Path;

use cg_lang::{NameKind, Outline, Source, Span, Vocabulary};

use crate::common::{run, session};

/// Names that hide each other, of every kind.
const HIDING: &str = "\
n = 4
k2 = (a, b) -> a - b
F(n, m) {
  case (0, _): m;
  case (n, 3) if n > 2: let m = n + 1; let k = m * n; [k, m, n];
  default: [[n + m : m = 0..n, let n = m * m, if n > m] ++ [n] : n = n..n+1] ++ [sum([m : (n, m) in [[1, 2], [n, m]]])]
    ++ g(m) ++ [h(1, 2)];
  where g(n) = [n + m2 : m2 in [n, n + 1]];
  where h(m2, n) { case (0, n): n; default: let n2 = m2 - 1; n2 + n; }
}
F(0, 7); F(4, 3); F(2, 2)
f = (n, m) -> map(n -> n + m, [n, m])
f(n, 5); map(n -> n * n, [n, n + 1]); [n : n = 0..n]
{0|{n : n = 0..1 | n : n = 2..3}}
[n % 2 : n in [n, n + 1], if n > 4]
";

fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "g"));
    paths.sort();
    let texts = paths
        .into_iter()
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
    texts.collect()
}

fn replaced(text: &str, mut changes: Vec<(Span, String)>) -> String {
    changes.sort_by_key(|(place, _)| place.start);
    let (mut out, mut end) = (String::new(), 0);
    for (place, name) in changes {
        assert!(place.range().start >= end, "{text}: {place:?}");
        out += &text[end..place.range().start];
        out += &name;
        end = place.range().end;
    }
    out + &text[end..]
}

/// All local names at once, then each of the program's hiding names alone.
#[test]
fn renamed_programs_answer_the_same() {
    let programs = [("hiding".to_owned(), HIDING.to_owned())].into_iter().chain(files());
    let mut count = 0;
    for (path, text) in programs {
        let outline = Outline::new(&Source::new("test", &text[..]), &Vocabulary::default());
        let local = outline.names().iter().enumerate().filter(|(_, name)| !name.kind.is_global());
        let changes: Vec<(Span, String)> = local
            .flat_map(|(number, name)| {
                name.places.iter().map(move |&place| (place, format!("renamed{number}")))
            })
            .collect();
        count += changes.len();
        let renamed = replaced(&text, changes);
        let after = Outline::new(&Source::new("test", &renamed[..]), &Vocabulary::default());
        assert!(outline.is_like(&after), "{path}: {renamed}");
        assert_eq!(run(&renamed), run(&text), "{path}: {renamed}");
    }
    assert!(count > 200, "{count}");
    let outline = Outline::new(&Source::new("test", HIDING), &Vocabulary::default());
    for name in outline.names() {
        let changes = name.places.iter().map(|&place| (place, "zz".to_owned())).collect();
        let renamed = replaced(HIDING, changes);
        let said: Vec<String> =
            run(&renamed).iter().map(|line| line.replace("zz", &name.name)).collect();
        assert_eq!(said, run(HIDING), "{renamed}");
    }
}

#[test]
fn every_place_of_a_name_is_known() {
    let outline = Outline::new(&Source::new("test", HIDING), &Vocabulary::default());
    let kinds = |kind| outline.names().iter().filter(|name| name.kind == kind).count();
    assert_eq!(kinds(NameKind::Function), 3);
    assert_eq!(kinds(NameKind::Helper), 2);
    assert!(kinds(NameKind::Parameter) >= 9 && kinds(NameKind::Local) >= 13);
    for name in outline.names() {
        assert!(name.given.iter().all(|given| name.places.contains(given)), "{name:?}");
        for place in &name.places {
            assert_eq!(&HIDING[place.range()], name.name);
            assert_eq!(outline.name_at(place.start), Some(name), "{place:?}");
        }
    }
}

/// What runs without an error has none before it runs.
#[test]
fn good_programs_have_no_errors() {
    for (path, text) in [("hiding".to_owned(), HIDING.to_owned())].into_iter().chain(files()) {
        let found = session().diagnose(&Source::new("test", text));
        assert!(found.is_empty(), "{path}: {found:?}");
    }
}

#[test]
fn errors_are_found_without_a_run() {
    for (text, expected) in [
        ("x + 1", &["unknown-name"][..]),
        ("F(n) { default: F(n-1, 2); }", &["call-argument-count"]),
        ("F(n) { default: g(n); where g(a) = a + b; }", &["unknown-name"]),
        ("Nimm(3)", &["unknown-function"]),
        (":nothing 3", &["unknown-directive"]),
        ("abs(1, 2)", &["argument-count"]),
        ("use \"a.g\"\nx + G(1)", &[]),
        (":load a.g\nx + G(1)", &[]),
        ("F(n) {\n  case 0: 0\n  default: x; }\nF(2)\n", &["unexpected"]),
        ("it + 1\nomega + on", &[]),
        ("map(abs, [1]) ++ [F(1)]\nF(n) { default: n; }", &[]),
        // It would never end if it were run.
        ("F(n) { default: F(n+1); }\nF(0)", &[]),
    ] {
        let found = session().diagnose(&Source::new("test", text));
        let codes: Vec<&str> = found.iter().map(|error| error.code()).collect();
        // Whether `omega` is known depends on the subgroups.
        let codes: Vec<&str> = codes.into_iter().filter(|_| !text.contains("omega")).collect();
        assert_eq!(codes, expected, "{text}: {found:?}");
    }
}

/// Unfinished programs have an outline, too.
#[test]
fn what_cannot_be_read_hides_nothing_else() {
    let text = "F(n) { default: n; }\nG(n) { case 0\nx = F(";
    let outline = Outline::new(&Source::new("test", text), &Vocabulary::default());
    let f = outline.name_at(0).unwrap();
    assert_eq!((f.name.as_str(), f.places.len()), ("F", 2));
    for end in 0..HIDING.len() {
        if HIDING.is_char_boundary(end) {
            Outline::new(&Source::new("test", &HIDING[..end]), &Vocabulary::default());
        }
    }
}
