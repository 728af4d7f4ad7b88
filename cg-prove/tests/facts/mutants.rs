//! Certificates and claims that were changed: no checker lets a false claim pass, neither the
//! one in Rust nor the one that is proved in Coq. What is false is told by oracles that share
//! nothing with them.

use std::collections::HashMap;
use std::path::Path;

use cg_calculator::Claims;
use cg_core::{Interrupt, Player};
use cg_prove::{Claim, Proof, ProveError};
use fastrand::Rng;
use serde_json::{Value, json};

use super::{calculator, coqc, prove};

/// Terms of Coq that are true or false, with what they must be.
struct Checks {
    name: &'static str,
    /// The imports and what is defined before.
    before: String,
    terms: Vec<(String, bool)>,
}

impl Checks {
    fn new(name: &'static str, before: impl Into<String>) -> Self {
        Checks { name, before: before.into(), terms: Vec::new() }
    }

    /// How many are false: mutants that Coq must refuse.
    fn refused(&self) -> usize {
        self.terms.iter().filter(|(_, holds)| !holds).count()
    }

    /// A file that Coq accepts when each term is what it must be.
    fn file(&self) -> String {
        let mut file = self.before.clone();
        for part in self.terms.chunks(100) {
            let (terms, values): (Vec<&str>, Vec<String>) =
                part.iter().map(|(term, holds)| (&term[..], holds.to_string())).unzip();
            file += &format!(
                "\nGoal [{}] = [{}].\nProof. vm_compute. reflexivity. Qed.\n",
                terms.join(";\n "),
                values.join("; ")
            );
        }
        file
    }
}

/// All mutants. The checker in Rust has seen them: it lets nothing false pass.
fn mutants() -> Vec<Checks> {
    let mut random = Rng::with_seed(0x5eed);
    let routes = [strategies, octal, quotients, families, bands, canonical];
    routes.iter().flat_map(|route| route(&mut random)).collect()
}

#[test]
fn no_mutant_proves_what_is_false() {
    let mutants = mutants();
    let refused: usize = mutants.iter().map(Checks::refused).sum();
    let all: usize = mutants.iter().map(|checks| checks.terms.len()).sum();
    // The guide states them.
    assert_eq!((refused, all), (1_583, 1_904));
}

/// Has Coq evaluate its checkers on all mutants.
pub(super) fn coq_refuses(folder: &Path) {
    let mutants = mutants();
    std::thread::scope(|scope| {
        for half in 0..2 {
            let mutants = &mutants;
            scope.spawn(move || {
                for checks in mutants.iter().skip(half).step_by(2) {
                    assert!(coqc(folder, &checks.file()).is_some(), "{}", checks.name);
                }
            });
        }
    });
}

/// One to three numbers changed, dropped, doubled or exchanged, or nothing.
fn mutated(certificate: &[u32], random: &mut Rng) -> Vec<u32> {
    let mut mutant = certificate.to_vec();
    for _ in 0..random.usize(0..4) {
        if mutant.is_empty() {
            mutant.push(0);
        }
        let (at, other) = (random.usize(..mutant.len()), random.usize(..mutant.len()));
        match random.u8(..5) {
            0 => mutant[at] = random.u32(..8),
            1 => drop(mutant.remove(at)),
            2 => mutant.insert(at, mutant[other]),
            3 => mutant.swap(at, other),
            _ => mutant.truncate(at),
        }
    }
    mutant
}

/// A certificate in Coq.
fn text(certificate: &[u32]) -> String {
    let sign =
        |&number: &u32| char::from(u8::try_from(number + 35).expect("the numbers are small"));
    format!("\"{}\"%text", certificate.iter().map(sign).collect::<String>())
}

