//! What decided who wins a sum, and how its figures are come by, in sentences.

use std::ops::ControlFlow;

use cg_core::{Dyadic, Error as GameError, Game, LimitReached, Notation, Player};
use cg_lang::{Figure, Session};
use cg_simplify::Engine;
use cg_solve::{Decided, Range, SolveError, Term};

use crate::error::CalculatorError;
use crate::figures::{Unfigured, figures};
use crate::orthodox::{Hot, hot, orthodox};
use crate::solve::{SumSolver, WrittenSum, WrittenTerm};
use crate::sums::SolvedMove;

/// How many characters of a term or a value are shown.
const MOST_SHOWN: usize = 50;
/// Steps of the engine for the text of a bound.
const STEPS: u32 = 10_000;

/// A term or a value as it is shown.
pub(crate) fn cut(text: &str) -> String {
    cg_lang::cut(text, MOST_SHOWN)
}

impl WrittenSum {
    /// A move as it is shown: in which term, where there are several.
    pub fn shown(&self, made: &SolvedMove) -> String {
        match self.written().len() {
            1 => made.name.clone(),
            _ => format!("{}: {}", cut(&made.from), made.name),
        }
    }
}

/// What figures tell of a hot sum before it is searched.
#[derive(Default)]
pub(crate) struct Advice {
    /// The winner by who moves first, where stops tell.
    pub(crate) winners: [Option<Player>; 2],
    /// An orthodox move of a player, and the ambient temperature.
    pub(crate) moves: Vec<(Player, SolvedMove, Dyadic)>,
}

impl Advice {
    /// A sentence for each orthodox move.
    pub(crate) fn sentences(&self, sum: &WrittenSum) -> Vec<String> {
        let sentence = |(player, made, temperature): &(Player, SolvedMove, Dyadic)| {
            format!(
                "An orthodox move of {player}, at temperature {temperature}: {}. That it wins is \
                 not proved.",
                sum.shown(made)
            )
        };
        self.moves.iter().map(sentence).collect()
    }
}

impl SumSolver {
    /// Why `movers` win or lose a sum when they move first: what is known of each term, what
    /// decided, and by which move.
    ///
    /// ```
    /// use cg_calculator::{Calculator, Player, SumSolver};
    ///
    /// let mut calculator = Calculator::new()?;
    /// let mut solver = SumSolver::new(cg_calculator::cg_solve::Settings::default());
    /// let sum = solver.read(calculator.session(), "clobber XOXO + {3|-1}")?;
    /// let lines = solver.why(calculator.session(), &sum, &[Player::Right])?;
    /// assert_eq!(lines[0], "clobber XOXO: its value is +-{*,^}.");
    /// assert!(lines[2].starts_with("Right moves first and wins: by the values of all terms"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`SumSolver::wins`].
    pub fn why(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
        movers: &[Player],
    ) -> Result<Vec<String>, CalculatorError> {
        let notation = session.notation();
        let lines =
            self.with_engine(session, |it, engine| it.why_in(engine, notation, sum, movers));
        Ok(lines?)
    }

    /// The same, with values in a notation.
    pub(crate) fn why_in(
        &mut self,
        engine: &mut Engine,
        notation: Notation,
        sum: &WrittenSum,
        movers: &[Player],
    ) -> Result<Vec<String>, SolveError> {
        let mut decided = Vec::new();
        for &mover in movers {
            decided.push((mover, self.solver().decide(engine, &sum.terms(), mover)?));
        }
        // After the search, which values some of them.
        let mut lines = self.why_terms(engine, notation, sum)?;
        for (mover, (wins, decided)) in decided {
            lines.push(self.why_mover(engine, notation, sum, mover, wins, decided)?);
        }
        match self.solver().work().looked_up {
            0 => {}
            1 => lines.push("One component was looked up in a database.".to_owned()),
            many => lines.push(format!("{many} components were looked up in databases.")),
        }
        Ok(lines)
    }

    /// What is known of each term before a search, a sentence each: its value, or bounds of
    /// it. Where the search reaches a limit, that is what is known.
    ///
    /// # Errors
    /// As [`SumSolver::wins`].
    pub fn known_of_terms(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
    ) -> Result<Vec<String>, CalculatorError> {
        let notation = session.notation();
        let lines =
            self.with_engine(session, |it, engine| it.known_of_terms_in(engine, notation, sum));
        Ok(lines?)
    }

    pub(crate) fn known_of_terms_in(
        &mut self,
        engine: &mut Engine,
        notation: Notation,
        sum: &WrittenSum,
    ) -> Result<Vec<String>, SolveError> {
        for &term in sum.written().iter().flat_map(|term| &term.terms) {
            self.solver().cheap_value(engine, &[term])?;
        }
        self.why_terms(engine, notation, sum)
    }

