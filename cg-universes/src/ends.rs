//! What a theory is: what ends mean, and which forms belong to it.

use std::fmt;

use cg_core::Player;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Ending, Form, Forms, Play, Result, Score, Step};

/// A theory of play: a type that says what ends mean. All else is the same for all theories.
pub trait Ends: Copy + fmt::Debug {
    /// The name of the theory, as it is typed.
    fn name(&self) -> &'static str;

    /// What it means that a player cannot move.
    fn ending(&self) -> Ending;

    /// Whether `player`, moving first in `form`, does at least as well as by a stop that scores
    /// `score`, whatever ends of the universe are beside it. Asked where the other form of a
    /// comparison lets her stop.
    ///
    /// # Errors
    /// Limits.
    fn is_strong(&self, play: &mut Play, form: Form, player: Player, score: Score) -> Step<bool> {
        let _ = (play, form, player, score);
        Ok(true)
    }

    /// Which rule of the universe a form breaks on the side of `player`, its options aside.
    fn fault(&self, shapes: &Shapes<'_>, form: Form, player: Player) -> Option<&'static str> {
        let _ = (shapes, form, player);
        None
    }

    /// The `n`-th of the forms that are tried as a refuge of Left; `None` when there are no more. A
    /// mark of Left is no more than an option whose only answer leads to a refuge, where the refuge
    /// is at most the game.
    ///
    /// # Errors
    /// Limits.
    fn refuge(&self, play: &mut Play, n: u32, score: Score) -> Result<Option<Form>> {
        let _ = (play, n, score);
        Ok(None)
    }

    /// The option that a mark becomes.
    ///
    /// # Errors
    /// Limits.
    fn way_out(&self, play: &mut Play, refuge: Form, score: Score) -> Result<Form> {
        play.make([vec![], vec![refuge]], [Some(score), None])
    }

    /// Whether `oo` and `-oo` are forms.
    fn has_infinities(&self) -> bool {
        false
    }
}

/// What the followers of a form are like.
#[derive(Clone, Debug)]
pub struct Shapes<'a> {
    forms: &'a Forms,
    dead: [FxHashSet<Form>; 2],
    blocked: [FxHashSet<Form>; 2],
    /// The least and the greatest score of all ends that can be reached.
    scores: FxHashMap<Form, [Score; 2]>,
}

impl<'a> Shapes<'a> {
    /// Looks at all followers of a form.
    pub(crate) fn of(forms: &'a Forms, form: Form) -> Self {
        let scores = FxHashMap::default();
        let mut shapes =
            Shapes { forms, dead: Default::default(), blocked: Default::default(), scores };
        for follower in forms.followers(form) {
            for player in Player::BOTH.into_iter().filter(|&p| forms.is_end(follower, p)) {
                let side = player as usize;
                let answers = forms.options(follower, player.opponent());
                if answers.iter().all(|answer| shapes.dead[side].contains(answer)) {
                    shapes.dead[side].insert(follower);
                }
                let blocked = &shapes.blocked[side];
                let again = |answer| forms.options(answer, player).iter();
                let holds = |answer: &Form| {
                    blocked.contains(answer) || again(*answer).any(|x| blocked.contains(x))
                };
                if answers.iter().all(holds) {
                    shapes.blocked[side].insert(follower);
                }
            }
            let options = Player::BOTH.into_iter().flat_map(|p| forms.options(follower, p));
            let below = options.filter_map(|option| shapes.scores.get(option)).flatten().copied();
            let all: Vec<Score> =
                forms.marks(follower).into_iter().flatten().chain(below).collect();
            if let (Some(&least), Some(&most)) = (all.iter().min(), all.iter().max()) {
                shapes.scores.insert(follower, [least, most]);
            }
        }
        shapes
    }

    fn is_end(&self, form: Form, player: Player) -> bool {
        self.forms.is_end(form, player)
    }

    /// Whether what the opponent of `player` reaches in a form, from her end on, is less than what
    /// she scores there.
    fn breaks_guarantee(&self, form: Form, player: Player) -> bool {
        let Some(own) = self.forms.mark(form, player).filter(|_| self.is_end(form, player)) else {
            return false;
        };
        let opponent = player.opponent();
        let options = self.forms.options(form, opponent).iter();
        let mut reached: Vec<Score> =
            options.filter_map(|x| self.scores.get(x)).flatten().copied().collect();
        reached.extend(self.forms.mark(form, opponent));
        match player {
            Player::Left => reached.iter().any(|&score| score < own),
            Player::Right => reached.iter().any(|&score| score > own),
        }
    }
}

/// Normal play: who cannot move loses.
#[derive(Clone, Copy, Debug)]
pub struct Normal;

/// Affine play: normal play where a move may win at once, so that threats must be answered.
#[derive(Clone, Copy, Debug)]
pub struct Affine;

/// The dicots of misère play: at each follower both players can move, or neither can.
#[derive(Clone, Copy, Debug)]
pub struct Dicots;

