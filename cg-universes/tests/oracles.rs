//! The engine against brute force: play beside separating games, the order by its definition in normal
//! play, and what the theory says of simplest forms, members, sums and inverses.

use cg_core::{Limits, Outcome, Player, Registry};
use cg_properties::VARIABLE;
use cg_simplify::Engine;
use cg_universes::{Form, Score, Theory, Universe};
use fastrand::Rng;

/// How many times more cases are tried.
fn times() -> usize {
    std::env::var(VARIABLE).map_or(1, |times| times.parse().expect("a number"))
}

fn rng(seed: u64) -> Rng {
    Rng::with_seed(if times() == 1 { seed } else { fastrand::u64(..) })
}

/// Whether the sample is that of an ordinary run. Laws hold for each sample. How often a case occurs
/// in a sample is asserted of this one alone.
fn is_ordinary() -> bool {
    times() == 1
}

fn games(theory: Theory) -> Universe {
    Universe::new(theory, Limits::default())
}

/// Random games of a universe, from those of small days on, each with options among those before.
fn random_forms(games: &mut Universe, count: usize, rng: &mut Rng) -> Vec<Form> {
    let theory = games.ends();
    let points = [-1, 0, 1].map(Score::from);
    let mut forms = Vec::new();
    if theory == Theory::Scoring {
        for a in points {
            for b in points.into_iter().filter(|&b| a <= b) {
                forms.push(games.marked(vec![], vec![], [Some(a), Some(b)]).unwrap());
            }
        }
    } else {
        let small = ["0", "*", "1", "-1", "*2", "{*|0}", "{0|*}", "{1|-1}", "{0,1|0}", "2", "-2"];
        forms.extend(small.map(|text| games.read(text).unwrap()));
    }
    if theory == Theory::Affine {
        forms.extend([Form::LEFT_HAS_WON, Form::RIGHT_HAS_WON]);
    }
    forms.retain(|&form| form.winner().is_some() || games.fault(form).is_none());
    while forms.len() < count {
        let mut side = || {
            let options = rng.usize(0..4);
            (0..options).map(|_| forms[rng.usize(0..forms.len().min(60))]).collect::<Vec<_>>()
        };
        let (left, right) = (side(), side());
        let mut marks = [None; 2];
        if theory == Theory::Scoring {
            for (mark, side) in marks.iter_mut().zip([&left, &right]) {
                *mark = side.is_empty().then(|| points[rng.usize(0..3)]);
            }
        }
        let form = games.marked(left, right, marks).unwrap();
        if games.fault(form).is_none() && !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// Brute force: who wins a sum, by nothing but the rules.
fn wins(games: &Universe, g: Form, x: Form, player: Player) -> bool {
    if let Some(winner) = g.winner().or(x.winner()) {
        return winner == player;
    }
    let forms = games.forms();
    let mut options = forms.options(g, player).iter().map(|&g| (g, x)).collect::<Vec<_>>();
    options.extend(forms.options(x, player).iter().map(|&x| (g, x)));
    if options.is_empty() {
        return Theory::MISERE.contains(&games.ends());
    }
    options.into_iter().any(|(g, x)| !wins(games, g, x, player.opponent()))
}

/// Brute force: the score that a sum comes to.
fn reached(games: &Universe, g: Form, x: Form, player: Player) -> Score {
    let forms = games.forms();
    let mut options = forms.options(g, player).iter().map(|&g| (g, x)).collect::<Vec<_>>();
    options.extend(forms.options(x, player).iter().map(|&x| (g, x)));
    if options.is_empty() {
        let mark = |form| forms.mark(form, player).expect("an end of scoring has a score");
        return mark(g).plus(mark(x)).unwrap();
    }
    let after = options.into_iter().map(|(g, x)| reached(games, g, x, player.opponent()));
    match player {
        Player::Left => after.max().unwrap(),
        Player::Right => after.min().unwrap(),
    }
}

#[test]
fn outcomes_are_those_of_play() {
    for theory in Theory::ALL {
        let mut games = games(theory);
        let mut rng = rng(1);
        let forms = random_forms(&mut games, 90, &mut rng);
        for _ in 0..200 * times() {
            let [g, x] = [0; 2].map(|_| forms[rng.usize(0..forms.len())]);
            if g.winner().is_some() && x.winner().is_some() {
                continue;
            }
            if theory == Theory::Scoring {
                let wanted = Player::BOTH.map(|player| reached(&games, g, x, player));
                assert_eq!(games.stops_of_pair(g, x).unwrap(), wanted);
                let sum = games.sum(g, x).unwrap();
                assert_eq!(games.stops(sum).unwrap(), wanted);
            } else {
                let [left, right] = Player::BOTH.map(|player| wins(&games, g, x, player));
                let wanted = Outcome::from_first_moves(left, right);
                assert_eq!(games.outcome_of_pair(g, x).unwrap(), wanted, "{theory:?}");
                let sum = games.sum(g, x).unwrap();
                assert_eq!(games.outcome(sum).unwrap(), wanted, "{theory:?}");
            }
        }
    }
}

/// What no game may show: that a greater game does worse. A game that is not greater is told apart by
/// one of the separating games, but for some that need others.
#[test]
fn comparisons_agree_with_separating_games() {
    // The most comparisons of a sample without a separator, in thousandths.
    let open = [0, 0, 150, 100, 100, 100, 150];
    for (theory, open) in Theory::ALL.into_iter().zip(open) {
        let mut games = games(theory);
        let mut rng = rng(2);
        let forms = random_forms(&mut games, 300, &mut rng);
        let mut separators = random_forms(&mut games, 700, &mut rng);
        let conjugates: Vec<Form> =
            forms.iter().map(|&form| games.conjugate(form).unwrap()).collect();
        separators.extend(conjugates);
        let day = match theory {
            Theory::Dicots => 3,
            Theory::Scoring => 1,
            _ => 2,
        };
        for class in games.classes(day, &[Score::from(0), Score::from(1)]).unwrap() {
            separators.push(games.member(class).unwrap());
        }
        let (mut asked, mut unseen) = (0, 0);
        for _ in 0..500 * times() {
            let [g, h] = [0; 2].map(|_| forms[rng.usize(0..forms.len())]);
            let greater = games.at_least(g, h).unwrap();
            let mut separated = false;
            for &x in &separators {
                if games.separates(g, h, x).unwrap() {
                    separated = true;
                    break;
                }
            }
            assert!(!(greater && separated), "{theory:?}");
            asked += 1;
            unseen += usize::from(!greater && !separated);
        }
        assert!(unseen * 1000 <= asked * open || !is_ordinary(), "{theory:?}: {unseen} of {asked}");
    }
}

/// Equal games have one simplest form, which is equal to them; members are games of the universe and
/// come back; sums may be simplified before they are added.
#[test]
fn simplest_forms_are_unique() {
    for theory in Theory::ALL {
        let mut games = games(theory);
        let mut rng = rng(3);
        let forms = random_forms(&mut games, 250, &mut rng);
        for &g in &forms {
            let simplest = games.simplest(g).unwrap();
            assert_eq!(games.compare(g, simplest).unwrap(), cg_core::Relation::Equal, "{theory:?}");
            assert_eq!(games.simplest(simplest).unwrap(), simplest);
            let member = games.member(g).unwrap();
            assert!(member.winner().is_some() || games.fault(member).is_none(), "{theory:?}");
            assert_eq!(games.simplest(member).unwrap(), simplest, "{theory:?}");
            if games.has_marks(simplest) {
                games.expect_member(simplest).unwrap();
            }
            let there = games.conjugate(g).unwrap();
            assert_eq!(games.conjugate(there).unwrap(), g);
            if theory == Theory::Scoring {
                assert_eq!(games.stops(simplest).unwrap(), games.stops(g).unwrap());
                assert_eq!(games.pass_stops(simplest).unwrap(), games.pass_stops(g).unwrap());
            } else {
                assert_eq!(games.outcome(simplest).unwrap(), games.outcome(g).unwrap());
            }
        }
        let mut equal = 0;
        for (at, &g) in forms.iter().enumerate() {
            for &h in &forms[..at] {
                let [a, b] = [g, h].map(|form| games.simplest(form).unwrap());
                if a == b || rng.usize(0..20) == 0 {
                    let same = games.compare(g, h).unwrap() == cg_core::Relation::Equal;
                    assert_eq!(a == b, same, "{theory:?}");
                    equal += usize::from(same);
                }
            }
        }
        // One more option is often dominated or reversible.
        for &g in &forms {
            for _ in 0..8 {
                if g.winner().is_some() {
                    continue;
                }
                let x = forms[rng.usize(0..forms.len())];
                let mut sides = Player::BOTH.map(|p| games.forms().options(g, p).to_vec());
                let marks = games.forms().marks(g);
                let side = rng.usize(0..2);
                if sides[side].is_empty() {
                    continue;
                }
                sides[side].push(x);
                let [left, right] = sides;
                let h = games.marked(left, right, marks).unwrap();
                let [a, b] = [g, h].map(|form| games.simplest(form).unwrap());
                let same = games.compare(g, h).unwrap() == cg_core::Relation::Equal;
                assert_eq!(a == b, same, "{theory:?}");
                equal += usize::from(same && g != h);
            }
        }
        assert!(equal > 20 || !is_ordinary(), "{theory:?}: {equal}");
        for _ in 0..60 * times() {
            let [g, h] = [0; 2].map(|_| forms[rng.usize(0..60)]);
            if g.winner().is_some() && h.winner().is_some() {
                continue;
            }
            let sum = games.sum(g, h).unwrap();
            let simplest = games.simplest(sum).unwrap();
            assert_eq!(games.simplest_sum(g, h).unwrap(), simplest, "{theory:?}");
        }
    }
}

/// Whether a player is strong, by all perfect murders: what the two that are looked at stand for.
#[test]
fn murders_get_worse() {
    let mut games = games(Theory::DeadEnding);
    let mut murders = vec![games.zero().unwrap()];
    for n in 0..60 {
        let zero = murders[0];
        let next = games.form(vec![], vec![zero, murders[n]]).unwrap();
        murders.push(next);
    }
    for n in 1..12 {
        assert!(games.at_least(murders[n], murders[n + 1]).unwrap());
    }
    let forms = random_forms(&mut games, 300, &mut rng(4));
    for &form in &forms {
        let rank = games.forms().rank(form) as usize;
        let beside = |games: &mut Universe, n: usize| {
            games.outcome_of_pair(form, murders[n]).unwrap().won_by_first(Player::Left)
        };
        let all = (0..=rank).all(|n| beside(&mut games, n));
        assert_eq!(all, beside(&mut games, 0) && beside(&mut games, rank));
    }
}

/// A value of normal play as a form of the engine here.
fn as_form(games: &mut Universe, engine: &mut Engine, value: cg_core::Game) -> Form {
    let mut sides = [vec![], vec![]];
    for player in Player::BOTH {
        for option in engine.options(value, player).unwrap() {
            sides[player as usize].push(as_form(games, engine, option));
        }
    }
    let [left, right] = sides;
    games.form(left, right).unwrap()
}

/// The values of the third day, and random forms of them, as the engine of normal play has them.
#[test]
fn normal_play_is_that_of_the_other_engine() {
    let mut engine = Engine::new(Registry::empty(), Limits::default()).unwrap();
    let mut games = games(Theory::Normal);
    assert_eq!(games.classes(2, &[]).unwrap().len(), 22);
    let day_three = games.classes(3, &[]).unwrap();
    assert_eq!(day_three.len(), 1474);
    let mut values = rustc_hash_map();
    let mut by_form: Vec<(Form, cg_core::Game)> = Vec::new();
    for &form in &day_three {
        let value = value_of(&games, &mut engine, form, &mut values);
        // The canonical form of the one is the simplest form of the other.
        assert_eq!(as_form(&mut games, &mut engine, value), form);
        by_form.push((form, value));
    }
    let mut rng = rng(5);
    for _ in 0..20_000 * times() {
        let [(g, a), (h, b)] = [0; 2].map(|_| by_form[rng.usize(0..by_form.len())]);
        let wanted = engine.compare(a, b).unwrap();
        assert_eq!(games.compare(g, h).unwrap(), wanted);
    }
    for _ in 0..5_000 * times() {
        let mut side =
            || (0..rng.usize(0..4)).map(|_| by_form[rng.usize(0..by_form.len())]).collect();
        let [left, right]: [Vec<(Form, cg_core::Game)>; 2] = [side(), side()];
        let options = |side: &[(Form, cg_core::Game)]| side.iter().map(|x| x.1).collect::<Vec<_>>();
        let value = engine.game(&options(&left), &options(&right)).unwrap();
        let forms = |side: &[(Form, cg_core::Game)]| side.iter().map(|x| x.0).collect::<Vec<_>>();
        let form = games.form(forms(&left), forms(&right)).unwrap();
        let simplest = games.simplest(form).unwrap();
        assert_eq!(as_form(&mut games, &mut engine, value), simplest);
        assert_eq!(games.outcome(form).unwrap(), engine.outcome(value).unwrap());
    }
}

fn rustc_hash_map() -> std::collections::HashMap<Form, cg_core::Game> {
    std::collections::HashMap::new()
}

fn value_of(
    games: &Universe,
    engine: &mut Engine,
    form: Form,
    known: &mut std::collections::HashMap<Form, cg_core::Game>,
) -> cg_core::Game {
    if let Some(&value) = known.get(&form) {
        return value;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let options = games.forms().options(form, player).to_vec();
        options.into_iter().map(|x| value_of(games, engine, x, known)).collect::<Vec<_>>()
    });
    let value = engine.game(&left, &right).unwrap();
    known.insert(form, value);
    value
}

#[test]
fn classes_by_day() {
    for (theory, day, count) in [
        (Theory::Dicots, 0, 1),
        (Theory::Dicots, 1, 2),
        (Theory::Dicots, 2, 9),
        (Theory::Dicots, 3, 1268),
        (Theory::DeadEnding, 1, 4),
        (Theory::DeadEnding, 2, 196),
        (Theory::Blocking, 2, 220),
        (Theory::AllMisere, 2, 256),
        (Theory::Affine, 1, 11),
        (Theory::Affine, 2, 84),
    ] {
        let mut games = games(theory);
        let classes = games.classes(day, &[]).unwrap();
        assert_eq!(classes.len(), count, "{theory:?} by day {day}");
        if day == 2 {
            let wanted = match theory {
                Theory::Dicots => 8,
                Theory::DeadEnding => 46,
                Theory::Blocking => 52,
                Theory::AllMisere => 1,
                // Those without `oo`, which are the values of normal play.
                _ => 22,
            };
            let invertible: Vec<Form> =
                classes.iter().copied().filter(|&class| games.inverse(class).is_ok()).collect();
            assert_eq!(invertible.len(), wanted, "{theory:?}");
            if theory == Theory::DeadEnding {
                for &class in &classes {
                    let is_invertible = invertible.contains(&class);
                    assert_eq!(games.is_p_free(class).unwrap(), is_invertible);
                }
            }
        }
    }
    // Beyond reach, and said so.
    for theory in [Theory::DeadEnding, Theory::Blocking, Theory::AllMisere] {
        let error = games(theory).classes(3, &[]).unwrap_err().to_string();
        assert!(error.contains("day 3"), "{error}");
    }
}

#[test]
fn monoids_of_partizan_subtraction() {
    // The heaps to 4; how many sums are told apart, of at most 4 heaps or of at most 1, 2, ...
    for (sets, orders) in [
        ([&[1, 2][..], &[1][..]], &[5][..]),
        ([&[1, 2], &[1, 3]], &[5]),
        ([&[1, 3], &[1, 2]], &[5]),
        ([&[1, 2], &[1, 2]], &[6]),
        ([&[1], &[2]], &[4, 6, 8, 10, 12]),
        ([&[1, 3], &[2, 3]], &[5, 10, 16, 22]),
    ] {
        let mut games = games(Theory::AllMisere);
        let mut forms: Vec<Form> = Vec::new();
        for heap in 0..=4 {
            let [left, right] = sets.map(|takes| {
                let within = takes.iter().filter(|&&take| take <= heap);
                within.map(|take| forms[heap - take]).collect()
            });
            forms.push(games.form(left, right).unwrap());
        }
        let most = if orders.len() == 1 { 4..=4 } else { 1..=orders.len() };
        let found: Vec<usize> =
            most.map(|most| games.monoid(&forms[1..], most).unwrap().len()).collect();
        assert_eq!(found, orders, "{sets:?}");
    }
}

#[test]
fn what_separates_is_found() {
    for (theory, g, h) in [
        (Theory::Dicots, "*2", "0"),
        (Theory::DeadEnding, "{1|-1}", "*"),
        (Theory::Blocking, "{*|*,1}", "0"),
        (Theory::AllMisere, "{0,1|*,0}", "{0,1|*}"),
        (Theory::Affine, "{oo|-oo}", "0"),
        (Theory::Normal, "*", "0"),
        (Theory::Scoring, "score(1)", "{end(0)|end(3)}"),
    ] {
        let mut games = games(theory);
        let [g, h] = [g, h].map(|text| games.read(text).unwrap());
        let greater = games.at_least(g, h).unwrap();
        let found = games.separator(g, h).unwrap();
        assert_eq!(greater, found.is_none(), "{theory:?}");
        if let Some(x) = found {
            assert!(games.separates(g, h, x).unwrap());
            assert!(x.winner().is_some() || games.fault(x).is_none());
        }
    }
}

/// Top Entails as affine forms: each stack is its nimber, or loony.
#[test]
fn entailing_stacks_are_affine_forms() {
    let mut stacks = cg_universes::TopEntails::default();
    stacks.extend_to(12, Limits::default()).unwrap();
    let mut games = games(Theory::Affine);
    // The opponent must answer in the stack as it is played; for sums the simplest form is enough.
    let (mut played, mut simplest) = (vec![games.zero().unwrap()], vec![games.zero().unwrap()]);
    for n in 1..=12usize {
        let [left, right] = Player::BOTH.map(|player| {
            let mut side = vec![games.entails(played[n - 1], player).unwrap()];
            for k in 1..=n / 2 {
                side.push(games.sum(simplest[k], simplest[n - k]).unwrap());
            }
            side
        });
        let form = games.form(left, right).unwrap();
        played.push(form);
        simplest.push(games.simplest(form).unwrap());
        let wanted = match stacks.value(n).unwrap() {
            cg_universes::EntailingValue::Nimber(k) => games.nimber(k.into()).unwrap(),
            cg_universes::EntailingValue::Loony => games.read("{{oo|}|{|-oo}}").unwrap(),
        };
        assert_eq!(simplest[n], wanted, "stack {n}");
    }
}

#[test]
fn limits_are_errors_and_what_was_found_stays() {
    let limits = Limits { games: 100, ..Limits::default() };
    let mut games = Universe::new(Theory::DeadEnding, limits);
    assert!(games.classes(2, &[]).unwrap_err().is_limit());
    games.set_limits(Limits::default());
    assert_eq!(games.classes(2, &[]).unwrap().len(), 196);
    let limits = Limits { memory: 1 << 16, ..Limits::default() };
    let mut games = Universe::new(Theory::Dicots, limits);
    assert!(games.classes(3, &[]).unwrap_err().is_limit());
    let limits = Limits::default();
    limits.interrupt.raise();
    let mut games = Universe::new(Theory::Dicots, limits);
    let error = games.classes(3, &[]).unwrap_err();
    assert_eq!(error, cg_core::Error::Interrupted.into());
}

#[test]
fn what_lies_outside_is_named() {
    let error = |theory: Theory, text: &str| {
        let mut games = games(theory);
        let form = games.read(text);
        form.and_then(|form| games.expect_member(form)).unwrap_err().to_string()
    };
    let found = error(Theory::Dicots, "{*|{1|0}}");
    assert!(found.contains("the follower 1 has moves for one player only"), "{found}");
    assert!(found.contains("deadending"), "{found}");
    let found = error(Theory::DeadEnding, "{|*}");
    assert!(found.contains("{|*} is a Left end after which Left can move again"), "{found}");
    let found = error(Theory::Scoring, "{end(1)|score(0)}");
    assert!(found.contains("after which less can be scored"), "{found}");
    let found = error(Theory::Dicots, "{oo|*}");
    assert!(found.contains("oo belongs to affine"), "{found}");
    let found = error(Theory::Normal, "{end,0|*}");
    assert!(found.contains("end belongs to misereplay"), "{found}");
    let mut games = games(Theory::Affine);
    let (g, h) = (Form::LEFT_HAS_WON, Form::RIGHT_HAS_WON);
    assert!(games.sum(g, h).is_err() && games.outcome_of_pair(g, h).is_err());
}
