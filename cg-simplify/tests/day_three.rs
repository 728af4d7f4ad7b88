//! Functions on the 1,474 games born by day 3 compared with slow definitions that are computed in
//! other ways, without any subgroup.

use std::collections::HashMap;

use cg_core::{Dyadic, Game, Limits, Player, Registry};
use cg_simplify::{Engine, FunctionError, FunctionResult};
use dashu_int::IBig;

fn engine() -> Engine {
    Engine::new(Registry::empty(), Limits::default()).expect("no subgroup can fail")
}

/// Temperatures and values in units of 1/GRID.
const GRID: i64 = 32;

fn units(value: &Dyadic) -> i64 {
    let scaled = value.checked_mul(&GRID.into()).expect("small");
    i64::try_from(scaled.to_integer().expect("on the grid")).expect("small")
}

fn dyadic(units: i64) -> Dyadic {
    Dyadic::quotient(&units.into(), &IBig::from(GRID)).expect("a power of two")
}

/// Both walls at one temperature at a time, by the definition. Above the crossing of the scaffolds,
/// the mast is at their last common value.
struct Walls<'a> {
    engine: &'a mut Engine,
    known: HashMap<(Game, i64), (i64, i64)>,
}

impl Walls<'_> {
    fn scaffolds(&mut self, g: Game, t: i64) -> (i64, i64) {
        let [left, right] =
            Player::BOTH.map(|player| self.engine.options(g, player).expect("few options"));
        let highest = left.iter().map(|&option| self.at(option, t).1).max().expect("no number");
        let lowest = right.iter().map(|&option| self.at(option, t).0).min().expect("no number");
        (highest - t, lowest + t)
    }

    fn at(&mut self, g: Game, t: i64) -> (i64, i64) {
        if let Some(&known) = self.known.get(&(g, t)) {
            return known;
        }
        let walls = match integer(self.engine, g) {
            Some(integer) => (integer * GRID, integer * GRID),
            None => {
                let mut here = t;
                loop {
                    let (left, right) = self.scaffolds(g, here);
                    if left >= right {
                        break if here == t { (left, right) } else { (left, left) };
                    }
                    here -= 1;
                }
            }
        };
        self.known.insert((g, t), walls);
        walls
    }
}

/// The integer g: one player has no option, and the other has one integer.
fn integer(engine: &mut Engine, g: Game) -> Option<i64> {
    let (mut game, mut steps) = (g, 0);
    let mut mover = None;
    while game != Game::ZERO {
        let [left, right] =
            Player::BOTH.map(|player| engine.options(game, player).expect("few options"));
        let (player, option) = match (&left[..], &right[..]) {
            (&[option], []) => (Player::Left, option),
            ([], &[option]) => (Player::Right, option),
            _ => return None,
        };
        if mover.is_some_and(|mover| mover != player) {
            return None;
        }
        (mover, game, steps) = (Some(player), option, steps + 1);
    }
    Some(if mover == Some(Player::Right) { -steps } else { steps })
}

#[test]
fn thermographs_are_the_walls_at_each_temperature() -> FunctionResult<()> {
    let mut engine = engine();
    for g in engine.born_by(3)? {
        let thermograph = engine.thermograph(g)?;
        let stops = engine.stops(g)?;
        let (mean, temperature) = (engine.mean(g)?, engine.temperature(g)?);
        assert_eq!((&mean, &temperature), (thermograph.mean(), thermograph.temperature()));
        let mut walls = Walls { engine: &mut engine, known: HashMap::new() };
        for t in -GRID..=3 * GRID {
            let (left, right) = walls.at(g, t);
            let found = Player::BOTH.map(|player| units(&thermograph.wall(player).at(&dyadic(t))));
            assert_eq!(found, [left, right], "{thermograph} at {}", dyadic(t));
            let frozen = left == right && left == units(&mean);
            if t >= units(&temperature) {
                assert!(frozen, "{thermograph} at {}", dyadic(t));
            } else if t + 1 == units(&temperature) {
                assert!(left > right, "{thermograph} at {}", dyadic(t));
            }
        }
        let number = engine.is_number(g)?;
        if !number {
            let at_zero = Player::BOTH.map(|player| thermograph.wall(player).at(&Dyadic::ZERO));
            assert_eq!([stops.left, stops.right], at_zero);
            assert!(temperature >= Dyadic::ZERO);
        } else {
            assert_eq!((&stops.left, &stops.right), (&mean, &mean));
            assert_eq!(temperature.numerator(), IBig::NEG_ONE);
            assert_eq!(temperature.exponent(), mean.exponent());
        }
    }
    Ok(())
}

