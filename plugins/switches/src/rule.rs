//! The simplification rule: which case it is.
//!
//! # Where the scores agree
//!
//! Where the best scores of both players agree: a number plus an infinitesimal.
//!
//! # Where they cross
//!
//! Where the best scores cross: a value with switches.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Bound;

use cg_core::{Arrange, Dyadic, Player, Relation, Result};
use cg_subgroups::infinitesimal::{self, Cells, Reach, Sides, simplify_with};
use cg_subgroups::{Infinitesimal, NumberPlus, simplest_between};
use dashu_int::UBig;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::element::SwitchSum;

/// The options of one player.
struct Side<'a> {
    pub(crate) player: Player,
    pub(crate) options: &'a [&'a SwitchSum],
    /// The score that each option leaves to the player, the opponent beginning.
    scores: SmallVec<[Dyadic; 8]>,
    /// The best of the scores; `None` without options.
    pub(crate) best: Option<Dyadic>,
    /// The options with that score.
    pub(crate) front: SmallVec<[&'a SwitchSum; 4]>,
}

impl<'a> Side<'a> {
    fn new(player: Player, options: &'a [&'a SwitchSum]) -> Self {
        let mut scores = SmallVec::with_capacity(options.len());
        let mut best: Option<Dyadic> = None;
        let mut front = SmallVec::new();
        for &option in options {
            let score = option.score(player.opponent());
            let ahead = best.as_ref().map_or(Ordering::Greater, |best| match player {
                Player::Left => score.cmp(best),
                Player::Right => best.cmp(&score),
            });
            if ahead.is_gt() {
                best = Some(score.clone());
                front.clear();
            }
            if ahead.is_ge() {
                front.push(option);
            }
            scores.push(score);
        }
        Side { player, options, scores, best, front }
    }

    /// Whether an option is at least as good for the player as a game. Then it
    /// leaves a score that is at least as good, so only few need to be compared.
    fn reaches(&self, game: &SwitchSum) -> bool {
        let score = game.score(self.player.opponent());
        self.options.iter().zip(&self.scores).any(|(option, own)| {
            let enough = match self.player {
                Player::Left => *own >= score,
                Player::Right => *own <= score,
            };
            enough && option.serves(self.player, game)
        })
    }

    fn has_numbers_alone(&self) -> bool {
        self.options.iter().all(|option| option.is_number())
    }

    /// The bound that the options put on numbers: the score is allowed when no
    /// option is good enough to reach it with the infinitesimal that is left.
    fn bound(&self) -> Bound<&Dyadic> {
        let zero = Default::default();
        match &self.best {
            None => Bound::Unbounded,
            Some(best) if self.front_reaches(&zero) => Bound::Excluded(best),
            Some(best) => Bound::Included(best),
        }
    }
}

/// **The simplification rule** of [`crate::Switches`].
pub(crate) fn simplify(left: &[&SwitchSum], right: &[&SwitchSum]) -> Result<Option<SwitchSum>> {
    // Most forms are switches.
    if let ([high], [low]) = (left, right)
        && high.is_number()
        && low.is_number()
        && high.number() > low.number()
    {
        let none = Infinitesimal::default();
        return SwitchSum::between(high.number(), low.number(), &[], none).map(Some);
    }
    let left = Side::new(Player::Left, left);
    let right = Side::new(Player::Right, right);
    if let (Some(high), Some(low)) = (&left.best, &right.best)
        && high > low
    {
        // The best numbers dominate the others, and {x|y} is the mean of x and y, plus or minus half
        // of their difference.
        return match left.has_numbers_alone() && right.has_numbers_alone() {
            true => SwitchSum::between(high, low, &[], Infinitesimal::default()).map(Some),
            false => simplify_hot(&left, &right),
        };
    }
    if let Some(number) = simplest_between(left.bound(), right.bound())? {
        return Ok(Some(NumberPlus::from(number).into()));
    }
    // No number fits, so both have options, and their best scores are equal.
    let number = left.best.clone().expect("without options a number fits");
    let infinitesimal = simplify_tepid(&left, &right)?;
    Ok(infinitesimal.map(|infinitesimal| NumberPlus { number, infinitesimal }.into()))
}

