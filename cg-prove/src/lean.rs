//! Claims as text for Lean 4: definitions, the graph of positions, a checker with its proof, and
//! a certificate. No file of this kind was read by Lean yet.
//!
//! The certificate compares two sums as they stand, G <= H, by replies in either sum. Nothing is
//! cancelled or sorted, so that the proof in Lean needs no theorem on sums.

use std::collections::HashMap;
use std::fmt::Write as _;

use cg_core::{NumberUpsStar, Outcome, Player};
use cg_simplify::Engine;
use dashu_int::{IBig, UBig};
use rustc_hash::FxBuildHasher;

use crate::arena::{Item, Signed, State, Universe, opposite};
use crate::claim::{Claim, What};
use crate::error::ProveError;
use crate::oracle::Oracle;
use crate::prove::{StateTerm, Statement, Strategies, Work, sums_of};

/// The definitions and the checker: before the games, before their rows, and behind them.
const LIBRARY: &str = include_str!("lean.lean");
/// The most games and positions of a file.
const MOST_ROWS: usize = 300;
/// The most comparisons of a certificate.
const MOST_ENTRIES: usize = 2_000;
/// The largest numbers, ups and nimbers of which explicit games are made.
const MOST_EXPLICIT: i32 = 64;
/// How many comparisons may lie upon each other.
const MOST_DEEP: usize = 300;

/// A claim with its proof as text for Lean 4, which no version of Lean has read yet.
#[derive(Clone, Debug)]
pub struct LeanProof {
    text: String,
    rows: usize,
    entries: usize,
}

impl LeanProof {
    /// The file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How large the proof is.
    pub fn summary(&self) -> String {
        let games = if self.rows == 1 { "game" } else { "games and positions" };
        format!(
            "{} comparisons of sums of {} {games}, in Lean 4 (untested)",
            self.entries, self.rows
        )
    }
}

/// A game or a position, whose options have smaller numbers.
struct Row {
    text: String,
    sides: [Vec<u32>; 2],
}

/// A term of a sum: whether it is subtracted, and its row.
type Numbered = (bool, u32);
type Sum = Vec<Numbered>;

/// That g <= h: each reply is the number of another entry.
#[derive(Clone, Debug)]
struct Entry {
    g: Sum,
    h: Sum,
    lefts: Vec<usize>,
    rights: Vec<usize>,
}

/// The relation of two sums that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// g <= h.
    Le,
    /// g is less than h or confused with it.
    Lf,
}

/// The certificate of a goal.
struct Certificate {
    goal: Goal,
    g: Sum,
    h: Sum,
    /// The last one is g <= h, or the reply of which g |> h follows.
    entries: Vec<Entry>,
}

impl Claim {
    /// Proves the claim for Lean 4: explicit games, graphs of positions, and sums of them. The
    /// positions of all rulesets are written out as graphs.
    ///
    /// # Errors
    /// The claim is false; it needs a rule of families, or is too large; a limit.
    pub fn lean(&self, engine: &mut Engine) -> Result<LeanProof, ProveError> {
        let terms = || sums_of(&self.kind).into_iter().flatten();
        if terms().any(|term| matches!(term.what, What::Heap { .. })) {
            return Err(ProveError::route("heaps of octal games are proved for Coq alone"));
        }
        if terms().any(|term| matches!(&term.what, What::Small(parts) if is_large(parts))) {
            return Err(ProveError::route(
                "large numbers, many ups and large nimbers are proved by a rule, for Coq alone",
            ));
        }
        let mut work = Work::new(engine, &self.kind)?;
        let statement = work.state_claim(&self.kind)?;
        let [left, right] = work.sums.clone();
        let mut search = Search::new(&mut work, &left, &right)?;
        let goals = search.goals(statement, &left, &right);
        let mut certificates = Vec::new();
        for (goal, g, h) in goals {
            let certificate = search.certificate(goal, g, h)?;
            assert!(
                holds(&search.rows, &certificate),
                "the checker refuses what the search has found"
            );
            certificates.push(certificate);
        }
        let [left, right] = [&left, &right].map(|sum| search.numbered(&Strategies::state(sum)));
        let rows = search.rows;
        let entries = certificates.iter().map(|one| one.entries.len()).sum();
        let text = written(self, statement, [&left, &right], &rows, &certificates);
        Ok(LeanProof { text, rows: rows.len(), entries })
    }
}

