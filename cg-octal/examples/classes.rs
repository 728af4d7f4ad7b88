//! Counts the octal games with a number of digits, and the hard ones among them:
//! `cargo run --release -p cg-octal --example classes -- DIGITS HEAPS`.
//!
//! Codes are the same game if their standard forms have the same first HEAPS values. The games
//! without a proved period among HEAPS heaps are listed.

use cg_octal::{Limits, Run, Settings, distinct_codes, octal_codes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let digits: usize = arguments.next().ok_or("how many digits?")?.parse()?;
    let heaps: usize = arguments.next().ok_or("how many heaps?")?.parse()?;
    let games = distinct_codes(digits, heaps)?;
    println!("{} codes, {} games", octal_codes(digits)?.len(), games.len());
    let mut hard = Vec::new();
    let mut late = Vec::new();
    for code in games {
        let mut run = Run::new(&code.clone().into(), Settings::default())?;
        let limits = Limits { heaps, time: None, all_heaps: false };
        run.go(limits, &cg_core::Interrupt::new(), &mut |_| Ok(()))?;
        match run.finding() {
            Some(found) => late.push((found.period.preperiod + found.period.period, code)),
            None => hard.push(code.to_string()),
        }
    }
    println!("{} without a proved period in {heaps} heaps: {}", hard.len(), hard.join(" "));
    late.sort_by_key(|&(end, _)| std::cmp::Reverse(end));
    let late: Vec<String> =
        late.iter().take(20).map(|(end, code)| format!("{code} {end}")).collect();
    println!("last of the others, by preperiod and period: {}", late.join(", "));
    Ok(())
}
