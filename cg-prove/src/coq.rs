//! Proofs as files of Coq, over the library in `proofs/`.

use std::collections::HashMap;
use std::fmt::Write as _;

use cg_core::{Outcome, Player};

use crate::arena::{Kind, Universe};
use crate::bands::{Bands, How, Side};
use crate::family::{Family, Summand, ValueForm};
use crate::misere::Quotient;
use crate::period::Period;
use crate::prove::{Fact, Proof, StateTerm, Statement, Strategies, Theorem};
use crate::rules::Set;
use crate::strategy::Certificate;

/// How much of a text stands in one piece: longer ones overflow the stack of coqc.
const PIECE: usize = 4_000;

/// The numbers of a certificate as a text of the library.
pub(crate) fn text_of(numbers: &[u32]) -> String {
    let mut text = String::with_capacity(numbers.len());
    for &number in numbers {
        for _ in 0..number / 91 {
            text.push('~');
        }
        let digit = u8::try_from(35 + number % 91).expect("the base is 91");
        text.push(char::from(digit));
    }
    text
}

/// A text that stands in a comment: nothing in it ends or opens a comment or a string.
fn comment(text: &str) -> String {
    let plain = text.replace('"', "'").replace(['\n', '\r'], " ");
    plain.replace("(*", "( *").replace("*)", "* )")
}

fn define_text(out: &mut String, name: &str, certificate: &Certificate) {
    let text = text_of(&certificate.numbers);
    let pieces: Vec<&str> = text
        .as_bytes()
        .chunks(PIECE)
        .map(|piece| std::str::from_utf8(piece).expect("the text is ASCII"))
        .collect();
    if let [] | [_] = pieces[..] {
        let piece = pieces.first().copied().unwrap_or("");
        let _ = writeln!(out, "Definition {name} := \"{piece}\"%text.");
        return;
    }
    for (number, piece) in pieces.iter().enumerate() {
        let _ = writeln!(out, "Definition {name}_{number} := \"{piece}\"%text.");
    }
    let names: Vec<String> = (0..pieces.len()).map(|number| format!("{name}_{number}")).collect();
    let _ = writeln!(out, "Definition {name} := join [{}].", names.join("; "));
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join("; "))
}

impl Proof {
    /// The proof as a file for `coqc`.
    pub fn coq(&self) -> String {
        let mut out = format!(
            "(* {}\n   Written by cg {}. Check it with: coqc -R DIR Cg FILE.v, where DIR is the library\n   \
             that `cg prove --library DIR` writes, compiled by make. *)\n",
            comment(&self.claim),
            env!("CARGO_PKG_VERSION")
        );
        match &self.theorem {
            Theorem::Strategies(strategies) => strategies.coq(&mut out),
            Theorem::Bands(bands) => bands.coq(&mut out),
            Theorem::Family(family) => family.coq(&mut out),
            Theorem::Period(period) => period.coq(&mut out),
            Theorem::Quotient(quotient) => quotient.coq(&mut out),
        }
        out
    }
}

/// A statement about two sums, or one, each a term of Coq.
fn stated(statement: Statement, left: &str, right: &str) -> String {
    match statement {
        Statement::Equal => format!("eq {left} {right}"),
        Statement::NotEqual { .. } => format!("~ eq {left} {right}"),
        Statement::AtMost => format!("le {left} {right}"),
        Statement::Less => format!("less {left} {right}"),
        Statement::Confused => format!("confused {left} {right}"),
        Statement::Outcome(outcome) => format!("out{} {left}", letter(outcome)),
    }
}

fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Left => 'L',
        Outcome::Right => 'R',
        Outcome::Next => 'N',
        Outcome::Previous => 'P',
    }
}

