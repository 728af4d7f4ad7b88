//! From the options of a form to its value, step by step.

use cg_core::{Game, Notation, Player, Recognised, Result};

use crate::engine::Engine;

/// How `{left | right}` comes by its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplification {
    /// The options as they were given, each once, in the order of printing: Left's
    /// and Right's.
    pub given: [Vec<Game>; 2],
    /// The value.
    pub value: Game,
    /// What was done to the options before the end, in order; each step keeps the
    /// value. Empty when a subgroup recognised the options as given.
    pub steps: Vec<Step>,
    /// The options after the steps, in the order of printing.
    pub reduced: [Vec<Game>; 2],
    /// What the options then are.
    pub end: End,
}

/// One step of the general algorithm (Siegel, *Combinatorial Game Theory*,
/// section II.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `option` goes, because `by`, which stays, is at least as good for `player`.
    Dominated {
        /// Whose options they are.
        player: Player,
        /// The option that goes.
        option: Game,
        /// The one that dominates it.
        by: Game,
    },
    /// The opponent answers `option` by `through`, which is at least as good for
    /// them as the form itself; so `option` is replaced by `player`'s options of
    /// `through`.
    Reversible {
        /// Whose option it is.
        player: Player,
        /// The option that goes.
        option: Game,
        /// The opponent's answer, an option of `option`.
        through: Game,
        /// What comes instead: `player`'s options of `through`.
        replacements: Vec<Game>,
    },
}

/// Where a simplification ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A subgroup's simplification rule knows the value.
    Recognised {
        /// The subgroup.
        subgroup: String,
        /// Its reasoning, where it gives one.
        reason: Option<String>,
    },
    /// No option is dominated or reversible, and no subgroup holds the form: it
    /// is the canonical form.
    Canonical {
        /// The subgroups that hold all the options, and by whose rules the form is
        /// none of their elements.
        refused: Vec<String>,
    },
}

impl Engine {
    /// Why `{left | right}` has its value: [`Engine::game`], made visible. Words
    /// of subgroups are in `notation`.
    ///
    /// # Errors
    /// As [`Engine::game`].
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

    fn each_once(&mut self, options: &[Game]) -> Result<Vec<Game>> {
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        self.in_order(&options)
    }

    /// Removes the dominated options; each reason is an option that stays.
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

    /// Replaces reversible options, again and again. It ends: replacements are
    /// born before what they replace.
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
            let replacements = self.options(through, player)?;
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

    /// The opponent's answer to `option` that is no worse for them than `value`.
    fn reversed_through(
        &mut self,
        option: Game,
        player: Player,
        value: Game,
    ) -> Result<Option<Game>> {
        if self.stops_forbid(option, player, value)? {
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

    /// Whether no answer to `option`, a number x plus a game that is all small, can
    /// reverse it: both stops of each answer are x, and the opponent has a stop of
    /// `value` better than that. The answers may be very many.
    fn stops_forbid(&mut self, option: Game, player: Player, value: Game) -> Result<bool> {
        let Some(parts) = self.arena.number_ups_star(option)? else { return Ok(false) };
        if parts.is_number() {
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