/// The definition accepts a weight that is found, and there is at most one. Among the games born by
/// day 2 and their negatives, each game has the weight that is found, or none.
#[test]
fn atomic_weights_are_those_of_the_definition() -> FunctionResult<()> {
    let mut engine = engine();
    let up = engine.up(&Dyadic::ONE)?;
    let far_star = engine.nimber(&16u8.into())?;
    let above = engine.add(up, far_star)?;
    let below = engine.subtract(far_star, up)?;
    let mut candidates = Vec::new();
    for weight in engine.born_by(2)? {
        candidates.push((weight, engine.norton(weight, up)?));
    }
    let mut atomic = 0;
    for g in engine.born_by(3)? {
        let found = match engine.atomic_weight(g) {
            Ok(weight) => Some(weight),
            Err(FunctionError::NotAtomic { .. }) => None,
            Err(error) => return Err(error),
        };
        atomic += usize::from(found.is_some());
        assert!(found.is_some() || !engine.is_all_small(g)?, "all-small games are atomic");
        let mut accepted = None;
        for &(weight, multiple) in &candidates {
            let rest = engine.subtract(g, multiple)?;
            if engine.le(rest, above)? && engine.le(below, rest)? {
                assert_eq!(accepted, None);
                accepted = Some(weight);
            }
        }
        assert_eq!(found, accepted);
    }
    // 0 is among them.
    assert!(atomic > 22, "{atomic}");
    Ok(())
}

#[test]
fn reduced_forms_are_unique_up_to_infinitesimals() -> FunctionResult<()> {
    let mut engine = engine();
    let mut forms = Vec::new();
    for g in engine.born_by(3)? {
        let reduced = engine.reduced(g)?;
        assert_eq!(engine.reduced(reduced)?, reduced);
        let rest = engine.subtract(g, reduced)?;
        assert!(engine.is_infinitesimal(rest)?);
        assert!(engine.birthday(reduced)? <= engine.birthday(g)?);
        forms.push(reduced);
    }
    forms.sort_unstable();
    forms.dedup();
    for (index, &g) in forms.iter().enumerate() {
        for &h in &forms[..index] {
            let difference = engine.subtract(g, h)?;
            assert!(!engine.is_infinitesimal(difference)?);
        }
    }
    Ok(())
}

#[test]
fn companions_of_companions_are_the_games() -> FunctionResult<()> {
    let mut engine = engine();
    for g in engine.born_by(3)? {
        let companion = engine.companion(g)?;
        assert_eq!(engine.companion(companion)?, g);
    }
    Ok(())
}

