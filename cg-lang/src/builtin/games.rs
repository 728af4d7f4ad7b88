//! Functions on games that the language has beyond those of the engine.

use cg_core::{Game, Player};

use super::lists::only_compiled;
use super::{BuiltIn, Special};
use crate::context::{Context, Run};
use crate::value::Value;

/// A question about one game.
fn about(
    name: &'static str,
    help: &'static str,
    answer: impl Fn(&mut Context<'_>, Game) -> Run<Value> + Send + Sync + 'static,
) -> BuiltIn {
    let place = format!("the argument of `{name}`");
    BuiltIn::new(name, format!("{name}(G)"), help, 1..=1, move |context, values| {
        let game = context.game(&values[0], &place)?;
        answer(context, game)
    })
}

pub(super) fn functions() -> Vec<BuiltIn> {
    vec![
        about("outcome", "Who wins G: what `? G` answers, as a text.", |context, game| {
            let outcome = context.engine.outcome(game)?;
            Ok(context.bare_text(outcome.to_string()))
        }),
        about("left", "The list of Left's canonical options of G.", |context, game| side(context, game, Player::Left)),
        about("right", "The list of Right's canonical options of G.", |context, game| side(context, game, Player::Right)),
        about("options", "The list of both lists of canonical options of G, Left's and Right's.", |context, game| {
            let sides = [side(context, game, Player::Left)?, side(context, game, Player::Right)?];
            context.list(sides.into())
        }),
        about("canonical", "The canonical form of G, written with braces.", canonical),
        about("subgroup", "The name of the subgroup that holds G, or `none`.", |context, game| {
            let name = context.engine.subgroup_name(game).unwrap_or("none").to_owned();
            Ok(context.bare_text(name))
        }),
        BuiltIn::new("misere", "misere(G)", "The outcome of a position of an impartial game under misere play: who cannot move wins.", 1..=1, only_compiled)
            .special_form(Special::Misere),
        about("isimpartial", "Whether G is the value of an impartial game, that is, a nimber.", |context, game| {
            Ok(context.engine.as_nimber(game)?.is_some().into())
        }),
    ]
}

/// The canonical options in the order in which they are printed.
fn options(context: &mut Context<'_>, game: Game, player: Player) -> Run<Vec<Game>> {
    let options = context.engine.options(game, player)?;
    Ok(context.engine.in_order(&options)?)
}

fn side(context: &mut Context<'_>, game: Game, player: Player) -> Run<Value> {
    let options = options(context, game, player)?;
    context.list(options.into_iter().map(Value::Game).collect())
}

/// The options one level down, in braces.
fn canonical(context: &mut Context<'_>, game: Game) -> Run<Value> {
    let mut sides = Vec::new();
    for player in Player::BOTH {
        let mut texts = Vec::new();
        for option in options(context, game, player)? {
            texts.push(context.print(&Value::Game(option))?);
        }
        sides.push(texts.join(","));
    }
    let text = format!("{{{}|{}}}", sides[0], sides[1]);
    Ok(context.bare_text(text))
}
