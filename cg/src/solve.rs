//! Sums of any mixture of positions, as people write them, and the solver for them.
//!
//! `clobber (XO)^20 + nogo ........ - {3|-1}`: terms with `+` and `-` between them. A
//! term that begins with the name of a ruleset, perhaps with a variant before it, is a
//! position of it; one that begins with the name or the code of a heap game is heaps of
//! it; anything else is an expression of the language G.

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cg_core::{Game, Notation, Outcome, Player};
use cg_lang::{Asked, DefinedPart, Definitions, Session, Source, SumOfParts, Value};
use cg_rulesets::{
    Entry, Hints, LoopyRules, NamedMove, Notated, Ruleset, Sign, Start, StartVisitor, Variant,
};
use cg_simplify::Engine;
use cg_solve::{MOST_RULESETS, RulesetId, SolveError, Solver, Term};
use dashu_int::IBig;

use crate::database::{self, Databases, Subject};
use crate::error::CalculatorError;
use crate::own_rules::{OwnPart, OwnRules};
#[cfg(feature = "octal")]
use crate::solve_heaps::OnHeaps;
use crate::sums::{SolvedMove, Sums};

/// Moves, each with its own name and the terms after it.
pub(crate) type NamedMoves = Vec<(String, Vec<Term>)>;

/// One term of a sum as it was written.
#[derive(Clone)]
pub struct WrittenTerm {
    /// The text of the term, without its sign.
    pub text: String,
    /// Whether it is subtracted.
    pub minus: bool,
    /// The bytes of the sum in which it stands.
    pub(crate) at: Range<usize>,
    /// With its sign.
    pub(crate) terms: Vec<Term>,
    pub(crate) read: Read,
}

/// What a term is.
#[derive(Clone)]
pub(crate) enum Read {
    /// A position of a ruleset of the table.
    Start(Start),
    #[cfg(feature = "octal")]
    Heaps(Arc<OnHeaps>),
    /// A position of the user's definitions, with the moves of Left and Right where they were
    /// asked for.
    Defined(Arc<OnDefinition>),
    /// An expression of the language, with the component that it is in misère play.
    Value(Option<DefinedPart>),
}

/// A position of the user's definitions.
pub(crate) struct OnDefinition {
    pub(crate) part: DefinedPart,
    /// The moves of Left and of Right, each with its name and the sum after it.
    pub(crate) moves: [Vec<(String, SumOfParts)>; 2],
}

impl Read {
    /// The title of its ruleset, when its positions have values among impartial games alone.
    pub(crate) fn among_impartial(&self) -> Option<&'static str> {
        match self {
            Read::Start(start) => {
                let entry = start.rules.rules().entry();
                entry.among_impartial.then_some(entry.title)
            }
            _ => None,
        }
    }
}

impl WrittenTerm {
    /// The text with its sign.
    pub(crate) fn signed(&self) -> String {
        format!("{}{}", if self.minus { "-" } else { "" }, self.text)
    }
}

impl std::fmt::Debug for WrittenTerm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.signed())
    }
}

/// A sum as it was written.
#[derive(Debug, Default)]
pub struct WrittenSum(pub(crate) Vec<WrittenTerm>);

impl WrittenSum {
    /// Its terms for the solver.
    pub fn terms(&self) -> Vec<Term> {
        self.0.iter().flat_map(|term| term.terms.iter().copied()).collect()
    }

    /// Its terms for the solver without those of one written term.
    fn without(&self, left_out: usize) -> Vec<Term> {
        let others = self.0.iter().enumerate().filter(|(at, _)| *at != left_out);
        others.flat_map(|(_, term)| term.terms.iter().copied()).collect()
    }

    /// The terms as they were written.
    pub fn written(&self) -> &[WrittenTerm] {
        &self.0
    }
}

/// Reads sums and solves them; what was found helps with the next.
///
/// ```
/// use cg_calculator::{Calculator, Player, SumSolver};
///
/// let mut calculator = Calculator::new()?;
/// let mut solver = SumSolver::new(cg_calculator::cg_solve::Settings::default());
/// let sum = solver.read(calculator.session(), "clobber (XO)^5 + domineering 4x5 + {3|-1}")?;
/// assert!(solver.wins(calculator.session(), &sum, Player::Left)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SumSolver {
    solver: Solver,
    ids: Ids,
    databases: Option<Databases>,
    own: Option<Own>,
}

