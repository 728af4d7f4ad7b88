//! Explanations of answers.
//!
//! Each question repeats one step of the engine slowly and visibly, with the reason for each step
//! of the algorithm. The answers come from the engine itself. Its fast path does not use this
//! module.
//!
//! - [`Simplification`]: from the options of a form to its value;
//! - [`OutcomeReason`]: the outcome, by a subgroup's rule or by first moves;
//! - [`SumReason`]: the way to a sum.
//!
//! [`Page`] lays out the explanation on one screen.

mod page;

use cg_core::{Addition, Game, Notation, Outcome, Player, Recognised, Result};

use crate::engine::Engine;
use crate::functions::Stops;

pub use page::{COLUMNS, LINES, MOST_SHOWN, Page};

/// The way from `{left | right}` to its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplification {
    /// The given options, each once, in the order of printing: Left's and Right's.
    pub given: [Vec<Game>; 2],
    /// The value.
    pub value: Game,
    /// The steps on the options, in order. Each step keeps the value. Empty if a subgroup
    /// recognised the given options.
    pub steps: Vec<Step>,
    /// The options after the steps, in the order of printing.
    pub reduced: [Vec<Game>; 2],
    /// The last step.
    pub end: End,
}

/// One step of the general algorithm (Siegel, *Combinatorial Game Theory*,
/// section II.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `option` is removed, because `by`, which stays, is at least as good for `player`.
    Dominated {
        /// The player of the options.
        player: Player,
        /// The removed option.
        option: Game,
        /// The option that dominates it.
        by: Game,
    },
    /// The opponent answers `option` with `through`, which is at least as good for the opponent as
    /// the form itself. So `player`'s options of `through` replace `option`.
    Reversible {
        /// The player of the option.
        player: Player,
        /// The removed option.
        option: Game,
        /// The opponent's answer, an option of `option`.
        through: Game,
        /// The options that replace it: `player`'s options of `through`.
        replacements: Vec<Game>,
    },
}

/// The end of a simplification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A subgroup's simplification rule gives the value.
    Recognised {
        /// The subgroup.
        subgroup: String,
        /// Its reason, if it gives one.
        reason: Option<String>,
    },
    /// No option is dominated or reversible, and no subgroup holds the form: it
    /// is the canonical form.
    Canonical {
        /// The subgroups that hold all the options, but by whose rules the form is not an element.
        refused: Vec<String>,
    },
}