/// Strategies, of explicit games, rulesets and a graph of a definition. Another winning reply
/// proves the same; so the claims of which nothing may pass are false ones, and of the true ones
/// both checkers must say the same.
fn strategies(random: &mut Rng) -> Vec<Checks> {
    let mut calculator = calculator();
    calculator.evaluate(
        "Take(n) { default: { Take(n-k) : k in [1, 4], if k <= n | Take(n-k) : k in [2, 3], if k <= n }; }",
    );
    let claims = [
        (
            "Domineering(3,3) == {1|-1}",
            &["Domineering(3,3) == {2|-1}", "Domineering(3,3) == {1|-2}"][..],
        ),
        (
            "Clobber(\"XXXO\") == ^ + ^ + *",
            &["Clobber(\"XXXO\") == ^ + ^", "Clobber(\"XXXO\") == ^ + ^ + ^ + *"],
        ),
        ("{0|*} == ^", &["{0|*} == ^ + {0|0}"]),
        ("Domineering(4,4) <= 1", &["Domineering(4,4) <= 0", "Domineering(4,4) <= -1"]),
        ("Take(5) == {1|0,{1|0}}", &["Take(5) == {1|0}", "Take(5) == {1|0,{1|0}} + *"]),
    ];
    let mut all = Vec::new();
    for (claim, wrong) in claims {
        let found = prove(&mut calculator, claim).unwrap().certificates();
        for (number, tried) in [claim].iter().chain(wrong).enumerate() {
            let holds = number == 0;
            match prove(&mut calculator, tried) {
                Ok(_) => assert!(holds, "{tried}"),
                Err(error) => assert!(!holds && matches!(error, ProveError::False(_)), "{tried}"),
            }
            let mut proof = Claim::read(tried, None, &mut Claims(calculator.session()))
                .unwrap()
                .unproved(calculator.engine())
                .unwrap();
            let file = proof.coq();
            let theorem = file.find("\nLemma claim_of_sums").or(file.find("\nTheorem claim"));
            let before = &file[..theorem.expect("it has one")];
            let bool = "From Coq Require Import Bool.";
            let mut checks = Checks::new("strategies", format!("{before}\n{bool}\n"));
            let goals = ["rhs ++ opposite U lhs", "lhs ++ opposite U rhs"];
            for turn in 0..160 {
                let mutants: Vec<Vec<u32>> =
                    found.iter().map(|certificate| mutated(certificate, random)).collect();
                let accepted: Vec<bool> =
                    (0..).zip(&mutants).map(|(at, mutant)| proof.accepts(at, mutant)).collect();
                assert!(holds || accepted.contains(&false), "{tried}");
                // A part of them for Coq.
                if turn < 40 {
                    let terms: Vec<String> = (mutants.iter().zip(goals))
                        .map(|(mutant, goal)| format!("wins_second U {} ({goal})", text(mutant)))
                        .collect();
                    let passes = accepted.iter().all(|&accepted| accepted);
                    checks.terms.push((format!("({})", terms.join(" && ")), passes));
                }
            }
            all.push(checks);
        }
    }
    all
}