/// A statement that holds of sums, with one game where a sum has one.
fn state_theorem(
    out: &mut String,
    statement: Statement,
    [left, right]: [&[String]; 2],
    proof: &str,
) {
    let total = |games: &[String]| format!("(total {})", list(games.iter().cloned()));
    let plain = |games: &[String]| match games {
        [game] => game.clone(),
        games => total(games),
    };
    let whole = stated(statement, &total(left), &total(right));
    let short = stated(statement, &plain(left), &plain(right));
    if whole == short {
        let _ = write!(out, "Theorem claim : {whole}.\nProof.\n{proof}Qed.\n");
    } else {
        // A sum of one game is this game; each side is exchanged in turn.
        let mut term = "claim_of_sums".to_owned();
        if let [game] = left {
            let seen = stated(statement, "x", &total(right));
            term = format!("(eq_ind _ (fun x => {seen}) {term} _ (total_one {game}))");
        }
        if let ([game], false) = (right, matches!(statement, Statement::Outcome(_))) {
            let seen = stated(statement, &plain(left), "x");
            term = format!("(eq_ind _ (fun x => {seen}) {term} _ (total_one {game}))");
        }
        let _ = write!(
            out,
            "Lemma claim_of_sums : {whole}.\nProof.\n{proof}Qed.\n\
             Theorem claim : {short}.\nProof. exact {term}. Qed.\n"
        );
    }
    out.push_str("Print Assumptions claim.\n");
}

impl Strategies {
    /// A game in a statement.
    fn game(&self, term: &StateTerm) -> String {
        let game = match (self.universe.kind(term.signed.item), &term.coq) {
            (Kind::Form(row), _) => format!("g{row}"),
            (Kind::Position(ruleset, _), Some(position)) => {
                format!("(val {} {position})", self.universe.rules[*ruleset].coq())
            }
            (Kind::Position(..), None) => unreachable!("a position is written in Coq"),
        };
        if term.signed.minus { format!("(neg {game})") } else { game }
    }

    fn coq(&self, out: &mut String) {
        out.push_str(STRATEGIES);
        let games = self.define(out);
        let outcome;
        let (theorem, sides) = match self.statement {
            Statement::Equal => ("claim_eq", "lhs rhs"),
            Statement::NotEqual { at_most: false } => ("claim_not_eq", "lhs rhs"),
            Statement::NotEqual { at_most: true } => ("claim_not_eq'", "lhs rhs"),
            Statement::AtMost => ("claim_le", "lhs rhs"),
            Statement::Less => ("claim_less", "lhs rhs"),
            Statement::Confused => ("claim_confused", "lhs rhs"),
            Statement::Outcome(found) => {
                outcome = format!("claim_{}", letter(found));
                (&outcome[..], "lhs")
            }
        };
        let texts: Vec<String> =
            (0..self.certificates.len()).map(|number| format!("t{number}")).collect();
        let proof = format!(
            "apply ({theorem} U {} {sides}); vm_cast_no_check (eq_refl true).\n",
            texts.join(" ")
        );
        out.push('\n');
        state_theorem(out, self.statement, [&games[0], &games[1]], &proof);
        self.coq_canonical(out);
    }

    /// Defines the universe, the states and the certificates; the games of both sums in Coq.
    fn define(&self, out: &mut String) -> [Vec<String>; 2] {
        define_universe(out, &self.universe, &self.facts);
        let sums = [&self.left, &self.right];
        for (name, sum) in ["lhs", "rhs"].iter().zip(sums) {
            let state = list(sum.iter().map(|term| signed_item(&self.universe, term)));
            let _ = writeln!(out, "Definition {name} : state U := {state}.");
        }
        for (number, certificate) in self.certificates.iter().enumerate() {
            define_text(out, &format!("t{number}"), certificate);
        }
        sums.map(|sum| sum.iter().map(|term| self.game(term)).collect())
    }

    /// The theorem on the canonical form of a value.
    fn coq_canonical(&self, out: &mut String) {
        let Some(row) = self.canonical else { return };
        let _ = write!(
            out,
            "\nTheorem in_simplest_form : canonical g{row}.\n\
             Proof. apply (canonical_sound {}). vm_compute. reflexivity. Qed.\nPrint Assumptions in_simplest_form.\n",
            self.universe.forms.rows().len() + 1
        );
    }
}

/// The imports of a file with strategies.
const STRATEGIES: &str = "From Coq Require Import List NArith PArith String.\n\
    From Cg Require Import Game Order Rules Arena Codes Form.\n\
    Import ListNotations.\nOpen Scope N_scope.\nOpaque val.\n\n";

