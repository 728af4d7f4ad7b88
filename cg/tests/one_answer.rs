//! One question has one answer at every door: who wins a position, asked by query, function,
//! binding, list, value, winning moves, explanation, explorer and the command's sums. The answers
//! are rows of `testdata/one_answer.tsv`, which the tests of the Python package ask again:
//! `CG_ANSWERS=write` writes them.

use std::path::Path;
use std::time::Duration;

use cg_calculator::{Calculator, Player, SumSolver, explore};
use cg_rulesets::Entry;

/// The sentence of each outcome, by who wins when Left and when Right moves first.
fn sentence(left_first: bool, right_first: bool) -> &'static str {
    match (left_first, right_first) {
        (true, true) => "first player win",
        (false, false) => "second player win",
        (true, false) => "left player win",
        (false, true) => "right player win",
    }
}

const SENTENCES: [&str; 4] =
    ["first player win", "second player win", "left player win", "right player win"];

/// The doors of a session and of the command, which keep what they find.
struct Doors {
    calculator: Calculator,
    sums: SumSolver,
}

impl Doors {
    fn new(program: &str) -> Self {
        let mut calculator = Calculator::new().expect("a calculator");
        assert!(calculator.evaluate(program).is_empty(), "definitions have no replies");
        Doors { calculator, sums: SumSolver::new(cg_solve::Settings::default()) }
    }

    /// The last reply.
    fn said(&mut self, text: &str) -> String {
        let replies = self.calculator.evaluate(text);
        replies.last().expect("a query has a reply").shown.clone()
    }

    /// The sentence in what is said.
    fn told(&mut self, text: &str) -> &'static str {
        let said = self.said(text);
        let found = SENTENCES.into_iter().find(|sentence| said.contains(sentence));
        found.unwrap_or_else(|| panic!("{text}: {said}"))
    }

    /// Whether it is a position of a game that ends.
    fn reads(&mut self, text: &str) -> bool {
        let said = self.said(&format!("? {text}"));
        SENTENCES.contains(&said.as_str())
    }

    /// Asks all doors who wins, in normal and in misère play; the answers, `-` where misère play
    /// has none.
    fn ask(&mut self, text: &str) -> String {
        let wanted = self.told(&format!("? {text}"));
        for door in [
            format!("outcome({text})"),
            format!("p = {text}\noutcome(p)"),
            format!("p = {text}\n? p"),
            format!("p = {text}\n? p + p - p"),
            format!("p = [{text}, 1]\noutcome(p[0]) ++ \"\""),
            format!("[outcome(g) ++ \"\" : g in [{text}]]"),
            format!("Asked(g) {{ default: outcome(g) ++ \"\"; }}\nAsked({text})"),
            format!("?? {text}"),
            format!(":why ? {text}"),
        ] {
            assert_eq!(self.told(&door), wanted, "{door}");
        }
        let value = self.said(text);
        assert_eq!(self.told(&format!("? ({value})")), wanted, "{text} is {value}");
        let seen = explore(&mut self.calculator, text, Duration::from_secs(60)).expect("it reads");
        assert_eq!(seen.outcome.known().map(String::as_str), Some(wanted), "explorer: {text}");
        let sum = self.sums.read(self.calculator.session(), text).expect("the command reads it");
        let [left, right] = [Player::Left, Player::Right].map(|first| {
            self.sums.wins(self.calculator.session(), &sum, first).expect("it is solved")
        });
        assert_eq!(sentence(left, right), wanted, "command: {text}");

        let normal = wanted;
        let wanted = self.said(&format!("misere({text})"));
        if !SENTENCES.contains(&wanted.as_str()) {
            // It has a value among impartial games alone.
            assert!(wanted.contains("normal play"), "{text}: {wanted}");
            return format!("{normal}\t-");
        }
        for door in [
            format!("p = {text}\nmisere(p)"),
            format!("[misere(g) ++ \"\" : g in [{text}]]"),
            format!("Asked(g) {{ default: misere(g) ++ \"\"; }}\nAsked({text})"),
        ] {
            assert_eq!(self.told(&door), wanted, "{door}");
        }
        let [left, right] = [Player::Left, Player::Right].map(|first| {
            let wins = self.sums.wins_misere(self.calculator.session(), &sum, first);
            wins.unwrap_or_else(|error| panic!("{text}: {error}"))
        });
        assert_eq!(sentence(left, right), wanted, "command, misère: {text}");
        format!("{normal}\t{wanted}")
    }
}

