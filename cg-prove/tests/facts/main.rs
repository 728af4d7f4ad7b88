//! Each claim of the table is proved when it is true, and refused when it is false; where Coq
//! is installed, it accepts a sample of the files, and none that was tampered with.

mod mutants;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cg_calculator::{Calculator, Claims};
use cg_core::{Interrupt, Outcome};
use cg_prove::{LIBRARY, Proof, ProveError, Relation};

fn calculator() -> Calculator {
    Calculator::new().unwrap()
}

/// The rows of the table: the claim, and whether it is true.
fn facts() -> impl Iterator<Item = (&'static str, bool)> {
    include_str!("../../../testdata/proofs.tsv").lines().skip(1).map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        (cells[0], cells[2] == "true")
    })
}

/// A claim of the table, and the outcome that is claimed.
fn split(text: &str) -> (&str, Option<Outcome>) {
    match text.split_once(" : ") {
        Some((claim, "first player win")) => (claim, Some(Outcome::Next)),
        Some((claim, "second player win")) => (claim, Some(Outcome::Previous)),
        Some((claim, "left player win")) => (claim, Some(Outcome::Left)),
        Some((claim, "right player win")) => (claim, Some(Outcome::Right)),
        Some((_, other)) => panic!("{other}"),
        None => (text, None),
    }
}

/// Proves a claim as the table writes it.
fn prove(calculator: &mut Calculator, text: &str) -> Result<Proof, ProveError> {
    if let Some(period) = text.strip_prefix("octal ") {
        // octal .77: G(n+12) = G(n) for all n >= 71
        let (code, rest) = period.split_once(": G(n+").unwrap();
        let (period, rest) = rest.split_once(')').unwrap();
        let (_, start) = rest.split_once(">= ").unwrap();
        let [period, start] = [period, start].map(|number| number.parse().unwrap());
        return Proof::of_period(code, period, start, false, &Interrupt::new());
    }
    let (claim, outcome) = split(text);
    Claims(calculator.session()).prove(claim, outcome)
}

#[test]
fn true_claims_are_proved_and_false_ones_refuted() {
    let mut calculator = calculator();
    for (claim, holds) in facts() {
        match (prove(&mut calculator, claim), holds) {
            (Ok(proof), true) => {
                assert!(proof.coq().contains("Print Assumptions claim."), "{claim}");
            }
            (Err(ProveError::False(shown)), false) => assert!(!shown.is_empty()),
            (found, _) => panic!("{claim}: {found:?}"),
        }
    }
}

#[test]
fn what_has_no_route_is_refused_with_a_reason() {
    let mut calculator = calculator();
    calculator.evaluate(
        "loopy Round(n) { default: {Round(3-n)|}; } Long(n) { case 0: 0; default: {Long(n-1)|}; }",
    );
    let mut refused = |claim: &str| match prove(&mut calculator, claim) {
        Err(ProveError::NoRoute(reason)) => reason,
        found => panic!("{claim}: {found:?}"),
    };
    assert!(refused("Round(1) == 0").contains("comes back"));
    assert!(refused("Long(60000) == 1").contains("at most 50000 positions"));
    assert!(refused("octal(\".8\", 5) == 0").contains("digits"));
    assert!(refused("octal(\".77\", 5) + {1|-1} == 0").contains("alone"));
}

/// Text for Lean: of what is true, or refused with a reason; of nothing that is false.
#[test]
fn lean_has_the_true_claims() {
    let mut calculator = calculator();
    let mut written = 0;
    for (text, holds) in facts().filter(|(text, _)| !text.starts_with("octal ")) {
        let (claim, outcome) = split(text);
        match Claims(calculator.session()).lean(claim, outcome) {
            Ok(proof) => {
                assert!(holds, "{text}");
                written += 1;
                let file = proof.text();
                assert!(file.contains("UNTESTED") && file.contains("\n#print axioms claim\n"));
                for forbidden in ["sorry", "axiom ", "native_decide", "-- cut"] {
                    assert!(!file.contains(forbidden), "{forbidden}");
                }
            }
            Err(ProveError::False(_)) => assert!(!holds, "{text}"),
            Err(ProveError::NoRoute(reason)) => assert!(!reason.is_empty()),
            Err(error) => panic!("{text}: {error}"),
        }
    }
    assert!(written >= 20, "{written}");
}

