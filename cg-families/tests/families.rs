use std::ops::ControlFlow;
use std::time::Instant;

use cg_core::{Game, Limits};
use cg_families::{Family, Proof, Search, Settings};
use cg_rulesets::{Entry, Position, Ruleset, Sign, Variant, Varied, VariedPosition};
use cg_simplify::Engine;
use cg_solve::Values;

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

/// The values of the components of all boards up to a size with cells of these letters.
fn components(
    engine: &mut Engine,
    name: &str,
    variant: Variant,
    letters: &str,
    [rows, columns]: [usize; 2],
) -> Vec<Game> {
    let entry = Entry::named(name).unwrap();
    let mut all = Vec::new();
    let mut values = Values::new();
    for (rows, columns) in (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c))) {
        entry.each_board(rows, columns, true, &mut |start| {
            let rules = Varied::new(start.rules.rules().clone(), variant);
            if start
                .board()
                .to_lowercase()
                .chars()
                .all(|cell| letters.contains(cell) || cell == '|')
            {
                let mut parts: Vec<(VariedPosition<Position>, Sign)> = Vec::new();
                let Ok(()) = rules.split(start.position, &mut parts);
                for (part, _) in parts {
                    all.push(values.value(engine, &rules, part).unwrap());
                }
            }
            ControlFlow::Continue(())
        });
    }
    all
}

#[test]
fn tryout() {
    for (name, variant, letters, r, c) in [("domineering", Variant::Xt, ".#", 2, 2), ("domineering", Variant::Xt, ".#", 2, 3), ("clobber", Variant::Plain, ".xo", 1, 5), ("toppling-dominoes", Variant::Plain, "lr", 1, 4), ("domineering", Variant::Xt, ".#", 3, 3)] {
        let mut engine = engine();
        let all = components(&mut engine, name, variant, letters, [r, c]);
        let time = Instant::now();
        let settings = Settings::default();
        let family = Family::find(&mut engine, &all, &settings).unwrap();
        eprintln!(
            "{name} {r}x{c}: {} values, {}, complete {} {:?}",
            family.values().len(),
            family.group(),
            family.complete_to(),
            time.elapsed()
        );
        let found = family.rule(&mut engine, &settings).unwrap();
        match found {
            Search::None(why) => eprintln!("{}", why.sentence()),
            Search::Proved(found) => {
                eprintln!(
                    "classes {} corners {} exact {} width {:?} {:?} games {}",
                    found.rule.classes.len(),
                    found.rule.corners(),
                    found.rule.is_exact(),
                    found.width,
                    time.elapsed(),
                    engine.games()
                );
                let proof = Proof::of(
                    &mut engine,
                    name,
                    &vec![String::new(); family.values().len()],
                    &family,
                    &found,
                )
                .unwrap();
                let text = proof.write();
                let t = Instant::now();
                let mut other = self::engine();
                eprintln!(
                    "{} bytes {:?} {:?}",
                    text.len(),
                    Proof::read(&text).unwrap().check(&mut other).unwrap(),
                    t.elapsed()
                );
            }
        }
    }
}