/// Compares rows with those of the table that begin with `kind`.
fn compare(kind: &str, rows: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/one_answer.tsv");
    let table = std::fs::read_to_string(&path).expect("the table is there");
    let is_here = |row: &&str| row.starts_with(&format!("{kind}\t"));
    if std::env::var("CG_ANSWERS").is_ok_and(|value| value == "write") {
        let others = table.lines().filter(|row| !is_here(row)).map(str::to_owned);
        let all: Vec<String> = others.chain(rows.iter().cloned()).collect();
        std::fs::write(&path, all.join("\n") + "\n").expect("the table can be written");
        return;
    }
    assert!(table.lines().filter(is_here).eq(rows), "CG_ANSWERS=write writes what is found now");
}

/// Positions of a ruleset: its example, and small boards of any cells.
fn positions(entry: &Entry, random: &mut fastrand::Rng) -> Vec<String> {
    let letters: Vec<char> = entry.letters.chars().collect();
    let mut texts = vec![entry.example.to_owned()];
    for _ in 0..if letters.is_empty() { 0 } else { 15 } {
        let [rows, columns] = *random.choice(&[[1, 4], [1, 6], [2, 2], [2, 3]]).unwrap();
        let row = |random: &mut fastrand::Rng| -> String {
            (0..columns).map(|_| *random.choice(&letters).unwrap()).collect()
        };
        let rows: Vec<String> = (0..rows).map(|_| row(random)).collect();
        texts.push(rows.join("|"));
    }
    texts.iter().map(|text| format!("{}(\"{text}\")", entry.function)).collect()
}

#[test]
fn every_door_has_the_same_answer_about_positions_of_rulesets() {
    let mut doors = Doors::new("");
    let mut random = fastrand::Rng::with_seed(34);
    let (mut rows, mut rulesets) = (Vec::new(), 0);
    for entry in Entry::all() {
        let positions = positions(entry, &mut random);
        // A sum of the command has only so many rulesets.
        doors.sums = SumSolver::new(cg_solve::Settings::default());
        let sound: Vec<String> = positions.into_iter().filter(|text| doors.reads(text)).collect();
        rulesets += usize::from(!sound.is_empty());
        for text in sound {
            rows.push(format!("ruleset\t\t{text}\t{}", doors.ask(&text)));
        }
    }
    let asked = rows.len();
    assert!(asked >= 400 && rulesets >= 30, "{asked} positions of {rulesets} rulesets");
    compare("ruleset", &rows);
}