/// The bounds that the options put on a number.
pub(crate) fn bounds(left: &[&SwitchSum], right: &[&SwitchSum]) -> [Bound<Dyadic>; 2] {
    let sides = [Side::new(Player::Left, left), Side::new(Player::Right, right)];
    sides.map(|side| side.bound().cloned())
}

impl Side<'_> {
    /// Whether some option at the best score x is at least as good for the player
    /// as x + `target`: the opponent, beginning, does not win the difference.
    fn front_reaches(&self, target: &Infinitesimal) -> bool {
        self.front.iter().any(|option| reaches(self.player, option, target))
    }
}

/// Whether an option at x is at least as good for `player` as x + `target`.
fn reaches(player: Player, option: &SwitchSum, target: &Infinitesimal) -> bool {
    let relation = option.infinitesimal().compare(target);
    match option.is_even() {
        true => favours(player, relation),
        // After an odd number of switches the player moves first.
        false => !favours(player.opponent(), relation),
    }
}

/// The options at x of a game x + H, H infinitesimal, without the x.
struct Fronts<'s, 'a> {
    /// Those with an even number of switches compare as their infinitesimals do. They may be many.
    even: Sides<'a>,
    /// Those with an odd number, of Left and of Right.
    odd: [Vec<&'a SwitchSum>; 2],
    left: &'s Side<'a>,
    right: &'s Side<'a>,
}

impl<'s, 'a> Fronts<'s, 'a> {
    fn new(left: &'s Side<'a>, right: &'s Side<'a>) -> Self {
        let [(left_even, left_odd), (right_even, right_odd)] = [left, right].map(|side| {
            let (even, odd): (Vec<&SwitchSum>, Vec<&SwitchSum>) =
                side.front.iter().partition(|option| option.is_even());
            let even: Vec<&Infinitesimal> = even.iter().map(|it| it.infinitesimal()).collect();
            (even, odd)
        });
        let even = Sides::new(&left_even, &right_even);
        Fronts { even, odd: [left_odd, right_odd], left, right }
    }

    fn side(&self, player: Player) -> &'s Side<'a> {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }
}

impl Reach for Fronts<'_, '_> {
    fn reaches(&self, player: Player, target: &Infinitesimal) -> bool {
        self.even.reaches(player, target)
            || self.odd[player as usize].iter().any(|option| reaches(player, option, target))
    }

    fn nimbers(&self, player: Player) -> impl Iterator<Item = &UBig> {
        self.side(player).front.iter().map(|option| option.infinitesimal().star())
    }
}

/// The infinitesimal H, if the game is x + H with H = S + *n.
fn simplify_tepid<'a>(left: &Side<'a>, right: &Side<'a>) -> Result<Option<Infinitesimal>> {
    if left.front.iter().chain(&right.front).all(|option| option.is_even()) {
        // They compare as their infinitesimals do.
        let [left, right] = [left, right].map(|side| -> SmallVec<[&Infinitesimal; 8]> {
            side.front.iter().map(|option| option.infinitesimal()).collect()
        });
        return infinitesimal::simplify(&left, &right);
    }
    let fronts = Fronts::new(left, right);
    let special = special_nimbers(&fronts);
    let [left_sources, right_sources] = [left, right].map(|side| {
        side.front.iter().flat_map(|option| stand_ins(side.player, option, &special)).collect()
    });
    let sources = |player| -> std::slice::Iter<'_, Infinitesimal> {
        let sources: &Vec<Infinitesimal> = match player {
            Player::Left => &left_sources,
            Player::Right => &right_sources,
        };
        sources.iter()
    };
    let at_x = left.front.iter().chain(&right.front).map(|option| option.infinitesimal());
    let stand_ins = Player::BOTH.into_iter().flat_map(sources);
    let cells = Cells::of(at_x.chain(stand_ins));
    simplify_with(&fronts, &cells, sources)
}

/// What stands for an option when candidates are made: its infinitesimal, or,
/// when the number of its switches is odd, `player`'s options of that. For then
/// the option is reversible: the opponent begins with the switches and has the
/// last of them, and `player` moves in the infinitesimal.
fn stand_ins(player: Player, option: &SwitchSum, special: &[UBig]) -> Vec<Infinitesimal> {
    if option.is_even() {
        return vec![option.infinitesimal().clone()];
    }
    let options = option.infinitesimal().options(player);
    let nimbers = special.iter().filter(|n| **n < options.nimbers);
    let nimbers = nimbers.map(|n| Infinitesimal::nimber(n.clone()));
    options.given.into_iter().chain(nimbers).collect()
}

