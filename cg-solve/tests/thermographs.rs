//! Walls of positions, against the thermographs of canonical forms, and against play with coupons.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use cg_core::{Dyadic, Error, Game, LimitReached, Limits, Player};
use cg_rulesets::{
    Domineering, Entry, Hints, Notated, Position, Ruleset, Start, Varied, VariedPosition,
};
use cg_simplify::{Engine, Thermograph};
use cg_solve::{Figure, Figures, RulesetId, Settings, SolveError, Solver, Term, Values};

type Rules = Varied<cg_rulesets::Game>;

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

/// Positions by their walls, with and without values of small components, and by canonical form.
struct Routes {
    engine: Engine,
    rules: Rules,
    values: Values<VariedPosition<Position>>,
    walls: [(Solver, RulesetId<Rules>); 2],
}

impl Routes {
    fn new(rules: &Rules) -> Self {
        let walls = [true, false].map(|values| {
            let mut solver =
                Solver::new(Settings { values, relaxations: values, ..Settings::default() });
            let id = solver.add(rules.clone());
            (solver, id)
        });
        Routes { engine: engine(), rules: rules.clone(), values: Values::new(), walls }
    }

    /// Compares all that walls tell of a sum, a list of positions with their signs. Returns the
    /// thermograph.
    fn compare(
        &mut self,
        sum: &[(VariedPosition<Position>, bool)],
        name: &str,
    ) -> Arc<Thermograph> {
        let engine = &mut self.engine;
        let mut value = Game::ZERO;
        for (position, minus) in sum {
            let mut term = self.values.value(engine, &self.rules, position.clone()).unwrap();
            if *minus {
                term = engine.negate(term).unwrap();
            }
            value = engine.add(value, term).unwrap();
        }
        let canonical = engine.thermograph(value).unwrap();
        for (solver, id) in &mut self.walls {
            let mut terms = Vec::new();
            for (position, minus) in sum {
                for term in solver.terms(*id, position.clone()).unwrap() {
                    terms.push(match minus {
                        true => solver.negative_term(engine, term).unwrap(),
                        false => term,
                    });
                }
            }
            for asked in [Figure::Mean, Figure::Temperature, Figure::Stops] {
                let found = solver.figures(engine, &terms, asked).unwrap();
                holds(engine, value, &found, Some(asked), name);
            }
            // Below 0 nothing bounds a sum, so that sums of many boards take long.
            if sum.len() < 3 {
                assert_eq!(solver.thermograph(engine, &terms).unwrap(), *canonical, "{name}");
            }
        }
        canonical
    }
}

/// The figures of a value lie in the ranges, and are known where they were asked for.
fn holds(engine: &mut Engine, value: Game, found: &Figures, asked: Option<Figure>, name: &str) {
    let stops = engine.stops(value).unwrap();
    let mean = engine.mean(value).unwrap();
    let temperature = engine.temperature(value).unwrap();
    let all = [
        (&found.mean, mean, Figure::Mean),
        (&found.temperature, temperature, Figure::Temperature),
        (&found.stops[0], stops.left, Figure::Stops),
        (&found.stops[1], stops.right, Figure::Stops),
    ];
    for (range, number, figure) in all {
        assert!(range.least.as_ref().is_none_or(|least| *least <= number), "{name}: {found:?}");
        assert!(range.most.as_ref().is_none_or(|most| number <= *most), "{name}: {found:?}");
        assert!(asked != Some(figure) || range.number().is_some(), "{name}: {found:?}");
    }
}