/// Games that the language defines: the claim is about the graph of positions, whose value is that
/// of the definition.
#[test]
fn graphs_of_definitions() {
    let mut calculator = calculator();
    let replies = calculator.evaluate(
        "Take(n) { default: { Take(n-k) : k in [1, 4], if k <= n | Take(n-k) : k in [2, 3], if k <= n }; }
         impartial Kayles(n) { case 0: 0; case 1: *; default: { Kayles(k)+Kayles(n-j-k) : j in [1, 2], k = 0..n-j }; }
         Back(n) { case 0: Take(3) - Take(3); default: { Back(n-1) - 1 | Back(n-1) + 1, Take(4) - Take(4) }; }
         Clobber(s) { default: { Mixed(2) - 1 | Mixed(0) }; }
         Mixed(n) { case 0: {2|^} - 3; case 5: Take(7) + Kayles(4);
           default: { Mixed(n-1) - Kayles(n), 1/2 | -Mixed(0), Take(n) : let t = n, if t > 1 }; }",
    );
    assert!(replies.iter().all(|reply| !reply.is_error()), "{replies:?}");
    // A game and its negative side by side have moves, and are equal to 0.
    for game in [
        "Take(17)",
        "1.Take(4) - 1.Take(3)",
        "Back(2)",
        "Kayles(9)",
        "Mixed(0)",
        "Mixed(5)",
        "Mixed(2)",
        "-2.Take(5) + Mixed(1)",
    ] {
        let value = calculator.game(game).unwrap();
        let value = calculator.text(value).unwrap();
        let proof = prove(&mut calculator, &format!("{game} == {value}"));
        let proof = proof.unwrap_or_else(|error| panic!("{game}: {error}"));
        assert!(proof.summary().contains("is the graph of"), "{}", proof.summary());
        assert!(proof.coq().contains("The theorem is about this graph"));
        let wrong = prove(&mut calculator, &format!("{game} == {value} + *8"));
        assert!(matches!(wrong, Err(ProveError::False(_))), "{game}");
    }
    // A ruleset that the library does not have, and one whose name the program took.
    let amazons = prove(&mut calculator, "Amazons(\"x.o\")").unwrap();
    assert!(
        amazons.summary().contains("Amazons(\"x.o\") is the graph of"),
        "{}",
        amazons.summary()
    );
    let taken = prove(&mut calculator, "Clobber(\"xo\") == *");
    assert!(matches!(taken, Err(ProveError::False(_))), "{taken:?}");
}

/// The rule of ups against the engine: all comparisons of few ups and small nimbers.
#[test]
fn ups_compare_as_the_engine_says() {
    let mut calculator = calculator();
    let relations = ["==", "!=", "<=", ">=", "<", ">", "<>"];
    let sums: Vec<String> = (-3..=3)
        .flat_map(|ups| (0..4).map(move |nimber| (ups, nimber)))
        .flat_map(|(ups, nimber)| ["0", "-1/4"].map(|number| (number, ups, nimber)))
        .map(|(number, ups, nimber)| format!("{number} + {ups}.^ + *{nimber}"))
        .collect();
    for (one, other) in sums.iter().flat_map(|one| sums.iter().map(move |other| (one, other))) {
        let (g, h) = (calculator.game(one).unwrap(), calculator.game(other).unwrap());
        let engine = calculator.engine();
        let (at_most, at_least) = (engine.le(g, h).unwrap(), engine.le(h, g).unwrap());
        let holds = [
            at_most && at_least,
            !(at_most && at_least),
            at_most,
            at_least,
            at_most && !at_least,
            at_least && !at_most,
            !at_most && !at_least,
        ];
        for (relation, holds) in relations.iter().zip(holds) {
            let claim = format!("{one} {relation} {other}");
            match prove(&mut calculator, &claim) {
                Ok(proof) if holds => assert!(proof.summary().starts_with("by the rule of")),
                Err(ProveError::False(shown)) if !holds => assert!(!shown.is_empty()),
                found => panic!("{claim}: {found:?}"),
            }
        }
    }
}

#[test]
fn a_proof_serves_no_other_relation() {
    let mut calculator = calculator();
    let mut proof = prove(&mut calculator, "{1|-1} <> 0").unwrap();
    for relation in [Relation::Equal, Relation::Less, Relation::Greater] {
        assert!(!proof.serves(relation), "{relation:?}");
    }
    assert!(proof.serves(Relation::Confused));
    let mut proof = prove(&mut calculator, "{0|*} > 0").unwrap();
    // It is stated as 0 < {0|*}.
    assert!(proof.serves(Relation::Less) && !proof.serves(Relation::Greater));
}

