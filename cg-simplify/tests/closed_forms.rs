//! Closed forms compared with the general algorithm: the same values in an engine with the built-in
//! subgroups and in one without any.

use cg_core::{Dyadic, Error, Game, Limits, Notation, Outcome, Registry};
use cg_simplify::{Answer, Argument, Engine, FUNCTIONS, FunctionError, FunctionResult, function};
use dashu_int::{IBig, UBig};

fn with_subgroups() -> Engine {
    let registry = cg_subgroups::standard().expect("they fit together");
    Engine::new(registry, Limits::default()).expect("no subgroup fails")
}

fn without() -> Engine {
    Engine::new(Registry::empty(), Limits::default()).expect("no subgroup fails")
}

fn dyadic(numerator: i64, exponent: usize) -> Dyadic {
    Dyadic::new(numerator.into(), exponent).expect("small")
}

/// A number, copies of ups, a nimber.
#[derive(Clone, Debug)]
struct Parts {
    number: Dyadic,
    ups: Vec<(Dyadic, i64)>,
    nimber: u8,
}

impl Parts {
    fn value(&self, engine: &mut Engine) -> FunctionResult<Game> {
        let mut value = engine.number(&self.number)?;
        for (order, count) in &self.ups {
            let up = engine.up(order)?;
            let ups = engine.multiple(&IBig::from(*count), up)?;
            value = engine.add(value, ups)?;
        }
        let star = engine.nimber(&self.nimber.into())?;
        Ok(engine.add(value, star)?)
    }
}

fn box_of_parts() -> Vec<Parts> {
    let numbers = [(0, 0), (1, 0), (-3, 0), (1, 1), (-3, 2), (5, 3), (73, 4)];
    let orders = [(1, 0), (2, 0), (1, 1)];
    let mut all = Vec::new();
    for (numerator, exponent) in numbers {
        for nimber in 0..=4 {
            let number = dyadic(numerator, exponent);
            all.push(Parts { number: number.clone(), ups: vec![], nimber });
            for (numerator, exponent) in orders {
                for count in [-2, -1, 1, 3] {
                    let ups = vec![(dyadic(numerator, exponent), count)];
                    all.push(Parts { number: number.clone(), ups, nimber });
                }
            }
            for (one, two) in [(-1, 1), (2, -1), (1, 1)] {
                let ups = vec![(dyadic(1, 0), one), (dyadic(2, 0), two)];
                all.push(Parts { number: number.clone(), ups, nimber });
            }
        }
    }
    all
}

/// The answer as text, which does not depend on the engine.
fn written(engine: &mut Engine, answer: Answer) -> FunctionResult<String> {
    Ok(match answer {
        Answer::Game(game) => engine.print_braces(game)?,
        Answer::Games(games) => {
            let mut texts = Vec::new();
            for game in games {
                texts.push(engine.print_braces(game)?);
            }
            texts.sort_unstable();
            texts.join(" ")
        }
        Answer::Lines(lines) => {
            let mut texts = Vec::new();
            for line in lines {
                let mut games = Vec::new();
                for game in line {
                    games.push(engine.print_braces(game)?);
                }
                texts.push(games.join(" > "));
            }
            texts.sort_unstable();
            texts.join(" ")
        }
        Answer::Thermograph(thermograph) => thermograph.to_string(),
        Answer::Number(number) => number.to_string(),
        Answer::Count(count) => count.to_string(),
        Answer::Flag(flag) => flag.to_string(),
        other => format!("{other:?}"),
    })
}