/// All boards of these sizes of each ruleset of the table, some of them where there are many; and
/// sums of two and three of them, whose temperatures are often equal.
fn compare_boards(sizes: &[(usize, usize)], most: usize, most_sums: usize) -> usize {
    let mut compared = 0;
    for entry in Entry::all() {
        let mut starts = Vec::new();
        for &(rows, columns) in sizes {
            let mut found = Vec::new();
            entry.each_board(rows, columns, true, &mut |start| {
                found.push(start);
                ControlFlow::Continue(())
            });
            let step = found.len().div_ceil(most).max(1);
            starts.extend(found.into_iter().step_by(step));
        }
        starts.push(Start::read(&format!("{} {}", entry.name, entry.example)).unwrap());
        let mut routes: HashMap<Rules, Routes> = HashMap::new();
        let mut random = fastrand::Rng::with_seed(1);
        for start in &starts {
            let routes =
                routes.entry(start.rules.clone()).or_insert_with(|| Routes::new(&start.rules));
            routes.compare(&[(start.position.clone(), false)], &start.to_string());
            compared += 1;
        }
        for _ in 0..most_sums {
            let count = 2 + random.usize(..2);
            let sum: Vec<&Start> = (0..count).map(|_| random.choice(&starts).unwrap()).collect();
            let rules = sum[0].rules.clone();
            if sum.iter().any(|start| start.rules != rules) {
                continue;
            }
            let name: Vec<String> = sum.iter().map(|start| start.to_string()).collect();
            let sum: Vec<_> =
                sum.iter().map(|start| (start.position.clone(), random.bool())).collect();
            routes.get_mut(&rules).unwrap().compare(&sum, &name.join(" + "));
            compared += 1;
        }
    }
    compared
}

#[test]
fn walls_are_those_of_canonical_forms() {
    let compared = compare_boards(&[(1, 4), (2, 2), (2, 3)], 40, 10);
    assert!(compared > 2_000, "{compared}");
}

/// Regions of which cuts are close bounds, alone and in sums with themselves, whose temperatures are
/// equal.
#[test]
fn cuts_and_equal_temperatures_change_no_walls() {
    let mut random = fastrand::Rng::with_seed(3);
    let read = |text: &str| Start::read(&format!("domineering {text}")).unwrap();
    let mut routes = Routes::new(&read("2x2").rules);
    for _ in 0..60 {
        let row = |random: &mut fastrand::Rng| -> String {
            (0..4).map(|_| if random.u8(..4) == 0 { '#' } else { '.' }).collect()
        };
        let rows: Vec<String> = (0..4).map(|_| row(&mut random)).collect();
        let text = rows.join("|");
        if !text.contains('.') {
            continue;
        }
        let position = read(&text).position;
        routes.compare(&[(position.clone(), false)], &text);
        if random.u8(..4) == 0 {
            let other = read(&[row(&mut random), row(&mut random)].join("|")).position;
            let sum = [(position.clone(), false), (position, false), (other, random.bool())];
            routes.compare(&sum, &format!("2 * {text} + ..."));
        }
    }
}

/// Regions of Domineering with mean and temperature, as other programs found them by walls and by
/// canonical forms.
#[test]
fn means_and_temperatures_of_regions() {
    let rows = [
        ("#....|....#", "-3/4", "3/4"),
        ("...|...|...|...", "3/2", "-1/2"),
        ("....|.#..|#..#|##..|.###", "-1/2", "1"),
        ("#..##|.###.|.....|#....|..#.#", "-5/4", "1"),
        ("...|.#.|.##|..#|#..", "3/8", "5/8"),
        ("#..|.#.|.#.|...", "7/8", "-1/8"),
        ("...|..#|...|...|..#", "1/8", "11/8"),
        ("..|#.|..|.#", "1/4", "1/4"),
        (".#.|...|...|...", "3/4", "5/4"),
        ("...|.##|...|...|#..", "-1/2", "3/2"),
        ("..|..|..", "-3/4", "5/4"),
        ("....#|.#.#.|.##..", "1/2", "-1/2"),
        ("....|.#..|....|....|....", "-3/4", "5/4"),
        (".#...|.#..#|.....", "-3/4", "5/4"),
        ("....#|.#...|.....|#....", "1/32", "35/32"),
        ("...|...|..#|...", "3/4", "5/4"),
        ("....|....|..#.|....|....", "-1/2", "-1/2"),
        (".....|.....|....#|.....", "3/8", "9/8"),
        ("#..#.|...#.|..#.#|#....|.....", "7/8", "9/8"),
        ("..#..|#....|.....", "-7/4", "5/4"),
        ("...|##.", "-1/2", "-1/2"),
        ("..##.|..#.#|.....", "-3/4", "5/4"),
        ("...|...", "3/4", "5/4"),
        (".#...|..#.#|....#|#....", "-3/8", "7/8"),
    ];
    let (mut engine, mut solver) = (engine(), Solver::new(Settings::default()));
    let id = solver.add(Domineering);
    for (text, mean, temperature) in rows {
        let terms = solver.terms(id, Domineering.read_position(text).unwrap()).unwrap();
        let found = solver.figures(&mut engine, &terms, Figure::Temperature).unwrap();
        assert_eq!(found.mean.to_string(), mean, "{text}");
        assert_eq!(found.temperature.to_string(), temperature, "{text}");
    }
}

