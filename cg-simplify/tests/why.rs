//! Each reason of an explanation is true. This is checked by the definition of order, on trees
//! without the engine.

use std::collections::HashMap;

use cg_core::{Game, Limits, Notation, Player, Registry};
use cg_simplify::Engine;
use cg_simplify::why::{
    COLUMNS, Decision, End, FirstMoves, LINES, Page, Simplification, Step, SumRule,
};
use proptest::prelude::*;

/// Games as trees, and their order by its definition.
#[derive(Default)]
struct Trees {
    nodes: Vec<[Vec<usize>; 2]>,
    at_most: HashMap<(usize, usize), bool>,
    written_out: HashMap<Game, usize>,
}

impl Trees {
    fn node(&mut self, sides: [Vec<usize>; 2]) -> usize {
        self.nodes.push(sides);
        self.nodes.len() - 1
    }

    /// A value, as the tree of its canonical form.
    fn game(&mut self, engine: &mut Engine, game: Game) -> usize {
        if let Some(&known) = self.written_out.get(&game) {
            return known;
        }
        let sides = Player::BOTH.map(|player| engine.options(game, player).expect("few options"));
        let node = self.form(engine, &sides);
        self.written_out.insert(game, node);
        node
    }

    fn form(&mut self, engine: &mut Engine, sides: &[Vec<Game>; 2]) -> usize {
        let sides = [&sides[0], &sides[1]]
            .map(|side| side.iter().map(|&option| self.game(engine, option)).collect::<Vec<_>>());
        self.node(sides)
    }

    /// g <= h: no left option of g is >= h, and no right option of h is <= g.
    fn le(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.at_most.get(&(g, h)) {
            return known;
        }
        let (lefts, rights) = (self.nodes[g][0].clone(), self.nodes[h][1].clone());
        let holds = !lefts.into_iter().any(|option| self.le(h, option))
            && !rights.into_iter().any(|option| self.le(option, g));
        self.at_most.insert((g, h), holds);
        holds
    }

    fn same(&mut self, g: usize, h: usize) -> bool {
        self.le(g, h) && self.le(h, g)
    }

    /// Whether `player` likes g at least as much as h.
    fn prefers(&mut self, player: Player, g: usize, h: usize) -> bool {
        match player {
            Player::Left => self.le(h, g),
            Player::Right => self.le(g, h),
        }
    }
}

