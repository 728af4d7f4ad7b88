//! Coin-turning games: coins in a row, of which a move turns some.

use cg_core::{Arrange, NumberUpsStar, Player};

use crate::cells::Cells;
use crate::listed::{Found, Listed};
use crate::{Drawing, Known, NotationError, Signs};

/// Coins in a row, `h` heads and `t` tails. A move turns a set of coins that the code
/// allows; the rightmost of them goes from heads to tails.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turning {
    sets: Vec<Sets>,
}

/// The most coins in a row: the sets of coins are listed.
const MOST_COINS: usize = 64;

/// The most sets of coins that are looked at for one coin.
const MOST_LOOKS: usize = 200_000;

/// Some of the sets that a code allows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sets {
    least: usize,
    most: usize,
    /// All coins lie within so many adjacent ones; 0 for consecutive coins.
    within: Option<usize>,
    /// Equally spaced.
    equal: bool,
    /// Symmetrically arranged.
    symmetric: bool,
    /// The leftmost coin of the row is one of them.
    first: bool,
}

impl Turning {
    /// Reads a code: numbers of coins such as `3`, `1-3` or `2+`, each perhaps with `C`
    /// (consecutive), `C(5)` (within five adjacent coins), `E` (equally spaced), `S`
    /// (symmetric), `F` (with the first coin of the row), joined by commas.
    ///
    /// # Errors
    /// What is wrong with the code.
    pub fn new(code: &str) -> Result<Self, String> {
        let sets = code.split(',').map(|one| Sets::new(one.trim()));
        Ok(Turning { sets: sets.collect::<Result<_, _>>()? })
    }

    /// The sets of coins before `last` that are turned with it; `None` when there are too
    /// many to be looked through.
    fn sets_before(&self, last: usize) -> Option<Vec<Vec<usize>>> {
        let mut found = Vec::new();
        let mut looks = MOST_LOOKS;
        for sets in &self.sets {
            sets.list(last, &mut Vec::new(), &mut looks, &mut found);
        }
        found.arrange();
        found.dedup();
        (looks > 0).then_some(found)
    }

    /// The same, of a row that was read.
    fn sets_of(&self, last: usize) -> Vec<Vec<usize>> {
        self.sets_before(last).expect("a row with too many sets is not read")
    }

    /// The nim-values of single heads: the value of a row is their nim-sum (Winning Ways,
    /// chapter 14). The options of the head at a place are the sums of the heads before it
    /// that are turned with it.
    fn nim_values(&self, coins: usize) -> Vec<usize> {
        let mut values: Vec<usize> = Vec::new();
        for last in 0..coins {
            let options = self.sets_of(last);
            let mut taken = vec![false; options.len() + 1];
            for option in options {
                let value = option.iter().fold(0, |sum, &coin| sum ^ values[coin]);
                if let Some(taken) = taken.get_mut(value) {
                    *taken = true;
                }
            }
            let value = taken.iter().position(|&taken| !taken);
            values.push(value.expect("one more value than options is free"));
        }
        values
    }
}

