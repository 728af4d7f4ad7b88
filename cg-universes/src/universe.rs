//! One engine for all theories: order, sums, conjugates, outcomes.

use cg_core::{Limits, Outcome, Player, Relation};
use rustc_hash::FxHashMap;

use crate::play::{Task, Why, bytes};
use crate::{Ending, Ends, Form, Forms, Halt, Play, Result, Score, Step, Theory, UniverseError};

/// A theory and the forms that are asked about in it.
///
/// ```
/// use cg_core::Limits;
/// use cg_universes::{AllMisere, DeadEnding, Universe};
///
/// let mut games = Universe::new(DeadEnding, Limits::default());
/// let one = games.read("1")?;
/// // Under misère play a move of one's own is no gain: Right wins.
/// assert_eq!(games.outcome(one)?, cg_core::Outcome::Right);
/// // Among dead-ending games 1 has an inverse, among all games it has none.
/// assert_eq!(games.inverse(one)?, games.read("-1")?);
/// let mut games = Universe::new(AllMisere, Limits::default());
/// let one = games.read("1")?;
/// assert!(games.inverse(one).is_err());
/// # Ok::<(), cg_universes::UniverseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Universe<T = Theory> {
    pub(crate) ends: T,
    pub(crate) play: Play,
    pub(crate) reduced: FxHashMap<Form, Form>,
    pub(crate) members: FxHashMap<Form, Form>,
    conjugates: FxHashMap<Form, Form>,
    /// Sums as they are played, and sums of simplest forms.
    sums: [FxHashMap<(Form, Form), Form>; 2],
}

impl<T: Ends> Universe<T> {
    /// No forms yet.
    pub fn new(ends: T, limits: Limits) -> Self {
        Universe {
            ends,
            play: Play::new(ends.ending(), limits),
            reduced: FxHashMap::default(),
            members: FxHashMap::default(),
            conjugates: FxHashMap::default(),
            sums: Default::default(),
        }
    }

    /// The theory.
    pub fn ends(&self) -> T {
        self.ends
    }

    /// The forms.
    pub fn forms(&self) -> &Forms {
        &self.play.forms
    }

    /// Replaces the limits, and starts the clock anew.
    pub fn set_limits(&mut self, limits: Limits) {
        self.play.meter.set_limits(limits);
        self.play.meter.restart();
    }

    /// Bytes that forms and what is known of them take.
    pub fn memory(&self) -> usize {
        self.play.memory()
    }

    /// Looks at the limits, with the memory of what is kept here.
    pub(crate) fn look(&mut self) -> Result<()> {
        let singles = [&self.reduced, &self.members, &self.conjugates];
        let singles: usize = singles.into_iter().map(bytes).sum();
        self.play.others = singles + self.sums.iter().map(bytes).sum::<usize>();
        self.play.look()
    }

    /// Counts a step of work, and looks at the limits when it is time.
    fn tick(&mut self) -> Result<()> {
        if self.play.meter.due() { self.look() } else { Ok(()) }
    }