/// The explicit games, the universe, and what is known of positions in it.
fn define_universe(out: &mut String, universe: &Universe, facts: &[Fact]) {
    let rows = universe.forms.rows();
    if !rows.is_empty() {
        out.push_str(
            "(* The explicit games, each as a list of Left options and one of Right options. *)\n",
        );
    }
    for (number, row) in (1..).zip(rows) {
        let names = |side: &[u32]| list(side.iter().map(|option| format!("g{option}")));
        let _ = writeln!(
            out,
            "Definition g{number} := mk {} {}. (* {} *)",
            names(&row.left),
            names(&row.right),
            comment(&row.text)
        );
    }
    let numbers = |side: &[u32]| list(side.iter().map(u32::to_string));
    for (name, graph) in universe.graphs() {
        let _ = write!(
            out,
            "\n(* The positions of {}, each with the moves of Left and those of Right, by the numbers of positions.\n   \
             Those with the same options are one. The theorem is about this graph: it was made from the\n   \
             definition of the game by the calculator, and Coq does not check that. *)\n\
             Definition {name} : list graph_row := [\n",
            comment(graph.text(graph.start()))
        );
        for number in graph.numbers() {
            let [left, right] = Player::BOTH.map(|player| numbers(graph.options(number, player)));
            let end = if number as usize == graph.len() { "" } else { ";" };
            let text = comment(graph.text(number));
            let _ = writeln!(out, "  ({number}, ({left}, {right})){end} (* {text} *)");
        }
        out.push_str("]%positive.\n");
    }
    let table = (1..).zip(rows).map(|(number, row): (u32, _)| {
        format!("({number}, (g{number}, ({}, {})))", numbers(&row.left), numbers(&row.right))
    });
    let _ = writeln!(
        out,
        "\n(* What the checker is given. *)\nDefinition T : list row := {}%positive.",
        list(table)
    );
    out.push_str(
        "Lemma T_ok : Forall (row_ok (node (rows_of T))) T.\nProof. repeat (apply Forall_cons; [split; reflexivity|]). apply Forall_nil. Qed.\n",
    );
    let mut whole = "forms T T_ok".to_owned();
    if let Some((last, before)) = universe.rules.split_last() {
        let rules = before
            .iter()
            .rev()
            .fold(last.universe(), |rest, rules| format!("(both {} {rest})", rules.universe()));
        whole = format!("both (forms T T_ok) {rules}");
    }
    if facts.is_empty() {
        let _ = writeln!(out, "Definition U : univ := {whole}.");
    } else {
        define_facts(out, universe, facts, &whole);
    }
}

/// The values that replace positions.
fn define_facts(out: &mut String, universe: &Universe, facts: &[Fact], whole: &str) {
    let _ = writeln!(out, "Definition U0 : univ := {whole}.");
    for (number, fact) in facts.iter().enumerate() {
        let item = signed_item(universe, &fact.term).replace(": item U)", ": item U0)");
        // (false, ITEM : item U0)
        let item = item
            .strip_prefix("(false, ")
            .and_then(|rest| rest.strip_suffix(')'))
            .expect("a fact is about a position");
        let Kind::Form(row) = universe.kind(fact.value.item) else {
            unreachable!("a fact replaces by an explicit game")
        };
        let row = form_item(universe, *row);
        for (side, certificate) in ["a", "b"].iter().zip(&fact.certificates) {
            define_text(out, &format!("{side}{number}"), certificate);
        }
        let _ = write!(
            out,
            "Definition f{number} : fact U0 := ({item}, [({}, {row} : item U0)]).\n\
             Lemma f{number}_ok : fact_ok f{number}.\n\
             Proof. apply (claim_fact U0 (fst f{number}) (snd f{number}) a{number} b{number}); vm_cast_no_check (eq_refl true). Qed.\n",
            fact.value.minus
        );
    }
    let names = list((0..facts.len()).map(|number| format!("f{number}")));
    let proof = (0..facts.len()).rev().fold("(Forall_nil _)".to_owned(), |rest, number| {
        format!("(Forall_cons _ f{number}_ok {rest})")
    });
    let _ = write!(
        out,
        "Definition F : list (fact U0) := {names}.\nLemma F_ok : Forall fact_ok F.\nProof. exact {proof}. Qed.\n\
         Definition U : univ := with_facts U0 F F_ok.\n"
    );
}