/// The user's definitions, as they were added to the solver.
struct Own {
    id: RulesetId<OwnRules>,
    definitions: Definitions,
    is_misere: Arc<AtomicBool>,
    /// The functions whose databases were looked for.
    looked_for: HashSet<String>,
}

/// The rulesets that were added to the solver.
#[derive(Default)]
struct Ids(Vec<(String, Box<dyn std::any::Any + Send>)>);

impl Ids {
    /// The ruleset of this name and type, which is added when it is new, with its database;
    /// `None` when there are too many.
    fn of<R>(
        &mut self,
        solver: &mut Solver,
        databases: Option<&Databases>,
        name: &str,
        rules: &R,
    ) -> Result<Option<RulesetId<R>>, SolveError>
    where
        R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        // Col has two types: one for boards, one for graphs.
        let known = self.0.iter().find_map(|(own, id)| match own == name {
            true => id.downcast_ref::<RulesetId<R>>(),
            false => None,
        });
        if let Some(known) = known {
            return Ok(Some(*known));
        }
        if !solver.has_room() {
            return Ok(None);
        }
        let database = databases.map(|all| all.open(name)).transpose()?.flatten();
        let id = database::add(solver, rules);
        if let Some(database) = database {
            solver.attach(id, Arc::new(database));
        }
        self.0.push((name.to_owned(), Box::new(id)));
        Ok(Some(id))
    }
}

/// Gives a position to the solver.
struct Adding<'a> {
    solver: &'a mut Solver,
    ids: &'a mut Ids,
    databases: Option<&'a Databases>,
    name: String,
}

impl StartVisitor for Adding<'_> {
    type Output = Result<Option<Vec<Term>>, SolveError>;

    fn visit<R>(self, rules: R, position: R::Position) -> Self::Output
    where
        R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let id = self.ids.of(self.solver, self.databases, &self.name, &rules)?;
        id.map(|id| self.solver.terms(id, position)).transpose()
    }
}

/// Where the board begins of a term that is a position of a ruleset: behind the variant
/// and the name. `None` for anything else, which is an expression.
fn board_of(term: &str) -> Option<(Option<&'static Entry>, usize)> {
    let start = term.len() - term.trim_start().len();
    let word_end = |from: usize| {
        let end = term[from..].find(|sign: char| sign.is_whitespace() || sign == '(');
        end.map_or(term.len(), |end| from + end)
    };
    let (mut from, mut end) = (start, word_end(start));
    let varied = Variant::NAMED.into_iter().any(|variant| variant.name() == &term[from..end]);
    if varied {
        if term[end..].starts_with('(') {
            return None;
        }
        from = end + term[end..].len() - term[end..].trim_start().len();
        end = word_end(from);
    }
    let entry = Entry::named(&term[from..end]);
    match entry {
        None if varied => Some((None, end)),
        None => None,
        // A name with a parenthesis behind it is a function, unless a position follows.
        Some(entry) if term[end..].starts_with('(') => {
            let mut open = 0usize;
            let close = term[end..].find(|sign| {
                match sign {
                    '(' => open += 1,
                    ')' => open -= 1,
                    _ => {}
                }
                open == 0
            });
            let behind = term[end + close? + 1..].trim_start();
            let follows = !behind.is_empty() && !behind.starts_with(['+', '-', '*', '/', '^']);
            (entry.has_parameters() && follows).then_some((Some(entry), end))
        }
        Some(entry) => Some((Some(entry), end)),
    }
}

impl SumSolver {
    /// A solver that knows nothing yet.
    pub fn new(settings: cg_solve::Settings) -> Self {
        SumSolver { solver: Solver::new(settings), ids: Ids::default(), databases: None, own: None }
    }

    /// The same, with the databases of a folder: what they know of a component is looked up
    /// before anything is worked out.
    #[must_use]
    pub fn with_databases(self, databases: Option<Databases>) -> Self {
        SumSolver { databases, ..self }
    }

