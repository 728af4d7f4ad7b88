//! What goes wrong in rules that are written in Rust.

use cg_core::{Home, Notation, Outcome, Player, Relative, Result, Subgroup};
use cg_switches::{SwitchSum, Switches};

use crate::chosen;

/// The group of switches under another name, as long as nothing is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Broken;

impl Subgroup for Broken {
    type Element = SwitchSum;

    fn name(&self) -> &str {
        if chosen("load") {
            std::panic::panic_any("broken at once");
        }
        if chosen("name") { "nimbers" } else { "broken" }
    }

    fn relatives(&self) -> Vec<Relative> {
        if chosen("relatives") { Vec::new() } else { Switches.relatives() }
    }

    fn zero(&self) -> SwitchSum {
        Switches.zero()
    }

    fn negate(&self, g: &SwitchSum) -> SwitchSum {
        Switches.negate(g)
    }

    fn add(&self, g: &SwitchSum, h: &SwitchSum) -> Result<SwitchSum> {
        if chosen("panic") {
            std::panic::panic_any(String::from("a switch too hot"));
        }
        Switches.add(g, h)
    }

    fn outcome(&self, g: &SwitchSum) -> Outcome {
        Switches.outcome(g)
    }

    fn simplify(&self, left: &[&SwitchSum], right: &[&SwitchSum]) -> Result<Option<SwitchSum>> {
        let value = Switches.simplify(left, right)?;
        if chosen("wrong-rule") {
            Ok(value.map(|value| Switches.negate(&value)))
        } else {
            Ok(value)
        }
    }

    fn option_count(&self, g: &SwitchSum, player: Player) -> u64 {
        Switches.option_count(g, player)
    }

    fn option(&self, g: &SwitchSum, player: Player, index: u64) -> Result<SwitchSum> {
        Switches.option(g, player, index)
    }

    fn encode(&self, g: &SwitchSum) -> Vec<u8> {
        Switches.encode(g)
    }

    fn decode(&self, bytes: &[u8]) -> Result<SwitchSum> {
        Switches.decode(bytes)
    }

    fn print(&self, g: &SwitchSum, notation: Notation) -> String {
        if chosen("control") { "\u{1b}[2J".to_owned() } else { Switches.print(g, notation) }
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<SwitchSum> {
        Switches.parse(text, notation)
    }

    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<SwitchSum>> {
        Switches.embed(from, bytes)
    }

    fn settle(&self, g: &SwitchSum) -> Home {
        if chosen("home") {
            return Home::In { subgroup: "nowhere".to_owned(), bytes: Vec::new() };
        }
        if chosen("home-bytes") {
            return Home::In { subgroup: "numbers".to_owned(), bytes: b"no number".to_vec() };
        }
        Switches.settle(g)
    }

    fn samples(&self) -> Vec<SwitchSum> {
        Switches.samples()
    }
}