/// A term of a state.
fn signed_item(universe: &Universe, term: &StateTerm) -> String {
    let item = match universe.kind(term.signed.item) {
        Kind::Form(row) => form_item(universe, *row),
        Kind::Position(ruleset, _) => {
            let position = term.coq.clone().expect("a position is written in Coq");
            let last = ruleset + 1 == universe.rules.len();
            let inner = if last { position } else { format!("(inl {position})") };
            (0..=*ruleset).fold(inner, |inner, _| format!("(inr {inner})"))
        }
    };
    format!("({}, {item} : item U)", term.signed.minus)
}

fn form_item(universe: &Universe, row: u32) -> String {
    match universe.rules.is_empty() {
        true => format!("{row}%positive"),
        false => format!("(inl {row}%positive)"),
    }
}

impl Bands {
    fn coq(&self, out: &mut String) {
        out.push_str(STRATEGIES);
        define_universe(out, &self.universe, &self.facts);
        let (w, board) = (self.width, &self.board);
        for (player, side) in ["left", "right"].into_iter().zip(&self.sides) {
            self.coq_side(out, player, side);
        }
        let _ = write!(
            out,
            "\nTheorem claim : outN (val (domineering {w}) {board}).\n\
             Proof. split; [exact left_first|exact right_first]. Qed.\nPrint Assumptions claim.\n"
        );
    }

    /// That a player wins, moving first: a lemma for each board that the player wins, moving
    /// second.
    fn coq_side(&self, out: &mut String, player: &str, side: &Side) {
        let (w, board) = (self.width, &self.board);
        let at_least_0 = |game: &str| match player {
            "left" => format!("le zero {game}"),
            _ => format!("le {game} zero"),
        };
        let sound = if player == "left" { "second_sound" } else { "opposite_sound" };
        let mut names: HashMap<Set, usize> = HashMap::new();
        for (number, shown) in side.shown.iter().enumerate() {
            let name = format!("{player}_{number}");
            let claim = at_least_0(&format!("(val (domineering {w}) {})", shown.board));
            match &shown.how {
                How::Bands { bands, certificate } => {
                    define_text(out, &format!("t_{name}"), certificate);
                    let items =
                        list(bands.iter().map(|band| format!("(false, (inr {band}) : item U)")));
                    let games =
                        list(bands.iter().map(|band| format!("val (domineering {w}) {band}")));
                    let _ = write!(
                        out,
                        "Definition s_{name} : state U := {items}.\n\
                         Lemma bands_{name} : {}.\n\
                         Proof. apply ({sound} U t_{name} s_{name}). vm_cast_no_check (eq_refl true). Qed.\n\
                         Lemma {name} : {claim}.\n\
                         Proof. apply ({player}_bands {w} {} {}); [vm_compute; reflexivity|exact bands_{name}]. Qed.\n",
                        at_least_0(&format!("(total {games})")),
                        shown.board,
                        list(bands.iter().map(Set::to_string)),
                    );
                }
                How::Replies(boards) => {
                    let all =
                        boards.iter().rev().fold("(Forall_nil _)".to_owned(), |rest, board| {
                            format!("(Forall_cons _ {player}_{} {rest})", names[board])
                        });
                    let _ = write!(
                        out,
                        "Lemma {name} : {claim}.\n\
                         Proof. apply ({player}_replies {w} {} {}); [vm_compute; reflexivity|exact {all}]. Qed.\n",
                        shown.board,
                        list(boards.iter().map(Set::to_string)),
                    );
                }
            }
            names.insert(shown.board, number);
        }
        let last = side.shown.len() - 1;
        let _ = write!(
            out,
            "Theorem {player}_first : win1 {} (val (domineering {w}) {board}).\n\
             Proof. apply ({player}_to {w} {board} {} {}); [vm_compute; reflexivity|exact {player}_{last}]. Qed.\n",
            if player == "left" { "Left" } else { "Right" },
            side.number,
            side.shown[last].board,
        );
    }
}