/// A folder with the compiled library; `None` where Coq is not installed, or where it is asked apart from these
/// tests (`CG_PROOFS=apart`). `.ci/proofs` has one.
fn library(folder: &Path) -> Option<PathBuf> {
    if std::env::var_os("CG_PROOFS").is_some_and(|how| how == "apart") {
        return None;
    }
    if let Some(compiled) = std::env::var_os("CG_PROOFS_LIBRARY") {
        return Some(compiled.into());
    }
    Command::new("coqc").arg("--version").output().ok()?;
    for (name, text) in LIBRARY {
        std::fs::write(folder.join(name), text).unwrap();
    }
    for name in LIBRARY.iter().map(|(name, _)| name).filter(|name| name.ends_with(".v")) {
        let run = Command::new("coqc").args(["-R", ".", "Cg", name]).current_dir(folder).output();
        let run = run.unwrap();
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
    }
    Some(folder.to_owned())
}

/// What Coq prints of a file; `None` when it refuses it.
fn coqc(folder: &Path, text: &str) -> Option<String> {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let file = format!("Claim{}.v", FILES.fetch_add(1, Ordering::Relaxed));
    std::fs::write(folder.join(&file), text).unwrap();
    let run = Command::new("coqc").args(["-R", ".", "Cg", &file]).current_dir(folder).output();
    let run = run.unwrap();
    run.status.success().then(|| String::from_utf8(run.stdout).unwrap())
}