fn side(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// Every claim of a simplification.
fn check(engine: &mut Engine, trees: &mut Trees, why: &Simplification) {
    let mut sides = why.given.clone();
    let original = trees.form(engine, &sides);
    let value = trees.game(engine, why.value);
    assert!(trees.same(original, value), "the value is that of the form");
    for step in &why.steps {
        match step {
            Step::Dominated { player, option, by } => {
                let options = &mut sides[side(*player)];
                assert!(options.contains(by) && by != option, "{step:?}: what dominates is there");
                let (better, worse) = (trees.game(engine, *by), trees.game(engine, *option));
                assert!(trees.prefers(*player, better, worse), "{step:?}");
                let before = options.len();
                options.retain(|other| other != option);
                assert_eq!(options.len(), before - 1, "{step:?}: the option was there");
            }
            Step::Reversible { player, option, through, replacements } => {
                let opponent = player.opponent();
                assert!(engine.options(*option, opponent).unwrap().contains(through), "{step:?}");
                let through_tree = trees.game(engine, *through);
                let whole = trees.form(engine, &sides);
                assert!(trees.prefers(opponent, through_tree, whole), "{step:?}");
                let mut theirs = engine.options(*through, *player).unwrap();
                let mut instead = replacements.clone();
                theirs.sort_unstable();
                instead.sort_unstable();
                assert_eq!(instead, theirs, "{step:?}: all the options of the answer");
                let options = &mut sides[side(*player)];
                let before = options.len();
                options.retain(|other| other != option);
                assert_eq!(options.len(), before - 1, "{step:?}: the option was there");
                for replacement in instead {
                    if !options.contains(&replacement) {
                        options.push(replacement);
                    }
                }
            }
        }
        let now = trees.form(engine, &sides);
        assert!(trees.same(now, original), "{step:?} keeps the value");
    }
    let sorted = |sides: &[Vec<Game>; 2]| {
        let mut sides = sides.clone();
        sides.iter_mut().for_each(|side| side.sort_unstable());
        sides
    };
    assert_eq!(sorted(&sides), sorted(&why.reduced), "the steps lead to what is left");
    let canonical = Player::BOTH.map(|player| engine.options(why.value, player).unwrap());
    if !why.steps.is_empty() || matches!(why.end, End::Canonical { .. }) {
        // No step remains, so these are the canonical options.
        assert_eq!(sorted(&sides), sorted(&canonical));
    }
    if let End::Recognised { subgroup, .. } = &why.end {
        assert_eq!(engine.subgroup_name(why.value).is_some(), !subgroup.is_empty());
    } else {
        assert_eq!(engine.subgroup_name(why.value), None);
    }
}

fn with_subgroups() -> Engine {
    let registry = cg_subgroups::register(Registry::builder()).close().expect("they agree");
    Engine::new(registry, Limits::default()).expect("an engine starts")
}

fn engines() -> [Engine; 2] {
    let plain = Engine::new(Registry::empty(), Limits::default()).expect("an engine starts");
    [plain, with_subgroups()]
}

/// A form of a few games born by day 3 (the first 22 are those born by day 2).
fn form() -> impl Strategy<Value = [Vec<usize>; 2]> {
    let game = || prop_oneof![0..22usize, 0..1474usize];
    let side = move || proptest::collection::vec(game(), 0..4);
    (side(), side()).prop_map(|(left, right)| [left, right])
}

fn picked(games: &[Game], [left, right]: &[Vec<usize>; 2]) -> [Vec<Game>; 2] {
    [left, right].map(|side| side.iter().map(|&index| games[index]).collect())
}

fn fits(page: &Page) {
    let text = page.to_string();
    assert!(text.lines().count() <= LINES, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
}

proptest! {
    #![proptest_config(cg_properties::cases(10))]

    #[test]
    fn the_steps_of_a_simplification_are_true(forms in proptest::collection::vec(form(), 50)) {
        for mut engine in engines() {
            let games = by_day(&mut engine);
            let mut trees = Trees::default();
            for form in &forms {
                let [left, right] = picked(&games, form);
                let why = engine.why_game(&left, &right, Notation::Paper)?;
                check(&mut engine, &mut trees, &why);
                let mut page = Page::default();
                why.write(&mut engine, Notation::Standard, &mut page)?;
                fits(&page);
            }
        }
    }

    #[test]
    fn first_moves_win_and_lose_as_said(forms in proptest::collection::vec(form(), 50)) {
        for mut engine in engines() {
            let games = by_day(&mut engine);
            let mut trees = Trees::default();
            for form in &forms {
                let [left, right] = picked(&games, form);
                let g = engine.game(&left, &right)?;
                let why = engine.why_outcome(g, Notation::Paper)?;
                let mut page = Page::default();
                why.write(&mut engine, Notation::Paper, &mut page)?;
                fits(&page);
                let Decision::Moves { stops, first } = why.decision else { continue };
                let zero = trees.game(&mut engine, Game::ZERO);
                for (moves, player) in first.iter().zip(Player::BOTH) {
                    let options = engine.options(g, player)?;
                    match moves {
                        FirstMoves::Wins(to) => {
                            prop_assert!(options.contains(to));
                            let to = trees.game(&mut engine, *to);
                            prop_assert!(trees.prefers(player, to, zero));
                        }
                        FirstMoves::Lose(attempts) => {
                            prop_assert_eq!(attempts.len(), options.len());
                            for attempt in attempts {
                                prop_assert!(options.contains(&attempt.to));
                                let opponent = player.opponent();
                                let answer = attempt.answer.expect("few answers");
                                prop_assert!(
                                    engine.options(attempt.to, opponent)?.contains(&answer)
                                );
                                let answer = trees.game(&mut engine, answer);
                                prop_assert!(trees.prefers(opponent, answer, zero));
                            }
                        }
                    }
                    prop_assert_eq!(
                        matches!(moves, FirstMoves::Wins(_)),
                        why.outcome.won_by_first(player)
                    );
                }
                // The claimed consequence of the stops.
                if stops.right.sign().is_gt() {
                    prop_assert_eq!(why.outcome, cg_core::Outcome::Left);
                }
                if stops.left.sign().is_lt() {
                    prop_assert_eq!(why.outcome, cg_core::Outcome::Right);
                }
                if stops.left.sign().is_gt() && stops.right.sign().is_lt() {
                    prop_assert_eq!(why.outcome, cg_core::Outcome::Next);
                }
            }
        }
    }

    #[test]
    fn sums_come_about_as_said(pairs in proptest::collection::vec((0..1474usize, 0..1474usize), 36)) {
        for mut engine in engines() {
            let games = by_day(&mut engine);
            let mut trees = Trees::default();
            for &(a, b) in &pairs {
                let (g, h) = (games[a], games[b]);
                let why = engine.why_sum(g, h, Notation::Paper)?;
                prop_assert_eq!(why.sum, engine.add(g, h)?);
                let mut page = Page::default();
                why.write(&mut engine, Notation::Paper, &mut page)?;
                fits(&page);
                match why.rule {
                    SumRule::Zero => prop_assert!(g == Game::ZERO || h == Game::ZERO),
                    SumRule::Negatives => prop_assert_eq!(engine.negate(g)?, h),
                    SumRule::Home(addition) => prop_assert!(!addition.subgroup.is_empty()),
                    SumRule::Translation { number, other } => {
                        prop_assert!(engine.is_number(number)? && !engine.is_number(other)?);
                        for player in Player::BOTH {
                            let mut translated = Vec::new();
                            for option in engine.options(other, player)? {
                                translated.push(engine.add(number, option)?);
                            }
                            let mut options = engine.options(why.sum, player)?;
                            translated.sort_unstable();
                            options.sort_unstable();
                            prop_assert_eq!(options, translated);
                        }
                    }
                    SumRule::Options(simplification) => {
                        prop_assert_eq!(simplification.value, why.sum);
                        check(&mut engine, &mut trees, &simplification);
                    }
                }
            }
        }
    }
}

/// The games born by day 3. Those born by day 2 come first.
fn by_day(engine: &mut Engine) -> Vec<Game> {
    let mut games = engine.born_by(2).expect("few games");
    let day_three = engine.born_by(3).expect("few games");
    games.extend(day_three.into_iter().filter(|game| !games.contains(game)).collect::<Vec<_>>());
    games
}

/// Forms from the books, with every kind of step.
#[test]
fn every_kind_of_step_occurs() {
    let mut engine = with_subgroups();
    let games = by_day(&mut engine);
    let mut trees = Trees::default();
    let (mut dominated, mut reversed, mut replaced, mut recognised_later) = (0, 0, 0, 0);
    for &g in &games[..22] {
        for &h in &games[22..60] {
            for form in [[vec![g, h], vec![h]], [vec![h], vec![g, h]]] {
                let why = engine.why_game(&form[0], &form[1], Notation::Paper).unwrap();
                check(&mut engine, &mut trees, &why);
                for step in &why.steps {
                    match step {
                        Step::Dominated { .. } => dominated += 1,
                        Step::Reversible { replacements, .. } => {
                            reversed += 1;
                            replaced += usize::from(!replacements.is_empty());
                        }
                    }
                }
                recognised_later +=
                    usize::from(!why.steps.is_empty() && matches!(why.end, End::Recognised { .. }));
            }
        }
    }
    assert!(dominated > 100 && reversed > 100 && replaced > 10 && recognised_later > 10);
}

/// A long list of options: the page says how long it is.
#[test]
fn many_options_fit_a_page() {
    let mut engine = with_subgroups();
    let mut left = Vec::new();
    for n in 0..60u8 {
        // {n | *}: no such option dominates the threat of another.
        let (number, star) =
            (engine.integer(&n.into()).unwrap(), engine.nimber(&n.into()).unwrap());
        let low = engine.integer(&(-i32::from(n)).into()).unwrap();
        let low = engine.add(low, star).unwrap();
        left.push(engine.game(&[number], &[low]).unwrap());
    }
    let why = engine.why_game(&left, &[Game::ZERO], Notation::Paper).unwrap();
    assert!(why.steps.len() > 30, "{} steps", why.steps.len());
    let mut page = Page::default();
    why.write(&mut engine, Notation::Paper, &mut page).unwrap();
    fits(&page);
    assert!(page.to_string().contains("more"), "{page}");
}