impl Engine {
    /// Why `{left | right}` has its value: a visible [`Engine::game`]. Texts of subgroups are in
    /// `notation`.
    ///
    /// # Errors
    /// The errors of [`Engine::game`].
    ///
    /// ```
    /// use cg_core::{Limits, Notation, Player, Registry};
    /// use cg_simplify::{Engine, why::Step};
    /// let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    /// let [zero, one] = [0, 1].map(|n| engine.integer(&n.into()).unwrap());
    /// let why = engine.why_game(&[zero, one], &[], Notation::Paper)?;
    /// assert_eq!(why.value, engine.integer(&2.into())?);
    /// assert_eq!(why.steps, [Step::Dominated { player: Player::Left, option: zero, by: one }]);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn why_game(
        &mut self,
        left: &[Game],
        right: &[Game],
        notation: Notation,
    ) -> Result<Simplification> {
        let value = self.game(left, right)?;
        let given = [self.each_once(left)?, self.each_once(right)?];
        let offered = self.arena.recognition(&given[0], &given[1], notation)?;
        if let Some(found) = offered.found {
            let (reduced, end) = (given.clone(), found.into());
            return Ok(Simplification { given, value, steps: Vec::new(), reduced, end });
        }
        let mut sides = given.clone();
        let mut steps = Vec::new();
        let short = given.iter().flatten().all(|&option| self.is_short(option));
        if !short && self.is_number(value)? {
            // If options are not short, a number is searched first.
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                self.drop_dominated(side, player, &mut steps)?;
            }
            let subgroup = self.subgroup_name(value).unwrap_or_default().to_owned();
            let reason = "it is the simplest number that no left option is at least, and that no right option \
                          is at most\n(the simplest number theorem)";
            let end = End::Recognised { subgroup, reason: Some(reason.to_owned()) };
            return Ok(Simplification { given, value, steps, reduced: sides, end });
        }
        loop {
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                self.drop_dominated(side, player, &mut steps)?;
            }
            let before = steps.len();
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                self.replace_reversible(side, player, value, &mut steps)?;
            }
            if steps.len() == before {
                break;
            }
        }
        let reduced = [self.in_order(&sides[0])?, self.in_order(&sides[1])?];
        let offered = self.arena.recognition(&reduced[0], &reduced[1], notation)?;
        let end = match offered.found {
            Some(found) => found.into(),
            None => End::Canonical { refused: offered.refused },
        };
        Ok(Simplification { given, value, steps, reduced, end })
    }

    /// The dominated and reversible options of `{left | right}`, one step each, even if a subgroup
    /// knows the value without them. Other options have no step. Dominated options are removed
    /// first. Then each remaining option is examined alone.
    ///
    /// # Errors
    /// The errors of [`Engine::game`].
    ///
    /// ```
    /// use cg_core::{Limits, Notation, Player, Registry};
    /// use cg_simplify::{Engine, why::Step};
    /// let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    /// let [zero, one] = [0, 1].map(|n| engine.integer(&n.into()).unwrap());
    /// let half = engine.game(&[zero], &[one])?;
    /// let steps = engine.why_options(&[zero, half], &[one])?;
    /// assert_eq!(steps, [Step::Dominated { player: Player::Left, option: zero, by: half }]);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn why_options(&mut self, left: &[Game], right: &[Game]) -> Result<Vec<Step>> {
        let value = self.game(left, right)?;
        let mut sides = [self.each_once(left)?, self.each_once(right)?];
        let mut steps = Vec::new();
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            self.drop_dominated(side, player, &mut steps)?;
            for &option in &*side {
                if let Some(through) = self.reversed_through(option, player, value)? {
                    let replacements = self.options(through, player)?;
                    let replacements = self.in_order(&replacements)?;
                    steps.push(Step::Reversible { player, option, through, replacements });
                }
                self.check()?;
            }
        }
        Ok(steps)
    }

    fn each_once(&mut self, options: &[Game]) -> Result<Vec<Game>> {
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        self.in_order(&options)
    }

    /// Removes the dominated options. Each reason is an option that stays.
    fn drop_dominated(
        &mut self,
        options: &mut Vec<Game>,
        player: Player,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        let mut kept = options.clone();
        let best = self.keep_best(&mut kept, |engine, g, h| engine.prefers(player, g, h))?;
        kept.truncate(best);
        for &option in options.iter() {
            if kept.contains(&option) {
                continue;
            }
            for &by in &kept {
                if self.prefers(player, by, option)? {
                    steps.push(Step::Dominated { player, option, by });
                    break;
                }
            }
        }
        options.retain(|option| kept.contains(option));
        Ok(())
    }

    /// Replaces reversible options, again and again. It ends, because replacements are born before
    /// the options that they replace.
    fn replace_reversible(
        &mut self,
        options: &mut Vec<Game>,
        player: Player,
        value: Game,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        let mut index = 0;
        while index < options.len() {
            let option = options[index];
            let Some(through) = self.reversed_through(option, player, value)? else {
                index += 1;
                continue;
            };
            options.remove(index);
            // For a number that is not short, all options are dominated.
            let replacements = match self.is_long_number(through)? {
                true => Vec::new(),
                false => self.options(through, player)?,
            };
            let replacements = self.in_order(&replacements)?;
            for &replacement in &replacements {
                if !options.contains(&replacement) {
                    options.push(replacement);
                }
            }
            steps.push(Step::Reversible { player, option, through, replacements });
            self.check()?;
        }
        Ok(())
    }

    /// The opponent's answer to `option` that is no worse for the opponent than `value`.
    fn reversed_through(
        &mut self,
        option: Game,
        player: Player,
        value: Game,
    ) -> Result<Option<Game>> {
        if self.stops_forbid(option, player, value)? {
            return Ok(None);
        }
        if self.is_long_number(option)? {
            // No answer reverses it; otherwise another option would dominate it.
            return Ok(None);
        }
        let opponent = player.opponent();
        for answer in self.options(option, opponent)? {
            if self.prefers(opponent, answer, value)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    fn is_long_number(&mut self, g: Game) -> Result<bool> {
        Ok(!self.is_short(g) && self.is_number(g)?)
    }

    /// Whether the stops alone show that no answer reverses `option`. They do if the option is a
    /// number x plus an all-small game: both stops of each answer are x, and `value` has a stop
    /// that is better for the opponent. The answers, of which there may be very many, are not
    /// examined.
    fn stops_forbid(&mut self, option: Game, player: Player, value: Game) -> Result<bool> {
        let Some(parts) = self.arena.number_ups_star(option)? else { return Ok(false) };
        if parts.is_number() {
            return Ok(false);
        }
        if !self.is_short(value) {
            return Ok(false);
        }
        let stops = self.stops(value)?;
        Ok(match player {
            Player::Left => stops.right < parts.number,
            Player::Right => stops.left > parts.number,
        })
    }
}

impl From<Recognised> for End {
    fn from(found: Recognised) -> Self {
        End::Recognised { subgroup: found.subgroup, reason: found.reason }
    }
}

/// If an option has more answers than this, no refutation is searched.
const MOST_ANSWERS: u64 = 1 << 12;

/// Why a game has its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeReason {
    /// The game.
    pub game: Game,
    /// The outcome.
    pub outcome: Outcome,
    /// The decision.
    pub decision: Decision,
}