#[test]
fn coq_accepts_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let Some(folder) = library(folder.path()) else {
        eprintln!("skipped: coqc is not installed, or asked apart");
        return;
    };
    let mut calculator = calculator();
    calculator.evaluate(
        "Take(n) { default: { Take(n-k) : k in [1, 4], if k <= n | Take(n-k) : k in [2, 3], if k <= n }; }",
    );
    // All of them take half a minute: `.ci/proofs` asks for them.
    let every = if std::env::var_os("CG_PROOFS_ALL").is_some() { 1 } else { 8 };
    // These periods take Coq two minutes each; `.ci/proofs` does not ask for them either.
    let slow = |claim: &str| [".16:", ".127:", ".56:"].iter().any(|code| claim.contains(code));
    let more = [
        "Cram(3,3)",
        "NoGo(\"...|.x.\")",
        "Col(\"a-b-c, d-a\")",
        "Snort(\"..x|...\")",
        "Col(\"x.|..\") != 1",
        "Hackenbush(\"g-a:l, a-b:r, g-b:l\")",
        "TopplingDominoes(\"lrrl\")",
        "Nim(3) + Nim(5) + Nim(6) == 0",
        "ToadsAndFrogs(\"tt.ff\") <> 0",
        "Domineering(2,3) != Domineering(3,2)",
        "? {5|1} + {3|-2} - {2|2}",
        "octal(\".77\", 83) + *7",
        "? octal(\".77\", [5, 9, 12]) + *2",
        "1/1024 + *1000000000 > 0",
        "? *5 - 3/8 + 3/8",
        "3/4 + *3 <> 3/4",
        "octal(\".77\", 5) + 1/2 - 1 < *9",
        "7/8 + *2 - 1/4",
        "^ + ^ + *3 - v - *2",
        "^",
        "-3/8",
        "*1000",
        "3/4 + *3",
        "1/2 - ^4*5",
        "1/2 - ^5 + *9",
        "? ^^*1000",
        "^*2 + vv <> v*2 + *1000000000",
        "^1000000000 < 1/1024",
        "^ - ^*5 == *5",
        "^ <> *",
        "^^ + 1/4 != ^ + 1/4",
        "? v* + octal(\".77\", 5)",
        "v*2 <= 0",
        "Clobber(\"xo.|oxo\")",
        "Take(30)",
        "? Domineering(4,6)",
        "? Take(17) - Take(12) + Domineering(2,3) + *",
        "Amazons(\"x.|.o\")",
    ];
    let claims = facts().filter(|(claim, holds)| *holds && !slow(claim)).map(|(claim, _)| claim);
    let proved: Vec<(&str, String)> = claims
        .chain(more)
        .step_by(every)
        .map(|claim| match prove(&mut calculator, claim) {
            Ok(proof) => (claim, proof.coq()),
            Err(error) => panic!("{claim}: {error}"),
        })
        .collect();
    // Most of a second is the library's: where all are asked, some share a file, in modules. One of them
    // stands alone first, as a user has it.
    let mut files: Vec<(&str, String)> = proved.iter().step_by(8 / every).cloned().collect();
    if every == 1 {
        files.extend(proved.chunks(8).map(|chunk| {
            let modules = chunk.iter().enumerate().map(|(number, (_, file))| {
                format!("Module Claim{number}.\n{file}\nEnd Claim{number}.\n")
            });
            (chunk[0].0, modules.collect())
        }));
    }
    let files = Mutex::new(files.into_iter());
    let next = || files.lock().unwrap().next();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((claim, file)) = next() {
                    let printed = coqc(&folder, &file)
                        .unwrap_or_else(|| panic!("{claim} is refused, or one with it"));
                    assert!(
                        printed.lines().all(|line| line == "Closed under the global context"),
                        "{claim}: {printed}"
                    );
                    let theorems = file.matches("Print Assumptions").count();
                    assert!(theorems > 0 && printed.lines().count() == theorems, "{claim}");
                }
            });
        }
    });
    let quotient = Proof::of_quotient(".77", &Interrupt::new()).unwrap();
    let least = Proof::of_period(".77", 12, 71, true, &Interrupt::new()).unwrap();
    for proof in [quotient, least] {
        assert_eq!(
            coqc(&folder, &proof.coq()).as_deref(),
            Some("Closed under the global context\n")
        );
    }
    assert!(proved.len() >= 40 / every, "{}", proved.len());
    // Parity is not believed: with it or without it the same periods are proved, and no others.
    for (code, period, start) in [(".07", 34, 53), (".77", 12, 71)] {
        let proof = Proof::of_period(code, period, start, false, &Interrupt::new()).unwrap().coq();
        let takes_part = proof.contains(" true (N.to_nat");
        let other = proof
            .replace(&format!(" {takes_part} (N.to_nat"), &format!(" {} (N.to_nat", !takes_part));
        assert_ne!(other, proof);
        assert!(coqc(&folder, &other).is_some(), "{code}");
        let wrong = other.replace(&format!("{period}"), &format!("{}", period - 2));
        assert!(coqc(&folder, &wrong).is_none(), "{code}");
    }
    // A board of bands and replies, without the first of the replies, and with another board.
    let proof = prove(&mut calculator, "? Domineering(4,6)").unwrap().coq();
    let (before, replies) = proof.split_once("_replies ").unwrap();
    let (given, behind) = replies.split_once(']').unwrap();
    let (_, fewer) = given.split_once("; ").unwrap();
    let (board, _) = given.split_once(" [").unwrap();
    let width = board.split(' ').next().unwrap();
    let fewer = format!("{before}_replies {board} [{fewer}]{behind}");
    assert!(coqc(&folder, &fewer).is_none());
    let wider = proof.replace(&format!("(domineering {width})"), "(domineering 9)");
    assert!(wider != proof && coqc(&folder, &wider).is_none());
    // The canonical form of a sum, with another sum, with other options and with another reply.
    let proof = prove(&mut calculator, "1/2 + ^^*3").unwrap().coq();
    assert!(proof.contains("Theorem in_simplest_form : canonical g12."));
    for (from, to) in [
        ("eq (total [(num 1 (1)); (ups (2));", "eq (total [(num 1 (1)); (ups (3));"),
        ("g12 := mk [g3] [g11]", "g12 := mk [g3] [g10]"),
        ("g10 := mk [g9; g8; g3]", "g10 := mk [g10; g9]"),
        ("t0 := \"", "t0 := \"#"),
    ] {
        let other = proof.replace(from, to);
        assert_ne!(other, proof, "{from}");
        assert!(coqc(&folder, &other).is_none(), "{to}");
    }
    // The rule of ups with another claim, and with other values of the games.
    let proof = prove(&mut calculator, "^3 + *5 > 1/2 - 1/2 + ^").unwrap().coq();
    for (from, to) in [
        ("less (total", "eq (total"),
        ("(ups (3))", "(ups (1))"),
        ("(0, (3), 0%N)", "(0, (4), 0%N)"),
        ("(0, (1), 0%N)", "(0, (3), 0%N)"),
        ("(star 5%N)", "(star 4%N)"),
        ("((1), 0, 0%N)", "((2), 0, 0%N)"),
        ("_claim_less", "_claim_le"),
    ] {
        let other = proof.replace(from, to);
        assert_ne!(other, proof, "{from}");
        assert!(coqc(&folder, &other).is_none(), "{to}");
    }
    mutants::coq_refuses(&folder);
    // The same file with another claim, and with another reply.
    let proof = prove(&mut calculator, "Domineering(3,3) == {1|-1}").unwrap().coq();
    for (from, to) in [
        ("...|...|...", "...|...|..#"),
        ("eq (val", "less (val"),
        ("t0 := \"", "t0 := \"#"),
        ("t1 := \"", "t1 := \"%"),
    ] {
        let other = proof.replace(from, to);
        assert_ne!(other, proof);
        assert!(coqc(&folder, &other).is_none(), "{to}");
    }
}
