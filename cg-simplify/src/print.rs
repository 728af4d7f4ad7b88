//! Values as text.
//!
//! Elements print as their subgroup says. Other games print as braces around
//! their canonical options: `{L|R}` all the way down in the paper's notation;
//! in the field's notations an option alone on its side drops its braces and
//! adds a bar, as in `{3||2|1}`, and a game that is its own negative's mirror
//! image prints as a switch, `+-1`.

use std::cmp::Ordering;

use cg_core::{Dyadic, Error, Game, Notation, Player, Result};
use dashu_int::UBig;
use rustc_hash::FxHashMap;

use crate::engine::Engine;

/// The longest text that is written, in bytes.
pub const MOST_TEXT: usize = 1 << 24;

/// A game written out.
#[derive(Clone, Debug)]
struct Written {
    text: String,
    /// How many bars stand between its sides when its own braces are dropped; 0
    /// when it is not written in braces.
    bars: usize,
    order: SortKey,
}

/// Where a game stands among the options of another: numbers ascending, then
/// nimbers by size, then what else a subgroup prints, then braces, the shorter
/// text first.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SortKey {
    Number(Dyadic),
    Nimber(UBig),
    Element,
    Braces,
}

impl SortKey {
    fn rank(&self) -> u8 {
        match self {
            SortKey::Number(_) => 0,
            SortKey::Nimber(_) => 1,
            SortKey::Element => 2,
            SortKey::Braces => 3,
        }
    }
}

fn by_key(a: &Written, b: &Written) -> Ordering {
    match (&a.order, &b.order) {
        (SortKey::Number(a), SortKey::Number(b)) => a.cmp(b),
        (SortKey::Nimber(a), SortKey::Nimber(b)) => a.cmp(b),
        (x, y) => x
            .rank()
            .cmp(&y.rank())
            .then_with(|| a.text.len().cmp(&b.text.len()))
            .then_with(|| a.text.cmp(&b.text)),
    }
}

impl Engine {
    /// `g` as text. In [`Notation::Paper`] and [`Notation::Standard`] it reads
    /// back as the same value.
    ///
    /// # Errors
    /// [`Error::TextTooLong`] past [`MOST_TEXT`] bytes, other limits.
    pub fn print(&mut self, g: Game, notation: Notation) -> Result<String> {
        match self.arena.print_element(g, notation)? {
            Some(text) if text.len() > MOST_TEXT => Err(Error::TextTooLong { limit: MOST_TEXT }),
            Some(text) => Ok(text),
            None => Ok(self.written(g, notation)?.text),
        }
    }

    /// The canonical form of `g` written out in braces to the end, elements of
    /// subgroups included, `{|}` being 0.
    ///
    /// # Errors
    /// As [`Engine::print`].
    pub fn print_braces(&mut self, g: Game) -> Result<String> {
        let write = |engine: &mut Engine, game: Game, done: &FxHashMap<Game, String>| {
            let mut text = String::from("{");
            for player in Player::BOTH {
                let mut options: Vec<&String> = Vec::new();
                for &option in engine.arena.options(game, player) {
                    options.extend(done.get(&option));
                }
                options.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
                let options: Vec<&str> = options.into_iter().map(String::as_str).collect();
                text += &options.join(",");
                text.push(if player == Player::Left { '|' } else { '}' });
            }
            checked(text)
        };
        self.bottom_up(g, |_, _| Ok(None), write)
    }

