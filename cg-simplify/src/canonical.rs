//! Canonical forms.
//!
//! Dominated options of a form are removed and reversible ones bypassed, until there are none. The
//! result is the canonical form, which is unique (Siegel, *Combinatorial Game Theory*, section
//! II.2).
//!
//! All games born by a given day are computed here, too. Their options can be taken to be
//! antichains.

use cg_core::{Game, Player, Refusals, Result};
use smallvec::SmallVec;

use crate::counts::Event;
use crate::engine::Engine;
use crate::options_memo::OptionsMemo;

/// The options of one player. Few games have more than fit here.
pub(crate) type Options = SmallVec<[Game; 16]>;

/// Forms with more options are offered to all subgroups at once: a rule may look once at each option,
/// where dominated ones are found by comparing pairs.
const FEW_OPTIONS: usize = 64;

impl Engine {
    /// The value of `{left | right}`, in canonical form.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        self.game_unless(left, right, Refusals::default())
    }

    /// [`Engine::game`] for a value that these subgroups do not hold.
    fn game_unless(&mut self, left: &[Game], right: &[Game], refusals: Refusals) -> Result<Game> {
        self.counts.add(Event::FormAsked);
        self.counts.add_many(Event::Options, left.len() + right.len());
        let left = without_repeats(left);
        let right = without_repeats(right);
        self.by_memo(&left, &right, |engine| engine.new_form(&left, &right, refusals))
    }

    /// The value of a form as it is remembered. Otherwise `find` gives it.
    fn by_memo(
        &mut self,
        left: &[Game],
        right: &[Game],
        find: impl FnOnce(&mut Engine) -> Result<Game>,
    ) -> Result<Game> {
        let hash = OptionsMemo::hash(left, right);
        if let Some(game) = self.values.get(hash, left, right) {
            self.counts.add(Event::FormByMemo);
            return Ok(game);
        }
        let value = find(self)?;
        self.values.insert(hash, left, right, value);
        Ok(value)
    }

    /// The value of a form that is not remembered.
    fn new_form(&mut self, left: &[Game], right: &[Game], mut refusals: Refusals) -> Result<Game> {
        let options = left.len() + right.len();
        let found = match options <= FEW_OPTIONS {
            true => self.arena.recognise_number_or_nimber(left, right, &mut refusals)?,
            false => self.recognise_any(left, right, &mut refusals)?,
        };
        if let Some(game) = found {
            self.counts.add(Event::FormRecognised);
            return Ok(game);
        }
        let mut left = Options::from_slice(left);
        let mut right = Options::from_slice(right);
        self.remove_dominated(&mut left, Player::Left)?;
        self.remove_dominated(&mut right, Player::Right)?;
        if left.len() + right.len() == options {
            return self.undominated(&left, &right, refusals);
        }
        // Many forms are equal when dominated options are gone.
        left.sort_unstable();
        right.sort_unstable();
        self.by_memo(&left, &right, |engine| engine.undominated(&left, &right, refusals))
    }

    /// The answer of the subgroups that may be asked before dominated options are removed.
    fn recognise_any(
        &mut self,
        left: &[Game],
        right: &[Game],
        refusals: &mut Refusals,
    ) -> Result<Option<Game>> {
        match self.arena.recognise_number_or_nimber(left, right, refusals)? {
            None => self.arena.recognise_unless(left, right, refusals),
            found => Ok(found),
        }
    }

    /// The value of `{options | options}`.
    ///
    /// # Errors
    /// The errors of [`Engine::game`].
    pub fn impartial_game(&mut self, options: &[Game]) -> Result<Game> {
        let mut refusals = Refusals::default();
        if let Some(game) = self.recognise_any(options, options, &mut refusals)? {
            self.counts.add(Event::FormAsked);
            self.counts.add(Event::FormRecognised);
            return Ok(game);
        }
        self.game_unless(options, options, refusals)
    }

    /// The value of a form in which the options of each player are two lists, `sides[player][0]`
    /// and `sides[player][1]`. Each list is an antichain: no game of a list dominates another game
    /// of the same list.
    ///
    /// # Errors
    /// The errors of [`Engine::game`].
    pub(crate) fn game_of_antichains(&mut self, sides: [[&[Game]; 2]; 2]) -> Result<Game> {
        self.counts.add(Event::FormAsked);
        self.counts.add_many(Event::Options, sides.as_flattened().iter().map(|s| s.len()).sum());
        let [left, right] = sides.map(|[first, second]| [first, second].concat());
        let mut refusals = Refusals::default();
        let found = self.arena.recognise_number_or_nimber(&left, &right, &mut refusals)?;
        if let Some(game) = found {
            self.counts.add(Event::FormRecognised);
            return Ok(game);
        }
        let [left, right] = sides;
        let left = self.best_of_antichains(left, Player::Left)?;
        let right = self.best_of_antichains(right, Player::Right)?;
        self.undominated(&left, &right, refusals)
    }

    /// The value of a form without dominated options, which these subgroups do not hold. The others
    /// are asked.
    fn undominated(
        &mut self,
        left: &[Game],
        right: &[Game],
        mut refusals: Refusals,
    ) -> Result<Game> {
        if let Some(game) = self.arena.recognise_unless(left, right, &mut refusals)? {
            self.counts.add(Event::FormRecognisedUndominated);
            self.bound_by_form(game, left, right)?;
            return Ok(game);
        }
        let (left, right) = (Options::from_slice(left), Options::from_slice(right));
        let short = left.iter().chain(&right).all(|&option| self.arena.is_short(option));
        if short {
            return self.irreversible(left, right, refusals);
        }
        if let Some(number) = self.number_that_fits([&left, &right])? {
            return Ok(number);
        }
        self.draft_is_no_number = true;
        let value = self.irreversible(left, right, refusals);
        self.draft_is_no_number = false;
        value
    }

    /// The value of a form without dominated options, which no subgroup recognised. Its reversible
    /// options are bypassed.
    fn irreversible(
        &mut self,
        mut left: Options,
        mut right: Options,
        refusals: Refusals,
    ) -> Result<Game> {
        // The draft represents the value while options are replaced: every replacement keeps the
        // value.
        self.set_draft(&left, &right)?;
        let mut changed = self.bypass_reversible(&mut left, Player::Left)?;
        changed |= self.bypass_reversible(&mut right, Player::Right)?;
        if !changed {
            self.counts.add(Event::FormByNode);
            return self.node(&left, &right);
        }
        self.remove_dominated(&mut left, Player::Left)?;
        self.remove_dominated(&mut right, Player::Right)?;
        self.canonical(&left, &right, refusals)
    }

    /// The game with these options, which are canonical. These subgroups do not hold it.
    pub(crate) fn canonical(
        &mut self,
        left: &[Game],
        right: &[Game],
        mut refusals: Refusals,
    ) -> Result<Game> {
        match self.arena.recognise_unless(left, right, &mut refusals)? {
            Some(game) => {
                self.counts.add(Event::FormRecognisedSimplified);
                self.bound_by_form(game, left, right)?;
                Ok(game)
            }
            None => {
                self.counts.add(Event::FormByNode);
                self.node(left, right)
            }
        }
    }

    /// Whether `g` is at least as good as `h` for `player`.
    pub(crate) fn prefers(&mut self, player: Player, g: Game, h: Game) -> Result<bool> {
        match player {
            Player::Left => self.le(h, g),
            Player::Right => self.le(g, h),
        }
    }

    /// Keeps the options of `player` that no other option dominates.
    fn remove_dominated(&mut self, options: &mut Options, player: Player) -> Result<()> {
        let kept = self.keep_best(options, |engine, g, h| engine.prefers(player, g, h))?;
        self.counts.add_many(Event::OptionsDominated, options.len() - kept);
        options.truncate(kept);
        Ok(())
    }

    /// The result of [`Engine::remove_dominated`] for two antichains together. Only games of
    /// different lists are compared.
    fn best_of_antichains(&mut self, lists: [&[Game]; 2], player: Player) -> Result<Options> {
        let [first, second] = lists;
        let mut best = Options::new();
        'second: for &h in second {
            for &g in first {
                if self.prefers(player, g, h)? {
                    continue 'second;
                }
            }
            best.push(h);
            self.check()?;
        }
        let kept = best.len();
        'first: for &g in first {
            for index in 0..kept {
                if self.prefers(player, best[index], g)? {
                    continue 'first;
                }
            }
            best.push(g);
            self.check()?;
        }
        self.counts.add_many(Event::OptionsDominated, first.len() + second.len() - best.len());
        Ok(best)
    }

    /// Bypasses reversible options until there are none, and returns whether there was one. An
    /// option is reversible if the opponent has a reply to it that is no worse for the opponent
    /// than the draft itself. Then `player`'s options of that reply replace the option.
    fn bypass_reversible(&mut self, options: &mut Options, player: Player) -> Result<bool> {
        let mut changed = false;
        // Options before `done` are known to be irreversible. The others wait.
        let mut done = 0;
        let mut seen = Options::new();
        while done < options.len() {
            let last = options.len() - 1;
            match self.reply_that_reverses(options[last], player)? {
                None => {
                    options.swap(done, last);
                    done += 1;
                }
                Some(reply) => {
                    self.counts.add(Event::OptionsReversed);
                    if !changed {
                        seen.clone_from(options);
                        changed = true;
                    }
                    options.truncate(last);
                    if self.draft_is_no_number && self.known_number(reply)? {
                        // The options of a number are all dominated; there can be infinitely many.
                        // For Left: the draft is greater than the reply x and is not a number, so
                        // an option G^L is at least x (number avoidance). It is not the reversible
                        // option, which has x as a right option.
                        continue;
                    }
                    self.arena.expand(reply)?;
                    for &replacement in self.arena.options(reply, player) {
                        if !seen.contains(&replacement) {
                            seen.push(replacement);
                            options.push(replacement);
                        }
                    }
                }
            }
        }
        Ok(changed)
    }

    fn reply_that_reverses(&mut self, option: Game, player: Player) -> Result<Option<Game>> {
        if self.no_reply_reverses(option, player)? {
            self.counts.add(Event::OptionsOutOfReach);
            return Ok(None);
        }
        if self.draft_is_no_number && self.known_number(option)? {
            // For Left: suppose that a right option of the number x is at most the draft. Then
            // another option is greater than x (number avoidance), and dominates it.
            return Ok(None);
        }
        let opponent = player.opponent();
        self.arena.expand(option)?;
        for index in 0..self.arena.options(option, opponent).len() {
            let reply = self.arena.options(option, opponent)[index];
            self.counts.add(Event::RepliesTried);
            if self.prefers(opponent, reply, Game::DRAFT)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}

fn without_repeats(options: &[Game]) -> Options {
    let mut options = Options::from_slice(options);
    options.sort_unstable();
    options.dedup();
    options
}

impl Engine {
    /// Moves the best games to the front and returns their number. A game stays unless another one
    /// is at least as good, according to `prefers(engine, other, game)`. Of equally good games the
    /// first stays.
    pub(crate) fn keep_best(
        &mut self,
        games: &mut [Game],
        mut prefers: impl FnMut(&mut Engine, Game, Game) -> Result<bool>,
    ) -> Result<usize> {
        let mut kept = 0;
        'games: for index in 0..games.len() {
            let game = games[index];
            for &other in &games[..kept] {
                if prefers(self, other, game)? {
                    continue 'games;
                }
            }
            let mut still = 0;
            for index in 0..kept {
                if !prefers(self, game, games[index])? {
                    games[still] = games[index];
                    still += 1;
                }
            }
            games[still] = game;
            kept = still + 1;
            self.check()?;
        }
        Ok(kept)
    }

    /// Every game whose canonical form has a birthday of at most `day`, once each. There are 1, 4,
    /// 22 and 1,474 for the days 0 to 3 (Siegel, section III.1). Day 4 has more than 10^184, and
    /// reaches a limit.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// assert_eq!(engine.born_by(2)?.len(), 22);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn born_by(&mut self, day: u32) -> Result<Vec<Game>> {
        let mut games = vec![Game::ZERO];
        for _ in 0..day {
            // Options can be taken to be antichains: a dominated option adds nothing.
            let antichains = self.antichains(&games)?;
            let mut next = games.clone();
            for left in &antichains {
                for right in &antichains {
                    next.push(self.game(left, right)?);
                }
                next.sort_unstable();
                next.dedup();
                self.check()?;
            }
            games = next;
        }
        Ok(games)
    }

    /// The sets of pairwise confused games among `games`, including the empty set.
    fn antichains(&mut self, games: &[Game]) -> Result<Vec<Vec<Game>>> {
        let mut antichains: Vec<Vec<Game>> = vec![Vec::new()];
        for &game in games {
            for index in 0..antichains.len() {
                let mut confused = true;
                for &other in &antichains[index].clone() {
                    confused &= !self.le(game, other)? && !self.le(other, game)?;
                }
                if confused {
                    let mut larger = antichains[index].clone();
                    larger.push(game);
                    antichains.push(larger);
                }
                self.check()?;
            }
        }
        Ok(antichains)
    }
}
