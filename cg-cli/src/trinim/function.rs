//! The function `trinim` of the language: positions in normal play as games.

use std::sync::{Mutex, PoisonError};

use cg_lang::{BuiltIn, Context, Run, RunError, Value};
use cg_trinim::{Error, Layers, NimValues, Position};

const NAME: &str = "trinim";

/// So many connected parts are given a value before a position counts as out of reach.
pub(super) const NIM_PARTS: u64 = 20_000;

/// `trinim(k)`, the full board of k layers, and `trinim(k, "x/.x/...")`, a position on it.
pub(crate) fn trinim() -> BuiltIn {
    let known = Mutex::new(Known::new());
    BuiltIn::new(
        NAME,
        "trinim(k, board)",
        "The value of a position of Triangular Nim in normal play, a nimber; without a board, of all k layers.",
        1..=2,
        move |context, arguments| {
            let position = position(context, arguments)?;
            let value = {
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                known.value(position).map_err(|error| refused(&error))?
            };
            Ok(Value::Game(context.engine.nimber(&value.into())?))
        },
    )
    .with_example("trinim(3, \"x/../xx.\") is *(3)")
}

fn position(context: &mut Context<'_>, arguments: &[Value]) -> Run<Position> {
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

/// The nim-values of a session.
struct Known {
    values: NimValues,
    /// Whether an earlier call may have used up some of the limit.
    used: bool,
}

impl Known {
    fn new() -> Self {
        Known { values: NimValues::new(NIM_PARTS), used: false }
    }

    /// A position is out of reach only when it is so from the start.
    fn value(&mut self, position: Position) -> Result<u32, String> {
        let was_used = std::mem::replace(&mut self.used, true);
        let mut value = self.values.value(position);
        if value.is_err() && was_used {
            *self = Known { used: true, ..Known::new() };
            value = self.values.value(position);
        }
        value.map_err(|error| match error {
            Error::SearchLimit(limit) => format!(
                "the value of this position is out of reach: it rests on more than {limit} connected parts; \
                 take a board with fewer pieces together"
            ),
            error => error.to_string(),
        })
    }
}