    /// Who wins a hot sum as far as stops tell, and an orthodox move of each player.
    pub(crate) fn hot_in(
        &mut self,
        engine: &mut Engine,
        notation: Notation,
        sum: &WrittenSum,
    ) -> Result<Advice, SolveError> {
        let terms: Vec<&[Term]> = sum.written().iter().map(|term| &term.terms[..]).collect();
        let Hot { winners, ambient } = hot(engine, self.solver(), &terms)?;
        let mut advice = Advice { winners, moves: Vec::new() };
        for player in Player::BOTH {
            let Some((temperature, term)) = &ambient else { continue };
            let alone = WrittenSum(vec![sum.written()[*term].clone()]);
            let mut moves: Vec<(SolvedMove, Vec<Term>)> = Vec::new();
            self.each_move(engine, notation, &alone, player, &mut |_, _, made, after| {
                moves.push((made, after.to_vec()));
                Ok(ControlFlow::Continue(()))
            })?;
            let after = moves.iter().map(|(_, after)| &after[..]);
            if let Some(at) = orthodox(engine, self.solver(), player, temperature, after)? {
                advice.moves.push((player, moves.swap_remove(at).0, temperature.clone()));
            }
        }
        Ok(advice)
    }

    fn why_terms(
        &mut self,
        engine: &mut Engine,
        notation: Notation,
        sum: &WrittenSum,
    ) -> Result<Vec<String>, SolveError> {
        let mut lines = Vec::new();
        for term in sum.written() {
            lines.push(self.why_term(engine, notation, term)?);
        }
        // Of copies one is spoken of.
        lines.dedup();
        Ok(lines)
    }

    /// What is known of a term.
    fn why_term(
        &mut self,
        engine: &mut Engine,
        notation: Notation,
        term: &WrittenTerm,
    ) -> Result<String, SolveError> {
        let text = cut(&term.signed());
        let mut values = Vec::new();
        for &part in &term.terms {
            values.push(self.solver().known_value(engine, part)?);
        }
        let shown = |engine: &mut Engine, game: Game| -> Result<Option<String>, SolveError> {
            let text =
                engine.within(STEPS, |engine| engine.print_short(game, notation, MOST_SHOWN));
            match text {
                Err(GameError::Limit(LimitReached::Steps { .. })) => Ok(None),
                text => Ok(Some(text?)),
            }
        };
        if let Some(values) = values.iter().copied().collect::<Option<Vec<Game>>>() {
            let total = engine.within(STEPS, |engine| engine.sum(&values));
            let total = match total {
                Err(GameError::Limit(LimitReached::Steps { .. })) => None,
                total => shown(engine, total?)?,
            };
            return Ok(match (total, values.len()) {
                (Some(total), _) if total == text => format!("{text}: a value."),
                (Some(total), _) => format!("{text}: its value is {total}."),
                (None, 1) => format!("{text}: its value is too long to be shown."),
                (None, parts) => format!("{text}: {parts} parts, all of them with values."),
            });
        }
        let known = values.iter().flatten().count();
        let mut line = match (values.len(), known) {
            (1, _) => format!("{text}: no value at little cost"),
            (parts, known) => format!("{text}: {parts} parts, {known} of them with values"),
        };
        if let [part] = term.terms[..] {
            let bounds = engine.within(STEPS, |engine| self.solver().bounds(engine, part));
            let [least, most] = match bounds {
                Err(SolveError::Engine(GameError::Limit(LimitReached::Steps { .. }))) => [None; 2],
                bounds => bounds?,
            };
            for (game, word) in [(least, "at least"), (most, "at most")] {
                if let Some(game) = game
                    && let Some(text) = shown(engine, game)?
                {
                    line += &format!(", {word} {text}");
                }
            }
        }
        Ok(line + ".")
    }

    /// What decided for one player, and by which move.
    fn why_mover(
        &mut self,
        engine: &mut Engine,
        notation: Notation,
        sum: &WrittenSum,
        mover: Player,
        wins: bool,
        decided: Decided,
    ) -> Result<String, SolveError> {
        let ends = if wins { "wins" } else { "loses" };
        let by = match decided {
            Decided::Nimber(nimber) => {
                format!("the sum is impartial, and its nimber is {nimber}")
            }
            Decided::Database => "by the database".to_owned(),
            Decided::Family(family) => {
                let name = engine.registry().sum_families()[family].name();
                format!("by the rule of the family {name}")
            }
            Decided::Value => "by the values of all terms".to_owned(),
            Decided::Figures => {
                "by means, temperatures and stops of the values of all terms".to_owned()
            }
            Decided::Weights => {
                "by the atomic weights of all terms: two ahead, or one ahead and to move".to_owned()
            }
            Decided::Bound(tied) => format!(
                "by a bound, even where {tied} may not move across some lines of the boards"
            ),
            Decided::Search { positions: 0 } => "by an earlier search".to_owned(),
            Decided::Search { positions } => format!("by a search of {positions} positions"),
            _ => "as the solver says".to_owned(),
        };
        let mut line = format!("{mover} moves first and {ends}: {by}.");
        if wins && let Some(made) = self.winning_move(engine, notation, sum, mover)? {
            line += &format!(" A winning move: {}.", sum.shown(&made));
        } else if !wins && matches!(decided, Decided::Search { .. }) {
            let mut moves = 0u64;
            self.each_move(engine, notation, sum, mover, &mut |_, _, _, _| {
                moves += 1;
                Ok(std::ops::ControlFlow::Continue(()))
            })?;
            line += &format!(" All of the {moves} moves lose.");
        }
        Ok(line)
    }