#[test]
fn functions_of_one_game_answer_alike() -> FunctionResult<()> {
    // Answers that are not games, and nimbers that are too large for braces.
    let others = ["uptimal", "niminverse", "nimroot"];
    let names: Vec<&str> = FUNCTIONS
        .iter()
        .filter(|function| function.arity == 1 && !others.contains(&function.name))
        .map(|function| function.name)
        .collect();
    let (mut closed, mut general) = (with_subgroups(), without());
    for parts in box_of_parts() {
        let (g, h) = (parts.value(&mut closed)?, parts.value(&mut general)?);
        for name in &names {
            let function = function(name).expect("listed");
            let answer = |engine: &mut Engine, game: Game| match function
                .call(engine, &[Argument::Game(game)])
            {
                Ok(answer) => written(engine, answer),
                Err(FunctionError::Game(error)) => Err(error.into()),
                Err(_) => Ok("none".to_owned()),
            };
            let (found, expected) = (answer(&mut closed, g)?, answer(&mut general, h)?);
            assert_eq!(found, expected, "{name} of {parts:?}");
        }
    }
    Ok(())
}

#[test]
fn huge_values_answer_at_once() -> FunctionResult<()> {
    let mut engine = with_subgroups();
    let billion = engine.nimber(&1_000_000_000u32.into())?;
    assert_eq!(engine.birthday(billion)?, 1_000_000_000u32.into());
    assert_eq!(engine.companion(billion)?, billion);
    assert_eq!(engine.nim_value(billion)?, 1_000_000_000u32.into());
    assert_eq!(engine.stop_count(billion).unwrap_err(), Error::NUMBER_TOO_LARGE);
    assert!(matches!(
        engine.followers(billion),
        Err(FunctionError::Game(Error::TooManyOptions { .. }))
    ));
    let trillion = engine.integer(&1_000_000_000_000i64.into())?;
    assert!(matches!(engine.followers(trillion), Err(FunctionError::TooManyFollowers { .. })));

    let up = engine.up(&Dyadic::ONE)?;
    let ups = engine.multiple(&1_000_000.into(), up)?;
    assert_eq!(engine.mean(ups)?, Dyadic::ZERO);
    assert_eq!(engine.birthday(ups)?, 1_000_001u32.into());
    assert_eq!(engine.stop_count(ups)?, 1_000_003u32.into());
    assert_eq!(engine.atomic_weight(ups)?, engine.integer(&1_000_000.into())?);

    let one = engine.integer(&1.into())?;
    let star = engine.nimber(&UBig::from(1_000_000_000_000u64))?;
    let hot = engine.game(&[one], &[star])?;
    assert_eq!(engine.mean(hot)?, dyadic(1, 1));
    assert_eq!(engine.temperature(hot)?, dyadic(1, 1));
    assert_eq!(engine.birthday(hot)?, 1_000_000_000_001u64.into());
    assert_eq!(engine.outcome(hot)?, Outcome::Left);
    assert_eq!(engine.print(hot, Notation::Standard)?, "{1|*1000000000000}");

    let parts = Parts { number: dyadic(1, 1), ups: vec![(Dyadic::ONE, 7)], nimber: 9 };
    let value = parts.value(&mut engine)?;
    assert_eq!(
        engine.thermograph(value)?.to_string(),
        "mast 1/2 from 0; left (1/2, 0) (1, -1/2) (1, -1); \
         right (1/2, 0) (1/2, -1/2) (0, -1)"
    );
    Ok(())
}

#[test]
fn long_chains_need_no_machine_stack() -> FunctionResult<()> {
    let mut engine = without();
    let mut game = engine.nimber(&2u8.into())?;
    let mut form = engine.canonical_form(game)?;
    let zero = engine.canonical_form(Game::ZERO)?;
    for _ in 0..5_000 {
        game = engine.game(&[game], &[Game::ZERO])?;
        form = engine.form(&[form], &[zero])?;
    }
    assert_eq!(engine.value(form)?, game);
    assert_eq!(engine.birthday(game)?, 5_002u32.into());
    assert!(engine.is_all_small(game)?);
    assert_eq!(engine.temperature(game)?, Dyadic::ZERO);
    engine.companion(game)?;
    engine.print(game, Notation::Standard)?;
    assert_eq!(engine.reduced(game)?, Game::ZERO);
    Ok(())
}