/// The nim-values of an octal code by their definition.
fn nim_values(digits: &[u32], heaps: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..heaps {
        let mut options = Vec::new();
        for (take, digit) in (1..).zip(digits) {
            if digit & 1 == 1 && heap == take {
                options.push(0);
            }
            if digit & 2 == 2 && heap > take {
                options.push(values[heap - take]);
            }
            if digit & 4 == 4 && heap > take + 1 {
                options
                    .extend((1..heap - take).map(|part| values[part] ^ values[heap - take - part]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).expect("options are finite"));
    }
    values
}

fn code(digits: &[u32]) -> (String, String) {
    let join = |sign: &str| digits.iter().map(u32::to_string).collect::<Vec<_>>().join(sign);
    (format!(".{}", join("")), format!("(octal [{}]%N)", join("; ")))
}

/// Values and periods of octal games. Masks and parity are not believed: nothing false may pass
/// with any of them.
fn octal(random: &mut Rng) -> Vec<Checks> {
    let before = "From Coq Require Import List Bool NArith.\nFrom Cg Require Import Octal OctalCheck Family.\n\
        Import ListNotations.\nOpen Scope N_scope.\nDefinition steps := N.to_nat 2000.\n";
    let mut heaps = Checks::new("nim-values", before);
    let mut periods = Checks::new("periods", before);
    let mut calculator = calculator();
    let games: [(&[u32], usize, usize); 3] =
        [(&[7, 7], 12, 71), (&[0, 7], 34, 53), (&[1, 5], 10, 66)];
    for (digits, period, start) in games {
        let (name, coq) = code(digits);
        let values = nim_values(digits, 300);
        for turn in 0..50 {
            let heap = random.usize(1..60);
            let value = values[heap] ^ if turn < 5 { 0 } else { random.u32(1..16) };
            let right = value == values[heap];
            let claim = format!("octal(\"{name}\", {heap}) == *{value}");
            match prove(&mut calculator, &claim) {
                Ok(_) => assert!(right, "{claim}"),
                Err(error) => assert!(!right && matches!(error, ProveError::False(_)), "{claim}"),
            }
            heaps.terms.push((format!("heap_check {coq} steps {heap} {value}"), right));
        }
        for turn in 0..24 {
            let mut other = digits.to_vec();
            let (mut p, mut n0) = (period, start);
            match turn % 4 {
                _ if turn < 2 => {}
                0 => p = period + random.usize(1..8),
                1 => n0 = start - random.usize(1..12),
                2 => p = period - random.usize(1..8),
                _ => {
                    let at = random.usize(..other.len());
                    other[at] = random.u32(..8);
                }
            }
            let (name, coq) = code(&other);
            let values = nim_values(&other, 2 * (n0 + p) + 3);
            let holds = (n0..values.len() - p).all(|heap| values[heap] == values[heap + p]);
            let least = holds
                && values[n0 - 1] != values[n0 - 1 + p]
                && (1..p).all(|q| (n0..n0 + p).any(|heap| values[heap] != values[heap + q]));
            for (also_least, right) in [(false, holds), (true, least)] {
                let found =
                    Proof::of_period(&name, p as u64, n0 as u64, also_least, &Interrupt::new());
                match found {
                    Ok(_) => assert!(right, "{name} {p} {n0}"),
                    Err(error) => {
                        assert!(!right && matches!(error, ProveError::False(_)), "{name} {p} {n0}");
                    }
                }
                let check = if also_least { "least" } else { "period_from" };
                let (mask, parity) = (random.u32(1..64), random.bool());
                let term = format!("{check} {coq} {mask} {parity} steps {n0} {p}");
                periods.terms.push((term, right));
            }
        }
    }
    vec![heaps, periods]
}

/// Whether the player who has moved wins a position of a few small heaps in misère play.
fn misere_outcome(digits: &[u32], heaps: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&found) = known.get(heaps) {
        return found;
    }
    let mut options: Vec<Vec<usize>> = Vec::new();
    for (at, &heap) in heaps.iter().enumerate() {
        let rest = || heaps[..at].iter().chain(&heaps[at + 1..]).copied();
        for (take, digit) in (1..).zip(digits) {
            if digit & 1 == 1 && heap == take {
                options.push(rest().collect());
            }
            if digit & 2 == 2 && heap > take {
                options.push(rest().chain([heap - take]).collect());
            }
            if digit & 4 == 4 && heap > take {
                let parts = (1..heap - take).map(|part| [part, heap - take - part]);
                options.extend(parts.map(|parts| rest().chain(parts).collect()));
            }
        }
    }
    for option in &mut options {
        option.sort_unstable();
    }
    let won =
        !options.is_empty() && options.iter().all(|option| !misere_outcome(digits, option, known));
    known.insert(heaps.to_vec(), won);
    won
}

/// Misère quotients: products, elements of heaps, P-positions, periods and codes that were changed.
fn quotients(random: &mut Rng) -> Vec<Checks> {
    let mut checks = Checks::new(
        "misere quotients",
        "From Coq Require Import List Bool NArith.\nFrom Cg Require Import Octal Misere.\n\
         Import ListNotations.\nOpen Scope N_scope.\n",
    );
    for digits in [&[3, 3][..], &[3, 1], &[5, 2]] {
        let (name, coq) = code(digits);
        let proof = Proof::of_quotient(&name, &Interrupt::new()).unwrap();
        let right = proof.json();
        let mut known = HashMap::new();
        for turn in 0..50 {
            let mut mutant = right.clone();
            let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
            let list = |value: &Value| -> Vec<usize> {
                value.as_array().unwrap().iter().map(number).collect()
            };
            let order = mutant["products"].as_array().unwrap().len();
            let element = |random: &mut Rng| random.usize(..order);
            match turn % 5 {
                _ if turn == 0 => {}
                0 => {
                    let (x, y) = (element(random), element(random));
                    mutant["products"][x][y] = json!(element(random));
                    mutant["products"][y][x] = mutant["products"][x][y].clone();
                }
                1 => {
                    let heaps = mutant["heaps"].as_array().unwrap().len();
                    mutant["heaps"][random.usize(..heaps)] = json!(element(random));
                }
                2 => {
                    let mut winning = list(&mutant["p_positions"]);
                    let x = element(random);
                    match winning.iter().position(|&other| other == x) {
                        Some(at) => drop(winning.remove(at)),
                        None => winning.push(x),
                    }
                    mutant["p_positions"] = json!(winning);
                }
                3 => {
                    let (x, y) = (element(random), element(random));
                    mutant["products"].as_array_mut().unwrap().swap(x, y);
                }
                _ => {
                    let mut heaps = list(&mutant["heaps"]);
                    heaps.insert(random.usize(..=heaps.len()), element(random));
                    let longer = if random.bool() { "from" } else { "period" };
                    mutant[longer] = json!(number(&mutant[longer]) + 1);
                    mutant["heaps"] = json!(heaps);
                }
            }
            let product = |x: usize, y: usize| number(&mutant["products"][x][y]);
            let (heaps, winning) = (list(&mutant["heaps"]), list(&mutant["p_positions"]));
            let [from, period] = ["from", "period"].map(|name| number(&mutant[name]));
            let element = |heap: usize| match heap.checked_sub(from + period) {
                None => heaps[heap],
                Some(over) => heaps[from + over % period],
            };
            let mut wrong = false;
            for a in 0..7 {
                for b in 0..=a {
                    for c in 0..=b {
                        let mut position = vec![c, b, a];
                        let value = position.iter().fold(0, |x, &heap| product(element(heap), x));
                        position.retain(|&heap| heap > 0);
                        let won = misere_outcome(digits, &position, &mut known);
                        wrong |= won != winning.contains(&value);
                    }
                }
            }
            let accepted = proof.accepts_quotient(&mutant).unwrap();
            assert!(!(wrong && accepted), "{name}: {mutant}");
            assert!(turn > 0 || accepted, "{name}");
            let rows: Vec<String> =
                mutant["products"].as_array().unwrap().iter().map(coq_list).collect();
            let quotient = format!(
                "{{| table := [{}]; phi := {}; n0 := {from}; p := {period}; winning := {} |}}",
                rows.join("; "),
                coq_list(&mutant["heaps"]),
                coq_list(&mutant["p_positions"])
            );
            checks.terms.push((format!("tells_check {coq} {quotient}"), accepted));
        }
    }
    vec![checks]
}

fn coq_list(numbers: &Value) -> String {
    numbers.to_string().replace(',', "; ")
}

/// Sums of a number, ups and a nimber: each relation between two of them, as the engine has it.
fn families(random: &mut Rng) -> Vec<Checks> {
    let mut checks = Checks::new(
        "families",
        "From Coq Require Import List Bool NArith ZArith.\nFrom Cg Require Import Ups.\n\
         Import ListNotations.\nOpen Scope Z_scope.\n",
    );
    let mut calculator = calculator();
    for _ in 0..60 {
        // Numbers are counted in quarters; most are equal, so that ups and nimbers decide.
        let number = random.i32(-3..4);
        let sum = |random: &mut Rng| {
            let number = if random.u8(..4) == 0 { random.i32(-3..4) } else { number };
            let (ups, nimber) = (random.i32(-3..4), random.u32(..4));
            (
                format!("{number}/4 + {ups}.^ + *{nimber}"),
                format!("[(({number}), 0, 0%N); (0, ({ups}), {nimber}%N)]"),
            )
        };
        let ((one, vs), (other, ws)) = (sum(random), sum(random));
        let (g, h) = (calculator.game(&one).unwrap(), calculator.game(&other).unwrap());
        let at_most = calculator.engine().le(g, h).unwrap();
        let at_least = calculator.engine().le(h, g).unwrap();
        let (up, down) = (format!("ordered {vs} {ws}"), format!("ordered {ws} {vs}"));
        let relations = [
            ("==", format!("({up} && {down})"), at_most && at_least),
            ("!=", format!("negb ({up} && {down})"), !(at_most && at_least)),
            ("<=", up.clone(), at_most),
            (">=", down.clone(), at_least),
            ("<", format!("({up} && negb ({down}))"), at_most && !at_least),
            (">", format!("({down} && negb ({up}))"), at_least && !at_most),
            ("<>", format!("(negb ({up}) && negb ({down}))"), !at_most && !at_least),
        ];
        for (relation, term, holds) in relations {
            let claim = format!("{one} {relation} {other}");
            match prove(&mut calculator, &claim) {
                Ok(_) => assert!(holds, "{claim}"),
                Err(error) => assert!(!holds && matches!(error, ProveError::False(_)), "{claim}"),
            }
            checks.terms.push((term, holds));
        }
    }
    vec![checks]
}

/// Bands and replies of a board of Domineering, told right or wrong square by square.
fn bands(random: &mut Rng) -> Vec<Checks> {
    let mut checks = Checks::new(
        "bands",
        "From Coq Require Import List Bool NArith.\nFrom Cg Require Import Rules Codes.\n\
         Import ListNotations.\nOpen Scope N_scope.\n",
    );
    let proof = prove(&mut calculator(), "? Domineering(4,6)").unwrap().json();
    const WIDTH: u32 = 7;
    let set = |text: &Value| -> u64 { text.as_str().unwrap().parse().unwrap() };
    let squares = |board: u64| (0..64).filter(move |square| board >> square & 1 == 1);
    let moves = |board: u64, distance: u32| {
        let starts = squares(board & board >> distance);
        starts.map(move |square| board & !(1 << square) & !(1 << (square + distance)))
    };
    for (side, [own, other]) in [[WIDTH, 1], [1, WIDTH]].into_iter().enumerate() {
        for shown in proof["sides"][side]["boards"].as_array().unwrap() {
            let board = set(&shown["board"]);
            let kind = if shown["bands"].is_null() { "replies" } else { "bands" };
            let right: Vec<u64> = shown[kind].as_array().unwrap().iter().map(set).collect();
            for turn in 0..10 {
                let (mut board, mut sets) = (board, right.clone());
                let at = random.usize(..sets.len());
                match turn % 4 {
                    _ if turn == 0 => {}
                    0 => drop(sets.remove(at)),
                    1 => sets[at] ^= 1 << random.u32(..27),
                    2 => sets.push(right[at]),
                    _ => board ^= 1 << random.u32(..27),
                }
                let is_right = match kind {
                    "bands" => {
                        let crosses = |one: u64, two: u64| {
                            squares(one).any(|square| two >> (square + other) & 1 == 1)
                        };
                        let apart = |(at, &one): (usize, &u64)| {
                            let others = sets.iter().enumerate().filter(|&(place, _)| place != at);
                            others.into_iter().all(|(_, &two)| one & two == 0 && !crosses(one, two))
                        };
                        sets.iter().fold(0, |all, set| all | set) == board
                            && sets.iter().enumerate().all(apart)
                    }
                    _ => moves(board, other)
                        .all(|moved| moves(moved, own).any(|after| sets.contains(&after))),
                };
                let list = sets.iter().map(u64::to_string).collect::<Vec<_>>().join("; ");
                let term = match kind {
                    "bands" => format!("bands [{other}] {board} [{list}]"),
                    _ => format!("answered (dominoes {own}) (dominoes {other} {board}) [{list}]"),
                };
                checks.terms.push((term, is_right));
            }
        }
    }
    vec![checks]
}

/// Explicit games: the canonical ones are those whose options are those of the engine's form.
fn canonical(random: &mut Rng) -> Vec<Checks> {
    let options = [
        ("0", "mk [] []"),
        ("1", "mk [zero] []"),
        ("-1", "mk [] [zero]"),
        ("*", "mk [zero] [zero]"),
        ("^", "mk [zero] [star]"),
        ("v", "mk [star] [zero]"),
        ("*2", "mk [star; zero] [star; zero]"),
        ("1/2", "mk [zero] [mk [zero] []]"),
        ("{1|-1}", "mk [mk [zero] []] [mk [] [zero]]"),
    ];
    let mut checks = Checks::new(
        "canonical forms",
        "From Coq Require Import List Bool NArith.\nFrom Cg Require Import Game Form.\n\
         Import ListNotations.\nDefinition star := mk [zero] [zero].\n",
    );
    let mut calculator = calculator();
    for _ in 0..300 {
        let side = |random: &mut Rng| {
            let count = random.usize(..4);
            random.choose_multiple(options, count)
        };
        let sides = [side(random), side(random)];
        let [l, r] = sides
            .each_ref()
            .map(|side| side.iter().map(|(text, _)| *text).collect::<Vec<_>>().join(","));
        let game = calculator.game(&format!("{{{l}|{r}}}")).unwrap();
        let form = calculator.engine().canonical_form(game).unwrap();
        let mut is_canonical = true;
        for (player, side) in Player::BOTH.into_iter().zip(&sides) {
            let own: Vec<_> = calculator.engine().form_options(form, player).to_vec();
            is_canonical &= own.len() == side.len();
            for (option, _) in side {
                let option = calculator.game(option).unwrap();
                is_canonical &= own.contains(&calculator.engine().canonical_form(option).unwrap());
            }
        }
        let [l, r] = sides
            .each_ref()
            .map(|side| side.iter().map(|(_, term)| *term).collect::<Vec<_>>().join("; "));
        checks.terms.push((format!("canb 6 (mk [{l}] [{r}])"), is_canonical));
    }
    vec![checks]
}
