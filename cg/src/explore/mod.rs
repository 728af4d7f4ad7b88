//! Positions with their drawings, their moves, and what each move is worth: what an explorer of options and a
//! board to click on show.
//!
//! The sum is read as an expression of the language, and its terms are the components of its position. A term
//! that is a call of a ruleset's function, `Clobber("xo|ox")`, has moves with names; the moves of others are those
//! that their rules or their options give.
//!
//! Who wins and values are worked out within a budget of time, in rounds of which each is longer than the one
//! before. What is not known then is missing in its place, with the reason.

#[cfg(feature = "universes")]
mod points;
mod reply;
mod terms;
mod values;

use std::time::Duration;

use cg_core::{Clock, Player};
use cg_lang::{Error, Session, Source};

pub use reply::{
    ExploreMove, ExploreReply, Goal, Mark, MoveJudgement, PartReply, RulesetReply, ValueReply,
    Winner,
};

use crate::Calculator;
use crate::sides::Sides;
#[cfg(feature = "universes")]
use points::by_points;
use terms::{Move, Term};

/// The time of the first round.
const FIRST: Duration = Duration::from_millis(40);
/// How many times as long a round is as the one before.
const LONGER: u32 = 8;

/// A position with its moves; who wins and values are worked out for about so long. What was found before in the
/// session helps.
///
/// ```
/// use std::time::Duration;
/// use cg_calculator::{Calculator, explore};
///
/// let mut calculator = Calculator::new()?;
/// let found = explore(&mut calculator, "Clobber(\"xo\") + *", Duration::from_secs(9))?;
/// assert_eq!(found.value.known().unwrap().shown, "0");
/// let first = &found.moves.left[0];
/// assert_eq!((&first.name[..], &first.after[..]), ("a1-b1", "Clobber(\".X\")+*"));
/// assert_eq!(first.judgement.wins.known(), Some(&false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong in the text, or in the rules; an interruption. What `budget` does not
/// suffice for is no error.
pub fn explore(
    calculator: &mut Calculator,
    text: &str,
    budget: Duration,
) -> Result<ExploreReply, Error> {
    let mut found = None;
    rounds(calculator, text, Goal::Valued, [budget, budget], &mut |reply| {
        found = Some(reply);
        true
    })?;
    Ok(found.expect("a round ends with a reply or an error"))
}

/// The same, with a reply after each round, until the goal is reached, or the time is over, or `show` says that
/// nobody listens.
///
/// ```
/// use std::time::Duration;
/// use cg_calculator::{Calculator, Goal, explore_in_rounds};
///
/// let mut calculator = Calculator::new()?;
/// let mut replies = Vec::new();
/// let (board, budget) = ("Domineering(\"4x4\")", Duration::from_secs(9));
/// explore_in_rounds(&mut calculator, board, Goal::Decided, budget, &mut |reply| {
///     replies.push(reply);
///     true
/// })?;
/// assert_eq!(replies.last().unwrap().outcome.known().unwrap(), "first player win");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`explore`].
pub fn explore_in_rounds(
    calculator: &mut Calculator,
    text: &str,
    goal: Goal,
    budget: Duration,
    show: &mut dyn FnMut(ExploreReply) -> bool,
) -> Result<(), Error> {
    rounds(calculator, text, goal, [FIRST.min(budget), budget], show)
}

fn rounds(
    calculator: &mut Calculator,
    text: &str,
    goal: Goal,
    [mut round, budget]: [Duration; 2],
    show: &mut dyn FnMut(ExploreReply) -> bool,
) -> Result<(), Error> {
    let clock = Clock::start();
    let session = calculator.session();
    session.engine().restart_clock();
    let source = Source::new("<position>", text.trim());
    let mut position: Option<Position> = None;
    loop {
        let reply = match &position {
            Some(position) => position.reply(session, round)?,
            None => match by_points(session, &source, round)? {
                Some(reply) => reply,
                None => position.insert(Position::read(session, &source)?).reply(session, round)?,
            },
        };
        let ends = !reply.wants_time(goal);
        let listens = show(reply);
        let left = budget.saturating_sub(clock.elapsed());
        // A shorter round knows no more.
        if ends || !listens || left.is_zero() || left < round {
            return Ok(());
        }
        round = (round * LONGER).min(left);
    }
}

/// No sum is decided by points.
#[cfg(not(feature = "universes"))]
fn by_points(_: &mut Session, _: &Source, _: Duration) -> Result<Option<ExploreReply>, Error> {
    Ok(None)
}

/// A sum with its moves.
struct Position {
    text: String,
    terms: Vec<Term>,
    moves: [Vec<Move>; 2],
    unlisted: [u64; 2],
}

impl Position {
    fn read(session: &mut Session, source: &Source) -> Result<Self, Error> {
        let sum = session.position(source)?;
        let terms = terms::terms(session, &sum)?;
        let (left, left_unlisted) = terms::moves(session, &terms, Player::Left)?;
        let (right, right_unlisted) = terms::moves(session, &terms, Player::Right)?;
        let text = terms::written(&terms, None);
        let unlisted = [left_unlisted, right_unlisted];
        Ok(Position { text, terms, moves: [left, right], unlisted })
    }

    /// What is known after a round of so much time.
    fn reply(&self, session: &mut Session, round: Duration) -> Result<ExploreReply, Error> {
        let Position { text, terms, moves, unlisted } = self;
        let judged = values::judge(session, text, terms, moves, round)?;
        let part = |((term, value), heat): ((&Term, _), _)| PartReply {
            text: term.text.clone(),
            minus: term.minus,
            ruleset: term.ruleset.clone(),
            #[cfg(feature = "plot")]
            scene: term.drawing.as_ref().map(cg_plot::Scene::of),
            drawing: term.drawing.clone(),
            value,
            heat,
        };
        let [left, right] = judged.moves;
        let [left_first, right_first] = judged.winners;
        Ok(ExploreReply {
            text: text.clone(),
            parts: terms.iter().zip(judged.parts).zip(judged.heats).map(part).collect(),
            value: judged.value,
            outcome: judged.outcome,
            winners: Sides { left: left_first, right: right_first },
            moves: Sides { left, right },
            unlisted: Sides { left: unlisted[0], right: unlisted[1] },
            scored: false,
        })
    }
}
