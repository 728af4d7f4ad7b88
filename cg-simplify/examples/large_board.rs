//! The canonical form of an empty board of Domineering: its size, time and memory.
//!
//! ```text
//! cargo run --release -p cg-simplify --example large_board -- ROWS COLUMNS [GIB [MEMOS_MIB]]
//! ```
//!
//! GIB bounds the memory of the engine (8 by default), MEMOS_MIB the part for the memo tables of
//! sums and of the order.

use std::collections::BTreeSet;
use std::time::Instant;

use cg_core::{Game, Limits, Player, Result};

#[path = "../benches/questions/domineering.rs"]
mod domineering;

fn number(position: usize, otherwise: u32) -> u32 {
    let argument = std::env::args().nth(position);
    argument.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The largest memory of this process, if the system has that figure.
fn peak() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().to_owned())
}

fn main() -> Result<()> {
    let (rows, columns) = (number(1, 4), number(2, 6));
    let memory = u64::from(number(3, 8)) << 30;
    let memos = u64::from(number(4, u32::MAX)) << 20;
    let start = Instant::now();
    let mut solver = domineering::Solver::new(Limits { memory, memos, ..Limits::default() })?;
    let value = solver.value(domineering::rectangle(rows, columns));
    let (seconds, engine) = (start.elapsed().as_secs_f64(), &mut solver.engine);
    println!("{rows}x{columns}: {seconds:.1} s, peak memory {}", peak().unwrap_or_default());
    let values: BTreeSet<Game> = solver.values.values().copied().collect();
    println!("{} components, {} different values of them", solver.values.len(), values.len());
    println!("{} games in the arena, {} bytes in all", engine.games(), engine.memory());
    let value = value?;
    let options = Player::BOTH.map(|player| engine.option_count(value, player));
    let [left, right] = options;
    println!("the value: {} and {} options, outcome {:?}", left?, right?, engine.outcome(value)?);
    match engine.thermograph(value) {
        Ok(thermograph) => {
            println!("mean {}, temperature {}", thermograph.mean(), thermograph.temperature());
        }
        Err(error) => println!("{error}"),
    }
    match engine.followers(value) {
        Ok(followers) => println!("{} followers", followers.len()),
        Err(error) => println!("{error}"),
    }
    Ok(())
}
