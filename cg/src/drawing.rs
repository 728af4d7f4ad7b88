//! The drawing of a component of a position in the language.

use cg_lang::{PositionPart, Value};
use cg_rulesets::{Drawing, Signs};

/// The drawing of a built-in function, else that of the arguments: a text is a strip, a list of texts a board, a
/// character a cell. The owners of its pieces are guessed.
pub(crate) fn drawing_of(part: &PositionPart) -> Option<Drawing> {
    if let Some(drawing) = &part.drawing {
        return Some(drawing.clone());
    }
    part.call.as_ref()?.1.iter().find_map(|value| {
        let rows: Vec<&str> = match value {
            Value::Text(text) => vec![text.as_str()],
            value => value.as_texts()?,
        };
        let row = |row: &&str| row.chars().map(|sign| Signs::GUESSED.cell(sign)).collect();
        let some = rows.iter().any(|row| !row.is_empty());
        some.then(|| Drawing::Cells { rows: rows.iter().map(row).collect(), hexagons: false })
    })
}