/// At any limit of steps the figures lie in the ranges, which get closer with more steps.
#[test]
fn ranges_hold_at_any_limit() {
    let texts = ["4x4", "3x5", "..#..|.....|.#...|...#.", "....|.#..|....|...."];
    for text in texts {
        let mut engine = engine();
        let position = Domineering.read_position(text).unwrap();
        let value = Values::new().value(&mut engine, &Domineering, position.clone()).unwrap();
        let mut stopped = 0;
        for steps in [0, 1, 5, 20, 50, 100, 200, 400, 800, 1_600, 100_000] {
            let mut solver = Solver::new(Settings::default());
            let id = solver.add(Domineering);
            let terms = solver.terms(id, position.clone()).unwrap();
            let bounded = |engine: &mut Engine, solver: &mut Solver| {
                engine.within(steps, |engine| solver.figures(engine, &terms, Figure::Stops))
            };
            let found = bounded(&mut engine, &mut solver).unwrap();
            let name = format!("{text} in {steps} steps");
            if let Some(error) = &found.stopped {
                assert!(matches!(error, Error::Limit(LimitReached::Steps { .. })), "{error}");
                stopped += 1;
                holds(&mut engine, value, &found, None, &name);
                // The work goes on where it was left.
                let found = solver.figures(&mut engine, &terms, Figure::Stops).unwrap();
                holds(&mut engine, value, &found, Some(Figure::Stops), &name);
            } else {
                holds(&mut engine, value, &found, Some(Figure::Stops), &name);
            }
        }
        assert!((2..11).contains(&stopped), "{stopped}");
    }
}

/// At any limit of steps the walls lie between those that are known.
#[test]
fn bounds_of_walls_hold_at_any_limit() {
    let sums = [
        vec!["4x4"],
        vec!["..#..|.....|.#...|...#."],
        vec!["3x3", "2x3", "....|.#..|...."],
        vec!["3x4", "3x4", ".#.|...|...|...", "2x2"],
    ];
    let mut between = 0;
    for texts in sums {
        let mut engine = engine();
        let mut values = Values::new();
        let mut total = Game::ZERO;
        let positions: Vec<_> =
            texts.iter().map(|text| Domineering.read_position(text).unwrap()).collect();
        for position in &positions {
            let value = values.value(&mut engine, &Domineering, position.clone()).unwrap();
            total = engine.add(total, value).unwrap();
        }
        let whole = engine.thermograph(total).unwrap();
        for steps in [0, 5, 20, 50, 100, 200, 400, 800, 1_600, 100_000] {
            let mut solver = Solver::new(Settings::default());
            let id = solver.add(Domineering);
            let mut terms = Vec::new();
            for position in &positions {
                terms.extend(solver.terms(id, position.clone()).unwrap());
            }
            let found =
                engine.within(steps, |engine| solver.figures(engine, &terms, Figure::Stops));
            let found = found.unwrap();
            let [low, high] = solver.thermograph_known(&mut engine, &terms).unwrap();
            let exact = found.stopped.is_none();
            assert!(!exact || low.is_some() && high.is_some(), "{texts:?} in {steps} steps");
            for quarter in -4..24 {
                let at = Dyadic::new(quarter.into(), 2).unwrap();
                for player in Player::BOTH {
                    let wall = whole.wall(player).at(&at);
                    if let Some(low) = &low {
                        assert!(low.wall(player).at(&at) <= wall, "{texts:?} {steps} {at}");
                    }
                    if let (true, Some(low), Some(high)) = (exact && quarter >= 0, &low, &high) {
                        assert_eq!(low.wall(player).at(&at), high.wall(player).at(&at));
                    }
                    if let Some(high) = &high {
                        assert!(wall <= high.wall(player).at(&at), "{texts:?} {steps} {at}");
                    }
                }
            }
            between += u32::from(!exact && low.is_some() && high.is_some());
        }
    }
    assert!(between >= 3, "{between}");
}