impl Sets {
    fn new(code: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{}` is no turning code: write numbers of coins such as `3`, `1-3` or `2+`, with `C`, \
                 `C(5)`, `E`, `S` or `F` behind them, joined by commas",
                code.escape_debug()
            )
        };
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let end = digits(code);
        let least: usize = code[..end].parse().map_err(|_| wrong())?;
        let mut rest = &code[end..];
        let mut most = least;
        if let Some(more) = rest.strip_prefix('+') {
            (most, rest) = (MOST_COINS, more);
        } else if let Some(more) = rest.strip_prefix('-') {
            let end = digits(more);
            most = more[..end].parse().map_err(|_| wrong())?;
            rest = &more[end..];
        }
        let mut sets =
            Sets { least, most, within: None, equal: false, symmetric: false, first: false };
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter.to_ascii_uppercase() {
                'C' => {
                    sets.within = Some(0);
                    if let Some(more) = rest.strip_prefix('(') {
                        let end = digits(more);
                        sets.within = Some(more[..end].parse().map_err(|_| wrong())?);
                        rest = more[end..].strip_prefix(')').ok_or_else(wrong)?;
                        if sets.within == Some(0) {
                            return Err(wrong());
                        }
                    }
                }
                'E' => sets.equal = true,
                'S' => sets.symmetric = true,
                'F' => sets.first = true,
                _ => return Err(wrong()),
            }
        }
        if least == 0 || most < least || least > MOST_COINS {
            return Err(format!(
                "`{}` turns no coins: write at least 1 and at most {MOST_COINS}",
                code.escape_debug()
            ));
        }
        Ok(sets)
    }

    /// Adds the sets that end with `last`, without it. `chosen` are coins before it, from
    /// the right to the left.
    fn list(
        &self,
        last: usize,
        chosen: &mut Vec<usize>,
        looks: &mut usize,
        found: &mut Vec<Vec<usize>>,
    ) {
        *looks = looks.saturating_sub(1);
        if self.allows(last, chosen) {
            found.push(chosen.clone());
        }
        if chosen.len() + 1 >= self.most || *looks == 0 {
            return;
        }
        let leftmost = chosen.last().copied().unwrap_or(last);
        let least = match self.within {
            Some(0) => leftmost.saturating_sub(1),
            Some(within) => (last + 1).saturating_sub(within),
            None => 0,
        };
        // Equal distances are given by the first.
        let distance = chosen.first().map(|&first| last - first).filter(|_| self.equal);
        for coin in least..leftmost {
            if distance.is_some_and(|distance| leftmost - coin != distance) {
                continue;
            }
            chosen.push(coin);
            self.list(last, chosen, looks, found);
            chosen.pop();
        }
    }

    fn allows(&self, last: usize, chosen: &[usize]) -> bool {
        let count = chosen.len() + 1;
        let leftmost = chosen.last().copied().unwrap_or(last);
        let turned = |coin: usize| coin == last || chosen.contains(&coin);
        (self.least..=self.most).contains(&count)
            && (!self.first || leftmost == 0)
            && (!self.symmetric
                || turned(leftmost) && chosen.iter().all(|&coin| turned(leftmost + last - coin)))
    }
}

impl Listed for Turning {
    type Position = Cells;

    fn read(&self, text: &str) -> Result<Cells, NotationError> {
        let row = Cells::read(text, "ht")?;
        let problem = if row.rows() > 1 {
            "coins lie in one row".to_owned()
        } else if row.columns() > MOST_COINS {
            format!("{} coins are too many: a row has at most {MOST_COINS}", row.columns())
        } else if (0..row.columns()).any(|last| self.sets_before(last).is_none()) {
            "these coins can be turned in too many ways: take fewer coins".into()
        } else {
            return Ok(row);
        };
        Err(NotationError::new(problem, 0..text.len()))
    }

    fn write(&self, row: &Cells) -> String {
        row.to_string()
    }

    fn draw(&self, row: &Cells) -> Drawing {
        row.drawing(Signs::PIECES)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn each_move(&self, row: &Cells, _: Player, found: Found<'_, Cells>) {
        for last in row.places(b'h') {
            for set in self.sets_of(last) {
                let turned = |&coin: &usize| match row.letters()[coin] {
                    b'h' => (coin, b't'),
                    _ => (coin, b'h'),
                };
                let mut changes: Vec<(usize, u8)> = set.iter().map(turned).collect();
                changes.push((last, b't'));
                found(row.with(&changes), &|| {
                    let coins = set.iter().rev().chain([&last]).map(|&coin| row.name(coin));
                    coins.collect::<Vec<_>>().join("-")
                });
            }
        }
    }

    fn known(&self, row: &Cells) -> Option<Known> {
        let values = self.nim_values(row.columns());
        let sum = row.places(b'h').fold(0, |sum, head| sum ^ values[head]);
        Some(Known::Value(NumberUpsStar { nimber: sum.into(), ..NumberUpsStar::default() }))
    }

    fn move_help(&self) -> Vec<String> {
        vec!["a1-c1   turns the coins on a1 and c1, the last of them from heads to tails".into()]
    }
}