/// The dead-ending games of misère play: who cannot move at a follower never can from there on.
#[derive(Clone, Copy, Debug)]
pub struct DeadEnding;

/// The blocking games of misère play: who cannot move at a follower can go back to such an end as
/// soon as she can move again.
#[derive(Clone, Copy, Debug)]
pub struct Blocking;

/// All games of misère play.
#[derive(Clone, Copy, Debug)]
pub struct AllMisere;

/// Guaranteed scoring games: who cannot move is sure to reach no worse a score later.
#[derive(Clone, Copy, Debug)]
pub struct Scoring;

impl Ends for Normal {
    fn name(&self) -> &'static str {
        "normal"
    }

    fn ending(&self) -> Ending {
        Ending::LastMoverWins
    }
}

impl Ends for Affine {
    fn name(&self) -> &'static str {
        "affine"
    }

    fn ending(&self) -> Ending {
        Ending::LastMoverWins
    }

    fn has_infinities(&self) -> bool {
        true
    }
}

impl Ends for Dicots {
    fn name(&self) -> &'static str {
        "dicots"
    }

    fn ending(&self) -> Ending {
        Ending::LastMoverLoses
    }

    fn is_strong(&self, play: &mut Play, form: Form, player: Player, _: Score) -> Step<bool> {
        play.wins_alone(form, player)
    }

    fn fault(&self, shapes: &Shapes<'_>, form: Form, player: Player) -> Option<&'static str> {
        let one_sided = shapes.is_end(form, player) && !shapes.is_end(form, player.opponent());
        one_sided.then_some("has moves for one player only")
    }

    fn refuge(&self, _: &mut Play, n: u32, _: Score) -> Result<Option<Form>> {
        Ok((n == 0).then_some(Form::EMPTY))
    }

    fn way_out(&self, play: &mut Play, refuge: Form, _: Score) -> Result<Form> {
        play.make([vec![refuge], vec![refuge]], [None; 2])
    }
}

impl Ends for DeadEnding {
    fn name(&self) -> &'static str {
        "deadending"
    }

    fn ending(&self) -> Ending {
        Ending::LastMoverLoses
    }

    /// A player who moves first must win beside each of her perfect murders up to the rank. Murders
    /// after the first get worse for her, so that the last one decides.
    fn is_strong(&self, play: &mut Play, form: Form, player: Player, _: Score) -> Step<bool> {
        if !play.wins_alone(form, player)? {
            return Ok(false);
        }
        let murder = play.murder(play.forms.rank(form), player)?;
        play.wins(form, murder, player)
    }

    fn fault(&self, shapes: &Shapes<'_>, form: Form, player: Player) -> Option<&'static str> {
        let revives = shapes.is_end(form, player) && !shapes.dead[player as usize].contains(&form);
        revives.then_some(match player {
            Player::Left => "is a Left end after which Left can move again",
            Player::Right => "is a Right end after which Right can move again",
        })
    }

    fn refuge(&self, play: &mut Play, n: u32, _: Score) -> Result<Option<Form>> {
        play.murder(n, Player::Left).map(Some)
    }
}

/// How many ends of the second day are Left ends with moves of Right: one for each set of the four
/// games of the first day that is not empty.
const BLOCKED_ENDS: u32 = 15;

impl Ends for Blocking {
    fn name(&self) -> &'static str {
        "blocking"
    }

    fn ending(&self) -> Ending {
        Ending::LastMoverLoses
    }

    fn is_strong(&self, play: &mut Play, form: Form, player: Player, _: Score) -> Step<bool> {
        if play.stop(form, player).is_some() {
            return Ok(true);
        }
        play.remembered_strength(form, player, |play| {
            let opponent = player.opponent();
            'options: for place in play.forms.places(form, player) {
                let option = play.forms.at(place);
                let won = play.wins_alone(option, player)? && !play.wins_alone(option, opponent)?;
                if !won || !self.is_strong(play, option, player, Score::ZERO)? {
                    continue;
                }
                for place in play.forms.places(option, opponent) {
                    let answer = play.forms.at(place);
                    if !self.is_strong(play, answer, player, Score::ZERO)? {
                        continue 'options;
                    }
                }
                return Ok(true);
            }
            Ok(false)
        })
    }

    fn fault(&self, shapes: &Shapes<'_>, form: Form, player: Player) -> Option<&'static str> {
        let open = shapes.is_end(form, player) && !shapes.blocked[player as usize].contains(&form);
        open.then_some(match player {
            Player::Left => "is a Left end that is not blocked",
            Player::Right => "is a Right end that is not blocked",
        })
    }

    /// The blocked ends to the second day by rank, then perfect murders.
    fn refuge(&self, play: &mut Play, n: u32, _: Score) -> Result<Option<Form>> {
        if n == 0 {
            return Ok(Some(Form::EMPTY));
        }
        if n > BLOCKED_ENDS {
            return play.murder(n - BLOCKED_ENDS + 2, Player::Left).map(Some);
        }
        let zero = Form::EMPTY;
        let star = play.make([vec![zero], vec![zero]], [None; 2])?;
        let one = play.make([vec![zero], vec![]], [None; 2])?;
        let minus_one = play.make([vec![], vec![zero]], [None; 2])?;
        let all = [zero, star, one, minus_one];
        let chosen = (0..4).filter(|bit| n >> bit & 1 == 1).map(|bit| all[bit]).collect();
        play.make([vec![], chosen], [None; 2]).map(Some)
    }
}

