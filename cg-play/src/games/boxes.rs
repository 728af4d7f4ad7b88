//! Dots and Boxes: the solver finds by how many boxes each move wins.

use std::time::Duration;

use cg_core::{Interrupt, Limits, Player};
use cg_loopy::Ending;
use cg_rulesets::{Convention, NamedMove};
use cg_universes::{BoxesPosition, BoxesSolver, DotsAndBoxes, Score};

use crate::opening::{NamedGame, Opening, boxed};
use crate::solver::{Judged, Points};
use crate::{Game, PlayError, Result, Solver};

pub(crate) const ROW: NamedGame = NamedGame {
    names: &["dots-and-boxes"],
    listed: "dots-and-boxes",
    example: &["dots-and-boxes", "2x3"],
    claims: |_| false,
    read: |words| {
        let text = words.join(" ");
        let text = if text.is_empty() { "3x3" } else { &text };
        let (board, start) =
            DotsAndBoxes::read(text).map_err(|error| PlayError::Start(error.problem))?;
        let (position, size) = (board.write(&start), board.lines().into());
        Ok(Opening::new(
            "dots-and-boxes".into(),
            position,
            size,
            move |convention, interrupt, _| Ok(boxed(boxes(board, start, convention, interrupt)?)),
        ))
    },
};

/// The longest search for a result that is not known yet.
const MOST_TIME: Duration = Duration::from_secs(5);

/// About the largest number of bytes of a search.
const MOST_BYTES: u64 = 1 << 30;

/// Dots and Boxes on a board. `interrupt` stops the search. If a position is too large for a complete
/// search, the computer judges.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, Ending, games};
/// use cg_universes::DotsAndBoxes;
///
/// let (board, start) = DotsAndBoxes::read("2x2")?;
/// let mut game = games::boxes(board, start, Convention::Normal, &Default::default())?;
/// assert_eq!(game.ending(&game.start(), Player::Left)?, Ending::Left);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Misère play.
pub fn boxes(
    board: DotsAndBoxes,
    start: BoxesPosition,
    convention: Convention,
    interrupt: &Interrupt,
) -> Result<Game<DotsAndBoxes, BoxPoints>> {
    if convention == Convention::Misere {
        return Err(PlayError::Start(
            "Dots and Boxes has no misere form here: the boxes decide, not the last move".into(),
        ));
    }
    let limits = Limits {
        memory: MOST_BYTES,
        time: Some(MOST_TIME),
        interrupt: interrupt.clone(),
        ..Limits::default()
    };
    let solver = BoxesSolver::new([&board], limits.clone()).expect("a board has at most 64 lines");
    Ok(Game::new(board, BoxPoints { solver, limits, too_many: u32::MAX }, start, convention))
}

/// The solver of Dots and Boxes.
#[derive(Debug)]
pub struct BoxPoints {
    solver: BoxesSolver,
    limits: Limits,
    /// The fewest lines that were not drawn in a position whose search took too long.
    too_many: u32,
}

impl BoxPoints {
    /// The lead of the player to move at the end, with best play.
    fn final_lead(
        &mut self,
        rules: &DotsAndBoxes,
        position: &BoxesPosition,
        mover: Player,
    ) -> Result<i32> {
        let left = lines_left(rules, position);
        if left >= self.too_many {
            return Err(PlayError::TooLarge(too_many(left)));
        }
        self.solver.set_limits(self.limits.clone());
        let net = self.solver.net(position.drawn()).map_err(|_| self.too_large(left))?;
        Ok(lead_of(position, mover) + i32::from(net))
    }

    /// The error of a search that was stopped, with so many lines that are not drawn.
    fn too_large(&mut self, left: u32) -> PlayError {
        if self.limits.interrupt.is_raised() {
            return PlayError::Interrupted;
        }
        if self.solver.memory() as u64 >= MOST_BYTES / 2 {
            self.solver.forget();
        }
        self.too_many = left;
        PlayError::TooLarge(too_many(left))
    }

    /// The moves after which the player who makes them has at least this lead at the end.
    fn reaching(
        &mut self,
        rules: &DotsAndBoxes,
        position: &BoxesPosition,
        mover: Player,
        lead: i32,
    ) -> Vec<cg_universes::Result<Option<NamedMove<BoxesPosition>>>> {
        let net = i8::try_from(lead - lead_of(position, mover));
        let net = net.expect("a net is at most the number of boxes");
        let reached = |(line, chosen)| {
            let reaches = self.solver.reaches(position.drawn(), line, net)?;
            Ok(reaches.then_some(chosen))
        };
        rules.each_line(position, mover).map(reached).collect()
    }
}