impl Summand {
    fn coq(&self, places: u32) -> String {
        match self {
            Summand::Number(parts) => format!("(num {places} ({parts}))"),
            Summand::Ups(count) => format!("(ups ({count}))"),
            Summand::Nimber(value) => format!("(star {value}%N)"),
            Summand::Heap { digits: code, heap, .. } => {
                format!("(heap (octal {}%N) {heap}%N)", digits(code))
            }
        }
    }
}

fn digits(digits: &[u32]) -> String {
    list(digits.iter().map(u32::to_string))
}

impl Family {
    fn coq(&self, out: &mut String) {
        // Numbers and ups are integers of Coq, all else are natural numbers.
        let scope = if self.places.is_some() { "Z" } else { "N" };
        let natural = if self.places.is_some() { "%N" } else { "" };
        let places = self.places.unwrap_or(0);
        let _ = write!(
            out,
            "From Coq Require Import List NArith ZArith.\n\
             From Cg Require Import Game Order Nim Octal OctalCheck Family{}{}.\n\
             Import ListNotations.\nOpen Scope {scope}_scope.\nOpaque heap star{}.\n\n",
            if self.places.is_some() { " Numbers Ups" } else { "" },
            if matches!(self.form, ValueForm::Explicit(_)) { " Arena Form" } else { "" },
            if self.places.is_some() { " num ups" } else { "" },
        );
        let mut heaps = 0;
        let sides = [&self.left, &self.right].map(|side| {
            let mut equal = match self.places {
                Some(places) => format!("(no_worth {places})"),
                None => "no_nimbers".to_owned(),
            };
            for summand in side.iter().rev() {
                let reason = match summand {
                    Summand::Number(parts) => {
                        equal = format!("(one_number {places} ({parts}) _ _ {equal})");
                        continue;
                    }
                    Summand::Ups(count) => {
                        equal = format!("(one_ups {places} ({count}) _ _ {equal})");
                        continue;
                    }
                    Summand::Nimber(value) => format!("(eq_refl' (star {value}%N))"),
                    Summand::Heap { digits: code, heap, value } => {
                        let _ = write!(
                            out,
                            "Lemma heap{heaps} : eq {} (star {value}%N).\n\
                             Proof. apply (heap_sound (octal {}%N) (N.to_nat 1000000) {heap}%N {value}%N). vm_cast_no_check (eq_refl true). Qed.\n",
                            summand.coq(places),
                            digits(code),
                        );
                        heaps += 1;
                        format!("heap{}", heaps - 1)
                    }
                };
                equal = match self.places {
                    Some(places) => format!("(one_nimber {places} _ _ _ _ {reason} {equal})"),
                    None => format!("(one_heap _ _ _ _ {reason} {equal})"),
                };
            }
            let value = |summand: &Summand| match (summand, self.places) {
                (Summand::Number(parts), _) => format!("(({parts}), 0, 0%N)"),
                (Summand::Ups(count), _) => format!("(0, ({count}), 0%N)"),
                (Summand::Nimber(value) | Summand::Heap { value, .. }, Some(_)) => {
                    format!("(0, 0, {value}{natural})")
                }
                (Summand::Nimber(value) | Summand::Heap { value, .. }, None) => value.to_string(),
            };
            let games = list(side.iter().map(|summand| summand.coq(places)));
            match self.places {
                Some(places) => format!("{places} {games} {} {equal}", list(side.iter().map(value))),
                None => format!("{games} {} {equal}", list(side.iter().map(value))),
            }
        });
        let kind = if self.places.is_some() { "worth" } else { "nim" };
        let name = match self.statement {
            Statement::Equal => "eq".to_owned(),
            Statement::NotEqual { .. } => "not_eq".to_owned(),
            Statement::AtMost => "le".to_owned(),
            Statement::Confused => "confused".to_owned(),
            Statement::Less => "less".to_owned(),
            Statement::Outcome(found) => letter(found).to_string(),
        };
        // A comparison names the places once.
        let second = match self.places {
            Some(places) => sides[1].strip_prefix(&format!("{places} ")).unwrap_or(&sides[1]),
            None => &sides[1],
        };
        let arguments = match self.statement {
            Statement::Outcome(_) => sides[0].clone(),
            _ => format!("{} {second}", sides[0]),
        };
        let proof = format!("apply ({kind}_claim_{name} {arguments}). vm_compute. reflexivity.\n");
        let games = [&self.left, &self.right]
            .map(|side| side.iter().map(|one| one.coq(places)).collect::<Vec<_>>());
        state_theorem(out, self.statement, [&games[0], &games[1]], &proof);
        match &self.form {
            ValueForm::Unsaid => {}
            ValueForm::Itself => {
                let canonical = match &self.right[..] {
                    [Summand::Number(parts)] => format!("canonical_num {places} ({parts})"),
                    [Summand::Nimber(value)] => format!("canonical_star {value}%N"),
                    right => unreachable!("{right:?} is no number and no nimber"),
                };
                let _ = write!(
                    out,
                    "\nTheorem in_simplest_form : canonical {}.\nProof. exact ({canonical}). Qed.\n\
                     Print Assumptions in_simplest_form.\n",
                    self.right[0].coq(places)
                );
            }
            ValueForm::Explicit(strategies) => {
                out.push('\n');
                let [terms, value] = strategies.define(out).map(|games| list(games.into_iter()));
                let value_game = value.trim_matches(['[', ']']);
                let sum = list(games[0].iter().cloned());
                let _ = write!(
                    out,
                    "Lemma explicit : eq (total {terms}) (total {value}).\n\
                     Proof. apply (claim_eq U t0 t1 lhs rhs); vm_cast_no_check (eq_refl true). Qed.\n\
                     Theorem explicit_form : eq (total {sum}) {value_game}.\n\
                     Proof. apply (form_of {} {terms} {value_game}); [vm_cast_no_check (eq_refl {terms})|exact explicit]. Qed.\n\
                     Print Assumptions explicit_form.\n",
                    sides[0],
                );
                strategies.coq_canonical(out);
            }
        }
    }
}