/// Whether a number with ups and a nimber has an explicit form that is too large for a file.
fn is_large(parts: &NumberUpsStar) -> bool {
    let few = IBig::from(-MOST_EXPLICIT)..=IBig::from(MOST_EXPLICIT);
    parts.number.exponent() > 32
        || !few.contains(&parts.number.numerator())
        || parts.ups.iter().any(|(_, count)| !few.contains(count))
        || parts.nimber > UBig::from(MOST_EXPLICIT.unsigned_abs())
}

/// The sums after each move of a player, in the order of the file.
fn moves(rows: &[Row], sum: &[Numbered], player: Player) -> Vec<Sum> {
    let mut found = Vec::new();
    for (at, &(minus, row)) in sum.iter().enumerate() {
        let mover = if minus { player.opponent() } else { player };
        for &option in &rows[row as usize].sides[mover as usize] {
            let mut after = sum.to_vec();
            after[at] = (minus, option);
            found.push(after);
        }
    }
    found
}

/// Whether an entry answers g |> h.
fn answers(rows: &[Row], entry: &Entry, g: &Sum, h: &Sum) -> bool {
    if entry.g == *g {
        return moves(rows, h, Player::Left).contains(&entry.h);
    }
    entry.h == *h && moves(rows, g, Player::Right).contains(&entry.g)
}

/// The checker of the file once more.
fn holds(rows: &[Row], certificate: &Certificate) -> bool {
    let entries = &certificate.entries;
    let entry_holds = |(number, entry): (usize, &Entry)| {
        let below = |reply: usize| if reply < number { entries.get(reply) } else { None };
        let answered = |reply: &usize, g: &Sum, h: &Sum| {
            below(*reply).is_some_and(|reply| answers(rows, reply, g, h))
        };
        let lefts = moves(rows, &entry.g, Player::Left);
        let rights = moves(rows, &entry.h, Player::Right);
        lefts.len() == entry.lefts.len()
            && rights.len() == entry.rights.len()
            && lefts.iter().zip(&entry.lefts).all(|(x, reply)| answered(reply, x, &entry.h))
            && rights.iter().zip(&entry.rights).all(|(y, reply)| answered(reply, &entry.g, y))
    };
    let Some(last) = entries.last() else { return false };
    let goal = match certificate.goal {
        Goal::Le => (&last.g, &last.h) == (&certificate.g, &certificate.h),
        Goal::Lf => answers(rows, last, &certificate.g, &certificate.h),
    };
    goal && entries.iter().enumerate().all(entry_holds)
}

struct Search<'a> {
    engine: &'a mut Engine,
    universe: &'a mut Universe,
    oracle: &'a mut Oracle,
    rows: Vec<Row>,
    items: Vec<Item>,
    numbers: HashMap<Item, u32, FxBuildHasher>,
    /// Games with the same options are one.
    alike: HashMap<[Vec<u32>; 2], u32, FxBuildHasher>,
    entries: Vec<Entry>,
    known: HashMap<(Sum, Sum), usize, FxBuildHasher>,
}

impl<'a> Search<'a> {
    /// Numbers the games of both sums with all that can be reached from them.
    fn new<'b: 'a>(
        work: &'a mut Work<'b>,
        left: &[StateTerm],
        right: &[StateTerm],
    ) -> Result<Self, ProveError> {
        let mut search = Search {
            engine: work.engine,
            universe: &mut work.universe,
            oracle: &mut work.oracle,
            rows: Vec::new(),
            items: Vec::new(),
            numbers: HashMap::default(),
            alike: HashMap::default(),
            entries: Vec::new(),
            known: HashMap::default(),
        };
        for term in left.iter().chain(right) {
            search.number(term.signed.item)?;
        }
        Ok(search)
    }

    fn number(&mut self, item: Item) -> Result<(), ProveError> {
        let mut stack = vec![item];
        while let Some(&item) = stack.last() {
            self.engine.check()?;
            if self.numbers.contains_key(&item) {
                stack.pop();
                continue;
            }
            let sides = Player::BOTH.map(|player| self.universe.options(item, player));
            let missing: Vec<Item> = sides
                .iter()
                .flat_map(|side| side.iter().copied())
                .filter(|option| !self.numbers.contains_key(option))
                .collect();
            if !missing.is_empty() {
                stack.extend(missing);
                if stack.len() > 64 * MOST_ROWS {
                    return Err(too_many_rows());
                }
                continue;
            }
            stack.pop();
            let sides = sides.map(|side| {
                let mut side: Vec<u32> = side.iter().map(|item| self.numbers[item]).collect();
                side.sort_unstable();
                side.dedup();
                side
            });
            if let Some(&number) = self.alike.get(&sides) {
                self.numbers.insert(item, number);
                continue;
            }
            if self.rows.len() == MOST_ROWS {
                return Err(too_many_rows());
            }
            let number = u32::try_from(self.rows.len()).expect("the rows are few");
            self.numbers.insert(item, number);
            self.alike.insert(sides.clone(), number);
            self.items.push(item);
            self.rows.push(Row { text: self.universe.text(item), sides });
        }
        Ok(())
    }