/// Definitions with each of their positions. Some declare sums, symmetries and negatives.
const DEFINITIONS: [(&str, &[&str]); 20] = [
    ("A(n) { case 0: 0; default: { A(k) : k = 0..n-1 | A(k) : k = 0..n-1 }; }", &["A(3)", "A(4)"]),
    (
        "impartial B(n) { case 0: 0; default: { B(k) + B(n-1-k) : k = 0..n-1, B(k) + B(n-2-k) : k = 0..n-2 }; }",
        &["B(5)", "B(8)"],
    ),
    (
        "C(n) { case 0: 0; case if n < 0: 0; default: { C(k) + C(n-2-k) : k = 0..n-2 | C(k) + C(n-1-k) : k = 0..n-1 }; }",
        &["C(4)", "C(6)"],
    ),
    (
        "D(s) { default: { D(put(s, i, \".\", i+1, \"x\")) : i = 0..len(s)-2, if s[i..i+1] == \"xo\" | D(put(s, i, \"o\", i+1, \".\")) : i = 0..len(s)-2, if s[i..i+1] == \"xo\" }; }",
        &["D(\"xoxo\")", "D(\"xxoo\")"],
    ),
    (
        "E(b) { sum: parts(b, \"#\"); symmetric: [mirror(b), flip(b)]; negative: transpose(b); default: { E(put(b, r, c, \"#\", r+1, c, \"#\")) : (r, c) in cells(b, \".\"), if r+1 < rows(b), if b[r+1][c] == \".\" | E(put(b, r, c, \"#\", r, c+1, \"#\")) : (r, c) in cells(b, \".\"), if c+1 < cols(b), if b[r][c+1] == \".\" }; }",
        &["E(board(\"...|...\"))", "E(board(\"..|..|..\"))", "E(board(\"....|..#.\"))"],
    ),
    (
        "F(b) { default: { F(put(b, r, c, \"#\", r+1, c, \"#\")) : (r, c) in cells(b, \".\"), if r+1 < rows(b), if b[r+1][c] == \".\" | F(put(b, r, c, \"#\", r, c+1, \"#\")) : (r, c) in cells(b, \".\"), if c+1 < cols(b), if b[r][c+1] == \".\" }; }",
        &["F(board(\"...|...\"))", "F(board(\"..|..|..\"))"],
    ),
    (
        "G(s) { default: { G(s[0..i-1] ++ \"#F\" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == \"F.\" | G(s[0..i-1] ++ \"F#\" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == \".F\" }; }",
        &["G(\".F.F.\")", "G(\"F.F\")"],
    ),
    (
        "H(a, b) { case if a > b: H(b, a); default: { H(k, b) : k = 0..a-1, H(a, k) : k = 0..b-1, H(a-k, b-k) : k = 1..a | H(k, b) : k = 0..a-1, H(a, k) : k = 0..b-1, H(a-k, b-k) : k = 1..a }; }",
        &["H(1, 2)", "H(2, 3)"],
    ),
    ("impartial I(n) { case 0: 0; default: { I(n-k) : k = 1..min(n, 3) }; }", &["I(4)", "I(6)"]),
    (
        "impartial J(n) { case 0: 0; default: { J(k) + J(n-k) : k = 1..n-1, if k <> n-k }; }",
        &["J(5)", "J(7)"],
    ),
    (
        "K(s) { default: { K(s[0..i-1]) : i = 0..len(s)-1, if s[i] == \"L\" | K(s[0..i-1]) : i = 0..len(s)-1, if s[i] == \"R\" }; }",
        &["K(\"LRL\")", "K(\"RRLL\")"],
    ),
    (
        "M(l, r) { default: { M(l-1, r) : k = 1..1, if l > 0 | M(l, r-1) : k = 1..1, if r > 0 }; }",
        &["M(2, 1)", "M(2, 2)"],
    ),
    (
        "N(n) { case 0: *; case 1: {0|}; default: { N(n-1) + N(n-2) | N(n-2) - N(n-1) }; }",
        &["N(2)", "N(3)"],
    ),
    (
        "O(n) { case 0: Clobber(\"xo\"); default: { O(n-1) - {1|-1}, Clobber(\"xox\") | O(n-1) + Snort(1, n) }; }",
        &["O(1)", "O(2)"],
    ),
    (
        "P(n) { default: if n < 1 then 0 else if n % 2 == 0 then { P(n-1) | 0 } else -P(n-1); }",
        &["P(3)", "P(4)"],
    ),
    (
        "Q(l) { default: { Q([if j == i then l[i] - k else l[j] : j = 0..len(l)-1]) : i = 0..len(l)-1, k = 1..l[i] | Q([if j == i then l[i] - k else l[j] : j = 0..len(l)-1]) : i = 0..len(l)-1, k = 1..l[i] }; }",
        &["Q([1, 2])", "Q([2, 2])"],
    ),
    ("R(n) { case 0: 0; default: { R(n-1) | R(n-1), 0 }; }", &["R(2)", "R(3)"]),
    ("S(n) { case 0: 0; default: { S(n-1), {S(n-1)|*} | S(n-1) }; }", &["S(2)", "S(3)"]),
    ("T(n) { case 0: 0; default: { 2.T(n-1) | -T(n-1) }; }", &["T(2)", "T(3)"]),
    (
        "U(n) { case 0: 0; default: { sum([U(k) : k = 0..n-1]) | sum([U(k) : k = 0..n-2]) + * }; }",
        &["U(2)", "U(3)"],
    ),
];

#[test]
fn every_door_has_the_same_answer_about_definitions() {
    let mut rows = Vec::new();
    for (definition, calls) in DEFINITIONS {
        let mut doors = Doors::new(definition);
        for call in calls {
            for text in [call.to_string(), format!("{call} + Clobber(\"xox\")")] {
                rows.push(format!("definition\t{definition}\t{text}\t{}", doors.ask(&text)));
            }
        }
    }
    assert!(rows.len() >= 80, "{} positions", rows.len());
    compare("definition", &rows);
}
