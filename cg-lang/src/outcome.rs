//! Who wins, as a value: how an outcome is written, and which texts say one.

use cg_loopy::{Ending, LoopyOutcome};

/// The letter of an outcome without draws: `N`, `P`, `L` or `R`.
///
/// ```
/// use cg_core::Outcome;
/// assert_eq!(cg_lang::outcome_letter(Outcome::Next.into()), Some('N'));
/// ```
pub fn letter(outcome: LoopyOutcome) -> Option<char> {
    outcome.to_finite().map(|outcome| outcome.letter())
}

/// How an outcome stands inside lists: its letter, and its sentence where it has none.
pub(crate) fn short(outcome: LoopyOutcome) -> String {
    letter(outcome).map_or_else(|| outcome.to_string(), String::from)
}

/// All nine outcomes.
fn all() -> impl Iterator<Item = LoopyOutcome> {
    let endings = [Ending::Left, Ending::Right, Ending::Draw];
    endings
        .into_iter()
        .flat_map(move |left| endings.into_iter().map(move |right| LoopyOutcome { left, right }))
}

/// The outcome that a text says: a letter, or a sentence with `win` or `wins`.
pub(crate) fn said(text: &str) -> Option<LoopyOutcome> {
    let says = |outcome: &LoopyOutcome| {
        let sentence = outcome.to_string();
        letter(*outcome).is_some_and(|letter| text.len() == 1 && text.starts_with(letter))
            || text == sentence
            || sentence.ends_with(" win") && text.strip_suffix('s') == Some(&sentence[..])
    };
    all().find(says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_is_said_by_what_is_written_for_it() {
        assert_eq!(all().count(), 9);
        for outcome in all() {
            assert_eq!(said(&outcome.to_string()), Some(outcome));
            assert_eq!(said(&short(outcome)), Some(outcome));
        }
        assert_eq!(said("first player wins"), said("N"));
        for text in ["", "n", "P-position", "draws", "N ", "first player winss"] {
            assert_eq!(said(text), None, "{text}");
        }
    }
}
