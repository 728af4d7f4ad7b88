//! What goes wrong in rules that are written in Rust.

use cg_core::{
    Erased, Explanations, Home, Notation, Outcome, Player, Relations, Relative, Result, Subgroup,
    Text, Views,
};
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

    fn zero(&self) -> Result<SwitchSum> {
        Switches.zero()
    }

    fn negate(&self, g: &SwitchSum) -> Result<SwitchSum> {
        Switches.negate(g)
    }

    fn add(&self, g: &SwitchSum, h: &SwitchSum) -> Result<SwitchSum> {
        if chosen("panic") {
            std::panic::panic_any(String::from("a switch too hot"));
        }
        Switches.add(g, h)
    }

    fn outcome(&self, g: &SwitchSum) -> Result<Outcome> {
        if chosen("exit") {
            std::process::exit(0);
        }
        if chosen("memory") {
            let mut taken = Vec::new();
            loop {
                taken.push(std::hint::black_box(vec![1u8; 1 << 24]));
            }
        }
        Switches.outcome(g)
    }

    fn simplify(&self, left: &[&SwitchSum], right: &[&SwitchSum]) -> Result<Option<SwitchSum>> {
        let value = Switches.simplify(left, right)?;
        if chosen("wrong-rule") {
            value.map(|value| Switches.negate(&value)).transpose()
        } else {
            Ok(value)
        }
    }

    fn option_count(&self, g: &SwitchSum, player: Player) -> Result<u64> {
        Switches.option_count(g, player)
    }

    fn option(&self, g: &SwitchSum, player: Player, index: u64) -> Result<SwitchSum> {
        Switches.option(g, player, index)
    }

    fn samples(&self) -> Result<Vec<SwitchSum>> {
        Switches.samples()
    }
}

impl Text for Broken {
    fn print(&self, g: &SwitchSum, notation: Notation) -> Result<String> {
        if chosen("control") { Ok("\u{1b}[2J".to_owned()) } else { Switches.print(g, notation) }
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<SwitchSum> {
        Switches.parse(text, notation)
    }
}

impl Relations for Broken {
    fn relatives(&self) -> Result<Vec<Relative<SwitchSum>>> {
        if chosen("relatives") { Ok(Vec::new()) } else { Switches.relatives() }
    }

    fn settle(&self, g: &SwitchSum) -> Result<Home> {
        let within = |name: &str, bytes: &[u8]| Home::In {
            subgroup: name.to_owned(),
            element: Erased::of_bytes(bytes),
        };
        if chosen("home") {
            return Ok(within("nowhere", b""));
        }
        if chosen("home-bytes") {
            return Ok(within("numbers", b"no number"));
        }
        Switches.settle(g)
    }
}

impl Views for Broken {}

impl Explanations for Broken {}