#[test]
fn birthdays_and_counts_are_those_of_the_tree() -> FunctionResult<()> {
    /// The numbers of days, of stops and of different positions, by recursion.
    fn tree(engine: &mut Engine, g: Game, seen: &mut Vec<Game>) -> (u32, u32) {
        if !seen.contains(&g) {
            seen.push(g);
        }
        let (mut days, mut stops) = (0, 0);
        for player in Player::BOTH {
            for option in engine.options(g, player).expect("few options") {
                let (option_days, option_stops) = tree(engine, option, seen);
                days = days.max(option_days + 1);
                stops += option_stops;
            }
        }
        let number = engine.is_number(g).expect("no limit");
        (days, if number { 1 } else { stops })
    }
    let mut engine = engine();
    for day in 0..=3 {
        for g in engine.born_by(day)? {
            assert!(engine.birthday(g)? <= day.into());
        }
    }
    for g in engine.born_by(3)? {
        let mut seen = Vec::new();
        let (days, stops) = tree(&mut engine, g, &mut seen);
        assert_eq!(engine.birthday(g)?, days.into());
        assert_eq!(engine.stop_count(g)?, stops.into());
        let mut followers = engine.followers(g)?;
        followers.sort_unstable();
        seen.sort_unstable();
        assert_eq!(followers, seen);
    }
    Ok(())
}

#[test]
fn cooling_is_the_inverse_of_heating() -> FunctionResult<()> {
    let mut engine = engine();
    let half = Dyadic::ONE.half()?;
    let tax = engine.number(&half)?;
    for g in engine.born_by(2)? {
        let cooled = engine.cool(g, &half)?;
        let stops = engine.stops(cooled)?;
        let thermograph = engine.thermograph(g)?;
        let walls = Player::BOTH.map(|player| thermograph.wall(player).at(&half));
        assert_eq!([stops.left, stops.right], walls);
        // Heating an infinitesimal and cooling it by the same temperature gives it back.
        if engine.is_infinitesimal(g)? {
            let heated = engine.heat(g, tax)?;
            assert_eq!(engine.cool(heated, &half)?, g);
        }
    }
    Ok(())
}

/// The stop if `player` moves first, by its definition alone.
fn stop(engine: &mut Engine, g: Game, player: Player) -> Dyadic {
    if engine.is_number(g).expect("no limit") {
        return number(engine, g);
    }
    let options = engine.options(g, player).expect("few options");
    let stops = options.into_iter().map(|option| stop(engine, option, player.opponent()));
    match player {
        Player::Left => stops.max(),
        Player::Right => stops.min(),
    }
    .expect("no number is without options")
}

/// A number by its canonical options: halfway between them, or one further.
fn number(engine: &mut Engine, g: Game) -> Dyadic {
    let [left, right] = Player::BOTH.map(|player| {
        let options = engine.options(g, player).expect("few options");
        options.first().map(|&option| number(engine, option))
    });
    match (left, right) {
        (None, None) => Dyadic::ZERO,
        (Some(left), None) => left + Dyadic::ONE,
        (None, Some(right)) => right - Dyadic::ONE,
        (Some(left), Some(right)) => (left + right).half().expect("few digits"),
    }
}

/// All games born by day 3, and sums of some pairs of them.
#[test]
fn stops_are_those_of_the_definition() -> FunctionResult<()> {
    let mut engine = engine();
    let mut games = engine.born_by(3)?;
    let count = games.len();
    for index in (0..count * count).step_by(100_003) {
        let (g, h) = (games[index / count], games[index % count]);
        games.push(engine.add(g, h)?);
    }
    for &g in &games {
        let stops = engine.stops(g)?;
        for player in Player::BOTH {
            assert_eq!(*stops.of(player), stop(&mut engine, g, player));
        }
    }
    Ok(())
}

/// Means are added, and no sum is hotter than its hottest term.
#[test]
fn means_of_sums_add() -> FunctionResult<()> {
    let mut engine = engine();
    let games = engine.born_by(3)?;
    for index in (0..games.len() * games.len()).step_by(20_011) {
        let (g, h) = (games[index / games.len()], games[index % games.len()]);
        let sum = engine.add(g, h)?;
        assert_eq!(engine.mean(sum)?, engine.mean(g)? + engine.mean(h)?);
        let hottest = engine.temperature(g)?.max(engine.temperature(h)?);
        assert!(engine.is_number(sum)? || engine.temperature(sum)? <= hottest);
    }
    Ok(())
}
