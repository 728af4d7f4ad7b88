//! Numbers in moves.

use crate::{PlayError, Result};

/// The numbers of a text; everything that is in `separators` stands between them.
pub(super) fn numbers(text: &str, separators: &[char], how: &str) -> Result<Vec<u64>> {
    let words = text.split(|c: char| c.is_whitespace() || separators.contains(&c));
    words
        .filter(|word| !word.is_empty())
        .map(|word| {
            word.parse().map_err(|_| {
                let problem = match word.bytes().all(|byte| byte.is_ascii_digit()) {
                    true => "is larger than any number of tokens here",
                    false => "is no number",
                };
                PlayError::Illegal(format!("`{}` {problem}: {how}", word.escape_debug()))
            })
        })
        .collect()
}
