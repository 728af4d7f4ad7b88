//! From a claim to a theorem with its certificates.

use cg_core::{Game, Interrupt, Outcome, Player};
use cg_simplify::{Engine, Form};
use serde_json::Value;

use crate::arena::{Item, Kind, Signed, State, Universe, opposite};
use crate::bands::{self, Bands};
use crate::check::accepts;
use crate::claim::{Claim, ClaimKind, Relation, Term, What};
use crate::error::ProveError;
use crate::family::{self, Family, ValueForm};
use crate::forms::Forms;
use crate::oracle::Oracle;
use crate::rules::Rules;
use crate::strategy::{Certificate, Goal, checked};

/// The most rows of the explicit games of a theorem.
const MOST_ROWS: usize = 20_000;
/// The most rows of a value that replaces a position in a sum.
const MOST_FACT_ROWS: usize = 400;
/// The most steps of the engine for such a value.
const MOST_FACT_STEPS: u32 = 1_000_000;
/// The most rows of a value of which it is also proved that it is canonical.
pub(crate) const MOST_CANONICAL_ROWS: usize = 24;

/// A claim with its proof, which was checked.
#[derive(Debug)]
pub struct Proof {
    pub(crate) claim: String,
    pub(crate) theorem: Theorem,
}

/// What the proof rests on.
#[derive(Debug)]
pub(crate) enum Theorem {
    /// Winning strategies.
    Strategies(Box<Strategies>),
    /// Bands of a board of Domineering between which only the mover could play.
    Bands(Box<Bands>),
    /// Closed rules of numbers, ups and nimbers.
    Family(Family),
    /// The theorem on periods.
    Period(crate::period::Period),
    /// The theorem on misère quotients.
    Quotient(crate::misere::Quotient),
}

/// What is stated of sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Statement {
    Equal,
    /// Not equal: the first sum is not at most the second, or not at least.
    NotEqual {
        at_most: bool,
    },
    AtMost,
    Less,
    Confused,
    Outcome(Outcome),
}

/// A term of a theorem.
#[derive(Clone, Debug)]
pub(crate) struct StateTerm {
    pub(crate) signed: Signed,
    /// The position in Coq, when it is none of the explicit games.
    pub(crate) coq: Option<String>,
}

/// A position and the explicit game that it equals.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) term: StateTerm,
    pub(crate) value: Signed,
    pub(crate) certificates: [Certificate; 2],
}

/// A theorem by strategies.
pub(crate) struct Strategies {
    pub(crate) universe: Universe,
    pub(crate) statement: Statement,
    pub(crate) left: Vec<StateTerm>,
    /// Empty for an outcome.
    pub(crate) right: Vec<StateTerm>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) certificates: Vec<Certificate>,
    /// The row of the value of which it is proved that it is canonical.
    pub(crate) canonical: Option<u32>,
}

impl std::fmt::Debug for Strategies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Strategies").field("statement", &self.statement).finish_non_exhaustive()
    }
}

/// The goals of a statement about sums, in the order of the arguments of its theorem.
pub(crate) fn goals(statement: Statement, left: &[Signed], right: &[Signed]) -> Vec<Goal> {
    let less = |one: &[Signed], other: &[Signed]| -> State {
        one.iter().copied().chain(opposite(other)).collect()
    };
    let (up, down) = (less(right, left), less(left, right));
    match statement {
        Statement::Equal => vec![Goal::Second(up), Goal::Second(down)],
        Statement::NotEqual { at_most: false } => vec![Goal::First(down)],
        Statement::NotEqual { at_most: true } => vec![Goal::First(up)],
        Statement::AtMost => vec![Goal::Second(up)],
        Statement::Less => vec![Goal::Second(up.clone()), Goal::First(up)],
        Statement::Confused => vec![Goal::First(down), Goal::First(up)],
        Statement::Outcome(outcome) => {
            let (own, other) = (left.to_vec(), opposite(left));
            match outcome {
                Outcome::Next => vec![Goal::First(own), Goal::First(other)],
                Outcome::Previous => vec![Goal::Second(own), Goal::Second(other)],
                Outcome::Left => vec![Goal::First(own.clone()), Goal::Second(own)],
                Outcome::Right => vec![Goal::First(other.clone()), Goal::Second(other)],
            }
        }
    }
}

