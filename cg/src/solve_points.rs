//! Sums that points decide, as `cg solve` reads them.

use cg_lang::{Asked, Error, Source};
use cg_universes::ScoreAnswer;

use crate::Calculator;
use crate::reply::outside;
use crate::scores::{BOXES, ScoreReply};
use crate::universes::refused;

/// The name of the game for `cg play` and `cg solve`.
const NAME: &str = "dots-and-boxes";

/// The scores of a sum that points decide; `None` if they do not decide it. A term may be written as for
/// `cg play`: `dots-and-boxes 2x3 a1-b1`.
///
/// ```
/// use cg_calculator::{Calculator, scores};
/// let mut calculator = Calculator::new()?;
/// let found = scores(&mut calculator, "dots-and-boxes 2x2 + score(1)", false)?;
/// assert_eq!(found.expect("points decide it").left_first, "3");
/// assert!(scores(&mut calculator, "Clobber(\"xo\")", false)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Errors of the rules; limits. A text that cannot be read is no such sum.
pub fn scores(
    calculator: &mut Calculator,
    sum: &str,
    moves: bool,
) -> Result<Option<ScoreReply>, Error> {
    let session = calculator.session();
    let source = Source::new("<sum>", in_the_language(sum));
    let asked = if moves { Asked::Moves } else { Asked::Outcome };
    let found = match session.scored_position(&source, asked) {
        Ok(found) => found,
        Err(error) if error.is_limit() || error.is_interruption() => return Err(error),
        Err(_) if sum.split_whitespace().any(|word| word == NAME) => {
            let message = "a board is added to other boards and to scores, not to other games";
            return Err(outside(refused(BOXES, message)));
        }
        Err(_) => return Ok(None),
    };
    let scored = found.map(|found| found.scored).transpose()?;
    Ok(scored.and_then(|scored| scored.data.downcast_ref::<ScoreAnswer>().map(ScoreReply::from)))
}

/// A sum with its terms `dots-and-boxes 2x3 a1-b1` as calls of the language.
fn in_the_language(sum: &str) -> String {
    let mut terms = Vec::new();
    let mut words = sum.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if word != NAME {
            terms.push(word.to_owned());
            continue;
        }
        let mut board = Vec::new();
        while let Some(word) = words.next_if(|word| !["+", "-"].contains(word)) {
            board.push(word);
        }
        terms.push(format!("{BOXES}(\"{}\")", board.join(" ").escape_default()));
    }
    terms.join(" ")
}
