//! Heap games of two players: one code says how Left moves in a heap, another how Right does. The
//! values of heaps are canonical forms.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::str::FromStr;

use cg_core::{Game, Player, Result};
use cg_simplify::Engine;

use crate::{Code, OctalError, Rules};

/// The rules of a heap game with a code for each player, written `.7|.07`: Left's code first.
///
/// ```
/// use cg_core::Player;
/// use cg_octal::PartizanRules;
/// let rules: PartizanRules = "S{1,2} | .07".parse()?;
/// assert_eq!(rules.to_string(), ".33|.07");
/// assert_eq!((rules.length(), rules.most_parts()), (Some(2), 2));
/// assert_eq!(rules.negative().code(Player::Left).digit(2), 7);
/// # Ok::<(), cg_octal::OctalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartizanRules {
    codes: [Code; 2],
}

impl PartizanRules {
    /// The game in which Left moves by the first code and Right by the second.
    pub fn new(left: Code, right: Code) -> Self {
        Self { codes: [left, right] }
    }

    /// Whether a text is meant as two codes: `|` stands between them.
    pub fn is_meant_by(text: &str) -> bool {
        text.contains('|')
    }

    /// The code of a player.
    pub fn code(&self, player: Player) -> &Code {
        &self.codes[player as usize]
    }

    /// The game with the players exchanged: its heaps have the negative values.
    pub fn negative(&self) -> Self {
        let [left, right] = self.codes.clone();
        Self { codes: [right, left] }
    }

    /// The one code, if both players have the same.
    pub fn impartial(&self) -> Option<&Code> {
        (self.codes[0] == self.codes[1]).then_some(&self.codes[0])
    }

    /// The largest number of tokens that a move removes; `None` if there is no bound.
    pub fn length(&self) -> Option<u64> {
        let [left, right] = [self.codes[0].length()?, self.codes[1].length()?];
        Some(left.max(right) as u64)
    }

    /// The largest number of heaps that a move leaves.
    pub fn most_parts(&self) -> u32 {
        self.codes[0].most_parts().max(self.codes[1].most_parts())
    }

    /// The codes in words, a line for each number of tokens.
    ///
    /// ```
    /// let rules: cg_octal::PartizanRules = ".7|.07".parse().unwrap();
    /// assert_eq!(rules.explain()[0], "Left moves by .7, a finite octal code.");
    /// ```
    pub fn explain(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (player, code) in [("Left", &self.codes[0]), ("Right", &self.codes[1])] {
            let rules = Rules::from(code.clone());
            let kind = rules.kind();
            let extent = if kind.finite { "a finite" } else { "an infinite" };
            lines.push(format!("{player} moves by {code}, {extent} {} code.", kind.base));
            lines.extend(rules.explain().into_iter().skip(1));
        }
        lines
    }
}

impl FromStr for PartizanRules {
    type Err = OctalError;

    fn from_str(text: &str) -> crate::Result<Self> {
        let fault = |at: usize, what: &str| OctalError::TwoCodes {
            text: text.chars().take(60).collect(),
            at,
            what: what.into(),
        };
        let Some((left, right)) = text.split_once('|') else {
            return Err(fault(text.len(), "Right's code is missing"));
        };
        let behind = left.len() + 1;
        if let Some(more) = right.find('|') {
            return Err(fault(behind + more, "a third code is one too many"));
        }
        let read = |part: &str, start: usize, player: &str| match part.parse::<Rules>() {
            _ if part.trim().is_empty() => {
                Err(fault(start, &format!("{player}'s code is missing")))
            }
            Ok(Rules::Code(code)) => Ok(code),
            Ok(Rules::Grundy) => Err(fault(start, "Grundy's game has no code")),
            Err(OctalError::Parse { at, what, .. }) => Err(fault(start + at, &what)),
            Err(other) => Err(other),
        };
        Ok(Self::new(read(left, 0, "Left")?, read(right, behind, "Right")?))
    }
}

impl fmt::Display for PartizanRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}", self.codes[0], self.codes[1])
    }
}

