//! The kinds of questions.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use cg_calculator::CalculatorError;

/// A kind of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The canonical form of a form.
    Value,
    /// Who wins a position.
    Outcome,
    /// The winning moves of a player in a position.
    WinningMove,
    /// How two forms compare.
    Comparison,
    /// The nim-value of heaps of an octal game.
    Nimber,
    /// Who wins heaps of an octal game in misère play.
    Misere,
    /// The period of an octal game.
    Period,
    /// The stops of a hot form.
    Stops,
    /// Mean and temperature of a hot form.
    Temperature,
    /// The nim product of two nimbers.
    NimProduct,
}

impl Kind {
    /// All kinds, in the order in which they take turns.
    pub const ALL: [Kind; 10] = [
        Kind::Value,
        Kind::Outcome,
        Kind::WinningMove,
        Kind::Comparison,
        Kind::Nimber,
        Kind::Misere,
        Kind::Period,
        Kind::Stops,
        Kind::Temperature,
        Kind::NimProduct,
    ];

    /// Its name, as it is typed and written in JSON.
    ///
    /// ```
    /// assert_eq!(cg_tasks::Kind::WinningMove.name(), "winning-move");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Value => "value",
            Kind::Outcome => "outcome",
            Kind::WinningMove => "winning-move",
            Kind::Comparison => "comparison",
            Kind::Nimber => "nimber",
            Kind::Misere => "misere",
            Kind::Period => "period",
            Kind::Stops => "stops",
            Kind::Temperature => "temperature",
            Kind::NimProduct => "nim-product",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = CalculatorError;

    fn from_str(text: &str) -> Result<Self, CalculatorError> {
        let found = Kind::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| {
            let unknown: String = text.chars().take(40).collect();
            let all = Kind::ALL.map(Kind::name).join(", ");
            CalculatorError::Asked(format!("there is no kind `{unknown}`: the kinds are {all}"))
        })
    }
}
