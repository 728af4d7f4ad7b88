//! The function `trinim` of G: positions of Triangular Nim in normal play as games.

use std::sync::{Mutex, PoisonError};

use cg_core::{Error as GameError, Interrupt};
use cg_lang::{BuiltIn, Context, MoveTo, RunError, RunResult, Value};
use cg_rulesets::Notated;
use cg_trinim::{Error, Layers, NimValues, Position, TriangularNim};

const NAME: &str = "trinim";

/// So many connected parts of a position are given a nim-value before the position counts as out of
/// reach.
pub const MOST_NIM_PARTS: u64 = 10_000;

/// `trinim(k)`, the full board of k layers, and `trinim(k, "x/.x/...")`, a position on it.
pub(crate) fn function() -> BuiltIn {
    let known = Mutex::new(Known::default());
    BuiltIn::new(
        NAME,
        "trinim(k, board)",
        "The value of a position of Triangular Nim in normal play, a nimber; without a board, of all k layers.",
        1..=2,
        move |context, arguments| {
            let position = position(context, arguments)?;
            let interrupt = context.engine.limits().interrupt.clone();
            let value =
                known.lock().unwrap_or_else(PoisonError::into_inner).value(position, &interrupt)?;
            Ok(Value::Game(context.engine.nimber(&value.into())?))
        },
    )
    .with_moves(|context, arguments, player| {
        let position = position(context, arguments)?;
        let rules = TriangularNim::new(position.layers());
        let Ok(moves) = rules.named_moves(&position, player, usize::MAX);
        let call = |chosen| {
            let Ok(after) = rules.after(&position, &chosen);
            let after = vec![arguments[0].clone(), context.text(after.to_string())];
            MoveTo { after, name: Some(rules.write_move(&chosen)) }
        };
        Ok(moves.list.into_iter().map(call).collect())
    })
    .with_drawing(|arguments| {
        let position = match arguments {
            [_, board] => board.as_text()?.parse().ok()?,
            [layers] => Position::full(Layers::new(u64::try_from(layers.held_integer()?).ok()?).ok()?),
            _ => return None,
        };
        let Ok(drawing) = TriangularNim::new(position.layers()).draw(&position);
        Some(drawing)
    })
}

fn position(context: &mut Context<'_>, arguments: &[Value]) -> RunResult<Position> {
    let [layers, board @ ..] = arguments else {
        return Err(refused(&"write a number of layers"));
    };
    let layers =
        context.count(layers, u64::from(Layers::MAX), "the number of layers of `trinim`")?;
    let layers = Layers::new(layers).map_err(|error| refused(&error))?;
    let Some(board) = board.first() else { return Ok(Position::full(layers)) };
    let Value::Text(text) = board else {
        return Err(RunError::WrongKind {
            place: "the board of `trinim`".into(),
            expected: "a text".into(),
            found: board.kind().into(),
            help: Some("write the rows from the top, as in \"x/.x/xx.\"".into()),
        });
    };
    let position: Position = text.as_str().parse().map_err(|error: Error| refused(&error))?;
    if position.layers() == layers {
        return Ok(position);
    }
    let (expected, found) = (layers.get(), position.layers().get());
    Err(refused(&Error::LayersDiffer { expected, found }))
}

fn refused(error: &dyn std::fmt::Display) -> RunError {
    RunError::Refused { function: NAME.into(), message: error.to_string() }
}

/// Nim-values that a session has met.
#[derive(Default)]
struct Known(Option<NimValues>);

impl Known {
    /// The nim-value; a position is out of reach only when it is so from the start.
    fn value(&mut self, position: Position, interrupt: &Interrupt) -> RunResult<u32> {
        let fresh = || NimValues::new(MOST_NIM_PARTS).with_interrupt(interrupt.clone());
        if let Some(known) = &mut self.0
            && let Ok(value) = known.value(position)
        {
            return Ok(value);
        }
        let values = self.0.insert(fresh());
        values.value(position).map_err(|error| match error {
            Error::Interrupted => RunError::Game(GameError::Interrupted),
            Error::SearchLimit(limit) => refused(&format_args!(
                "the value of this position is out of reach: it rests on more than {limit} connected parts; \
                 take a board with fewer pieces together"
            )),
            error => refused(&error),
        })
    }
}
