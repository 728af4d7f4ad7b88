//! Games that are not short: the algorithms for infinitely many options.
//!
//! The arena knows which games are not short ([`cg_core::Views::is_transfinite`]). Of these,
//! numbers can be used in computations, such as omega and 1/omega. A game with finitely many
//! options is an ordinary node, even if some options lead to such numbers: omega + * is {omega |
//! omega}. All algorithms use two theorems that also hold for numbers with infinitely many options:
//!
//! - **Number avoidance**: in x + G, where x is a number and G is not, no player needs to move in
//!   x. (Suppose that Left wins by a move to x^L + G. Then Left also wins that game when she moves
//!   first, since G is not a number; by induction with a move to x^L + G^L, and x + G^L is better.)
//!   So order and sums never need options of a number next to another game.
//! - **Simplicity**: {L | R} is the simplest number x with G^L <| x <| G^R for all options, if
//!   there is such a number. The stops of the options decide which numbers fit.
//!
//! A form is first tested for a number. So when its options are searched for reversible ones,
//! numbers among them need no test.

use cg_core::{Game, Player, Relation, Result};

use crate::engine::Engine;
use crate::memo::Answers;

/// The stops of a game as games, which are numbers: Left's, then Right's.
type StopGames = [Game; 2];

impl Engine {
    /// Whether `g` is a short game: it has finitely many followers.
    pub fn is_short(&self, g: Game) -> bool {
        self.arena.is_short(g)
    }

    /// The simplest number x with G^L <| x <| G^R for all these options, if a number fits. It is
    /// the value of the form (Siegel, section II.3; Conway, *On Numbers and Games*, chapter 9).
    pub(crate) fn number_that_fits(&mut self, sides: [&[Game]; 2]) -> Result<Option<Game>> {
        let mut strict = [Vec::new(), Vec::new()];
        let mut own = [Vec::new(), Vec::new()];
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            for &option in sides[side] {
                // If an option is confused with its stop, the stop itself is allowed.
                let opponent = player.opponent();
                let stop = self.stop_games(option)?[opponent as usize];
                match self.prefers(player, option, stop)? {
                    true => strict[side].push(stop),
                    false => own[side].push(stop),
                }
            }
        }
        let [[above, below], [from, to]] = [strict, own];
        self.arena.number_between([&above, &from, &to, &below])
    }

    /// The stops of `g`, which need not be dyadic.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup; [`cg_core::Error::NotShort`] for a game with
    /// infinitely many options that is not a number.
    pub(crate) fn stop_games(&mut self, g: Game) -> Result<StopGames> {
        let leaf = |engine: &mut Engine, game: Game| {
            if engine.known_number(game)? {
                return Ok(Some([game; 2]));
            }
            match engine.arena.number_ups_star(game)? {
                Some(parts) => Ok(Some([engine.number(&parts.number)?; 2])),
                None => Ok(None),
            }
        };
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, StopGames>| {
            let mut stops = [Game::ZERO; 2];
            for player in Player::BOTH {
                let next: Vec<Game> = engine
                    .answers(game, player, done)
                    .map(|answer| answer[player.opponent() as usize])
                    .collect();
                let mut next = next.into_iter();
                let mut best = next.next().expect("a game that is no number has options of both");
                for stop in next {
                    if engine.prefers(player, stop, best)? {
                        best = stop;
                    }
                }
                stops[player as usize] = best;
            }
            Ok(stops)
        };
        self.remembered(
            g,
            |memos| &mut memos.stop_games,
            |engine, done| engine.over_followers(g, done, leaf, combine),
        )
    }

    /// The relation of `g` to `h`, if one is a number that is not short and the other is a known
    /// sum of a number y, ups and a nimber. It is the relation to y, since the difference from y is
    /// larger than all infinitesimals of short games.
    pub(crate) fn beside_number(&mut self, g: Game, h: Game) -> Result<Option<Relation>> {
        for (number, other, turned) in [(g, h, false), (h, g, true)] {
            if self.arena.is_short(number) || !self.known_number(number)? {
                continue;
            }
            let Some(parts) = self.arena.number_ups_star(other)? else { continue };
            let near = self.number(&parts.number)?;
            let (g, h) = if turned { (near, number) } else { (number, near) };
            return self.arena.compare(g, h);
        }
        Ok(None)
    }
}

/// Knowledge of subgroups about numbers and nimbers that need not be short.
impl Engine {
    /// The Conway product of two games, if a subgroup knows it: the product of two numbers, or the
    /// nim-product of two nimbers.
    ///
    /// # Errors
    /// A limit, a failing subgroup.
    pub fn known_product(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        self.arena.product(g, h)
    }

    /// The game whose Conway product with `h` is `g`, if a subgroup knows it.
    ///
    /// # Errors
    /// A limit, a failing subgroup.
    pub fn known_quotient(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        self.arena.quotient(g, h)
    }

    /// `g` to the power `h`, if a subgroup knows it.
    ///
    /// # Errors
    /// A limit, a failing subgroup.
    pub fn known_power(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        self.arena.power(g, h)
    }

    /// The nimber whose size is the game `size`, an ordinal; `None` if no subgroup makes it.
    ///
    /// # Errors
    /// A limit, a failing subgroup.
    pub fn nimber_of_size(&mut self, size: Game) -> Result<Option<Game>> {
        self.arena.nimber_of(size)
    }

    /// The birthday, an ordinal, of a game that is not short, if a subgroup knows it.
    ///
    /// # Errors
    /// A limit, a failing subgroup.
    pub fn infinite_birthday(&mut self, g: Game) -> Result<Option<Game>> {
        match self.arena.is_short(g) {
            true => Ok(None),
            false => self.arena.birthday(g),
        }
    }

    /// The sign expansion of a number, as text ([`cg_core::Views::signs`]); `None` for other games,
    /// and if no subgroup writes it.
    ///
    /// # Errors
    /// A limit, a failing subgroup.
    pub fn signs(&mut self, g: Game) -> Result<Option<String>> {
        match g == Game::ZERO {
            true => Ok(Some(String::new())),
            false => self.arena.signs(g),
        }
    }

    /// The number with this sign expansion, if a subgroup reads it.
    ///
    /// # Errors
    /// A limit, a failing subgroup; [`cg_core::Error::Parse`] for a text that is not a sign
    /// expansion.
    pub fn of_signs(&mut self, text: &str) -> Result<Option<Game>> {
        self.arena.of_signs(text)
    }

    /// The game with this name, if a subgroup has it, such as `omega`.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn constant(&mut self, name: &str) -> Result<Option<Game>> {
        self.arena.constant(name)
    }
}