/// The score of a sum of a game and coupons d, 2d, ..., kd, of which a player may take the
/// largest instead of a move, when `player` moves first. A number that is left is the score, with
/// the coupons taken in turn.
struct Coupons {
    step: Dyadic,
    known: HashMap<(Game, u32, Player), Dyadic>,
}

impl Coupons {
    fn score(&mut self, engine: &mut Engine, game: Game, count: u32, player: Player) -> Dyadic {
        if let Some(known) = self.known.get(&(game, count, player)) {
            return known.clone();
        }
        let coupon = (0..count).fold(Dyadic::ZERO, |sum, _| &sum + &self.step);
        let signed = |gain: &Dyadic| match player {
            Player::Left => gain.clone(),
            Player::Right => -gain,
        };
        let score = match engine.as_number(game).unwrap() {
            Some(number) if count == 0 => number,
            number => {
                let mut scores = Vec::new();
                if count > 0 {
                    let rest = self.score(engine, game, count - 1, player.opponent());
                    scores.push(&rest + &signed(&coupon));
                }
                if number.is_none() {
                    for option in engine.options(game, player).unwrap() {
                        scores.push(self.score(engine, option, count, player.opponent()));
                    }
                }
                match player {
                    Player::Left => scores.into_iter().max(),
                    Player::Right => scores.into_iter().min(),
                }
                .expect("a number that is left has coupons, and another game has options")
            }
        };
        self.known.insert((game, count, player), score.clone());
        score
    }
}

