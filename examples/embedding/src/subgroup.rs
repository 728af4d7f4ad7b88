//! A subgroup of one's own, the smallest there is beside 0: the games 0 and *.
//!
//! `cargo run -p cg-embedding --bin subgroup`

// ANCHOR: subgroup
use cg_core::*;
/// 0 and *, as `false` and `true`: * + * = 0.
struct Star;
#[rustfmt::skip] // a line for each method that needs no more
impl Subgroup for Star {
    type Element = bool;
    fn name(&self) -> &str { "star" }
    fn zero(&self) -> Result<bool> { Ok(false) }
    fn negate(&self, g: &bool) -> Result<bool> { Ok(*g) }
    fn add(&self, g: &bool, h: &bool) -> Result<bool> { Ok(g ^ h) }
    fn outcome(&self, g: &bool) -> Result<Outcome> { Ok(if *g { Outcome::Next } else { Outcome::Previous }) }
    fn simplify(&self, left: &[&bool], right: &[&bool]) -> Result<Option<bool>> {
        let has = |g| [left, right].map(|options| options.contains(&&g));
        Ok(match (has(false), has(true)) {
            ([false, false], _) => Some(false), // without an option 0 every move loses
            ([true, true], [false, false]) => Some(true),
            _ => None, // {0|} is 1, {0|*} is up
        })
    }
    fn option_count(&self, g: &bool, _: Player) -> Result<u64> { Ok(u64::from(*g)) }
    fn option(&self, _: &bool, _: Player, _: u64) -> Result<bool> { Ok(false) }
    fn samples(&self) -> Result<Vec<bool>> { Ok(vec![false, true]) }
}
#[rustfmt::skip]
impl Text for Star {
    fn print(&self, g: &bool, _: Notation) -> Result<String> { Ok(["0", "*"][usize::from(*g)].into()) }
    fn parse(&self, text: &str, _: Notation) -> Result<bool> {
        let known = ["0", "*"].iter().position(|known| *known == text).map(|n| n == 1);
        known.ok_or_else(|| Error::parse("star", text, "expected 0 or *"))
    }
}
impl Relations for Star {}
impl Views for Star {}
impl Explanations for Star {}
// ANCHOR_END: subgroup

// ANCHOR: program
fn report() -> std::result::Result<String, Box<dyn std::error::Error>> {
    // The registry has this subgroup alone: all other values are canonical forms.
    let registry = Registry::builder().with(Star).close()?;
    let mut engine = cg_simplify::Engine::new(registry, Limits::default())?;
    let zero = Game::ZERO;
    let star = engine.game(&[zero], &[zero])?;
    let up = engine.game(&[zero], &[star])?;
    let mut lines = Vec::new();
    for (name, game) in [("{0|0}", star), ("{0|*}", up), ("* + *", engine.add(star, star)?)] {
        let home = engine.subgroup_name(game).unwrap_or("none").to_owned();
        lines.push(format!("{name}: {}, in {home}", engine.print(game, Notation::Standard)?));
    }
    Ok(lines.join("\n"))
}
// ANCHOR_END: program

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    println!("{}", report()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use cg_simplify::laws::Laws;

    use super::*;

    // ANCHOR: laws
    #[test]
    fn it_keeps_what_a_subgroup_promises() {
        let registry = Registry::builder().with(Star).close().unwrap();
        let report = Laws::of(Star, Star.samples().unwrap()).check(&registry.into());
        assert!(report.holds(), "{report}");
    }
    // ANCHOR_END: laws

    #[test]
    fn it_runs() {
        assert_eq!(report().unwrap(), include_str!("subgroup.txt").trim_end());
    }

    /// What the guide says of it.
    #[test]
    fn it_is_forty_lines() {
        let (_, rest) = include_str!("subgroup.rs").split_once("ANCHOR: subgroup\n").unwrap();
        let (program, _) = rest.split_once("// ANCHOR_END").unwrap();
        assert!(program.lines().count() <= 40, "{}", program.lines().count());
    }
}
