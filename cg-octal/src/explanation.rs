//! The rules of a game in words.

use std::fmt;

use serde::Serialize;

use crate::{Code, Kind, Result, Rules, agree};

/// The rules of a game, for people and for programs.
///
/// ```
/// let explained = cg_octal::Explanation::new(&".07".parse()?)?;
/// assert_eq!(explained.words[1], "Remove 2 tokens: take the whole heap, leave one heap, or split the rest into two heaps.");
/// assert_eq!(explained.standard_form.unwrap().code, ".137");
/// # Ok::<(), cg_octal::OctalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename = "explanation")]
#[non_exhaustive]
pub struct Explanation {
    /// The code; `Grundy` for Grundy's game.
    pub code: String,
    /// The name, if the game has one.
    pub name: Option<&'static str>,
    /// The base of the code, whether it is finite, and whether the game is trivial.
    #[serde(flatten)]
    pub rules: Kind,
    /// The numbers of tokens that may be taken, if the game is a subtraction game.
    pub subtraction_set: Option<Vec<u64>>,
    /// The numbers of tokens that may not be taken, if all others may.
    pub all_but_set: Option<Vec<u64>>,
    /// The moves, a line for each number of tokens.
    pub words: Vec<String>,
    /// The standard form, if it is another code.
    pub standard_form: Option<StandardForm>,
}

/// The game at the end of the first cousins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StandardForm {
    /// Its code.
    pub code: String,
    /// A heap of `n + shift` tokens acts like a heap of `n` tokens in the standard form.
    pub shift: u64,
    /// Whether the values of the first heaps agree: a check of the theorem.
    pub agrees: bool,
    /// The number of heaps that were compared.
    pub heaps: usize,
}

impl StandardForm {
    /// Heaps by which two games are compared.
    const COMPARED: usize = 1000;

    fn new(rules: &Rules) -> Result<Option<Self>> {
        let Some((standard, shift)) = rules.code().map(Code::standard_form) else {
            return Ok(None);
        };
        if shift == 0 {
            return Ok(None);
        }
        let (code, heaps) = (standard.to_string(), Self::COMPARED);
        let most = usize::try_from(shift).expect("a shift is shorter than the code");
        let found = agree(&standard.into(), rules, heaps + most, most)?;
        Ok(Some(Self {
            code,
            shift,
            agrees: found.is_some_and(|found| u64::try_from(found) == Ok(shift)),
            heaps,
        }))
    }
}

impl Explanation {
    /// The explanation of a game.
    ///
    /// # Errors
    /// As [`agree`].
    pub fn new(rules: &Rules) -> Result<Self> {
        Ok(Self {
            code: rules.to_string(),
            name: rules.name(),
            rules: rules.kind(),
            subtraction_set: rules.code().and_then(Code::subtraction_set),
            all_but_set: rules.code().and_then(Code::all_but_set),
            words: rules.explain(),
            standard_form: StandardForm::new(rules)?,
        })
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join("\n"))?;
        let Some(StandardForm { code, shift, agrees, heaps }) = &self.standard_form else {
            return Ok(());
        };
        let checked = if *agrees { "checked for" } else { "NOT so among" };
        write!(
            f,
            "\nA heap of n + {shift} acts like a heap of n in {code}: {checked} {heaps} heaps."
        )
    }
}
