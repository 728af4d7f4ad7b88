//! Simplest forms, and members of the universe equal to them.
//!
//! An option is *reversible* through an answer that brings the opponent no loss: the options behind
//! the answer take its place. When the player could stop there, the right to stop takes its place
//! too, as a mark. So equal games have the same simplest form in every theory; with marks, or with
//! an empty side, it need not lie in the universe, and then an equal member does.

use cg_core::Player;

use crate::ends::kinds;
use crate::play::better;
use crate::{Ends, Form, Result, Score, Universe, UniverseError};

impl<T: Ends> Universe<T> {
    /// The simplest form of a game: equal games have the same.
    ///
    /// # Errors
    /// Limits.
    pub fn simplest(&mut self, form: Form) -> Result<Form> {
        if form.winner().is_some() {
            return Ok(form);
        }
        if let Some(&known) = self.reduced.get(&form) {
            return Ok(known);
        }
        for follower in self.play.forms.followers(form) {
            if follower.winner().is_some() || self.reduced.contains_key(&follower) {
                continue;
            }
            let sides = Player::BOTH.map(|player| {
                let options = self.play.forms.options(follower, player).iter();
                options
                    .map(|&option| self.reduced.get(&option).copied().unwrap_or(option))
                    .collect()
            });
            let with_simplest = self.play.make(sides, self.play.forms.marks(follower))?;
            let reduced = self.reduce(with_simplest)?;
            self.reduced.insert(follower, reduced);
            self.look()?;
        }
        Ok(self.reduced[&form])
    }

    /// The simplest form of a form whose options are in simplest form.
    pub(crate) fn reduce(&mut self, form: Form) -> Result<Form> {
        if let Some(&known) = self.reduced.get(&form) {
            return Ok(known);
        }
        let mut current = self.without_lost_moves(form)?;
        loop {
            let before = current;
            current = self.without_dominated(current)?;
            current = self.bypassed(current)?;
            if current == before {
                break;
            }
        }
        for player in Player::BOTH {
            current = self.without_needless_mark(current, player)?;
        }
        self.reduced.insert(form, current);
        self.reduced.insert(current, current);
        Ok(current)
    }

    fn sides(&self, form: Form) -> [Vec<Form>; 2] {
        Player::BOTH.map(|player| self.play.forms.options(form, player).to_vec())
    }

    /// Without the options by which a player makes the other win at once.
    fn without_lost_moves(&mut self, form: Form) -> Result<Form> {
        let mut sides = self.sides(form);
        for player in Player::BOTH {
            let lost = Form::won_by(player.opponent());
            sides[player as usize].retain(|&option| option != lost);
        }
        self.play.make(sides, self.play.forms.marks(form))
    }

    fn without_dominated(&mut self, form: Form) -> Result<Form> {
        let mut sides = self.sides(form);
        for player in Player::BOTH {
            let side = &mut sides[player as usize];
            let mut at = 0;
            'options: while at < side.len() {
                for other in 0..side.len() {
                    if other != at && self.serves(side[other], side[at], player)? {
                        side.swap_remove(at);
                        continue 'options;
                    }
                }
                at += 1;
            }
        }
        self.play.make(sides, self.play.forms.marks(form))
    }

    /// The form with the options of each reversible option bypassed, once.
    fn bypassed(&mut self, form: Form) -> Result<Form> {
        let mut sides = [vec![], vec![]];
        let mut marks = self.play.forms.marks(form);
        for player in Player::BOTH {
            'options: for place in self.play.forms.places(form, player) {
                let option = self.play.forms.at(place);
                for place in self.play.forms.places(option, player.opponent()) {
                    let answer = self.play.forms.at(place);
                    if !self.serves(form, answer, player)? {
                        continue;
                    }
                    let behind = self.play.forms.options(answer, player);
                    sides[player as usize].extend_from_slice(behind);
                    if let Some(stop) = self.play.stop(answer, player) {
                        let mark = &mut marks[player as usize];
                        *mark = Some(mark.map_or(stop, |mark| better(player, mark, stop)));
                    }
                    continue 'options;
                }
                sides[player as usize].push(option);
            }
        }
        let bypassed = self.play.make(sides, marks)?;
        // What came in may let the other player win at once.
        self.without_lost_moves(bypassed)
    }

    /// Without a mark of a player who does as well by her options.
    fn without_needless_mark(&mut self, form: Form, player: Player) -> Result<Form> {
        let Some(mark) = self.play.forms.mark(form, player) else { return Ok(form) };
        if self.play.forms.is_end(form, player) {
            return Ok(form);
        }
        let mut marks = self.play.forms.marks(form);
        marks[player as usize] = None;
        let without = self.play.make(self.sides(form), marks)?;
        let strong = self.is_strong(without, player, mark)?;
        Ok(if strong { without } else { form })
    }

    /// A game of the universe that is equal to a form: its simplest form where that is one, else with
    /// options in the place of what a game of the universe cannot have.
    ///
    /// # Errors
    /// Limits; none was found, where the universe has too many ends to try.
    pub fn member(&mut self, form: Form) -> Result<Form> {
        let simplest = self.simplest(form)?;
        if simplest.winner().is_some() {
            return Ok(simplest);
        }
        for follower in self.play.forms.followers(simplest) {
            if follower.winner().is_some() || self.members.contains_key(&follower) {
                continue;
            }
            let sides = Player::BOTH.map(|player| {
                let options = self.play.forms.options(follower, player).iter();
                options
                    .map(|&option| self.members.get(&option).copied().unwrap_or(option))
                    .collect()
            });
            let mut member = self.play.make(sides, self.play.forms.marks(follower))?;
            // What is added for one player can bring a new lack for the other.
            for player in Player::BOTH.into_iter().cycle().take(4) {
                if self.lacks(member, player) {
                    member = self.with_way_out(member, player)?;
                }
            }
            self.members.insert(follower, member);
            self.look()?;
        }
        Ok(self.members[&simplest])
    }

    /// Whether a form has a mark beside options, or breaks the rule of the universe, on one side.
    pub(crate) fn lacks(&self, form: Form, player: Player) -> bool {
        let forms = &self.play.forms;
        let marked = forms.mark(form, player).is_some() && !forms.is_end(form, player);
        let kinds = kinds(forms, form);
        let (_, kind) = kinds.last().expect("a form is a follower of itself");
        marked || self.ends.fault(kind, player).is_some()
    }

    fn with_way_out(&mut self, form: Form, player: Player) -> Result<Form> {
        let mut marks = self.play.forms.marks(form);
        let score = marks[player as usize].take().unwrap_or(Score::ZERO);
        let of_left = match player {
            Player::Left => score,
            Player::Right => score.negated(),
        };
        for n in 0.. {
            let Some(refuge) = self.ends.refuge(&mut self.play, n, of_left)? else { break };
            let seen = match player {
                Player::Left => refuge,
                Player::Right => self.conjugate(refuge)?,
            };
            if self.serves(form, seen, player)? {
                let way_out = self.ends.way_out(&mut self.play, refuge, of_left)?;
                let way_out = match player {
                    Player::Left => way_out,
                    Player::Right => self.conjugate(way_out)?,
                };
                let mut sides = self.sides(form);
                sides[player as usize].push(way_out);
                return self.play.make(sides, marks);
            }
            self.look()?;
        }
        let text = self.text(form)?;
        let problem = format!("no game of {} was found that is equal to {text}", self.ends.name());
        Err(UniverseError::Refused(problem))
    }
}
