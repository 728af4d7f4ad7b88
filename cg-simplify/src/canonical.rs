//! Simplest forms.
//!
//! The options of a form are freed of dominated ones, and reversible ones are
//! bypassed, until neither is left: the canonical form, which is unique (Siegel,
//! section II.2).

use cg_core::{Game, Player, Result};

use crate::engine::Engine;

impl Engine {
    /// The value of `{left | right}`, in simplest form.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        let mut left = without_repeats(left);
        let mut right = without_repeats(right);
        if let Some(game) = self.arena.recognise(&left, &right)? {
            return Ok(game);
        }
        self.remove_dominated(&mut left, Player::Left)?;
        self.remove_dominated(&mut right, Player::Right)?;
        // The draft stands for the value while options are replaced: every
        // replacement keeps it.
        self.set_draft(&left, &right)?;
        let mut changed = self.bypass_reversible(&mut left, Player::Left)?;
        changed |= self.bypass_reversible(&mut right, Player::Right)?;
        if changed {
            self.remove_dominated(&mut left, Player::Left)?;
            self.remove_dominated(&mut right, Player::Right)?;
        }
        match self.arena.recognise(&left, &right)? {
            Some(game) => Ok(game),
            None => self.node(&left, &right),
        }
    }

    /// Whether `player` likes `g` at least as much as `h`.
    fn prefers(&mut self, player: Player, g: Game, h: Game) -> Result<bool> {
        match player {
            Player::Left => self.le(h, g),
            Player::Right => self.le(g, h),
        }
    }

    /// Keeps the options that no other one is at least as good as for `player`.
    fn remove_dominated(&mut self, options: &mut Vec<Game>, player: Player) -> Result<()> {
        self.keep_best(options, |engine, g, h| engine.prefers(player, g, h))
    }

    /// Replaces each reversible option by what it reverses to, again and again.
    /// An option is reversible when the opponent has a reply to it that is no
    /// worse for the opponent than the draft itself; `player`'s options of that
    /// reply take its place. Says whether there was one.
    fn bypass_reversible(&mut self, options: &mut Vec<Game>, player: Player) -> Result<bool> {
        let mut waiting = std::mem::take(options);
        let mut seen: Vec<Game> = waiting.clone();
        let mut changed = false;
        while let Some(option) = waiting.pop() {
            match self.reply_that_reverses(option, player)? {
                None => options.push(option),
                Some(reply) => {
                    changed = true;
                    self.arena.expand(reply)?;
                    for &replacement in self.arena.options(reply, player) {
                        if !seen.contains(&replacement) {
                            seen.push(replacement);
                            waiting.push(replacement);
                        }
                    }
                }
            }
        }
        Ok(changed)
    }

    fn reply_that_reverses(&mut self, option: Game, player: Player) -> Result<Option<Game>> {
        if self.no_reply_reverses(option, player)? {
            return Ok(None);
        }
        let opponent = player.opponent();
        self.arena.expand(option)?;
        for index in 0..self.arena.options(option, opponent).len() {
            let reply = self.arena.options(option, opponent)[index];
            if self.prefers(opponent, reply, Game::DRAFT)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}

fn without_repeats(options: &[Game]) -> Vec<Game> {
    let mut options = options.to_vec();
    options.sort_unstable();
    options.dedup();
    options
}
