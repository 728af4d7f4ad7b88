//! Games that tell two games apart.

use cg_core::Player;

use crate::{Ending, Ends, Form, Result, Score, Universe};

/// How many games with one option on each side are tried after the small ones.
const MOST_PAIRS: usize = 1 << 16;

/// How many scores small games are made with.
const MOST_SCORES: usize = 3;

impl<T: Ends> Universe<T> {
    /// Whether `x` shows that `g` is not at least `h`: Left does worse with `g` than with `h` beside
    /// it.
    ///
    /// # Errors
    /// Limits.
    pub fn separates(&mut self, g: Form, h: Form, x: Form) -> Result<bool> {
        if self.play.ending == Ending::Scores {
            let [a, b] = [self.stops_of_pair(g, x)?, self.stops_of_pair(h, x)?];
            return Ok(a[0] < b[0] || a[1] < b[1]);
        }
        // Where both players would have won nothing is decided.
        if let Some(winner) = x.winner()
            && [g, h].iter().any(|game| game.winner() == Some(winner.opponent()))
        {
            return Ok(false);
        }
        let [g, h] = [self.outcome_of_pair(g, x)?, self.outcome_of_pair(h, x)?];
        let (left, right) = (Player::Left, Player::Right);
        Ok(h.won_by_first(left) && !g.won_by_first(left)
            || g.won_by_first(right) && !h.won_by_first(right))
    }

    /// A game of the universe that shows that `g` is not at least `h`, by a search among small
    /// games and those made of the followers of both. `None` says only that the search found none.
    ///
    /// # Errors
    /// Limits.
    pub fn separator(&mut self, g: Form, h: Form) -> Result<Option<Form>> {
        let mut tried = vec![self.zero()?];
        let followers: Vec<Form> =
            [g, h].iter().flat_map(|&game| self.play.forms.followers(game)).collect();
        // Scores with which small games are made: those of both games, with either sign.
        let marks =
            followers.iter().flat_map(|&follower| self.play.forms.marks(follower)).flatten();
        let mut scores: Vec<Score> = marks.flat_map(|score| [score, score.negated()]).collect();
        scores.push(Score::ZERO);
        scores.sort_unstable_by_key(|score| (score.negated().max(*score), *score));
        scores.dedup();
        scores.truncate(MOST_SCORES);
        let day = if self.play.ending == Ending::Scores { 1 } else { 2 };
        for follower in followers {
            if follower.winner().is_none() {
                let member = self.member(follower)?;
                tried.push(self.conjugate(member)?);
            }
        }
        if let Some(found) = self.first_separator(g, h, &tried)? {
            return Ok(Some(found));
        }
        let mut small = Vec::new();
        for class in self.classes(day, &scores)? {
            small.push(self.member(class)?);
        }
        if let Some(found) = self.first_separator(g, h, &small)? {
            return Ok(Some(found));
        }
        // Options that decide nothing for either player come to nothing in a pair, so all are tried.
        tried.extend(small);
        let pairs = tried.iter().flat_map(|&left| tried.iter().map(move |&right| (left, right)));
        for (left, right) in pairs.take(MOST_PAIRS).collect::<Vec<_>>() {
            let pair = self.play.make([vec![left], vec![right]], [None; 2])?;
            if Player::BOTH.iter().all(|&player| !self.lacks(pair, player))
                && self.separates(g, h, pair)?
            {
                return Ok(Some(pair));
            }
        }
        Ok(None)
    }

    fn first_separator(&mut self, g: Form, h: Form, tried: &[Form]) -> Result<Option<Form>> {
        for &x in tried {
            if self.separates(g, h, x)? {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }
}