impl Proof {
    /// Proves that the nim-values of an octal code have a period from a heap on: G(n + period) is
    /// G(n) for all n from `start`. With `least`, that no smaller period and no earlier start
    /// would do.
    ///
    /// # Errors
    /// The claim is false, the code is not one of the Coq library, a limit.
    pub fn of_period(
        code: &str,
        period: u64,
        start: u64,
        least: bool,
        interrupt: &Interrupt,
    ) -> Result<Self, ProveError> {
        let least_words = if least { ", both least" } else { "" };
        let claim = format!("{code}: G(n + {period}) = G(n) for all n >= {start}{least_words}");
        let period = crate::period::prove(code, period, start, least, interrupt)?;
        Ok(Proof { claim, theorem: Theorem::Period(period) })
    }

    /// Finds the misère quotient of an octal code and proves that it tells who wins, in misère
    /// play, each position of heaps.
    ///
    /// # Errors
    /// No quotient is found for all heaps, the code is not one of the Coq library, a limit.
    pub fn of_quotient(code: &str, interrupt: &Interrupt) -> Result<Self, ProveError> {
        let quotient = crate::misere::prove(code, interrupt)?;
        let claim =
            format!("{code} in misere play has a quotient of {} elements", quotient.table.len());
        Ok(Proof { claim, theorem: Theorem::Quotient(quotient) })
    }

    /// The proof in a line: what it rests on, and how large it is.
    pub fn summary(&self) -> String {
        match &self.theorem {
            Theorem::Strategies(_) | Theorem::Bands(_) => {
                let (facts, certificates): (&[Fact], Vec<&Certificate>) = match &self.theorem {
                    Theorem::Bands(bands) => (&bands.facts, bands.certificates().collect()),
                    Theorem::Strategies(one) => (&one.facts, one.certificates.iter().collect()),
                    _ => (&[], Vec::new()),
                };
                let facts = facts.iter().flat_map(|fact| &fact.certificates);
                let all = || certificates.iter().copied().chain(facts.clone());
                let states: usize = all().map(|one| one.states).sum();
                let replies: usize = all().map(|one| one.numbers.len()).sum();
                let count = |count: usize, one: &str, many: &str| match count {
                    1 => format!("1 {one}"),
                    _ => format!("{count} {many}"),
                };
                let mut summary = format!(
                    "{}: {}, {}",
                    count(all().count(), "winning strategy", "winning strategies"),
                    count(states, "position", "positions"),
                    count(replies, "reply", "replies")
                );
                if let Theorem::Strategies(strategies) = &self.theorem {
                    for (_, graph) in strategies.universe.graphs() {
                        let positions = count(graph.len(), "position", "positions");
                        let start = graph.text(graph.start());
                        summary += &format!("; {start} is the graph of its {positions}");
                    }
                }
                summary
            }
            Theorem::Family(family) => {
                let canonical = match family.form {
                    ValueForm::Unsaid => "",
                    ValueForm::Itself | ValueForm::Explicit(_) => "; its form is canonical",
                };
                format!("by the rule of {}{canonical}", family.name())
            }
            Theorem::Quotient(quotient) => {
                format!("by a quotient of {} elements", quotient.table.len())
            }
            Theorem::Period(period) => format!(
                "by the theorem on periods, from the values of {} heaps",
                2 * (period.start.max(1) + period.period) + period.digits.len() as u64
            ),
        }
    }