impl Quotient {
    fn coq(&self, out: &mut String) {
        let row = |row: &[u16]| list(row.iter().map(u16::to_string));
        let code = format!("(octal {})", digits(&self.digits));
        out.push_str(
            "From Coq Require Import List NArith.\n\
             From Cg Require Import Game Octal Misere.\n\
             Import ListNotations.\nOpen Scope N_scope.\n\n",
        );
        let rows: Vec<String> = self.table.iter().map(|one| format!("    {}", row(one))).collect();
        let _ = write!(
            out,
            "(* The products of the elements, the elements of the heaps, the elements that are P-positions. *)\n\
             Definition q : quotient := {{|\n  table := [\n{}];\n  phi := {};\n  n0 := {}; p := {};\n  winning := {} |}}.\n\n\
             Theorem claim : tells {code} q.\n\
             Proof. apply tells_sound. vm_cast_no_check (eq_refl true). Qed.\nPrint Assumptions claim.\n",
            rows.join(";\n"),
            row(&self.phi),
            self.start,
            self.period,
            row(&self.winning),
        );
    }
}

impl Period {
    fn coq(&self, out: &mut String) {
        let code = format!("(octal {})", digits(&self.digits));
        let (period, start) = (self.period, self.start);
        out.push_str(
            "From Coq Require Import List NArith.\n\
             From Cg Require Import Game Order Nim Octal OctalCheck Family.\n\
             Import ListNotations.\nOpen Scope N_scope.\nOpaque heap star.\n\n",
        );
        let (name, statement) = match self.least {
            true => ("least", format!("least_period {code} {start} {period}")),
            false => (
                "period_from",
                format!(
                    "forall n, {start} <= n -> eq (heap {code} (n + {period})) (heap {code} n)"
                ),
            ),
        };
        let _ = write!(
            out,
            "Theorem claim : {statement}.\n\
             Proof. apply ({name}_sound {code} {} {} (N.to_nat 1000000)). vm_cast_no_check (eq_refl true). Qed.\n\
             Print Assumptions claim.\n",
            self.space.mask, self.space.parity
        );
    }
}