    /// The form with some options, as it is played.
    ///
    /// # Errors
    /// A side without options in scoring, which needs a score; `oo` where it is no form; limits.
    pub fn form(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form> {
        self.marked(left, right, [None; 2])
    }

    /// The form with some options and marks.
    ///
    /// # Errors
    /// Those of [`Universe::form`]; marks where the theory has none.
    pub fn marked(
        &mut self,
        left: Vec<Form>,
        right: Vec<Form>,
        marks: [Option<Score>; 2],
    ) -> Result<Form> {
        let asked = self.ends.name();
        let infinite = left.iter().chain(&right).find(|option| option.winner().is_some());
        if infinite.is_some() && !self.ends.has_infinities() {
            return Err(UniverseError::Mixed { thing: "oo".into(), theory: "affine", asked });
        }
        match self.play.ending {
            Ending::LastMoverWins if marks != [None; 2] => {
                let (thing, theory) = ("end".into(), "misereplay");
                return Err(UniverseError::Mixed { thing, theory, asked });
            }
            Ending::LastMoverLoses if marks.iter().flatten().any(|&mark| mark != Score::ZERO) => {
                let (thing, theory) = ("a score".into(), "scoring");
                return Err(UniverseError::Mixed { thing, theory, asked });
            }
            Ending::Scores => {
                for (side, mark) in [&left, &right].into_iter().zip(marks) {
                    if side.is_empty() && mark.is_none() {
                        let problem = "a side without options needs a score: end(a)";
                        return Err(UniverseError::notation(problem));
                    }
                }
            }
            _ => {}
        }
        self.play.make([left, right], marks)
    }

    /// The form that adds nothing.
    ///
    /// # Errors
    /// Limits.
    pub fn zero(&mut self) -> Result<Form> {
        self.play.zero()
    }

    /// An integer: `n` has the option `n-1` for Left, and Right cannot move. In scoring these are
    /// moves of waiting.
    ///
    /// # Errors
    /// Limits.
    pub fn integer(&mut self, n: i64) -> Result<Form> {
        let player = if n < 0 { Player::Right } else { Player::Left };
        let mut form = self.zero()?;
        for _ in 0..n.unsigned_abs() {
            form = self.play.wait(form, player, Score::ZERO)?;
        }
        Ok(form)
    }

    /// The heap `*n` of Nim.
    ///
    /// # Errors
    /// Limits.
    pub fn nimber(&mut self, n: u64) -> Result<Form> {
        let mut smaller = vec![self.zero()?];
        for _ in 0..n {
            let heap = self.play.make([smaller.clone(), smaller.clone()], [None; 2])?;
            smaller.push(heap);
        }
        Ok(smaller.pop().expect("there is 0"))
    }

    /// The form `score(a)`.
    ///
    /// # Errors
    /// A theory without scores; limits.
    pub fn score(&mut self, score: Score) -> Result<Form> {
        if self.play.ending != Ending::Scores {
            let (thing, theory, asked) = (format!("score({score})"), "scoring", self.ends.name());
            return Err(UniverseError::Mixed { thing, theory, asked });
        }
        self.play.score(score)
    }

    /// The option of `player` that threatens to win at once, so that the opponent must answer in
    /// `position`.
    ///
    /// # Errors
    /// A theory without `oo`; limits.
    pub fn entails(&mut self, position: Form, player: Player) -> Result<Form> {
        let answers = self.forms().options(position, player.opponent()).to_vec();
        self.threat(answers, player)
    }

    /// The option of `player` after which she moves again, anywhere: the opponent must answer by going
    /// to `position`.
    ///
    /// # Errors
    /// A theory without `oo`; limits.
    pub fn again(&mut self, position: Form, player: Player) -> Result<Form> {
        self.threat(vec![position], player)
    }

    fn threat(&mut self, answers: Vec<Form>, player: Player) -> Result<Form> {
        let threat = vec![Form::won_by(player)];
        match player {
            Player::Left => self.form(threat, answers),
            Player::Right => self.form(answers, threat),
        }
    }

    /// Answers a question, and before it those that lie too deep.
    fn settle<A>(&mut self, ask: impl Fn(&mut Self) -> Step<A>) -> Result<A> {
        loop {
            self.play.depth = 0;
            let mut tasks = match ask(self) {
                Ok(answer) => return Ok(answer),
                Err(Halt(Why::Failed(error))) => return Err(error),
                Err(Halt(Why::Deep(task))) => vec![task],
            };
            while let Some(&task) = tasks.last() {
                self.play.depth = 0;
                match self.perform(task) {
                    Ok(()) => drop(tasks.pop()),
                    Err(Halt(Why::Failed(error))) => return Err(error),
                    Err(Halt(Why::Deep(deeper))) => tasks.push(deeper),
                }
            }
        }
    }

    /// Answers a question so that it is remembered.
    fn perform(&mut self, task: Task) -> Step<()> {
        match task {
            Task::AtLeast(g, h) => self.ge(g, h).map(drop),
            Task::Wins(g, x, player) => self.play.wins(g, x, player).map(drop),
            Task::Reached(g, x, player) => self.play.reached(g, x, player).map(drop),
            Task::Strong(form, player) => {
                self.ends.is_strong(&mut self.play, form, player, Score::ZERO).map(drop)
            }
        }
    }

    /// Whether `g` is at least `h`: in every sum with a game of the universe, Left does at least as well
    /// with `g`.
    ///
    /// # Errors
    /// Limits.
    pub fn at_least(&mut self, g: Form, h: Form) -> Result<bool> {
        self.settle(|this| this.ge(g, h))
    }

    /// Whether a form is strong for `player` against a stop with `score`: see [`Ends::is_strong`].
    pub(crate) fn is_strong(&mut self, form: Form, player: Player, score: Score) -> Result<bool> {
        self.settle(|this| this.ends.is_strong(&mut this.play, form, player, score))
    }

    /// How `g` stands to `h`.
    ///
    /// # Errors
    /// Limits.
    pub fn compare(&mut self, g: Form, h: Form) -> Result<Relation> {
        Ok(Relation::from_bounds(self.at_least(h, g)?, self.at_least(g, h)?))
    }

    /// Whether `g` is at least `h` for Left; for Right, whether it is at most `h`.
    pub(crate) fn serves(&mut self, g: Form, h: Form, player: Player) -> Result<bool> {
        match player {
            Player::Left => self.at_least(g, h),
            Player::Right => self.at_least(h, g),
        }
    }

    fn ge(&mut self, g: Form, h: Form) -> Step<bool> {
        if g == h || g == Form::LEFT_HAS_WON || h == Form::RIGHT_HAS_WON {
            return Ok(true);
        }
        if h == Form::LEFT_HAS_WON || g == Form::RIGHT_HAS_WON {
            return Ok(false);
        }
        if let Some(&known) = self.play.order.get(&(g, h)) {
            return Ok(known);
        }
        // As `Play::deeper` does it.
        if self.play.is_deepest() {
            return Err(Halt(Why::Deep(Task::AtLeast(g, h))));
        }
        self.tick()?;
        self.play.depth += 1;
        let answer = self.ge_by_options(g, h)?;
        self.play.depth -= 1;
        self.play.order.insert((g, h), answer);
        Ok(answer)
    }

    /// The one recursion: what both players need at ends, and that each move of Right in `g` and of Left
    /// in `h` is answered.
    fn ge_by_options(&mut self, g: Form, h: Form) -> Step<bool> {
        let (left, right) = (Player::Left, Player::Right);
        if !self.alone_at_least(g, h)? {
            return Ok(false);
        }
        for (stops, needs, player) in [(h, g, left), (g, h, right)] {
            if let Some(score) = self.play.stop(stops, player)
                && !self.ends.is_strong(&mut self.play, needs, player, score)?
            {
                return Ok(false);
            }
        }
        'moves: for place in self.play.forms.places(g, right) {
            let x = self.play.forms.at(place);
            if x == Form::LEFT_HAS_WON {
                continue;
            }
            for place in self.play.forms.places(h, right) {
                if self.ge(x, self.play.forms.at(place))? {
                    continue 'moves;
                }
            }
            for place in self.play.forms.places(x, left) {
                if self.ge(self.play.forms.at(place), h)? {
                    continue 'moves;
                }
            }
            return Ok(false);
        }
        'moves: for place in self.play.forms.places(h, left) {
            let x = self.play.forms.at(place);
            if x == Form::RIGHT_HAS_WON {
                continue;
            }
            for place in self.play.forms.places(g, left) {
                if self.ge(self.play.forms.at(place), x)? {
                    continue 'moves;
                }
            }
            for place in self.play.forms.places(x, right) {
                if self.ge(g, self.play.forms.at(place))? {
                    continue 'moves;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Whether Left does at least as well with `g` as with `h`, each played alone: what a greater game
    /// does. It refutes most of the others at little cost.
    fn alone_at_least(&mut self, g: Form, h: Form) -> Step<bool> {
        if self.play.ending == Ending::Scores {
            return Ok(true);
        }
        let (left, right) = (Player::Left, Player::Right);
        Ok((!self.play.wins_alone(h, left)? || self.play.wins_alone(g, left)?)
            && (!self.play.wins_alone(g, right)? || self.play.wins_alone(h, right)?))
    }

    /// Who wins a form.
    ///
    /// # Errors
    /// A theory of scores, which has stops instead; limits.
    pub fn outcome(&mut self, g: Form) -> Result<Outcome> {
        self.outcome_of_pair(g, Form::EMPTY)
    }

    /// Who wins the sum of two forms.
    ///
    /// # Errors
    /// Those of [`Universe::outcome`]; `oo - oo`.
    pub fn outcome_of_pair(&mut self, g: Form, x: Form) -> Result<Outcome> {
        if self.play.ending == Ending::Scores {
            let problem = "a scoring game has stops, and no winner: ask for its stops";
            return Err(UniverseError::Refused(problem.into()));
        }
        refuse_difference_of_infinities(g, x)?;
        let [left, right] = self.for_both(|play, player| play.wins(g, x, player))?;
        Ok(Outcome::from_first_moves(left, right))
    }

    /// The scores that are reached in the sum of two scoring games when Left and when Right moves first.
    ///
    /// # Errors
    /// A theory without scores; limits.
    pub fn stops_of_pair(&mut self, g: Form, x: Form) -> Result<[Score; 2]> {
        self.expect_scores()?;
        self.for_both(|play, player| play.reached(g, x, player))
    }

    /// The Left score and the Right score of a scoring game.
    ///
    /// # Errors
    /// A theory without scores; limits.
    pub fn stops(&mut self, g: Form) -> Result<[Score; 2]> {
        let zero = self.zero()?;
        self.stops_of_pair(g, zero)
    }

    /// The same where the opponent of who moves first may pass as often as it helps.
    ///
    /// # Errors
    /// A theory without scores; limits.
    pub fn pass_stops(&mut self, g: Form) -> Result<[Score; 2]> {
        self.expect_scores()?;
        self.for_both(|play, player| play.reached_with_passes(g, player))
    }

    fn expect_scores(&self) -> Result<()> {
        if self.play.ending == Ending::Scores {
            return Ok(());
        }
        Err(UniverseError::Refused(format!("in {} there are no scores", self.ends.name())))
    }

    fn for_both<A>(&mut self, ask: impl Fn(&mut Play, Player) -> Step<A>) -> Result<[A; 2]> {
        let left = self.settle(|this| ask(&mut this.play, Player::Left))?;
        Ok([left, self.settle(|this| ask(&mut this.play, Player::Right))?])
    }

    /// The form with the players exchanged.
    ///
    /// # Errors
    /// Limits.
    pub fn conjugate(&mut self, form: Form) -> Result<Form> {
        if let Some(winner) = form.winner() {
            return Ok(Form::won_by(winner.opponent()));
        }
        if let Some(&known) = self.conjugates.get(&form) {
            return Ok(known);
        }
        for follower in self.play.forms.followers(form) {
            if follower.winner().is_some() || self.conjugates.contains_key(&follower) {
                continue;
            }
            let side = |player| {
                let options = self.play.forms.options(follower, player).iter();
                let conjugate = |option: &Form| match option.winner() {
                    Some(winner) => Form::won_by(winner.opponent()),
                    None => self.conjugates[option],
                };
                options.map(conjugate).collect()
            };
            let sides = [side(Player::Right), side(Player::Left)];
            let [left, right] = self.play.forms.marks(follower);
            let marks = [right, left].map(|mark| mark.map(Score::negated));
            let conjugate = self.play.make(sides, marks)?;
            self.conjugates.insert(follower, conjugate);
        }
        self.look()?;
        Ok(self.conjugates[&form])
    }

    /// The sum of two forms as it is played.
    ///
    /// # Errors
    /// Limits; `oo - oo`.
    pub fn sum(&mut self, g: Form, h: Form) -> Result<Form> {
        self.sum_by(g, h, false)
    }

    /// The simplest form of a sum. Each sum of options is simplified, so that it stays small.
    ///
    /// # Errors
    /// Limits; `oo - oo`.
    pub fn simplest_sum(&mut self, g: Form, h: Form) -> Result<Form> {
        let (g, h) = (self.simplest(g)?, self.simplest(h)?);
        self.sum_by(g, h, true)
    }

    fn sum_by(&mut self, g: Form, h: Form, reduces: bool) -> Result<Form> {
        refuse_difference_of_infinities(g, h)?;
        let zero = self.zero()?;
        let key = |g: Form, h: Form| (g.min(h), g.max(h));
        let mut open = vec![key(g, h)];
        while let Some(&(x, y)) = open.last() {
            if self.known_sum(x, y, zero, reduces).is_some() {
                open.pop();
                continue;
            }
            self.tick()?;
            let mut sides = [vec![], vec![]];
            let before = open.len();
            for player in Player::BOTH {
                let in_x = self.play.forms.options(x, player).iter().map(|&option| (option, y));
                let in_y = self.play.forms.options(y, player).iter().map(|&option| (x, option));
                for (a, b) in in_x.chain(in_y) {
                    match self.known_sum(a, b, zero, reduces) {
                        Some(known) => sides[player as usize].push(known),
                        None => open.push(key(a, b)),
                    }
                }
            }
            if open.len() > before {
                continue;
            }
            let mut marks = [None; 2];
            for player in Player::BOTH {
                if let (Some(a), Some(b)) = (self.play.stop(x, player), self.play.stop(y, player)) {
                    marks[player as usize] = Some(a.plus(b)?);
                }
            }
            let mut sum = self.play.make(sides, marks)?;
            if reduces {
                sum = self.reduce(sum)?;
            }
            self.sums[usize::from(reduces)].insert((x, y), sum);
            open.pop();
        }
        self.look()?;
        Ok(self.known_sum(g, h, zero, reduces).expect("it was worked out"))
    }

    fn known_sum(&self, g: Form, h: Form, zero: Form, reduces: bool) -> Option<Form> {
        match (g, h) {
            (absorbing, _) | (_, absorbing) if absorbing.winner().is_some() => Some(absorbing),
            (neutral, other) | (other, neutral) if neutral == zero => Some(other),
            _ => self.sums[usize::from(reduces)].get(&(g.min(h), g.max(h))).copied(),
        }
    }

    /// The inverse of a game, which is its conjugate where it has one.
    ///
    /// # Errors
    /// [`UniverseError::NoInverse`]; limits.
    pub fn inverse(&mut self, g: Form) -> Result<Form> {
        let g = self.simplest(g)?;
        let zero = self.zero()?;
        let conjugate = self.conjugate(g)?;
        if g.winner().is_some() {
            let sum = "not defined".into();
            return Err(UniverseError::NoInverse { game: self.text(g)?, sum });
        }
        let sum = self.simplest_sum(g, conjugate)?;
        if sum == zero {
            return Ok(conjugate);
        }
        Err(UniverseError::NoInverse { game: self.text(g)?, sum: self.text(sum)? })
    }

    /// Whether an impartial form is *loony*: who moves wins, whatever nimber is beside it.
    ///
    /// # Errors
    /// A form whose players have different moves; a theory of scores; limits.
    ///
    /// ```
    /// use cg_core::Limits;
    /// use cg_universes::{Affine, Universe};
    /// let mut games = Universe::new(Affine, Limits::default());
    /// // Move, and move again: to 0, or to nothing at all.
    /// let loony = games.read("{{oo|0},0|{0|-oo},0}")?;
    /// assert!(games.is_loony(loony)?);
    /// let star = games.read("*")?;
    /// assert!(!games.is_loony(star)?);
    /// # Ok::<(), cg_universes::UniverseError>(())
    /// ```
    pub fn is_loony(&mut self, form: Form) -> Result<bool> {
        if self.conjugate(form)? != form {
            let problem = "it is not impartial: its players have different moves";
            return Err(UniverseError::Refused(problem.into()));
        }
        // The nimbers beside which a move wins are told apart by those up to the rank: no nimber among
        // the options is larger.
        for n in 0..=u64::from(self.play.forms.rank(form)) + 1 {
            let nimber = self.nimber(n)?;
            if self.outcome_of_pair(form, nimber)? != Outcome::Next {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether no follower of a form is won by the player who moves second.
    ///
    /// # Errors
    /// Limits; a theory of scores.
    pub fn is_p_free(&mut self, form: Form) -> Result<bool> {
        for follower in self.play.forms.followers(form) {
            if self.outcome(follower)? == Outcome::Previous {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn refuse_difference_of_infinities(g: Form, h: Form) -> Result<()> {
    match (g.winner(), h.winner()) {
        (Some(a), Some(b)) if a != b => {
            Err(UniverseError::Refused("oo - oo is no game: both players would have won".into()))
        }
        _ => Ok(()),
    }
}