/// The values of the heaps 0, 1, 2, ..., as far as they are computed. Some heaps may have given
/// values, whatever the rules say: so a definition has cases.
///
/// ```
/// use cg_core::{Limits, Notation};
/// use cg_octal::PartizanHeaps;
/// use cg_simplify::Engine;
///
/// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
/// let mut heaps = PartizanHeaps::new(".7|.17".parse()?);
/// heaps.extend(&mut engine, 8)?;
/// let texts: Result<Vec<_>, _> =
///     heaps.values().iter().map(|&value| engine.print(value, Notation::Standard)).collect();
/// assert_eq!(texts?, ["0", "*", "v", "^", "*", "0", "v*", "^*"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartizanHeaps {
    rules: PartizanRules,
    cases: BTreeMap<u64, Game>,
    values: Vec<Game>,
    /// At `[j][m]` the values of all sums of j + 1 heaps, none of them empty, with m tokens.
    sums: Vec<Vec<Vec<Game>>>,
}

impl PartizanHeaps {
    /// No value yet.
    pub fn new(rules: PartizanRules) -> Self {
        Self::with_cases(rules, BTreeMap::new())
    }

    /// The heaps in `cases` have these values, the others those of the rules.
    pub fn with_cases(rules: PartizanRules, cases: BTreeMap<u64, Game>) -> Self {
        Self { rules, cases, values: Vec::new(), sums: Vec::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &PartizanRules {
        &self.rules
    }

    /// The values of the heaps 0, 1, ...
    pub fn values(&self) -> &[Game] {
        &self.values
    }

    /// The first heap behind all given values.
    pub fn after_cases(&self) -> u64 {
        self.cases.last_key_value().map_or(0, |(last, _)| last + 1)
    }

    /// Computes values until `count` heaps are known.
    ///
    /// # Errors
    /// Limits, an interrupt, a failing subgroup. Known values are kept, and a later call goes on.
    pub fn extend(&mut self, engine: &mut Engine, count: usize) -> Result<()> {
        while self.values.len() < count {
            let heap = self.values.len();
            // Moves that take nothing leave parts of this heap.
            for parts in 2..=self.rules.most_parts().max(1) as usize {
                self.add_sums(engine, parts, heap)?;
            }
            let value = match self.cases.get(&(heap as u64)) {
                Some(&value) => value,
                None => {
                    let left = self.options(engine, heap, Player::Left)?;
                    let right = self.options(engine, heap, Player::Right)?;
                    engine.game(&left, &right)?
                }
            };
            self.values.push(value);
            engine.look(self.memory())?;
            if self.sums.is_empty() {
                self.sums.push(Vec::new());
            }
            // An empty heap is no part.
            self.sums[0].push(if heap == 0 { Vec::new() } else { vec![value] });
        }
        Ok(())
    }

    /// About how many bytes the values take.
    fn memory(&self) -> usize {
        let games: usize = self.sums.iter().flatten().map(Vec::len).sum();
        (games + self.values.len()) * size_of::<Game>()
    }

    /// Notes the values of the sums of `parts` heaps with `heap` tokens.
    fn add_sums(&mut self, engine: &mut Engine, parts: usize, heap: usize) -> Result<()> {
        while self.sums.len() < parts {
            self.sums.push(Vec::new());
        }
        if self.sums[parts - 1].len() > heap {
            return Ok(());
        }
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for one in 1..heap {
            // Sums of two heaps are the same from both ends.
            if parts == 2 && one > heap - one {
                break;
            }
            for &rest in &self.sums[parts - 2][heap - one] {
                engine.check()?;
                if seen.insert((self.values[one], rest)) {
                    found.push(engine.add(self.values[one], rest)?);
                }
            }
        }
        self.sums[parts - 1].push(distinct(found));
        Ok(())
    }

    /// The values of the options of a heap, each once. The sums of smaller heaps are known.
    pub(crate) fn options(
        &self,
        engine: &mut Engine,
        heap: usize,
        player: Player,
    ) -> Result<Vec<Game>> {
        let code = self.rules.code(player);
        let most = code.length().map_or(heap, |length| length.min(heap));
        let mut found = Vec::new();
        for taken in 0..=most {
            engine.check()?;
            let (digit, rest) = (code.digit(taken as u64), heap - taken);
            if digit & 1 != 0 && rest == 0 {
                found.push(Game::ZERO);
            }
            for parts in 1..=digit.checked_ilog2().unwrap_or(0) as usize {
                if digit >> parts & 1 != 0 {
                    found.extend_from_slice(&self.sums[parts - 1][rest]);
                }
            }
        }
        Ok(distinct(found))
    }
}

/// Each game once, in the order in which they come.
fn distinct(games: Vec<Game>) -> Vec<Game> {
    let mut seen = HashSet::new();
    games.into_iter().filter(|&game| seen.insert(game)).collect()
}