/// In an environment of coupons up to T in steps of d, who moves first gets the wall at T and
/// half of T, up to an error that shrinks with d.
#[test]
fn walls_are_scores_with_coupons() {
    let mut engine = engine();
    let mut solver = Solver::new(Settings { values: false, ..Settings::default() });
    let id = solver.add(Domineering);
    let mut compared = 0;
    for cells in 0u32..512 {
        let row = |row: u32| -> String {
            (0..3).map(|at| if cells >> (3 * row + at) & 1 == 1 { '.' } else { '#' }).collect()
        };
        let text = [row(0), row(1), row(2)].join("|");
        let Ok(position) = Domineering.read_position(&text) else { continue };
        let value = Values::new().value(&mut engine, &Domineering, position.clone()).unwrap();
        let terms = solver.terms(id, position).unwrap();
        let walls = solver.thermograph(&mut engine, &terms).unwrap();
        let step = Dyadic::new(1.into(), 4).unwrap();
        let error = Dyadic::new(1.into(), 3).unwrap();
        let mut coupons = Coupons { step, known: HashMap::new() };
        for count in [16, 40] {
            let top = Dyadic::new(count.into(), 4).unwrap();
            let half = top.half().unwrap();
            for player in Player::BOTH {
                let score = coupons.score(&mut engine, value, count, player);
                let scores = engine.enriched(value, &top, &coupons.step).unwrap();
                assert_eq!(scores[player as usize], score, "{text}, {count}");
                let gain = if player == Player::Left { half.clone() } else { -&half };
                let wall = &walls.wall(player).at(&top) + &gain;
                assert!((&score - &wall).abs() <= error, "{text}, {count}: {score}, {wall}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 2_048);
}

/// The walls of a position that comes back end nowhere: that is an error.
#[test]
fn a_loopy_game_has_no_walls() {
    #[derive(Clone)]
    struct Clock;
    impl Ruleset for Clock {
        type Position = u8;
        type Error = std::convert::Infallible;
        fn moves(&self, at: &u8, _: Player, out: &mut impl Extend<u8>) -> Result<(), Self::Error> {
            out.extend([(at + 1) % 3]);
            Ok(())
        }
    }

    impl Hints for Clock {}
    let mut solver = Solver::new(Settings::default());
    let id = solver.add(Clock);
    let terms = solver.terms(id, 0).unwrap();
    for _ in 0..2 {
        let found = solver.figures(&mut engine(), &terms, Figure::Mean);
        assert_eq!(found, Err(SolveError::Loopy));
    }
}

/// Numbers that are too fine for the walls are no wrong figures.
#[test]
fn numbers_out_of_range_are_errors() {
    let mut engine = engine();
    let mut solver = Solver::new(Settings::default());
    let fine = engine.number(&Dyadic::new(1.into(), 40).unwrap()).unwrap();
    let large = engine.integer(&(1u64 << 40).into()).unwrap();
    for number in [fine, large] {
        let less = engine.negate(number).unwrap();
        let hot = engine.game(&[number], &[less]).unwrap();
        for game in [number, hot] {
            let found = solver.figures(&mut engine, &[Term::Value(game)], Figure::Stops);
            assert_eq!(found, Err(SolveError::OutOfRange));
        }
    }
}

/// The walls of 10^5 positions and more: all 65,536 parts of the board of 4x4 of Domineering, and
/// boards of all rulesets with sums of them.
#[test]
fn thermographs_of_100_000_positions() {
    let rules = Start::read("domineering 2x2").unwrap().rules;
    let mut routes = Routes::new(&rules);
    let mut texts = HashSet::new();
    let mut compared = 0;
    for cells in 0u32..1 << 16 {
        let cell = |at: u32| if cells >> at & 1 == 1 { '.' } else { '#' };
        let rows: Vec<String> =
            (0..4).map(|row| (4 * row..4 * row + 4).map(cell).collect()).collect();
        let text = rows.join("|");
        let start = Start::read(&format!("domineering {text}")).unwrap();
        texts.insert(routes.compare(&[(start.position, false)], &text).to_string());
        compared += 1;
    }
    assert_eq!(texts.len(), 516);
    compared += compare_boards(&[(1, 4), (1, 5), (2, 2), (2, 3), (1, 6)], 400, 100);
    assert!(compared >= 100_000, "{compared}");
}

/// Winners that stops tell are those of the search.
#[test]
fn stops_tell_who_wins() {
    let mut engine = engine();
    let mut solver = Solver::new(Settings::default());
    let mut parts: Vec<Vec<Term>> = Vec::new();
    for start in [
        "domineering 3x3",
        "domineering 2x3",
        "domineering ....|.#..",
        "amazons X.|.O",
        "clobber XOX|OX.",
        "snort 1x4",
    ] {
        let Start { rules, position } = Start::read(start).unwrap();
        let id = solver.add(rules);
        parts.push(solver.terms(id, position).unwrap());
    }
    let integer = |engine: &mut Engine, number: i64| engine.integer(&number.into()).unwrap();
    let [nine, three, one, minus_two, minus_seven] =
        [9, 3, 1, -2, -7].map(|number| integer(&mut engine, number));
    let low = engine.number(&Dyadic::new((-5).into(), 1).unwrap()).unwrap();
    let inner = engine.game(&[one], &[minus_seven]).unwrap();
    for (left, right) in [(nine, one), (three, inner), (minus_two, low)] {
        parts.push(vec![Term::Value(engine.game(&[left], &[right]).unwrap())]);
    }
    let mut random = fastrand::Rng::with_seed(5);
    let (mut told, mut open) = (0, 0);
    for _ in 0..200 {
        let chosen = (0..random.usize(2..4)).map(|_| random.choice(&parts).unwrap().clone());
        let mut sum: Vec<Term> = chosen.flatten().collect();
        sum.push(Term::Value(integer(&mut engine, -random.i64(-4..8))));
        let found = solver.figures(&mut engine, &sum, Figure::Mean).unwrap();
        for (player, winner) in Player::BOTH.into_iter().zip(found.winners()) {
            match winner {
                Some(winner) => {
                    let wins = solver.wins(&mut engine, &sum, player).unwrap();
                    assert_eq!(winner == player, wins, "{sum:?}: {player} first");
                    told += 1;
                }
                None => open += 1,
            }
        }
    }
    assert!(told > 200 && open > 20, "{told} {open}");
}