/// The n and n xor 1 for the nimber part *n of each option at x. All other
/// nimbers are alike to every option, so a value with one of them could not be
/// unique, and none of them needs to stand for an option.
fn special_nimbers(fronts: &Fronts<'_, '_>) -> Vec<UBig> {
    let mut special: Vec<UBig> = Player::BOTH
        .into_iter()
        .flat_map(|player| fronts.nimbers(player))
        .flat_map(|n| [n.clone(), n ^ UBig::ONE])
        .collect();
    special.arrange();
    special.dedup();
    special
}

/// What two opposite options of a switch have in common: the other switches, and
/// the infinitesimal.
type Shared<'a> = (&'a [Dyadic], &'a Infinitesimal);

/// So many options that are played out are searched one by one.
const MOST_LISTED: usize = 32;

/// The value, if it is x ± a + W + S + *n for switches W cooler than a.
///
/// Its options are x + a + W + S + *n and x - a + W + S + *n. Each comes from an option of the
/// game by playing out an even number of its hottest switches, the opponent
/// first: were G^L >= S^L (a left option of the value S) without G^L >= S, the score of G^L - S^L with
/// Right to begin would be 0, with an even number of switches at least as
/// hot as a, and no infinitesimal part.
fn simplify_hot(left: &Side<'_>, right: &Side<'_>) -> Result<Option<SwitchSum>> {
    let (lefts, rights) = (played_out(left), played_out(right));
    // A few are found sooner in a list than in a table.
    type Table<'a> = HashMap<&'a Shared<'a>, &'a Dyadic, FxBuildHasher>;
    let table: Option<Table<'_>> = (rights.len() > MOST_LISTED)
        .then(|| rights.iter().map(|(shared, low)| (shared, low)).collect());
    for (shared, high) in &lefts {
        let low = match &table {
            Some(table) => table.get(shared).copied(),
            None => rights.iter().find(|(other, _)| other == shared).map(|(_, low)| low),
        };
        let Some(low) = low else { continue };
        let (switches, infinitesimal) = *shared;
        let temperature = (high - low).half()?;
        if switches.first().is_some_and(|hottest| *hottest >= temperature) {
            continue;
        }
        let value = SwitchSum::between(high, low, switches, infinitesimal.clone())?;
        if certify(left, right, &value) {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// Each option at the best score with its 0, 2, 4, ... hottest switches played
/// out, the opponent first: the number for each of what is left besides. Two
/// switches that are played out keep the score, and the value has the scores of
/// the form. So no other option leads to it, and what is left tells the number.
fn played_out<'a>(side: &Side<'a>) -> SmallVec<[(Shared<'a>, Dyadic); 4]> {
    let mut found = SmallVec::new();
    for option in &side.front {
        let mut number = option.number().clone();
        let mut switches = option.temperatures();
        loop {
            found.push(((switches, option.infinitesimal()), number.clone()));
            let [first, second, cooler @ ..] = switches else { break };
            let loss = first - second;
            number = match side.player {
                Player::Left => &number - &loss,
                Player::Right => &number + &loss,
            };
            switches = cooler;
        }
    }
    found
}

/// Whether {L | R} equals `value`, whose canonical options come from options with pairs of switches
/// played out.
///
/// It does exactly when no option is as good for its player as the value itself, and some option of
/// each player is at least as good as theirs in the value (the theorem at
/// [`cg_subgroups::infinitesimal::certify`]). The latter holds: for temperatures a > b the game
/// ±a ± b + a - b is at least 0 by the outcome rule, so an option of Left is at least what it
/// becomes when Right plays a and Left b.
fn certify(left: &Side<'_>, right: &Side<'_>, value: &SwitchSum) -> bool {
    !left.reaches(value) && !right.reaches(value)
}

/// Whether a game in this relation to another is at least as good for `player`.
fn favours(player: Player, relation: Relation) -> bool {
    match player {
        Player::Left => relation.at_least(),
        Player::Right => relation.at_most(),
    }
}
