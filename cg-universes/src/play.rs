//! Play of one form and of pairs of forms: who wins, and the scores that are reached. Sums are
//! never built for it.
//!
//! The functions here recurse on the machine stack, but never deeper than [`DEEPEST`]: a question
//! that lies deeper is handed back to a loop, which answers it first and then asks anew. What was
//! answered is remembered, so that asking anew costs little.

use cg_core::{Limits, Meter, Player};
use rustc_hash::FxHashMap;

use crate::{Form, Forms, Marks, Result, Score, UniverseError};

/// What it means that a player cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// She loses.
    LastMoverWins,
    /// She wins.
    LastMoverLoses,
    /// Play ends, and the scores of all components are added.
    Scores,
}

/// A question on forms.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    /// Is the first form at least the second?
    AtLeast(Form, Form),
    /// Does the player win the sum, moving first?
    Wins(Form, Form, Player),
    /// Which score is reached when the player moves first?
    Reached(Form, Form, Player),
    /// Is the form strong for the player?
    Strong(Form, Player),
}

/// Why a question is not answered now: a limit, or another question that is asked first.
#[derive(Debug)]
pub struct Halt(pub(crate) Why);

#[derive(Debug)]
pub(crate) enum Why {
    Deep(Task),
    Failed(UniverseError),
}

impl<E: Into<UniverseError>> From<E> for Halt {
    fn from(error: E) -> Self {
        Halt(Why::Failed(error.into()))
    }
}

/// The result of a step of a recursion.
pub type Step<T> = std::result::Result<T, Halt>;

/// The deepest recursion on the machine stack.
const DEEPEST: u32 = 128;

type Pair = (Form, Form);

/// Forms, and what is known of their play.
#[derive(Clone, Debug)]
pub struct Play {
    pub(crate) forms: Forms,
    pub(crate) ending: Ending,
    pub(crate) meter: Meter,
    pub(crate) order: FxHashMap<Pair, bool>,
    wins: [FxHashMap<Pair, bool>; 2],
    reached: [FxHashMap<Pair, Score>; 2],
    strong: FxHashMap<(Form, Player), bool>,
    pub(crate) depth: u32,
    /// Bytes that others keep beside.
    pub(crate) others: usize,
}

/// Bytes of a table. One that may be full before the next look has the larger one besides, which is then
/// made beside it.
pub(crate) fn bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    let soon_full = map.capacity() - map.len() <= Meter::TICKS_PER_LOOK as usize;
    let room = if soon_full { 3 * map.capacity() } else { map.capacity() };
    room / 7 * 8 * (size_of::<(K, V)>() + 1)
}

impl Play {
    pub(crate) fn new(ending: Ending, limits: Limits) -> Self {
        Play {
            forms: Forms::default(),
            ending,
            meter: Meter::new(limits),
            order: FxHashMap::default(),
            wins: Default::default(),
            reached: Default::default(),
            strong: FxHashMap::default(),
            depth: 0,
            others: 0,
        }
    }