    /// A move with which `mover` wins: one that is known to win, where there is one.
    fn winning_move(
        &mut self,
        engine: &mut Engine,
        notation: Notation,
        sum: &WrittenSum,
        mover: Player,
    ) -> Result<Option<SolvedMove>, SolveError> {
        use std::ops::ControlFlow::{Break, Continue};
        for search in [false, true] {
            let mut found = None;
            self.each_move(engine, notation, sum, mover, &mut |solver, engine, made, after| {
                let wins = match search {
                    false => solver.known(engine, after, mover.opponent())?,
                    true => Some(solver.wins(engine, after, mover.opponent())?),
                };
                Ok(if wins == Some(false) {
                    found = Some(made);
                    Break(())
                } else {
                    Continue(())
                })
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// How a figure of a sum is come by: what both players do first, and where that ends.
pub(crate) fn figure_reasons(
    engine: &mut Engine,
    notation: Notation,
    solver: &mut SumSolver,
    sum: &WrittenSum,
    asked: Figure,
) -> Result<Vec<String>, Unfigured> {
    let terms = sum.terms();
    let found = figures(engine, solver.solver(), &terms, Figure::Temperature)?;
    let exact = |range: &Range| range.number().cloned().expect("no limit stopped the work");
    let temperature = exact(&found.temperature);
    let mut lines = vec![FROM_MOVES.to_owned()];
    if temperature < Dyadic::ZERO {
        lines.push(format!("It is the number {}, in which no player wants to move.", found.mean));
        return Ok(lines);
    }
    let at = match asked {
        Figure::Stop(_) => Dyadic::ZERO,
        Figure::Mean | Figure::Temperature | Figure::Thermograph => temperature,
    };
    if at > Dyadic::ZERO {
        lines.push(format!("At temperature {at} a move costs {at}, and both players may move:"));
    }
    for player in Player::BOTH {
        if !matches!(asked, Figure::Stop(first) if first != player) {
            lines.push(line_of_play(engine, notation, solver, sum, player, &at)?);
        }
    }
    Ok(lines)
}

const FROM_MOVES: &str = "Its value would take long, so the walls of its moves were worked out.";

/// The most moves of a line of play that are shown.
const MOST_MOVES: usize = 12;

/// A best line of play where each move costs `at`, when `first` moves first: until nobody wants to
/// move at this cost.
fn line_of_play(
    engine: &mut Engine,
    notation: Notation,
    solver: &mut SumSolver,
    sum: &WrittenSum,
    first: Player,
    at: &Dyadic,
) -> Result<String, Unfigured> {
    let better = |wall: &Dyadic, best: &Dyadic| match first {
        Player::Left => wall > best,
        Player::Right => wall < best,
    };
    let mut best: Option<(Dyadic, String, Vec<Term>)> = None;
    solver.each_move(engine, notation, sum, first, &mut |solver, engine, made, after| {
        let wall = solver.wall_at(engine, after, first.opponent(), at)?;
        if best.as_ref().is_none_or(|(known, ..)| better(&wall, known)) {
            best = Some((wall, sum.shown(&made), after.to_vec()));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let Some((end, name, mut after)) = best else {
        return Ok(format!("{first} has no move."));
    };
    let mut text = format!("{first} moves first: {name}");
    let mut mover = first.opponent();
    for shown in 0.. {
        let Some(next) = solver.solver().best_move(engine, &after, mover, at)? else { break };
        if shown == MOST_MOVES {
            text += ", and so on";
            break;
        }
        let mut terms = Vec::with_capacity(next.len());
        for &term in &next {
            terms.push(solver.solver().text(engine, term)?);
        }
        text += &format!("; {mover} leaves {}", cut(&terms.join(" + ")));
        (after, mover) = (next, mover.opponent());
    }
    let end = match (first, at.is_zero()) {
        (_, true) => {
            format!("{end}, the {} stop", if first == Player::Left { "left" } else { "right" })
        }
        (Player::Left, false) => {
            format!("{end}, and the cost {at} of the first move leaves {}", &end - at)
        }
        (Player::Right, false) => {
            format!("{end}, and the cost {at} of the first move leaves {}", &end + at)
        }
    };
    Ok(format!("{text}. That is worth {end}."))
}
