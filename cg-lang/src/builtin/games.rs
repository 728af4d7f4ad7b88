//! Functions on games.

use std::collections::HashMap;

use cg_core::{Game, Player};
use dashu_int::{IBig, UBig};

use super::lists::only_compiled;
use super::{BuiltIn, Special};
use crate::context::{Context, Run};
use crate::error::RunError;
use crate::value::Value;

/// A question about one game.
fn about(
    name: &'static str,
    help: &'static str,
    example: &'static str,
    answer: impl Fn(&mut Context<'_>, Game) -> Run<Value> + Send + Sync + 'static,
) -> BuiltIn {
    let place = format!("the argument of `{name}`");
    BuiltIn::new(name, format!("{name}(G)"), help, 1..=1, move |context, values| {
        let game = context.game(&values[0], &place)?;
        answer(context, game)
    })
    .with_example(example)
}

pub(super) fn functions() -> Vec<BuiltIn> {
    vec![
        about("outcome", "Who wins G: what `? G` answers, as a text.", "outcome(*) is first player win", |context, game| {
            let outcome = context.engine.outcome(game)?;
            Ok(context.bare_text(outcome.to_string()))
        }),
        about("left", "The list of Left's canonical options of G.", "left(*(2)) is [0, *(1)]", |context, game| side(context, game, Player::Left)),
        about("right", "The list of Right's canonical options of G.", "right(^) is [*(1)]", |context, game| side(context, game, Player::Right)),
        about("options", "The list of both lists of canonical options of G, Left's and Right's.", "options(^) is [[0], [*(1)]]", |context, game| {
            let sides = [side(context, game, Player::Left)?, side(context, game, Player::Right)?];
            context.list(sides.into())
        }),
        about("canonical", "The canonical form of G, written with braces.", "canonical(^) is {0|*(1)}", canonical),
        about("subgroup", "The name of the subgroup that holds G, or `none`.", "subgroup(*(3)) is nimbers", |context, game| {
            let name = context.engine.subgroup_name(game).unwrap_or("none").to_owned();
            Ok(context.bare_text(name))
        }),
        BuiltIn::new("misere", "misere(G)", "The outcome of a position of an impartial game under misere play: who cannot move wins.", 1..=1, only_compiled)
            .with_example("misere(Nim(1) + Nim(1)) is first player win")
            .special_form(Special::Misere),
        about("nimvalue", "The n of the nimber *n that G is.", "nimvalue(*(2) + *(3)) is 1", |context, game| {
            match context.engine.as_nimber(game)? {
                Some(n) => Ok(context.integer_value(n.into())),
                None => {
                    let shown = context.show(&Value::Game(game));
                    Err(refused("nimvalue", format!("{shown} is no nimber")))
                }
            }
        }),
        about("isnumber", "Whether G is a number.", "isnumber(1/2) is true", |context, game| {
            Ok(context.engine.as_number(game)?.is_some().into())
        }),
        about("isinteger", "Whether G is an integer.", "isinteger(1/2) is false", |context, game| {
            let number = context.engine.as_number(game)?;
            Ok(number.is_some_and(|number| number.is_integer()).into())
        }),
        about("isnimber", "Whether G is a nimber.", "isnimber({0|0}) is true", |context, game| {
            Ok(context.engine.as_nimber(game)?.is_some().into())
        }),
        about("isimpartial", "Whether G is the value of an impartial game, that is, a nimber.", "isimpartial(^) is false", |context, game| {
            Ok(context.engine.as_nimber(game)?.is_some().into())
        }),
        about("birthday", "The birthday of G: the depth of its canonical form.", "birthday(1/2) is 2", |context, game| {
            let day = birthday(context, game)?;
            Ok(context.integer_value(IBig::from(day)))
        }),
        BuiltIn::new("simplest", "simplest(a, b)", "The simplest number greater than a and less than b.", 2..=2, |context, values| {
            let low = context.number(&values[0], "the first argument of `simplest`")?;
            let high = context.number(&values[1], "the second argument of `simplest`")?;
            if low >= high {
                return Err(refused("simplest", format!("there is no number between {low} and {high}")));
            }
            let (low, high) = (context.engine.number(&low)?, context.engine.number(&high)?);
            Ok(Value::Game(context.engine.game(&[low], &[high])?))
        })
        .with_example("simplest(1/2, 1) is 0.11"),
        about("tiny", "Tiny of G, {0||0|-G}.", "tiny(2) is {0|{0|-2}}", |context, game| {
            let negative = context.engine.negate(game)?;
            let threat = context.engine.game(&[Game::ZERO], &[negative])?;
            Ok(Value::Game(context.engine.game(&[Game::ZERO], &[threat])?))
        }),
        about("miny", "Miny of G, {G|0||0}: the negative of tiny of G.", "miny(2) is {{2|0}|0}", |context, game| {
            let threat = context.engine.game(&[game], &[Game::ZERO])?;
            Ok(Value::Game(context.engine.game(&[threat], &[Game::ZERO])?))
        }),
    ]
}

fn refused(function: &str, message: String) -> RunError {
    RunError::Refused { function: function.into(), message }
}

fn side(context: &mut Context<'_>, game: Game, player: Player) -> Run<Value> {
    let options = context.engine.options(game, player)?;
    context.list(options.into_iter().map(Value::Game).collect())
}

/// The options one level down, in braces.
fn canonical(context: &mut Context<'_>, game: Game) -> Run<Value> {
    let mut sides = Vec::new();
    for player in Player::BOTH {
        let mut texts = Vec::new();
        for option in context.engine.options(game, player)? {
            texts.push(context.print(&Value::Game(option))?);
        }
        sides.push(texts.join(","));
    }
    let text = format!("{{{}|{}}}", sides[0], sides[1]);
    Ok(context.bare_text(text))
}

/// 0 has birthday 0, other games one more than their latest option. Numbers
/// and nimbers are not expanded.
fn birthday(context: &mut Context<'_>, game: Game) -> Run<UBig> {
    let mut days: HashMap<Game, UBig> = HashMap::new();
    let mut waiting = vec![(game, false)];
    while let Some((game, expanded)) = waiting.pop() {
        context.engine.check()?;
        if days.contains_key(&game) {
            continue;
        }
        if let Some(number) = context.engine.as_number(game)? {
            days.insert(game, number.birthday());
            continue;
        }
        if let Some(nimber) = context.engine.as_nimber(game)? {
            days.insert(game, nimber);
            continue;
        }
        let mut options = context.engine.options(game, Player::Left)?;
        options.extend(context.engine.options(game, Player::Right)?);
        if expanded {
            let latest = options.iter().filter_map(|option| days.get(option)).max();
            days.insert(game, latest.map_or(UBig::ZERO, |day| day + UBig::ONE));
        } else {
            waiting.push((game, true));
            waiting.extend(options.into_iter().map(|option| (option, false)));
        }
    }
    Ok(days.remove(&game).unwrap_or(UBig::ZERO))
}
