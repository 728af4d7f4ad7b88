//! What a theory is: what ends mean, and which forms belong to it.

use std::fmt;

use cg_core::Player;
use rustc_hash::FxHashMap;

use crate::{Ending, Form, Forms, Marks, Play, Result, Score, Step};

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
    fn fault(&self, kind: &Kind, player: Player) -> Option<&'static str> {
        let _ = (kind, player);
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

/// What is to be known of a form to say whether it keeps the rules of a universe. Each pair is for Left
/// and for Right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    /// Whether the player has no option.
    pub end: [bool; 2],
    /// Whether she never has one from here on.
    pub dead: [bool; 2],
    /// Whether it is an end to which she can go back as soon as she can move again.
    pub blocked: [bool; 2],
    /// Whether she has an option to a blocked end.
    pub returns: [bool; 2],
    /// The mark of the player.
    pub marks: Marks,
    /// The least and the greatest score of all ends that can be reached.
    pub scores: Option<[Score; 2]>,
    /// Whether less than what she scores at this end can be reached later: less for her.
    pub unsure: [bool; 2],
}

impl Kind {
    /// The kind of a form with some options, by their kinds.
    pub(crate) fn of(options: [&[&Kind]; 2], marks: Marks) -> Self {
        let mut kind = Kind { marks, ..Kind::default() };
        let below = options.iter().copied().flatten().filter_map(|option| option.scores).flatten();
        let all = || below.clone().chain(marks.into_iter().flatten());
        kind.scores = all().min().zip(all().max()).map(|(least, most)| [least, most]);
        for player in Player::BOTH {
            let (side, other) = (player as usize, player.opponent() as usize);
            let mut answers = options[other].iter();
            kind.end[side] = options[side].is_empty();
            kind.dead[side] = kind.end[side] && answers.clone().all(|answer| answer.dead[side]);
            kind.blocked[side] = kind.end[side]
                && answers.all(|answer| answer.blocked[side] || answer.returns[side]);
            kind.returns[side] = options[side].iter().any(|option| option.blocked[side]);
            if let (true, Some(own), Some([least, most])) =
                (kind.end[side], marks[side], kind.scores)
            {
                kind.unsure[side] = match player {
                    Player::Left => least < own,
                    Player::Right => most > own,
                };
            }
        }
        kind
    }

    /// The kind of a sum of games without scores.
    pub(crate) fn plus(&self, other: &Kind) -> Self {
        let both =
            |of: fn(&Kind) -> [bool; 2]| [0, 1].map(|side| of(self)[side] && of(other)[side]);
        let mut kind = Kind {
            end: both(|kind| kind.end),
            dead: both(|kind| kind.dead),
            blocked: both(|kind| kind.blocked),
            ..Kind::default()
        };
        for side in [0, 1] {
            kind.returns[side] = self.returns[side] && other.blocked[side]
                || self.blocked[side] && other.returns[side];
        }
        kind
    }

    /// The kind with the players exchanged, of a game without scores.
    pub(crate) fn conjugate(&self) -> Self {
        let turned = |[left, right]: [bool; 2]| [right, left];
        Kind {
            end: turned(self.end),
            dead: turned(self.dead),
            blocked: turned(self.blocked),
            returns: turned(self.returns),
            ..Kind::default()
        }
    }
}

/// The kinds of a form and of its followers, each after its options.
pub(crate) fn kinds(forms: &Forms, form: Form) -> Vec<(Form, Kind)> {
    let mut kinds: FxHashMap<Form, Kind> = FxHashMap::default();
    let followers = forms.followers(form);
    for &follower in &followers {
        let of = |player| forms.options(follower, player).iter().map(|x| &kinds[x]).collect();
        let sides: [Vec<&Kind>; 2] = Player::BOTH.map(of);
        let kind = Kind::of([&sides[0], &sides[1]], forms.marks(follower));
        kinds.insert(follower, kind);
    }
    let taken = |follower: Form| {
        let kind = kinds.remove(&follower).expect("each follower has one");
        (follower, kind)
    };
    followers.into_iter().map(taken).collect()
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

    fn fault(&self, kind: &Kind, player: Player) -> Option<&'static str> {
        let one_sided = kind.end[player as usize] && !kind.end[player.opponent() as usize];
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

    fn fault(&self, kind: &Kind, player: Player) -> Option<&'static str> {
        let revives = kind.end[player as usize] && !kind.dead[player as usize];
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

    fn fault(&self, kind: &Kind, player: Player) -> Option<&'static str> {
        let open = kind.end[player as usize] && !kind.blocked[player as usize];
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

    fn fault(&self, kind: &Kind, player: Player) -> Option<&'static str> {
        kind.unsure[player as usize].then_some(match player {
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

    fn fault(&self, kind: &Kind, player: Player) -> Option<&'static str> {
        chosen!(self, ends => ends.fault(kind, player))
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