/// The decision of an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The outcome rule of the subgroup that holds the game.
    Rule {
        /// The subgroup.
        subgroup: String,
        /// Its reason, if it gives one.
        reason: Option<String>,
    },
    /// The first moves of both players in the canonical form.
    Moves {
        /// The stops. If both are positive, Left wins. If both are negative, Right wins.
        stops: Stops,
        /// The first moves of Left and of Right.
        first: [FirstMoves; 2],
    },
}

/// The first moves of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstMoves {
    /// A winning move, to this option.
    Wins(Game),
    /// No move wins: all moves, each with its refutation.
    Lose(Vec<Attempt>),
}

/// A first move that loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The option.
    pub to: Game,
    /// A winning answer of the opponent: it leaves a game that the first player loses moving next.
    /// `None` if there are too many answers to search.
    pub answer: Option<Game>,
}

impl Engine {
    /// Why `g` has its outcome: a visible [`Engine::outcome`]. Texts of subgroups are in
    /// `notation`.
    ///
    /// # Errors
    /// The errors of [`Engine::outcome`].
    ///
    /// ```
    /// use cg_core::{Limits, Notation, Registry};
    /// use cg_simplify::{Engine, why::{Decision, FirstMoves}};
    /// let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    /// let [two, one] = [2, 1].map(|n| engine.integer(&n.into()).unwrap());
    /// let hot = engine.game(&[two], &[one])?;
    /// let why = engine.why_outcome(hot, Notation::Paper)?;
    /// let Decision::Moves { first: [left, right], .. } = why.decision else { panic!() };
    /// assert_eq!(left, FirstMoves::Wins(two));
    /// assert!(matches!(right, FirstMoves::Lose(moves) if moves[0].to == one));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn why_outcome(&mut self, g: Game, notation: Notation) -> Result<OutcomeReason> {
        let outcome = self.outcome(g)?;
        let decision = match self.subgroup_name(g).map(str::to_owned) {
            Some(subgroup) => {
                let reason = self.arena.outcome_reason(g, notation)?;
                Decision::Rule { subgroup, reason }
            }
            None => {
                let stops = self.stops(g)?;
                let left = self.first_moves(g, Player::Left)?;
                let right = self.first_moves(g, Player::Right)?;
                Decision::Moves { stops, first: [left, right] }
            }
        };
        Ok(OutcomeReason { game: g, outcome, decision })
    }

    fn first_moves(&mut self, g: Game, player: Player) -> Result<FirstMoves> {
        let options = self.options(g, player)?;
        let options = self.in_order(&options)?;
        for &option in &options {
            if self.wins_second(option, player)? {
                return Ok(FirstMoves::Wins(option));
            }
        }
        let mut attempts = Vec::with_capacity(options.len());
        for to in options {
            attempts.push(Attempt { to, answer: self.refutation(to, player.opponent())? });
        }
        Ok(FirstMoves::Lose(attempts))
    }

    /// Whether `player` wins `g` when the opponent moves first.
    fn wins_second(&mut self, g: Game, player: Player) -> Result<bool> {
        self.prefers(player, g, Game::ZERO)
    }

    /// A winning first move of `player` in `g`.
    fn refutation(&mut self, g: Game, player: Player) -> Result<Option<Game>> {
        if self.option_count(g, player)? > MOST_ANSWERS {
            return Ok(None);
        }
        for answer in self.options(g, player)? {
            if self.wins_second(answer, player)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }
}

