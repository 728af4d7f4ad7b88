//! The winner of the full board alone, by proof-number search:
//! `full_board LAYERS [normal|misere] [MOST]`.
//!
//! Positions that fit a board of one layer less are known. The others are searched (df-pn: Nagai,
//! 2002), each once up to symmetry, at most `MOST` of them. The result is the number of visited
//! positions. With tables of 9 layers, the winner of 10 layers could be found without all of their
//! positions.

use cg_trinim::{Convention, Layers, Lookup, Position, Search};
use std::collections::HashMap;

/// Larger than any sum of numbers: proved, or refuted.
const NEVER: u32 = 1 << 30;

/// The smallest numbers of positions that must be decided to show that the player to move wins, and
/// that the player loses.
type Numbers = (u32, u32);

/// The numbers of a position that was not visited.
const OPEN: Numbers = (1, 1);

struct ProofSearch {
    layers: Layers,
    /// The solver of the smaller boards.
    small: Search,
    /// The visited positions.
    found: HashMap<Position, Numbers>,
    most: usize,
}

impl ProofSearch {
    /// The options to search; `None` if one of them is known to win.
    fn options(&mut self, position: Position) -> cg_trinim::Result<Option<Vec<Position>>> {
        let fitted = position.options().map(Position::fitted);
        let (large, small): (Vec<_>, Vec<_>) = fitted.partition(|o| o.layers() == self.layers);
        if self.small.wins(&small)?.contains(&false) {
            return Ok(None);
        }
        let mut large: Vec<Position> = large.into_iter().map(Position::canonical).collect();
        large.sort_unstable_by_key(|option| option.pieces());
        large.dedup();
        Ok(Some(large))
    }

    /// Searches `position` until it is decided or its numbers reach the thresholds.
    fn search(&mut self, position: Position, win: u32, loss: u32) -> cg_trinim::Result<()> {
        let options = self.options(position)?;
        let Some(options) = options else {
            self.found.insert(position, (0, NEVER));
            return Ok(());
        };
        loop {
            // A win needs one lost option. A loss needs that all options are won.
            let (mut least, mut second, mut sum) = (NEVER, NEVER, 0u32);
            let mut next = None;
            for &option in &options {
                let (to_win, to_lose) = self.found.get(&option).copied().unwrap_or(OPEN);
                sum = (sum + to_win).min(NEVER);
                if to_lose < least {
                    (second, least) = (least, to_lose);
                    next = Some((option, to_win));
                } else {
                    second = second.min(to_lose);
                }
            }
            self.found.insert(position, (least, sum));
            if least >= win || sum >= loss || self.found.len() >= self.most {
                return Ok(());
            }
            let (option, to_win) = next.expect("a position that is not decided has an open option");
            self.search(
                option,
                (loss - sum).saturating_add(to_win).min(NEVER),
                win.min(second + 1),
            )?;
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let layers = Layers::new(args.first().ok_or("which board: 2 to 8 layers?")?.parse()?)?;
    if !(2..=8).contains(&layers.get()) {
        return Err("positions of at most 7 layers are looked up: 2 to 8 layers".into());
    }
    let convention = args.get(1).map_or(Ok(Convention::Normal), |a| a.parse())?;
    let most = args.get(2).map_or(Ok(usize::MAX), |a| a.parse())?;
    let small = Search::new(convention, 0);
    let mut search = ProofSearch { layers, small, found: HashMap::new(), most };
    let full = Position::full(layers);
    search.search(full, NEVER, NEVER)?;
    let who = match search.found[&full] {
        (0, _) => "the first player wins",
        (_, 0) => "the second player wins",
        _ => "not decided",
    };
    let visited = search.found.len();
    // Each class of six symmetric positions counts as one. Few classes are smaller.
    let share = 6.0 * visited as f64 / (1u64 << layers.pieces()) as f64;
    println!(
        "{layers} layers, {convention}: {who}; {visited} positions visited, {:.1} % of all up to symmetry",
        100.0 * share
    );
    Ok(())
}