    fn numbered(&self, state: &[Signed]) -> Sum {
        state.iter().map(|signed| (signed.minus, self.numbers[&signed.item])).collect()
    }

    /// The goals of a statement.
    fn goals(
        &self,
        statement: Statement,
        left: &[StateTerm],
        right: &[StateTerm],
    ) -> Vec<(Goal, Sum, Sum)> {
        let [g, h] = [left, right].map(|sum| self.numbered(&Strategies::state(sum)));
        let (up, down) = ((Goal::Le, g.clone(), h.clone()), (Goal::Le, h.clone(), g.clone()));
        // Not h <= g, and not g <= h.
        let (not_down, not_up) = ((Goal::Lf, g.clone(), h.clone()), (Goal::Lf, h, g));
        match statement {
            Statement::Equal => vec![up, down],
            Statement::NotEqual { at_most: false } => vec![not_up],
            Statement::NotEqual { at_most: true } => vec![not_down],
            Statement::AtMost => vec![up],
            Statement::Less => vec![up, not_down],
            Statement::Confused => vec![not_up, not_down],
            // Of an outcome h is the empty sum.
            Statement::Outcome(Outcome::Previous) => vec![down, up],
            Statement::Outcome(Outcome::Next) => vec![not_down, not_up],
            Statement::Outcome(Outcome::Left) => vec![down, not_up],
            Statement::Outcome(Outcome::Right) => vec![up, not_down],
        }
    }

    fn certificate(&mut self, goal: Goal, g: Sum, h: Sum) -> Result<Certificate, ProveError> {
        self.entries.clear();
        self.known.clear();
        match goal {
            Goal::Le => drop(self.show(&g, &h, 0)?),
            Goal::Lf => drop(self.reply(&g, &h, 0)?),
        }
        Ok(Certificate { goal, g, h, entries: std::mem::take(&mut self.entries) })
    }

    /// Whether g <= h.
    fn at_most(&mut self, g: &Sum, h: &Sum) -> Result<bool, ProveError> {
        let state = |sum: &Sum| -> State {
            let signed =
                |&(minus, row): &Numbered| Signed { minus, item: self.items[row as usize] };
            sum.iter().map(signed).collect()
        };
        let difference: State = state(h).into_iter().chain(opposite(&state(g))).collect();
        self.oracle.second(self.engine, self.universe, &difference)
    }

    /// The entry of g <= h, which holds.
    fn show(&mut self, g: &Sum, h: &Sum, deep: usize) -> Result<usize, ProveError> {
        if let Some(&number) = self.known.get(&(g.clone(), h.clone())) {
            return Ok(number);
        }
        self.engine.check()?;
        if deep == MOST_DEEP {
            return Err(ProveError::route("the play is too long for a file for Lean"));
        }
        let mut lefts = Vec::new();
        for x in moves(&self.rows, g, Player::Left) {
            lefts.push(self.reply(&x, h, deep + 1)?);
        }
        let mut rights = Vec::new();
        for y in moves(&self.rows, h, Player::Right) {
            rights.push(self.reply(g, &y, deep + 1)?);
        }
        if self.entries.len() == MOST_ENTRIES {
            return Err(ProveError::route(format!(
                "a file for Lean has at most {MOST_ENTRIES} comparisons of sums"
            )));
        }
        let number = self.entries.len();
        self.entries.push(Entry { g: g.clone(), h: h.clone(), lefts, rights });
        self.known.insert((g.clone(), h.clone()), number);
        Ok(number)
    }