    fn written(&mut self, g: Game, notation: Notation) -> Result<Written> {
        let leaf = |engine: &mut Engine, game: Game| {
            let Some(text) = engine.arena.print_element(game, notation)? else { return Ok(None) };
            let order = match (engine.arena.as_number(game)?, engine.arena.as_nimber(game)?) {
                (Some(number), _) => SortKey::Number(number),
                (None, Some(nimber)) => SortKey::Nimber(nimber),
                (None, None) => SortKey::Element,
            };
            Ok(Some(Written { text: checked(text)?, bars: 0, order }))
        };
        let write = |engine: &mut Engine, game: Game, done: &FxHashMap<Game, Written>| {
            let sides = Player::BOTH.map(|player| {
                let options = engine.arena.options(game, player);
                let mut options: Vec<&Written> =
                    options.iter().filter_map(|option| done.get(option)).collect();
                options.sort_by(|a, b| by_key(a, b));
                options
            });
            write_node(notation, &sides)
        };
        self.bottom_up(g, leaf, write)
    }

    /// Works from the followers of `g` up to `g`: `leaf` answers for a game
    /// without its options or says `None`; `combine` answers from the answers
    /// for the options, whose games are at hand then.
    pub(crate) fn bottom_up<T>(
        &mut self,
        g: Game,
        mut leaf: impl FnMut(&mut Engine, Game) -> Result<Option<T>>,
        mut combine: impl FnMut(&mut Engine, Game, &FxHashMap<Game, T>) -> Result<T>,
    ) -> Result<T> {
        let mut done: FxHashMap<Game, T> = FxHashMap::default();
        let mut stack = vec![(g, false)];
        while let Some((game, expanded)) = stack.pop() {
            self.check()?;
            if done.contains_key(&game) {
                continue;
            }
            if expanded {
                let answer = combine(self, game, &done)?;
                done.insert(game, answer);
                continue;
            }
            if let Some(answer) = leaf(self, game)? {
                done.insert(game, answer);
                continue;
            }
            self.arena.expand(game)?;
            stack.push((game, true));
            for player in Player::BOTH {
                let options = self.arena.options(game, player);
                stack.extend(options.iter().map(|&option| (option, false)));
            }
        }
        done.remove(&g).ok_or_else(|| Error::subgroup("print", "nothing was written"))
    }
}

fn checked(text: String) -> Result<String> {
    if text.len() > MOST_TEXT {
        return Err(Error::TextTooLong { limit: MOST_TEXT });
    }
    Ok(text)
}

fn write_node(notation: Notation, [left, right]: &[Vec<&Written>; 2]) -> Result<Written> {
    let bars = match notation {
        Notation::Paper => 1,
        _ => 1 + nested_bars(left).max(nested_bars(right)),
    };
    let side = |options: &[&Written]| {
        let texts: Vec<&str> = match options {
            // Without its braces: its own bars are fewer than the node's.
            [only] if only.bars > 0 && only.bars < bars => {
                vec![inner(notation, &only.text)]
            }
            _ => options.iter().map(|option| option.text.as_str()).collect(),
        };
        texts.join(",")
    };
    let (left, right) = (side(left), side(right));
    let (open, bar, close) = match notation {
        Notation::Latex => ("\\left\\{", "\\mid ", "\\right\\}"),
        _ => ("{", "|", "}"),
    };
    let bar = match notation {
        Notation::Latex if bars > 1 => "\\|".repeat(bars / 2) + &"|".repeat(bars % 2),
        _ => bar.repeat(bars),
    };
    let text = checked(format!("{open}{left}{bar}{right}{close}"))?;
    Ok(Written { text, bars: if bars > MOST_BARS { 0 } else { bars }, order: SortKey::Braces })
}

/// A node with so many bars keeps its braces wherever it stands.
const MOST_BARS: usize = 3;

/// The bars that an option alone on its side brings along.
fn nested_bars(options: &[&Written]) -> usize {
    match options {
        [only] => only.bars,
        _ => 0,
    }
}

/// The text without its outer braces.
fn inner(notation: Notation, text: &str) -> &str {
    let (open, close) = match notation {
        Notation::Latex => ("\\left\\{", "\\right\\}"),
        _ => ("{", "}"),
    };
    text.strip_prefix(open).and_then(|text| text.strip_suffix(close)).unwrap_or(text)
}
