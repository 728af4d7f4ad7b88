//! Which universes a form lies in.

use cg_core::{Limits, Player};

use crate::ends::kinds;
use crate::{Ending, Ends, Form, Kind, Result, Theory, Universe, UniverseError};

/// What is wrong with a form that is only a simplest form.
const MARK: &str = "has a mark";

impl<T: Ends> Universe<T> {
    /// The first follower that lies outside the universe, and the rule that it breaks.
    pub fn fault(&self, form: Form) -> Option<(Form, &'static str)> {
        let forms = self.forms();
        kinds(forms, form).into_iter().find_map(|(follower, kind)| {
            let fault = Player::BOTH.into_iter().find_map(|player| {
                if kind.marks[player as usize].is_some() && !kind.end[player as usize] {
                    return Some(MARK);
                }
                self.ends.fault(&kind, player)
            });
            fault.map(|why| (follower, why))
        })
    }

    /// Refuses a form that is not in the universe. A form with marks is taken for a simplest form:
    /// accepted is that of a game in the universe.
    ///
    /// # Errors
    /// [`UniverseError::NotInUniverse`]; limits.
    pub fn expect_member(&mut self, form: Form) -> Result<()> {
        let Some((follower, why)) = self.fault(form) else { return Ok(()) };
        if self.has_marks(form)
            && self.simplest(form)? == form
            && let Ok(member) = self.member(form)
            && self.simplest(member)? == form
        {
            return Ok(());
        }
        let why = match why {
            MARK => "has a mark, and the form is no simplest form of a game of the universe",
            other => other,
        };
        Err(UniverseError::NotInUniverse {
            universe: self.ends.name(),
            follower: self.text(follower)?,
            why: why.into(),
            least: (self.play.ending == Ending::LastMoverLoses).then(|| self.least(form).name()),
        })
    }

    /// Whether a follower has a mark beside its options.
    pub fn has_marks(&self, form: Form) -> bool {
        let forms = self.forms();
        forms.followers(form).into_iter().any(|follower| {
            let marked =
                |&p: &Player| forms.mark(follower, p).is_some() && !forms.is_end(follower, p);
            Player::BOTH.iter().any(marked)
        })
    }

    /// The least of the theories that hold a form: of misère play, of scores, or the affine one.
    pub fn least(&self, form: Form) -> Theory {
        if self.play.ending == Ending::Scores {
            return Theory::Scoring;
        }
        let kinds = kinds(self.forms(), form);
        if kinds.iter().any(|(follower, _)| follower.winner().is_some()) {
            return Theory::Affine;
        }
        least_of(kinds.iter().map(|(_, kind)| kind))
    }
}

/// The least universe of misère play that holds games of all these kinds.
pub(crate) fn least_of<'a>(kinds: impl IntoIterator<Item = &'a Kind>) -> Theory {
    let mut least = Theory::MISERE.to_vec();
    for kind in kinds {
        least.retain(|theory| Player::BOTH.iter().all(|&p| theory.fault(kind, p).is_none()));
    }
    *least.first().expect("every form is one of misère play")
}

/// The least theory that holds a form as it is written: see [`Universe::least`].
///
/// # Errors
/// A text that is no form; scores beside `oo`; limits.
///
/// ```
/// use cg_core::Limits;
/// use cg_universes::{Theory, least_universe};
/// let least = |text| least_universe(text, Limits::default());
/// assert_eq!(least("{*|{0|*}}")?, Theory::Dicots);
/// assert_eq!(least("{1|}")?, Theory::DeadEnding);
/// assert_eq!(least("{|{*|}}")?, Theory::AllMisere);
/// assert_eq!(least("{oo|0}")?, Theory::Affine);
/// assert_eq!(least("{score(1)|end(2)}")?, Theory::Scoring);
/// # Ok::<(), cg_universes::UniverseError>(())
/// ```
pub fn least_universe(text: &str, limits: Limits) -> Result<Theory> {
    let theory = crate::notation::theory_of(text);
    let mut games = Universe::new(theory, limits);
    let form = games.read(text)?;
    Ok(games.least(form))
}