    /// The entry that answers g |> h, which holds: one that is there, else the reply with the
    /// fewest moves of the opponent.
    fn reply(&mut self, g: &Sum, h: &Sum, deep: usize) -> Result<usize, ProveError> {
        let replies: Vec<(Sum, Sum)> = moves(&self.rows, h, Player::Left)
            .into_iter()
            .map(|reply| (g.clone(), reply))
            .chain(moves(&self.rows, g, Player::Right).into_iter().map(|reply| (reply, h.clone())))
            .collect();
        if let Some(number) = replies.iter().find_map(|reply| self.known.get(reply)) {
            return Ok(*number);
        }
        let mut replies: Vec<(usize, (Sum, Sum))> = replies
            .into_iter()
            .map(|reply| {
                let lefts = moves(&self.rows, &reply.0, Player::Left).len();
                (lefts + moves(&self.rows, &reply.1, Player::Right).len(), reply)
            })
            .collect();
        replies.sort_by_key(|(open, _)| *open);
        for (_, (g, h)) in replies {
            if self.at_most(&g, &h)? {
                return self.show(&g, &h, deep);
            }
        }
        unreachable!("a comparison that holds has a reply")
    }
}

fn too_many_rows() -> ProveError {
    ProveError::route(format!("a file for Lean has at most {MOST_ROWS} games and positions"))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// A sum as a list of terms of the file.
fn terms(sum: &[Numbered]) -> String {
    let term =
        |&(minus, row): &Numbered| format!("Term.{} g{row}", if minus { "minus" } else { "plus" });
    list(sum.iter().map(term))
}

/// A sum by numbers.
fn numbers(sum: &[Numbered]) -> String {
    list(sum.iter().map(|(minus, row)| format!("({minus}, {row})")))
}

/// What stands in a comment of one line.
fn comment(text: &str) -> String {
    text.replace(['\n', '\r'], " ").replace("-/", "- /").replace("/-", "/ -")
}

/// The file.
fn written(
    claim: &Claim,
    statement: Statement,
    [left, right]: [&Sum; 2],
    rows: &[Row],
    certificates: &[Certificate],
) -> String {
    let parts: Vec<&str> = LIBRARY.split("-- cut\n").collect();
    let [definitions, table, games, checker, _] = parts[..] else {
        unreachable!("the library has four cuts")
    };
    let mut out = format!(
        "/- {}\n   Written by cg {} for Lean 4.15 and newer. UNTESTED: no version of Lean has read such a file yet.\n   \
         The theorem is about the games that are written out below. Those that stand for positions were\n   \
         made from the rules by the calculator, and Lean does not check that. -/\n\
         set_option maxRecDepth 100000\n\nnamespace CgClaim\n\n",
        comment(claim.text()),
        env!("CARGO_PKG_VERSION")
    );
    out.push_str(definitions);
    out.push_str("\n/-! The games. -/\n\n");
    for (number, row) in rows.iter().enumerate() {
        let [left, right] =
            row.sides.each_ref().map(|side| list(side.iter().map(|option| format!("g{option}"))));
        let _ =
            writeln!(out, "def g{number} : Game := .mk {left} {right} -- {}", comment(&row.text));
    }
    out.push('\n');
    out.push_str(table);
    let row = |(number, row): (usize, &Row)| {
        let [left, right] = row.sides.each_ref().map(|side| list(side.iter().map(u32::to_string)));
        format!("⟨g{number}, {left}, {right}⟩")
    };
    let _ = writeln!(out, "def rows : List Row := {}\n", list(rows.iter().enumerate().map(row)));
    out.push_str(games);
    let fits = rows
        .iter()
        .fold("Fits.nil".to_owned(), |rest, _| format!("Fits.cons _ _ rfl rfl ({rest})"));
    let _ = writeln!(out, "theorem rows_fit : Fits rows := {fits}\n");
    out.push_str(checker);
    out.push_str("\n/-! The certificate. -/\n\n");
    for (number, certificate) in certificates.iter().enumerate() {
        certificate.write(&mut out, number);
    }
    let _ =
        write!(out, "{}\n#print axioms claim\n\nend CgClaim\n", theorem(statement, left, right));
    out
}

impl Certificate {
    /// The theorem `tN` of the goal.
    fn write(&self, out: &mut String, number: usize) {
        let (last, before) = self.entries.split_last().expect("a certificate has an entry");
        let entry = |at: usize, entry: &Entry| {
            // The entry before has the number 0.
            let replies =
                |side: &[usize]| list(side.iter().map(|reply| (at - 1 - reply).to_string()));
            format!(
                "⟨{}, {}, {}, {}⟩",
                numbers(&entry.g),
                numbers(&entry.h),
                replies(&entry.lefts),
                replies(&entry.rights)
            )
        };
        let _ = writeln!(out, "def e{number} : Entry := {}\n", entry(before.len(), last));
        let _ = write!(out, "def c{number} : List Entry := [");
        for (at, one) in before.iter().enumerate().rev() {
            let end = if at == 0 { "" } else { "," };
            let _ = write!(out, "\n  {}{end}", entry(at, one));
        }
        out.push_str("]\n\n");
        let proved = format!("proved e{number} c{number} (by decide +kernel)");
        let (g, h) = (terms(&self.g), terms(&self.h));
        let _ = match self.goal {
            Goal::Le => writeln!(out, "theorem t{number} : Le {g} {h} :=\n  {proved}\n"),
            Goal::Lf => writeln!(
                out,
                "theorem t{number} : ¬ Le {h} {g} :=\n  not_le (answers_ok e{number} {} {} (by decide +kernel)\n    ({proved}))\n",
                numbers(&self.g),
                numbers(&self.h)
            ),
        };
    }
}

/// The theorem, of the theorems of its goals.
fn theorem(statement: Statement, left: &Sum, right: &Sum) -> String {
    let (g, h) = (terms(left), terms(right));
    let both = "And.intro t0 t1";
    let (claim, proof) = match statement {
        Statement::Equal => (format!("Equal {g} {h}"), both),
        Statement::NotEqual { at_most: false } => {
            (format!("¬ Equal {g} {h}"), "fun equal => t0 equal.1")
        }
        Statement::NotEqual { at_most: true } => {
            (format!("¬ Equal {g} {h}"), "fun equal => t0 equal.2")
        }
        Statement::AtMost => (format!("Le {g} {h}"), "t0"),
        Statement::Less => (format!("Less {g} {h}"), both),
        Statement::Confused => (format!("Confused {g} {h}"), both),
        Statement::Outcome(outcome) => (format!("Outcome{} {g}", outcome.letter()), both),
    };
    format!("theorem claim : {claim} :=\n  {proof}\n")
}

#[cfg(test)]
mod tests {
    use cg_core::Player::{Left, Right};

    use super::*;

    /// `{1|-1}` twice is at most 0, and 0 is less than or confused with its sum with `*`.
    fn switches() -> (Vec<Row>, Certificate) {
        let row = |left: &[u32], right: &[u32]| Row {
            text: String::new(),
            sides: [left.to_vec(), right.to_vec()],
        };
        // 0, -1, 1, {1|-1}
        let rows = vec![row(&[], &[]), row(&[], &[0]), row(&[0], &[]), row(&[2], &[1])];
        let sum = |rows: &[u32]| rows.iter().map(|&row| (false, row)).collect::<Sum>();
        let entry = |g: &[u32], lefts: &[usize]| Entry {
            g: sum(g),
            h: Vec::new(),
            lefts: lefts.to_vec(),
            rights: Vec::new(),
        };
        let entries = vec![
            entry(&[0, 0], &[]),
            entry(&[2, 1], &[0]),
            entry(&[1, 2], &[0]),
            entry(&[3, 3], &[1, 2]),
        ];
        let certificate = Certificate { goal: Goal::Le, g: sum(&[3, 3]), h: Vec::new(), entries };
        (rows, certificate)
    }

    #[test]
    fn a_checker_refuses_what_does_not_follow() {
        let (rows, certificate) = switches();
        assert!(holds(&rows, &certificate));
        assert_eq!(moves(&rows, &certificate.g, Left).len(), 2);
        assert_eq!(moves(&rows, &[(true, 2), (true, 1)], Right), [[(true, 0), (true, 1)]]);
        let changed = |change: fn(&mut Certificate)| {
            let (_, mut other) = switches();
            change(&mut other);
            !holds(&rows, &other)
        };
        assert!(changed(|one| one.g[0].1 = 2), "another claim");
        assert!(changed(|one| one.goal = Goal::Lf), "another goal");
        assert!(changed(|one| one.entries[3].lefts[0] = 0), "another reply");
        assert!(changed(|one| one.entries[3].lefts[0] = 3), "itself as reply");
        assert!(changed(|one| one.entries[3].lefts.truncate(1)), "no reply");
        assert!(changed(|one| drop(one.entries.remove(0))), "no leaf");
        assert!(changed(|one| one.entries[2].g[0].0 = true), "another sign");
        assert!(changed(|one| one.entries.clear()), "nothing");
    }
}
