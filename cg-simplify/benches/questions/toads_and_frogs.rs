//! Toads and Frogs in a row.

use cg_core::{Game, Limits, Result};
use cg_simplify::Engine;
use rustc_hash::FxHashMap;

/// Two bits a square: 0 empty, 1 toad, 2 frog; the leftmost square lowest.
type Strip = u64;

struct Solver {
    engine: Engine,
    squares: u32,
    values: FxHashMap<Strip, Game>,
}

impl Solver {
    fn square(&self, strip: Strip, index: u32) -> Strip {
        // Beyond the ends is a square to which no piece can move and over which none can jump.
        if index < self.squares { strip >> (2 * index) & 3 } else { 3 }
    }

    /// The square on which a piece of `kind` at `from` lands: the next square if it is empty, or
    /// the one after it if an opponent's piece is between.
    fn landing(&self, strip: Strip, kind: Strip, from: u32) -> Option<u32> {
        let step = |index: u32| if kind == 1 { index + 1 } else { index.wrapping_sub(1) };
        let next = step(from);
        match self.square(strip, next) {
            0 => Some(next),
            piece if piece == 3 - kind => {
                let beyond = step(next);
                (self.square(strip, beyond) == 0).then_some(beyond)
            }
            _ => None,
        }
    }

    fn value(&mut self, strip: Strip) -> Result<Game> {
        if let Some(&value) = self.values.get(&strip) {
            return Ok(value);
        }
        let mut options = [Vec::new(), Vec::new()];
        for from in 0..self.squares {
            let kind = self.square(strip, from);
            if (kind == 1 || kind == 2)
                && let Some(to) = self.landing(strip, kind, from)
            {
                let moved = strip & !(3 << (2 * from)) | kind << (2 * to);
                let option = self.value(moved)?;
                options[usize::from(kind == 2)].push(option);
            }
        }
        let value = self.engine.game(&options[0], &options[1])?;
        self.values.insert(strip, value);
        Ok(value)
    }
}

/// `each` toads, two gaps, `each` frogs.
pub(crate) fn position(each: u32) -> Result<(Game, Engine)> {
    let engine =
        Engine::new(cg_subgroups::standard().expect("the subgroups fit"), Limits::default())?;
    let squares = 2 * each + 2;
    let mut solver = Solver { engine, squares, values: FxHashMap::default() };
    let strip = (0..each)
        .fold(0, |strip, index| strip | 1 << (2 * index) | 2 << (2 * (squares - 1 - index)));
    Ok((solver.value(strip)?, solver.engine))
}