    /// The claim.
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// The certificates of the strategies with their numbers of moves, for tests of the checker.
    pub fn certificates(&self) -> Vec<Vec<u32>> {
        match &self.theorem {
            Theorem::Strategies(strategies) => {
                strategies.certificates.iter().map(|one| one.numbers.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the checker accepts these numbers in place of those of a certificate.
    pub fn accepts(&mut self, certificate: usize, numbers: &[u32]) -> bool {
        let Theorem::Strategies(strategies) = &mut self.theorem else { return false };
        let (left, right) =
            (Strategies::state(&strategies.left), Strategies::state(&strategies.right));
        let goals = goals(strategies.statement, &left, &right);
        goals.get(certificate).is_some_and(|goal| accepts(&mut strategies.universe, goal, numbers))
    }

    /// Whether the checker accepts a quotient, as [`Proof::json`] writes it, in place of that of
    /// the proof.
    ///
    /// # Errors
    /// Interruptions; a quotient with too many states.
    pub fn accepts_quotient(&self, json: &Value) -> Result<bool, ProveError> {
        let Theorem::Quotient(quotient) = &self.theorem else { return Ok(false) };
        match quotient.with(json) {
            Some(other) => other.is_right(&Interrupt::new()),
            None => Ok(false),
        }
    }

    /// Whether the checker accepts the certificates of this proof for another relation between
    /// the two sums, as the theorem has them. A wrong claim must not pass.
    pub fn serves(&mut self, relation: Relation) -> bool {
        let Theorem::Strategies(strategies) = &mut self.theorem else { return false };
        let (mut left, mut right) =
            (Strategies::state(&strategies.left), Strategies::state(&strategies.right));
        let statement = match relation {
            Relation::Equal => Statement::Equal,
            Relation::NotEqual => Statement::NotEqual { at_most: false },
            Relation::AtMost | Relation::AtLeast => Statement::AtMost,
            Relation::Less | Relation::Greater => Statement::Less,
            Relation::Confused => Statement::Confused,
        };
        if matches!(relation, Relation::AtLeast | Relation::Greater) {
            std::mem::swap(&mut left, &mut right);
        }
        let goals = goals(statement, &left, &right);
        let certificates = &strategies.certificates;
        goals.len() == certificates.len()
            && goals
                .iter()
                .zip(certificates)
                .all(|(goal, one)| accepts(&mut strategies.universe, goal, &one.numbers))
    }
}

impl Claim {
    /// Proves the claim: finds the certificates and checks them.
    ///
    /// # Errors
    /// The claim is false, no theorem leads to it, a limit.
    pub fn prove(&self, engine: &mut Engine) -> Result<Proof, ProveError> {
        let made = |theorem| Proof { claim: self.text.clone(), theorem };
        match family::prove(&self.kind) {
            Ok(None) => {}
            Ok(Some(mut family)) => {
                if matches!(self.kind, ClaimKind::Value(_)) {
                    family.form = family.value_form(engine)?;
                }
                return Ok(made(Theorem::Family(family)));
            }
            // The winning move of a small sum says more than the rule.
            Err(ProveError::False(_)) if family::is_small(&self.kind) => {}
            Err(error) => return Err(error),
        }
        if let Some(bands) = bands::prove(engine, &self.kind)? {
            return Ok(made(Theorem::Bands(Box::new(bands))));
        }
        let strategies = Work::new(engine, &self.kind)?.prove(&self.kind)?;
        Ok(made(Theorem::Strategies(Box::new(strategies))))
    }
}

impl Claim {
    /// The comparison as it is claimed, whether it holds or not, without certificates: for
    /// tests of the checker, which must accept none for a false claim.
    ///
    /// # Errors
    /// No comparison, or one without positions and explicit games; a limit.
    pub fn unproved(&self, engine: &mut Engine) -> Result<Proof, ProveError> {
        let ClaimKind::Compare { relation, .. } = &self.kind else {
            return Err(ProveError::route("only comparisons are looked at so"));
        };
        let statement = match relation {
            Relation::Equal => Statement::Equal,
            Relation::AtMost => Statement::AtMost,
            _ => return Err(ProveError::route("only == and <= are looked at so")),
        };
        let work = Work::new(engine, &self.kind)?;
        let [left, right] = work.sums;
        let strategies = Strategies {
            universe: work.universe,
            statement,
            left,
            right,
            facts: Vec::new(),
            certificates: Vec::new(),
            canonical: None,
        };
        Ok(Proof { claim: self.text.clone(), theorem: Theorem::Strategies(Box::new(strategies)) })
    }
}

/// A proof by strategies in the making.
pub(crate) struct Work<'a> {
    pub(crate) engine: &'a mut Engine,
    pub(crate) universe: Universe,
    pub(crate) oracle: Oracle,
    /// The terms of both sums.
    pub(crate) sums: [Vec<StateTerm>; 2],
    texts: [String; 2],
    /// The row of the value, where it is proved that it is canonical.
    canonical: Option<u32>,
}

pub(crate) fn sums_of(kind: &ClaimKind) -> [&[Term]; 2] {
    match kind {
        ClaimKind::Compare { left, right, .. } => [left, right],
        ClaimKind::Outcome { sum, .. } | ClaimKind::Value(sum) => [sum, &[]],
    }
}

fn written(sum: &[Term]) -> String {
    let mut text = String::new();
    for (number, term) in sum.iter().enumerate() {
        text += match (term.minus, number) {
            (true, 0) => "-",
            (true, _) => " - ",
            (false, 0) => "",
            (false, _) => " + ",
        };
        text += &term.text;
    }
    text
}

impl<'a> Work<'a> {
    pub(crate) fn new(engine: &'a mut Engine, kind: &ClaimKind) -> Result<Self, ProveError> {
        let sums = sums_of(kind);
        let mut rules: Vec<Rules> = Vec::new();
        let mut forms = Forms::default();
        for term in sums.into_iter().flatten() {
            match &term.what {
                What::Position(placed) if !rules.contains(&placed.rules) => {
                    rules.push(placed.rules.clone());
                }
                What::Heap { .. } => {
                    return Err(ProveError::route(
                        "heaps of octal games are proved beside numbers, ups and nimbers alone",
                    ));
                }
                _ => {}
            }
            if let Some(form) = form_of(engine, &term.what)? {
                forms.add(engine, form)?;
            }
        }
        let oracle = Oracle::new(&rules);
        let universe = Universe::new(forms, rules);
        let texts = sums.map(written);
        let mut work = Work {
            engine,
            universe,
            oracle,
            sums: [Vec::new(), Vec::new()],
            texts,
            canonical: None,
        };
        for (side, sum) in sums.into_iter().enumerate() {
            for term in sum {
                let term = work.term(term)?;
                work.sums[side].push(term);
            }
        }
        Ok(work)
    }

    fn term(&mut self, term: &Term) -> Result<StateTerm, ProveError> {
        let (kind, coq) = match &term.what {
            What::Position(placed) => {
                let ruleset = self.universe.rules.iter().position(|rules| *rules == placed.rules);
                let ruleset = ruleset.expect("all rulesets were added");
                (Kind::Position(ruleset, placed.position.clone()), Some(placed.coq.clone()))
            }
            what => {
                let form = form_of(self.engine, what)?.expect("the rest are explicit games");
                let row = self.universe.forms.number(form).expect("all explicit games were added");
                (Kind::Form(row), None)
            }
        };
        let item = self.universe.item(kind);
        Ok(StateTerm { signed: Signed { minus: term.minus, item }, coq })
    }

    fn state(&self, side: usize) -> State {
        self.sums[side].iter().map(|term| term.signed).collect()
    }

    fn difference(&self, swap: bool) -> State {
        let (one, other) = if swap { (1, 0) } else { (0, 1) };
        self.state(one).into_iter().chain(opposite(&self.state(other))).collect()
    }

    fn second(&mut self, state: &State) -> Result<bool, ProveError> {
        self.oracle.second(self.engine, &self.universe, state)
    }

    fn first(&mut self, state: &State) -> Result<bool, ProveError> {
        self.oracle.first(self.engine, &self.universe, state)
    }

    /// Adds the explicit game of a value, or finds its negative, whose row serves too.
    fn row_of_value(&mut self, value: Game) -> Result<Signed, ProveError> {
        let form = self.engine.canonical_form(value)?;
        let negative = self.engine.negate(value)?;
        let opposite = self.engine.canonical_form(negative)?;
        let (minus, row) =
            match (self.universe.forms.number(form), self.universe.forms.number(opposite)) {
                (Some(row), _) => (false, row),
                (None, Some(row)) => (true, row),
                (None, None) => (false, self.universe.forms.add(self.engine, form)?),
            };
        if self.universe.forms.rows().len() > MOST_ROWS {
            return Err(ProveError::route(format!(
                "the value has more than {MOST_ROWS} positions"
            )));
        }
        Ok(Signed { minus, item: self.universe.item(Kind::Form(row)) })
    }

    /// What is stated of the two sums, which change places where the claim is read backwards.
    ///
    /// # Errors
    /// The claim is false; a limit.
    pub(crate) fn state_claim(&mut self, kind: &ClaimKind) -> Result<Statement, ProveError> {
        let (statement, swapped) = match kind {
            ClaimKind::Compare { relation, .. } => self.compared(*relation)?,
            ClaimKind::Outcome { claimed, .. } => (self.outcome(*claimed)?, false),
            ClaimKind::Value(_) => {
                let state = self.state(0);
                let value = self.oracle.value(self.engine, &self.universe, &state)?;
                let signed = self.row_of_value(value)?;
                if let (false, Kind::Form(row)) = (signed.minus, self.universe.kind(signed.item))
                    && self.universe.forms.rows().len() <= MOST_CANONICAL_ROWS
                {
                    self.canonical = Some(*row);
                }
                self.sums[1].push(StateTerm { signed, coq: None });
                (Statement::Equal, false)
            }
        };
        if swapped {
            self.sums.swap(0, 1);
        }
        Ok(statement)
    }

    fn prove(mut self, kind: &ClaimKind) -> Result<Strategies, ProveError> {
        for term in self.positions() {
            self.small_value(term.signed.item)?;
        }
        let statement = self.state_claim(kind)?;
        let facts = self.facts()?;
        let mut certificates = Vec::new();
        for goal in goals(statement, &self.state(0), &self.state(1)) {
            certificates.push(self.certificate(&goal)?);
        }
        let [left, right] = self.sums;
        Ok(Strategies {
            universe: self.universe,
            statement,
            left,
            right,
            facts,
            certificates,
            canonical: self.canonical,
        })
    }

    /// A certificate that was checked.
    pub(crate) fn certificate(&mut self, goal: &Goal) -> Result<Certificate, ProveError> {
        checked(self.engine, &mut self.universe, &mut self.oracle, goal)
    }

    /// The explicit game that a position equals, with the proof; `None` where that is large.
    pub(crate) fn fact(&mut self, term: StateTerm) -> Result<Option<Fact>, ProveError> {
        let item = term.signed.item;
        let Some(game) = self.small_value(item)? else { return Ok(None) };
        let form = self.engine.canonical_form(game)?;
        let mut alone = Forms::default();
        alone.add(self.engine, form)?;
        if alone.rows().len() > MOST_FACT_ROWS {
            return Ok(None);
        }
        let value = self.row_of_value(game)?;
        let plain = Signed { minus: false, item };
        let [up, down] = [vec![value, plain.opposite()], vec![plain, value.opposite()]];
        let certificates =
            [self.certificate(&Goal::Second(up))?, self.certificate(&Goal::Second(down))?];
        let term = StateTerm { signed: plain, coq: term.coq };
        Ok(Some(Fact { term, value, certificates }))
    }

    /// The positions of a claim with several of them, each once.
    fn positions(&self) -> Vec<StateTerm> {
        let all = self.sums.iter().flatten().filter(|term| term.coq.is_some());
        let mut positions: Vec<StateTerm> = Vec::new();
        if all.clone().count() > 1 {
            for term in all {
                if positions.iter().all(|one| one.signed.item != term.signed.item) {
                    positions.push(term.clone());
                }
            }
        }
        positions
    }

    /// The value of a position, when it takes few steps. Sums of values are decided at once.
    fn small_value(&mut self, item: Item) -> Result<Option<Game>, ProveError> {
        self.oracle.value_within(self.engine, &self.universe, item, MOST_FACT_STEPS)
    }

    /// In a sum with several positions, each is replaced by its value where that is small.
    fn facts(&mut self) -> Result<Vec<Fact>, ProveError> {
        let mut facts: Vec<Fact> = Vec::new();
        for term in self.positions() {
            facts.extend(self.fact(term)?);
        }
        for fact in &facts {
            self.universe.replace(fact.term.signed.item, vec![fact.value]);
        }
        Ok(facts)
    }

    /// The statement that holds where a comparison is claimed, and whether the sums change
    /// places.
    fn compared(&mut self, relation: Relation) -> Result<(Statement, bool), ProveError> {
        let (up, down) = (self.difference(true), self.difference(false));
        // Whether the first sum is at most the second, and at least.
        let at_most = self.second(&up)?;
        let at_least = self.second(&down)?;
        let (statement, swapped, holds) = match relation {
            Relation::Equal => (Statement::Equal, false, at_most && at_least),
            Relation::NotEqual => (Statement::NotEqual { at_most }, false, !(at_most && at_least)),
            Relation::AtMost => (Statement::AtMost, false, at_most),
            Relation::AtLeast => (Statement::AtMost, true, at_least),
            Relation::Less => (Statement::Less, false, at_most && !at_least),
            Relation::Greater => (Statement::Less, true, at_least && !at_most),
            Relation::Confused => (Statement::Confused, false, !at_most && !at_least),
        };
        if holds {
            return Ok((statement, swapped));
        }
        let needs_at_most = matches!(relation, Relation::Equal | Relation::AtMost | Relation::Less);
        let needs_at_least =
            matches!(relation, Relation::Equal | Relation::AtLeast | Relation::Greater);
        let [one, other] = self.texts.clone();
        let bracket = |text: &str| match text.contains(['+', ' ']) {
            true => format!("({text})"),
            false => text.to_owned(),
        };
        let difference = |a: &str, b: &str| format!("{a} - {}", bracket(b));
        Err(ProveError::False(match () {
            () if needs_at_most && !at_most => {
                self.shown(&down, Player::Left, &difference(&one, &other))?
            }
            () if needs_at_least && !at_least => {
                self.shown(&up, Player::Left, &difference(&other, &one))?
            }
            () if at_most && at_least => format!("{one} and {other} are equal"),
            () if at_most => {
                format!("{one} <= {other}: Left wins {}, moving second", difference(&other, &one))
            }
            () => {
                format!("{other} <= {one}: Left wins {}, moving second", difference(&one, &other))
            }
        }))
    }

    fn outcome(&mut self, claimed: Option<Outcome>) -> Result<Statement, ProveError> {
        let state = self.state(0);
        let left = self.first(&state)?;
        let right = self.first(&opposite(&state))?;
        let outcome = Outcome::from_first_moves(left, right);
        let Some(claimed) = claimed.filter(|claimed| *claimed != outcome) else {
            return Ok(Statement::Outcome(outcome));
        };
        let sum = self.texts[0].clone();
        let differs = Player::BOTH
            .into_iter()
            .find(|&player| claimed.won_by_first(player) != outcome.won_by_first(player))
            .expect("outcomes differ when one of the players moves first");
        let seen = if differs == Player::Left { state } else { opposite(&state) };
        let shown = match outcome.won_by_first(differs) {
            true => self.shown(&seen, differs, &sum)?,
            false => format!("{} wins {sum}, moving second", differs.opponent()),
        };
        Err(ProveError::False(format!("the outcome is {outcome}: {shown}")))
    }

    /// How Left wins a state when moving first, said of the player who is Left there.
    fn shown(&mut self, state: &State, player: Player, sum: &str) -> Result<String, ProveError> {
        let state = self.universe.normal(state);
        let replies = self.universe.moves(&state, Player::Left);
        for (number, reply) in replies.iter().enumerate() {
            if self.second(reply)? {
                let (from, to) = self
                    .universe
                    .left_choice(&state, number)
                    .expect("the move of this number was found above");
                let [from, to] = [from, to].map(|signed| {
                    let minus = signed.minus != (player == Player::Right);
                    format!("{}{}", if minus { "-" } else { "" }, self.universe.text(signed.item))
                });
                return Ok(format!("{player} wins {sum}, moving first: {from} becomes {to}"));
            }
        }
        unreachable!("a state that Left wins has a winning move")
    }
}

/// The explicit game that a term is, when it is one.
fn form_of(engine: &mut Engine, what: &What) -> Result<Option<Form>, ProveError> {
    Ok(match what {
        What::Form(form) => Some(*form),
        What::Small(parts) => {
            let game = engine.closed_form(parts)?;
            Some(engine.canonical_form(game)?)
        }
        What::Position(_) | What::Heap { .. } => None,
    })
}

impl Strategies {
    /// The states of one of the sums.
    pub(crate) fn state(terms: &[StateTerm]) -> State {
        terms.iter().map(|term| term.signed).collect()
    }
}