/// The way to the value of g + h.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumReason {
    /// The terms.
    pub terms: [Game; 2],
    /// Their sum.
    pub sum: Game,
    /// The rule.
    pub rule: SumRule,
}

/// The rule by which two games are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumRule {
    /// One of them is 0.
    Zero,
    /// One is the negative of the other.
    Negatives,
    /// A subgroup holds both, and adds them.
    Home(Addition),
    /// One is a number and the other is not. The number is added to each canonical option of the
    /// other, and no player moves in it (the number translation theorem).
    Translation {
        /// The number.
        number: Game,
        /// The other.
        other: Game,
    },
    /// By definition: each player moves in one of them. The form is simplified.
    Options(Simplification),
}

impl Engine {
    /// The way to the value of g + h: a visible [`Engine::add`]. Texts of subgroups are in
    /// `notation`.
    ///
    /// # Errors
    /// The errors of [`Engine::add`].
    ///
    /// ```
    /// use cg_core::{Game, Limits, Notation, Registry};
    /// use cg_simplify::{Engine, why::SumRule};
    /// let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.game(&[Game::ZERO], &[Game::ZERO])?;
    /// let why = engine.why_sum(star, star, Notation::Paper)?;
    /// assert_eq!((why.sum, why.rule), (Game::ZERO, SumRule::Negatives));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn why_sum(&mut self, g: Game, h: Game, notation: Notation) -> Result<SumReason> {
        let sum = self.add(g, h)?;
        let rule = self.sum_rule(g, h, notation)?;
        Ok(SumReason { terms: [g, h], sum, rule })
    }

    /// How a subgroup that holds all these games adds them at once.
    ///
    /// # Errors
    /// A limit, a failing subgroup.
    pub fn why_sum_at_home(
        &mut self,
        terms: &[Game],
        notation: Notation,
    ) -> Result<Option<Addition>> {
        self.arena.addition(terms, notation)
    }

    fn sum_rule(&mut self, g: Game, h: Game, notation: Notation) -> Result<SumRule> {
        if g == Game::ZERO || h == Game::ZERO {
            return Ok(SumRule::Zero);
        }
        if let Some(addition) = self.arena.addition(&[g, h], notation)? {
            return Ok(SumRule::Home(addition));
        }
        if self.negate(g)? == h {
            return Ok(SumRule::Negatives);
        }
        for (number, other) in [(g, h), (h, g)] {
            if self.arena.is_number(number)? && !self.arena.is_number(other)? {
                return Ok(SumRule::Translation { number, other });
            }
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            for (moved, rest) in [(g, h), (h, g)] {
                for option in self.options(moved, player)? {
                    side.push(self.add(option, rest)?);
                }
            }
        }
        let [left, right] = sides;
        Ok(SumRule::Options(self.why_game(&left, &right, notation)?))
    }
}