fn lines_left(rules: &DotsAndBoxes, position: &BoxesPosition) -> u32 {
    rules.lines() - position.drawn().count_ones()
}

fn too_many(left: u32) -> String {
    format!("The {left} lines that are not drawn are too many for a search.")
}

/// The boxes of a player, less those of the other.
fn lead_of(position: &BoxesPosition, player: Player) -> i32 {
    match player {
        Player::Left => position.lead(),
        Player::Right => -position.lead(),
    }
}

impl Solver<DotsAndBoxes> for BoxPoints {
    fn wins(
        &mut self,
        rules: &DotsAndBoxes,
        position: &BoxesPosition,
        mover: Player,
    ) -> Result<bool> {
        Ok(self.final_lead(rules, position, mover)? > 0)
    }

    fn ending(
        &mut self,
        rules: &DotsAndBoxes,
        position: &BoxesPosition,
        mover: Player,
    ) -> Result<Ending> {
        Ok(Points::ending(mover, self.final_lead(rules, position, mover)?.into()))
    }

    fn winning_moves(
        &mut self,
        rules: &DotsAndBoxes,
        position: &BoxesPosition,
        mover: Player,
    ) -> Result<Vec<NamedMove<BoxesPosition>>> {
        self.final_lead(rules, position, mover)?;
        self.solver.set_limits(self.limits.clone());
        let found: cg_universes::Result<Vec<_>> =
            self.reaching(rules, position, mover, 1).into_iter().collect();
        let found = found.map_err(|_| self.too_large(lines_left(rules, position)))?;
        Ok(found.into_iter().flatten().collect())
    }

    fn best_moves(
        &mut self,
        rules: &DotsAndBoxes,
        position: &BoxesPosition,
        mover: Player,
    ) -> Result<Vec<NamedMove<BoxesPosition>>> {
        let best = self.final_lead(rules, position, mover)?;
        self.solver.set_limits(self.limits.clone());
        let found = self.reaching(rules, position, mover, best);
        let mut found: Vec<NamedMove<BoxesPosition>> =
            found.into_iter().flatten().flatten().collect();
        if found.is_empty() {
            // A result that is known is kept, however long its move is looked for.
            self.solver.set_limits(Limits { time: None, ..self.limits.clone() });
            found = self
                .reaching(rules, position, mover, best)
                .into_iter()
                .flatten()
                .flatten()
                .collect();
        }
        match self.limits.interrupt.is_raised() {
            true => Err(PlayError::Interrupted),
            false => Ok(found),
        }
    }

    fn outcome(
        &mut self,
        rules: &DotsAndBoxes,
        position: &BoxesPosition,
    ) -> Result<cg_loopy::LoopyOutcome> {
        let left = self.ending(rules, position, Player::Left)?;
        let right = self.ending(rules, position, Player::Right)?;
        Ok(cg_loopy::LoopyOutcome { left, right })
    }

    fn judged(
        &mut self,
        rules: &DotsAndBoxes,
        position: &BoxesPosition,
        mover: Player,
    ) -> Result<Option<Judged<NamedMove<BoxesPosition>>>> {
        let likely = self.solver.likely(position.drawn());
        let chosen = likely.map(|line| rules.draws(position, line, mover));
        Ok(chosen.map(|chosen| Judged { chosen, ahead: 1 }))
    }

    fn points(
        &self,
        _: &DotsAndBoxes,
        position: &BoxesPosition,
        _: Player,
    ) -> Result<Option<Points>> {
        let [left, right] = position
            .counts()
            .map(|count| Score::from(i32::try_from(count).expect("a board has few boxes")));
        Ok(Some(Points { left, right }))
    }

    fn lead(
        &mut self,
        rules: &DotsAndBoxes,
        position: &BoxesPosition,
        mover: Player,
    ) -> Result<Option<Score>> {
        self.final_lead(rules, position, mover).map(|lead| Some(lead.into()))
    }

    fn reasons(&mut self, rules: &DotsAndBoxes, position: &BoxesPosition) -> Result<Vec<String>> {
        let left = lines_left(rules, position);
        let [of_left, of_right] = position.counts();
        let boxes = match (of_left, of_right) {
            (0, 0) => String::new(),
            _ => format!("Left has {of_left} and Right has {of_right} of the boxes. "),
        };
        let how = match left < self.too_many {
            true => format!("Found by search of the {left} lines that are not drawn."),
            false => too_many(left),
        };
        Ok(vec![boxes + &how])
    }
}