impl Ends for AllMisere {
    fn name(&self) -> &'static str {
        "misereplay"
    }

    fn ending(&self) -> Ending {
        Ending::LastMoverLoses
    }

    fn is_strong(&self, play: &mut Play, form: Form, player: Player, _: Score) -> Step<bool> {
        Ok(play.stop(form, player).is_some())
    }
}

impl Ends for Scoring {
    fn name(&self) -> &'static str {
        "scoring"
    }

    fn ending(&self) -> Ending {
        Ending::Scores
    }

    fn is_strong(&self, play: &mut Play, form: Form, player: Player, score: Score) -> Step<bool> {
        let reached = play.reached_with_passes(form, player)?;
        Ok(match player {
            Player::Left => reached >= score,
            Player::Right => reached <= score,
        })
    }

    fn fault(&self, shapes: &Shapes<'_>, form: Form, player: Player) -> Option<&'static str> {
        shapes.breaks_guarantee(form, player).then_some(match player {
            Player::Left => "has an end of Left after which less can be scored",
            Player::Right => "has an end of Right after which more can be scored",
        })
    }

    /// A score with moves of waiting for Right.
    fn refuge(&self, play: &mut Play, n: u32, score: Score) -> Result<Option<Form>> {
        let mut form = play.score(score)?;
        for _ in 0..n {
            form = play.wait(form, Player::Right, score)?;
        }
        Ok(Some(form))
    }
}

/// The theory that is chosen when the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theory {
    /// [`Normal`].
    Normal,
    /// [`Affine`].
    Affine,
    /// [`Dicots`].
    Dicots,
    /// [`DeadEnding`].
    DeadEnding,
    /// [`Blocking`].
    Blocking,
    /// [`AllMisere`].
    AllMisere,
    /// [`Scoring`].
    Scoring,
}

/// What is asked of the theory that was chosen.
macro_rules! chosen {
    ($theory:expr, $ends:ident => $answer:expr) => {
        match $theory {
            Theory::Normal => {
                let $ends = Normal;
                $answer
            }
            Theory::Affine => {
                let $ends = Affine;
                $answer
            }
            Theory::Dicots => {
                let $ends = Dicots;
                $answer
            }
            Theory::DeadEnding => {
                let $ends = DeadEnding;
                $answer
            }
            Theory::Blocking => {
                let $ends = Blocking;
                $answer
            }
            Theory::AllMisere => {
                let $ends = AllMisere;
                $answer
            }
            Theory::Scoring => {
                let $ends = Scoring;
                $answer
            }
        }
    };
}

impl Theory {
    /// All of them.
    pub const ALL: [Theory; 7] = [
        Theory::Normal,
        Theory::Affine,
        Theory::Dicots,
        Theory::DeadEnding,
        Theory::Blocking,
        Theory::AllMisere,
        Theory::Scoring,
    ];

    /// The universes of misère play, each within the next.
    pub const MISERE: [Theory; 4] =
        [Theory::Dicots, Theory::DeadEnding, Theory::Blocking, Theory::AllMisere];

    /// The theory with a name.
    pub fn named(name: &str) -> Option<Theory> {
        Self::ALL.into_iter().find(|theory| theory.name() == name)
    }
}

impl Ends for Theory {
    fn name(&self) -> &'static str {
        chosen!(self, ends => ends.name())
    }

    fn ending(&self) -> Ending {
        chosen!(self, ends => ends.ending())
    }

    fn is_strong(&self, play: &mut Play, form: Form, player: Player, score: Score) -> Step<bool> {
        chosen!(self, ends => ends.is_strong(play, form, player, score))
    }

    fn fault(&self, shapes: &Shapes<'_>, form: Form, player: Player) -> Option<&'static str> {
        chosen!(self, ends => ends.fault(shapes, form, player))
    }

    fn refuge(&self, play: &mut Play, n: u32, score: Score) -> Result<Option<Form>> {
        chosen!(self, ends => ends.refuge(play, n, score))
    }

    fn way_out(&self, play: &mut Play, refuge: Form, score: Score) -> Result<Form> {
        chosen!(self, ends => ends.way_out(play, refuge, score))
    }

    fn has_infinities(&self) -> bool {
        chosen!(self, ends => ends.has_infinities())
    }
}