    /// The solver itself.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// How many bytes its memory takes.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.solver.work().bytes as u64
    }

    /// Reads a sum.
    ///
    /// # Errors
    /// A term that does not read, with its place.
    pub fn read(
        &mut self,
        session: &mut Session,
        text: &str,
    ) -> Result<WrittenSum, CalculatorError> {
        let mut sum = WrittenSum::default();
        for (minus, at) in terms(text)? {
            let term = &text[at.clone()];
            let (count, board) = counted(term, at.clone())?;
            let start = at.end - board.len();
            let (count, text, read, terms) = match self.position(session, board, start)? {
                Some((read, terms)) => (count, board, read, terms),
                None if let Some(call) = loopy_call(board) => {
                    let value = Term::Value(value(session, &call, at.clone())?);
                    (count, board, Read::Value(None), vec![value])
                }
                None => match self.of_language(session, term)? {
                    Some(written) => {
                        for one in written {
                            sum.0.push(self.signed(session, one, minus, at.clone())?);
                        }
                        continue;
                    }
                    None => {
                        let value = Term::Value(value(session, term, at.clone())?);
                        (1, term, Read::Value(None), vec![value])
                    }
                },
            };
            let mut signed = Vec::with_capacity(terms.len());
            for term in terms {
                signed.push(match minus {
                    true => self.solver.negative_term(session.engine(), term)?,
                    false => term,
                });
            }
            let written = || WrittenTerm {
                text: text.into(),
                minus,
                at: at.clone(),
                terms: signed.clone(),
                read: read.clone(),
            };
            sum.0.extend(std::iter::repeat_with(written).take(count));
        }
        Self::check_company(session, &sum)?;
        Ok(sum)
    }

    /// Refuses what is not impartial beside a position that has its value among impartial games
    /// alone.
    fn check_company(session: &mut Session, sum: &WrittenSum) -> Result<(), CalculatorError> {
        let Some(alone) = sum.written().iter().find_map(|term| term.read.among_impartial()) else {
            return Ok(());
        };
        for term in sum.written() {
            let impartial = match &term.read {
                Read::Start(start) => start.rules.is_impartial(),
                #[cfg(feature = "octal")]
                Read::Heaps(_) => true,
                Read::Defined(_) => false,
                Read::Value(_) => {
                    let mut all = true;
                    for value in &term.terms {
                        if let Term::Value(game) = *value {
                            let nimber = session.engine().as_nimber(game);
                            all &= nimber.map_err(SolveError::from)?.is_some();
                        }
                    }
                    all
                }
            };
            if !impartial {
                let problem = format!(
                    "positions of {alone} have values among impartial games alone, and this is none"
                );
                return Err(CalculatorError::text(problem, term.at.clone()));
            }
        }
        Ok(())
    }

    /// The position that a term is, when it is one of a ruleset or of heaps, and its terms for
    /// the solver.
    fn position(
        &mut self,
        session: &mut Session,
        text: &str,
        at: usize,
    ) -> Result<Option<(Read, Vec<Term>)>, CalculatorError> {
        let Some((entry, end)) = board_of(text) else {
            #[cfg(feature = "octal")]
            if let Some(heaps) = OnHeaps::read(session.engine(), text, at)? {
                let term = Term::Value(heaps.sum);
                return Ok(Some((Read::Heaps(Arc::new(heaps)), vec![term])));
            }
            let _ = session;
            return Ok(None);
        };
        if let Some(entry) = entry
            && text[end..].trim().is_empty()
        {
            let (name, example) = (entry.name, entry.example);
            let problem = format!("`{name}` needs a position, such as `{name} {example}`");
            return Err(CalculatorError::text(problem, at..at + text.len()));
        }
        let start = Start::read(text).map_err(|error| {
            CalculatorError::text(error.problem, at + error.at.start..at + error.at.end)
        })?;
        let terms = self.board(&start)?;
        terms.map(|terms| Some((Read::Start(start), terms))).ok_or_else(|| {
            let problem = format!(
                "this is one ruleset too many: a sum has at most {MOST_RULESETS} with their parameters"
            );
            CalculatorError::text(problem, at..at + text.len())
        })
    }

    /// The terms of a position for the solver; `None` when that has too many rulesets.
    ///
    /// # Errors
    /// A database that is refused.
    pub(crate) fn board(&mut self, start: &Start) -> Result<Option<Vec<Term>>, SolveError> {
        let (solver, ids) = (&mut self.solver, &mut self.ids);
        let databases = self.databases.as_ref();
        start.visit(Adding { solver, ids, databases, name: start.game() })
    }

    /// The definitions of a session, which are added to the solver.
    pub(crate) fn add_definitions(&mut self, definitions: Definitions) {
        let is_misere = Arc::new(AtomicBool::new(false));
        let rules = OwnRules::new(definitions.clone(), Arc::clone(&is_misere));
        let id = self.solver.add_interpreter(rules);
        self.own = Some(Own { id, definitions, is_misere, looked_for: HashSet::new() });
    }

    /// Asks with the engine of a session, while its definitions answer for their rules.
    pub(crate) fn with_engine<T>(
        &mut self,
        session: &mut Session,
        ask: impl FnOnce(&mut Self, &mut Engine) -> T,
    ) -> T {
        match self.own.as_ref().map(|own| own.definitions.clone()) {
            None => ask(self, session.engine()),
            Some(definitions) => session.host().lend(&definitions, |engine| ask(self, engine)),
        }
    }

    /// The terms of a text of the language; `None` when it does not read, or the solver has no room
    /// for its rulesets: its value says more.
    fn of_language(
        &mut self,
        session: &mut Session,
        text: &str,
    ) -> Result<Option<Vec<WrittenTerm>>, CalculatorError> {
        let Ok(position) = session.position(&Source::new("<sum>", text)) else { return Ok(None) };
        let mut host = session.host();
        let Ok(Some(asked)) = host.asked(&position) else { return Ok(None) };
        let (sum, parts): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
        let Ok(Some(mut read)) = Sums::read(&mut host, &sum, Asked::Moves) else {
            return Ok(None);
        };
        for (term, part) in read.iter_mut().zip(parts) {
            term.in_misere = Some(part);
        }
        if self.own.is_none() && read.iter().any(|term| term.defined.is_some()) {
            if !self.solver.has_room() {
                return Ok(None);
            }
            self.add_definitions(Definitions::new().map_err(SolveError::from)?);
        }
        let written = self.with_engine(session, |it, engine| it.written(engine, &sum, &read))?;
        let Some(WrittenSum(mut written)) = written else { return Ok(None) };
        if let [one] = &mut written[..]
            && !one.minus
        {
            one.text = text.to_owned();
        }
        Ok(Some(written))
    }

    /// A term with a further sign, and the place where it stands.
    fn signed(
        &mut self,
        session: &mut Session,
        term: WrittenTerm,
        minus: bool,
        at: Range<usize>,
    ) -> Result<WrittenTerm, CalculatorError> {
        let mut terms = term.terms;
        if minus {
            for one in &mut terms {
                *one = self.solver.negative_term(session.engine(), *one)?;
            }
        }
        Ok(WrittenTerm { terms, at, minus: term.minus != minus, ..term })
    }

    /// The terms of a component of the definitions for the solver.
    pub(crate) fn own_terms(
        &mut self,
        engine: &mut Engine,
        part: OwnPart,
    ) -> Result<Vec<Term>, SolveError> {
        let own = self.own.as_mut().expect("the definitions were added");
        if let (Some(databases), OwnPart::Defined(part)) = (&self.databases, &part)
            && let Some(name) = own.definitions.function(part)
            && own.looked_for.insert(name.clone())
            && let Some(program) = own.definitions.program(engine, &name)
            && let Some(database) =
                databases.open_of(Subject::Function { name: &name, program: &program })?
        {
            self.solver.attach_to_interpreter(own.id, Arc::new(database));
        }
        self.solver.interpreted_terms(engine, own.id, part)
    }

    /// Tells the definitions which play is asked about.
    pub(crate) fn set_misere(&mut self, is_misere: bool) {
        if let Some(own) = &self.own {
            own.is_misere.store(is_misere, Ordering::Relaxed);
        }
    }

    /// The moves of a player in a position that was read, each with its own name and the terms
    /// after it; `None` for a value.
    fn moves(
        &mut self,
        engine: &mut Engine,
        read: &Read,
        player: Player,
    ) -> Result<Option<NamedMoves>, SolveError> {
        let start = match read {
            Read::Start(start) => start,
            #[cfg(feature = "octal")]
            Read::Heaps(heaps) => return heaps.moves().map(Some),
            Read::Defined(on) => {
                let mut found = Vec::new();
                for (name, sum) in &on.moves[player as usize] {
                    let mut terms = Vec::new();
                    for (part, sign) in sum {
                        for term in self.own_terms(engine, OwnPart::Defined(part.clone()))? {
                            terms.push(match sign {
                                Sign::Plus => term,
                                Sign::Minus => self.solver.negative_term(engine, term)?,
                            });
                        }
                    }
                    found.push((name.clone(), terms));
                }
                return Ok(Some(found));
            }
            Read::Value(_) => return Ok(None),
        };
        let Ok(named) = start.rules.named_moves(&start.position, player, usize::MAX);
        let mut found = Vec::with_capacity(named.list.len());
        for NamedMove { name, after } in named.list {
            let after = Start { rules: start.rules.clone(), position: after };
            let terms = self.board(&after)?.expect("the ruleset of a position was added before");
            found.push((name, terms));
        }
        Ok(Some(found))
    }

    /// Whether `mover` wins a sum when moving first.
    ///
    /// # Errors
    /// Limits and interruptions; what was found is kept.
    pub fn wins(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
        mover: Player,
    ) -> Result<bool, CalculatorError> {
        let terms = sum.terms();
        let wins = self.with_engine(session, |it, engine| it.solver.wins(engine, &terms, mover));
        Ok(wins?)
    }

    /// Who wins a sum, if a loaded family of sums decides it, and the number of that family.
    pub(crate) fn family_of(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
    ) -> Result<Option<(Outcome, usize)>, CalculatorError> {
        let terms: Vec<(IBig, Term)> =
            sum.terms().into_iter().map(|term| (IBig::ONE, term)).collect();
        let found =
            self.with_engine(session, |it, engine| it.solver.outcome_by_family(engine, &terms));
        Ok(found?)
    }

    /// The terms of a sum for misère play: there heaps are positions too.
    ///
    /// # Errors
    /// A value, or a position with values in normal play alone: with its place.
    fn misere_terms(
        &mut self,
        engine: &mut Engine,
        sum: &WrittenSum,
    ) -> Result<Vec<Term>, CalculatorError> {
        let mut terms = Vec::new();
        for term in sum.written() {
            if let Some(title) = term.read.among_impartial() {
                let problem = format!("positions of {title} have values in normal play alone");
                return Err(CalculatorError::text(problem, term.at.clone()));
            }
            match &term.read {
                Read::Start(_) => terms.extend(&term.terms),
                // In misère play it falls apart in another way.
                Read::Defined(on) => {
                    for one in self.own_terms(engine, OwnPart::Defined(on.part.clone()))? {
                        terms.push(match term.minus {
                            true => self.solver.negative_term(engine, one)?,
                            false => one,
                        });
                    }
                }
                #[cfg(feature = "octal")]
                Read::Heaps(on) => {
                    on.small("misère play")
                        .map_err(|problem| CalculatorError::text(problem, term.at.clone()))?;
                    let id =
                        self.ids.of(&mut self.solver, None, &on.rules.to_string(), &on.rules)?;
                    let Some(id) = id else {
                        let problem = format!("a sum has at most {MOST_RULESETS} rulesets");
                        return Err(CalculatorError::text(problem, term.at.clone()));
                    };
                    for one in self.solver.terms(id, on.heaps.clone())? {
                        terms.push(match term.minus {
                            true => self.solver.negative_term(engine, one)?,
                            false => one,
                        });
                    }
                }
                Read::Value(Some(part)) => {
                    for one in self.own_terms(engine, OwnPart::Defined(part.clone()))? {
                        terms.push(match term.minus {
                            true => self.solver.negative_term(engine, one)?,
                            false => one,
                        });
                    }
                }
                Read::Value(None) => {
                    let problem = "in misère play a value does not say who wins: write positions, \
                                   such as `nim 3` or `clobber XO`";
                    return Err(CalculatorError::text(problem, term.at.clone()));
                }
            }
        }
        Ok(terms)
    }

    /// Whether `mover` wins heaps of one octal game in misère play, by its misère quotient;
    /// `None` for another sum, and where no quotient is found soon.
    ///
    /// # Errors
    /// An interruption.
    #[cfg(feature = "misere")]
    pub fn wins_misere_by_quotient(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
    ) -> Result<Option<bool>, CalculatorError> {
        let mut game: Option<&cg_octal::Rules> = None;
        let mut heaps = Vec::new();
        for term in sum.written() {
            let Read::Heaps(on) = &term.read else { return Ok(None) };
            if *game.get_or_insert(&on.rules) != &on.rules {
                return Ok(None);
            }
            heaps.extend_from_slice(&on.heaps);
        }
        let (Some(game), false) = (game, heaps.is_empty()) else { return Ok(None) };
        let limits = session.engine().limits().clone();
        let found = crate::misere::first_player_wins(game, &heaps, &limits);
        found.map_err(|error| SolveError::Engine(error).into())
    }

    /// In misère play the definitions know the moves of braces and values.
    fn play_values(&mut self, sum: &WrittenSum) -> Result<(), SolveError> {
        let plays_values = |term: &WrittenTerm| matches!(term.read, Read::Value(Some(_)));
        if self.own.is_none() && sum.written().iter().any(plays_values) {
            if !self.solver.has_room() {
                let problem = format!("a sum has at most {MOST_RULESETS} rulesets");
                return Err(SolveError::rules(problem));
            }
            self.add_definitions(Definitions::new()?);
        }
        Ok(())
    }

    /// Whether `mover` wins a sum in misère play when moving first.
    ///
    /// # Errors
    /// A value, which does not say who wins there; as [`SumSolver::wins`].
    pub fn wins_misere(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
        mover: Player,
    ) -> Result<bool, CalculatorError> {
        #[cfg(feature = "misere")]
        if let Some(wins) = self.wins_misere_by_quotient(session, sum)? {
            return Ok(wins);
        }
        self.play_values(sum)?;
        self.set_misere(true);
        let wins = self.with_engine(session, |it, engine| -> Result<bool, CalculatorError> {
            let terms = it.misere_terms(engine, sum)?;
            Ok(it.solver.wins_misere(engine, &terms, mover)?)
        });
        self.set_misere(false);
        wins
    }

    /// The value of a sum when its components have values that add up soon.
    ///
    /// # Errors
    /// As [`SumSolver::wins`].
    pub fn cheap_value(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
    ) -> Result<Option<Game>, CalculatorError> {
        let terms = sum.terms();
        let value = self.with_engine(session, |it, engine| it.solver.cheap_value(engine, &terms));
        Ok(value?)
    }

    /// Refuses a sum of which misère play says nothing.
    ///
    /// # Errors
    /// A value, or a position with values in normal play alone: with its place.
    pub fn check_misere(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
    ) -> Result<(), CalculatorError> {
        // Heaps may be larger there than those that are searched.
        #[cfg(feature = "misere")]
        if self.wins_misere_by_quotient(session, sum)?.is_some() {
            return Ok(());
        }
        self.play_values(sum)?;
        self.set_misere(true);
        let terms = self.with_engine(session, |it, engine| it.misere_terms(engine, sum));
        self.set_misere(false);
        terms.map(|_| ())
    }

    /// The nimber of a sum of impartial positions and nimbers.
    ///
    /// # Errors
    /// As [`SumSolver::wins`].
    pub fn nimber(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
    ) -> Result<Option<u64>, CalculatorError> {
        let terms = sum.terms();
        let nimber = self.with_engine(session, |it, engine| it.solver.nimber(engine, &terms));
        Ok(nimber?)
    }

    /// The value of a sum, whatever it costs.
    ///
    /// # Errors
    /// As [`SumSolver::wins`].
    pub fn value(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
    ) -> Result<Game, CalculatorError> {
        let terms = sum.terms();
        let value = self.with_engine(session, |it, engine| it.solver.sum_value(engine, &terms));
        Ok(value?)
    }

    /// The moves with which `mover` wins a sum.
    ///
    /// # Errors
    /// As [`SumSolver::wins`].
    pub fn winning_moves(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
        mover: Player,
    ) -> Result<Vec<SolvedMove>, CalculatorError> {
        let notation = session.notation();
        let moves = self
            .with_engine(session, |it, engine| it.winning_moves_in(engine, notation, sum, mover));
        Ok(moves?)
    }

    /// The same, with values in a notation.
    pub(crate) fn winning_moves_in(
        &mut self,
        engine: &mut Engine,
        notation: Notation,
        sum: &WrittenSum,
        mover: Player,
    ) -> Result<Vec<SolvedMove>, SolveError> {
        let mut found = Vec::new();
        self.each_move(engine, notation, sum, mover, &mut |solver, engine, made, question| {
            if !solver.wins(engine, question, mover.opponent())? {
                found.push(made);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }

    /// Hands each move of `mover` to `visit`, with the sum after it.
    pub(crate) fn each_move(
        &mut self,
        engine: &mut Engine,
        notation: Notation,
        sum: &WrittenSum,
        mover: Player,
        visit: Visit<'_>,
    ) -> Result<(), SolveError> {
        for (number, term) in sum.0.iter().enumerate() {
            let rest = sum.without(number);
            let player = if term.minus { mover.opponent() } else { mover };
            let moves = match self.moves(engine, &term.read, player)? {
                Some(moves) => moves,
                None => {
                    let [Term::Value(game)] = term.terms[..] else {
                        unreachable!("a term without a position is one value")
                    };
                    let mut moves = Vec::new();
                    for option in engine.options(game, mover)? {
                        moves.push((engine.print(option, notation)?, vec![Term::Value(option)]));
                    }
                    moves
                }
            };
            for (name, after) in moves {
                let mut question = rest.clone();
                for term_after in after {
                    // The options of a value have its sign already.
                    let minus = term.minus && !matches!(term.read, Read::Value(_));
                    question.push(match minus {
                        true => self.solver.negative_term(engine, term_after)?,
                        false => term_after,
                    });
                }
                let made = SolvedMove { from: term.signed(), name, orthodox: false };
                if visit(&mut self.solver, engine, made, &question)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// What looks at a move of a sum and the sum after it, and says whether to go on.
type Visit<'v> = &'v mut dyn FnMut(
    &mut Solver,
    &mut Engine,
    SolvedMove,
    &[Term],
) -> Result<ControlFlow<()>, SolveError>;

/// Whether a word is the name of a ruleset, or of a game of heaps.
fn is_ruleset(word: &str) -> bool {
    #[cfg(feature = "octal")]
    if word.parse::<cg_octal::Rules>().is_ok_and(|rules| rules.name().is_some()) {
        return true;
    }
    Entry::named(word).is_some()
}

/// What is wrong with a term that looks like positions of rulesets, and reads as a value only.
fn heaps_problem(text: &str) -> Option<String> {
    let (first, rest) = text.split_once([' ', '*', '.'])?;
    let rest = rest.trim_start_matches([' ', '*', '.']);
    let word = rest.split(' ').next().unwrap_or_default();
    if first.parse::<u64>().is_ok() && is_ruleset(word) {
        return Some(format!(
            "copies of a position are written one by one, as in `{rest} + {rest}`"
        ));
    }
    let is_negative = |word: &str| word.strip_prefix('-').is_some_and(|n| n.parse::<u64>().is_ok());
    if is_ruleset(first) && rest.split([' ', ',']).any(is_negative) {
        return Some(format!("a heap is not negative: write `{first} 3 5`, say"));
    }
    None
}

/// A position of a ruleset whose positions come back, as a call of the language.
fn loopy_call(term: &str) -> Option<String> {
    let (word, board) = term.split_once(char::is_whitespace)?;
    let function = LoopyRules::named(word)?.function();
    (!board.contains(['"', '\\'])).then(|| format!("{function}(\"{}\")", board.trim()))
}

fn value(session: &mut Session, text: &str, at: Range<usize>) -> Result<Game, CalculatorError> {
    session.evaluate_game(text).map(|(game, _)| game).map_err(|error| {
        if let Ok(Value::Loopy(_)) = session.evaluate(text) {
            let problem = format!("positions come back in this game: ask `? {text}` of `cg eval`");
            return CalculatorError::text(problem, at);
        }
        let word = text.split([' ', '(']).next().unwrap_or_default();
        if let Some(problem) = heaps_problem(text) {
            return CalculatorError::text(problem, at);
        }
        let similar = Entry::similar(word).filter(|_| text.len() > word.len());
        let similar = similar.map_or(String::new(), |name| format!("did you mean `{name}`? "));
        let problem = format!(
            "{error} ({similar}a position begins with a ruleset: `cg rulesets` lists them)"
        );
        CalculatorError::text(problem, at)
    })
}

/// The terms of a sum with their signs: parted by `+` and `-` outside brackets.
///
/// In a position a `-` ends the term where blanks stand around it, or before it and a
/// bracket or the like behind it: names and graphs have a `-` inside words, and herds of
/// sheep are negative numbers. In an expression a `-` between letters is part of a name.
fn terms(text: &str) -> Result<Vec<(bool, Range<usize>)>, CalculatorError> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut minus = false;
    let mut start = 0;
    // A sign may stand before the first term.
    let first = text.len() - text.trim_start().len();
    let signs = &text[first..];
    if signs.starts_with('-') || signs.starts_with('+') && !signs.starts_with("+-") {
        (minus, start) = (signs.starts_with('-'), first + 1);
    }
    loop {
        let position = board_of(copies(&text[start..]).1);
        let end = term_end(bytes, start, position);
        let part = &text[start..end];
        let trimmed = part.trim();
        if trimmed.is_empty() {
            let problem = "a term is missing: write positions with `+` between";
            return Err(CalculatorError::text(problem, start..start));
        }
        let from = start + part.len() - part.trim_start().len();
        found.push((minus, from..from + trimmed.len()));
        if end == text.len() {
            return Ok(found);
        }
        (minus, start) = (bytes[end] == b'-', end + 1);
    }
}

/// Where the term ends that begins at `start`: at a `+` or `-`, or at the end.
fn term_end(
    bytes: &[u8],
    start: usize,
    position: Option<(Option<&'static Entry>, usize)>,
) -> usize {
    let (mut depth, mut quoted) = (0usize, false);
    for (at, &byte) in bytes.iter().enumerate().skip(start) {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let behind = bytes.get(at + 1);
        let empty = bytes[start..at].iter().all(u8::is_ascii_whitespace);
        let ends = match byte {
            b'"' => {
                quoted = !quoted;
                false
            }
            _ if quoted => false,
            b'(' | b'{' | b'[' => {
                depth += 1;
                false
            }
            b')' | b'}' | b']' => {
                depth = depth.saturating_sub(1);
                false
            }
            _ if depth > 0 => false,
            // `+-1` is a switch.
            // A size alone is no term: it is one more piece of a cake.
            b'+' if position.is_some() => !begins_with_size(&bytes[at + 1..]),
            b'+' => !(empty && behind == Some(&b'-')),
            b'-' if empty || before == Some(b'+') => false,
            b'-' => match position {
                Some((entry, _)) => {
                    let herds = entry.is_some_and(|entry| entry.name == "sheep");
                    before.is_some_and(|byte| byte.is_ascii_whitespace())
                        && !behind
                            .is_some_and(|byte| *byte == b'>' || herds && byte.is_ascii_digit())
                }
                None => {
                    let letter =
                        |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic());
                    !(letter(before) && letter(behind.copied()))
                }
            },
            _ => false,
        };
        if ends {
            return at;
        }
    }
    bytes.len()
}

/// Whether a size stands at the beginning, `4x5`, and a term of its own does not.
fn begins_with_size(bytes: &[u8]) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = bytes.trim_ascii_start();
    let rows = digits(rest);
    let [b'x', rest @ ..] = &rest[rows..] else { return false };
    let columns = digits(rest);
    let ends = rest.get(columns).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    rows > 0 && columns > 0 && ends
}

/// The digits before a `*`, and the rest: `3 * clobber XO`.
fn copies(term: &str) -> (Option<&str>, &str) {
    match term.split_once('*') {
        Some((count, rest))
            if !count.trim().is_empty()
                && count.trim().bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            (Some(count.trim()), rest.trim_start())
        }
        _ => (None, term),
    }
}

/// The most copies of a term.
const MOST_COPIES: usize = 1000;

/// `3 * clobber XO` as 3 and the rest.
fn counted(term: &str, at: Range<usize>) -> Result<(usize, &str), CalculatorError> {
    let (Some(digits), rest) = copies(term) else { return Ok((1, term)) };
    if board_of(rest).is_none() {
        return Ok((1, term));
    }
    match digits.parse() {
        Ok(count) if count <= MOST_COPIES => Ok((count, rest)),
        _ => {
            let problem = format!("{digits} copies are too many: write at most {MOST_COPIES}");
            Err(CalculatorError::text(problem, at.start..at.start + digits.len()))
        }
    }
}