    /// The forms.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    pub(crate) fn memory(&self) -> usize {
        let pairs: usize = [&self.order, &self.wins[0], &self.wins[1]].into_iter().map(bytes).sum();
        let reached: usize = self.reached.iter().map(bytes).sum();
        self.forms.memory() + pairs + reached + bytes(&self.strong) + self.others
    }

    pub(crate) fn look(&self) -> Result<()> {
        Ok(self.meter.look(self.forms.count(), self.memory())?)
    }

    /// Counts a step of work, and looks at the limits when it is time.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<()> {
        if self.meter.due() { self.look() } else { Ok(()) }
    }

    /// The form with some options and marks, as the theory writes it: where a mark says no more than
    /// that there is no option, there is none.
    pub(crate) fn make(&mut self, sides: [Vec<Form>; 2], mut marks: Marks) -> Result<Form> {
        match self.ending {
            Ending::LastMoverWins => marks = [None; 2],
            Ending::LastMoverLoses => {
                for (mark, side) in marks.iter_mut().zip(&sides) {
                    mark.take_if(|_| side.is_empty());
                }
            }
            Ending::Scores => {}
        }
        self.tick()?;
        let growth = self.forms.growth(sides[0].len() + sides[1].len());
        if growth > 0 {
            self.meter.look(self.forms.count(), self.memory() + growth)?;
        }
        self.forms.intern(sides, marks, &self.meter)
    }

    /// The form that adds nothing: `{|}`, or the score 0.
    pub(crate) fn zero(&mut self) -> Result<Form> {
        self.score(Score::ZERO)
    }

    /// The form `score(a)`; without scores, `{|}`.
    pub(crate) fn score(&mut self, score: Score) -> Result<Form> {
        self.make([vec![], vec![]], [Some(score); 2])
    }

    /// What is scored when `player` is to move and stops, if she may.
    pub fn stop(&self, form: Form, player: Player) -> Option<Score> {
        match self.ending {
            Ending::LastMoverWins => None,
            Ending::LastMoverLoses if self.forms.is_end(form, player) => Some(Score::ZERO),
            Ending::LastMoverLoses | Ending::Scores => self.forms.mark(form, player),
        }
    }

    /// Whether the recursion must go no deeper.
    #[inline]
    pub(crate) fn is_deepest(&self) -> bool {
        self.depth == DEEPEST
    }

    /// Recurses, unless it is too deep.
    pub(crate) fn deeper<T>(
        &mut self,
        task: Task,
        answer: impl FnOnce(&mut Self) -> Step<T>,
    ) -> Step<T> {
        if self.is_deepest() {
            return Err(Halt(Why::Deep(task)));
        }
        self.tick()?;
        self.depth += 1;
        let answer = answer(self);
        self.depth -= 1;
        answer
    }

    /// Whether `player` wins the sum of two forms, moving first.
    ///
    /// # Errors
    /// Limits.
    pub fn wins(&mut self, g: Form, x: Form, player: Player) -> Step<bool> {
        if let Some(winner) = g.winner().or(x.winner()) {
            return Ok(winner == player);
        }
        let pair = (g.min(x), g.max(x));
        if let Some(&known) = self.wins[player as usize].get(&pair) {
            return Ok(known);
        }
        self.deeper(Task::Wins(g, x, player), |this| {
            let stops = this.stop(g, player).is_some() && this.stop(x, player).is_some();
            let wins = stops || this.moves_win(g, x, player)? || this.moves_win(x, g, player)?;
            this.wins[player as usize].insert(pair, wins);
            Ok(wins)
        })
    }

    /// Whether some option of `player` in `g` wins.
    fn moves_win(&mut self, g: Form, x: Form, player: Player) -> Step<bool> {
        for place in self.forms.places(g, player) {
            if !self.wins(self.forms.at(place), x, player.opponent())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether `player` wins one form, moving first.
    ///
    /// # Errors
    /// Limits.
    pub fn wins_alone(&mut self, g: Form, player: Player) -> Step<bool> {
        self.wins(g, Form::EMPTY, player)
    }

    /// The score that is reached in the sum of two forms when `player` moves first: the best for her of
    /// what her options reach, and of what is scored when she stops.
    ///
    /// # Errors
    /// Limits.
    pub fn reached(&mut self, g: Form, x: Form, player: Player) -> Step<Score> {
        let pair = (g.min(x), g.max(x));
        if let Some(&known) = self.reached[player as usize].get(&pair) {
            return Ok(known);
        }
        self.deeper(Task::Reached(g, x, player), |this| {
            let mut best = match (this.stop(g, player), this.stop(x, player)) {
                (Some(a), Some(b)) => Some(a.plus(b)?),
                _ => None,
            };
            for (g, x) in [(g, x), (x, g)] {
                for place in this.forms.places(g, player) {
                    let after = this.reached(this.forms.at(place), x, player.opponent())?;
                    best = Some(best.map_or(after, |best| better(player, best, after)));
                }
            }
            let best = best.expect("a side without options has a score");
            this.reached[player as usize].insert(pair, best);
            Ok(best)
        })
    }

    /// The score that is reached when `player` moves first in `g` and the opponent may pass as often as
    /// it helps.
    ///
    /// # Errors
    /// Limits.
    pub fn reached_with_passes(&mut self, g: Form, player: Player) -> Step<Score> {
        let zero = self.zero()?;
        let mut worst = self.reached(g, zero, player)?;
        let mut waiting = zero;
        for _ in 0..=self.forms.rank(g) {
            waiting = self.wait(waiting, player.opponent(), Score::ZERO)?;
            let other = self.reached(g, waiting, player)?;
            worst = better(player.opponent(), worst, other);
        }
        Ok(worst)
    }

    /// One more move of waiting for `player`, before `rest`; the other may not move, and scores.
    pub(crate) fn wait(&mut self, rest: Form, player: Player, score: Score) -> Result<Form> {
        let mut sides = [vec![], vec![]];
        sides[player as usize] = vec![rest];
        let mut marks = [None; 2];
        marks[player.opponent() as usize] = Some(score);
        self.make(sides, marks)
    }

    /// The perfect murders of Left, ends in which Right kills Left as late as he likes: M(0) = 0, and
    /// M(n) has the options 0 and M(n-1) for Right. Those of Right are their conjugates.
    pub(crate) fn murder(&mut self, n: u32, of: Player) -> Result<Form> {
        let mut murder = Form::EMPTY;
        for _ in 0..n {
            let mut sides = [vec![], vec![]];
            sides[of.opponent() as usize] = vec![Form::EMPTY, murder];
            murder = self.make(sides, [None; 2])?;
        }
        Ok(murder)
    }

    /// Looks up or works out whether a form is strong for `player`: what `answer` says.
    ///
    /// # Errors
    /// Limits.
    pub fn remembered_strength(
        &mut self,
        form: Form,
        player: Player,
        answer: impl FnOnce(&mut Self) -> Step<bool>,
    ) -> Step<bool> {
        if let Some(&known) = self.strong.get(&(form, player)) {
            return Ok(known);
        }
        self.deeper(Task::Strong(form, player), |this| {
            let strong = answer(this)?;
            this.strong.insert((form, player), strong);
            Ok(strong)
        })
    }
}

/// The score that `player` likes better.
pub(crate) fn better(player: Player, a: Score, b: Score) -> Score {
    match player {
        Player::Left => a.max(b),
        Player::Right => a.min(b),
    }
}
