//! Each misbehaviour has its own clear error; the session goes on; nothing of
//! the plugin is used again.
//!
//! A misbehaviour is chosen by an environment variable, so each one runs in a
//! child process: this same test program, asked for the test `child` alone.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use cg_broken::{DISAGREEMENTS, MISBEHAVIOURS};
use cg_core::{
    Error, Family, Game, Limits, Notation, Player, Registry, RegistryBuilder, Subgroup, Text,
};
use cg_plugin::{Assembly, Plugin, Trust};
use cg_plugin_testing::{Folder, Result, library_under_test};
use cg_simplify::Engine;
use cg_simplify::laws::Laws;
use cg_subgroups::register;

fn base() -> RegistryBuilder {
    register(Registry::builder())
}

fn folder() -> Result<Folder> {
    let library = library_under_test("cg_broken")?;
    Folder::with_plugin(Path::new(env!("CARGO_MANIFEST_DIR")), &library)
}

/// What the child prints for each misbehaviour.
fn expected(misbehaviour: &str) -> &'static str {
    match misbehaviour {
        "panic" => {
            "plugin broken failed in add: it says: a switch too hot; it is not used any more"
        }
        "fault" => "plugin broken failed in add: it says: two and two are five  [2J; it is not",
        "status" => "plugin broken failed in add: it returned 77, which is no status; it is not",
        "none" => "plugin broken failed in add: no answer where one is due; it is not",
        "full" => "plugin broken failed in add: it says CG_FULL, but there was room; it is not",
        "null" => "plugin broken failed in add: wrote from a null pointer; it is not",
        "malformed" => "plugin broken failed in add: malformed element bytes: malformed",
        "endless" => "plugin broken failed in add: its answer has more than 67108864 bytes; it is",
        "outcome" => "plugin broken failed in outcome: \"X\" is no outcome; it is not",
        "count" => "plugin broken failed in option_count: a count of more than eight bytes; it is",
        "text" => "plugin broken failed in print: a text that is not UTF-8; it is not",
        "control" => "plugin broken failed in print: a text with control characters; it is not",
        "home" => "subgroup broken: settles an element in \"nowhere\", not before it",
        "home-bytes" => {
            "subgroup broken: settles an element in numbers, where its bytes are refused"
        }
        "wrong-rule" => "{ | 0} is said to be 1",
        "load" => "refused: plugin broken failed in name: it says: broken at once",
        "name" => "refused: the manifest names it \"broken\", the library \"nimbers\"",
        "relatives" => {
            "refused: the manifest says that it includes [\"numberish\"], the library says []"
        }
        other => panic!("no expectation for {other}"),
    }
}

#[test]
fn each_misbehaviour_has_its_error_and_the_session_goes_on() -> Result<()> {
    for (misbehaviour, what) in MISBEHAVIOURS.into_iter().chain(DISAGREEMENTS) {
        let output = Command::new(std::env::current_exe()?)
            .args(["--exact", "containment::child", "--nocapture"])
            .env("CG_BROKEN", misbehaviour)
            // What a trace needs is kept by the plugin's own standard library, and lost with it.
            .env("RUST_BACKTRACE", "0")
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{what}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(text.contains(expected(misbehaviour)), "{what}: {text}");
        assert!(text.contains("the session goes on"), "{what}: {text}");
    }
    Ok(())
}

/// One session with the chosen misbehaviour; nothing to do without one.
#[test]
fn child() -> Result<()> {
    let Some(chosen) = std::env::var_os("CG_BROKEN") else { return Ok(()) };
    let folder = folder()?;
    let assembly = Assembly::new(base, [folder.path()], Trust::default())?;
    for (_, reason) in &assembly.refused {
        println!("refused: {reason}");
    }
    let failed = match assembly.loaded.first() {
        None => true,
        Some(plugin) if chosen == "wrong-rule" => {
            check_laws(plugin)?;
            false
        }
        Some(_) => provoke(&assembly)?,
    };
    let unseen = ["home", "home-bytes", "wrong-rule"];
    assert_eq!(failed, !unseen.iter().any(|unseen| chosen == *unseen));
    // What the session does then: it starts anew without the plugin.
    let mut engine = Engine::new(base().close()?, Limits::default())?;
    assert_eq!(sum_of_nimbers(&mut engine)?, "*(4)");
    println!("the session goes on");
    Ok(())
}

fn sum_of_nimbers(engine: &mut Engine) -> Result<String> {
    let (three, seven) = (engine.nimber(&3u8.into())?, engine.nimber(&7u8.into())?);
    let sum = engine.add(three, seven)?;
    Ok(engine.print(sum, Notation::Paper)?)
}

/// Works with values of the plugin until it fails. Says whether it was a fault
/// that ended it.
fn provoke(assembly: &Assembly) -> Result<bool> {
    let plugin = &assembly.loaded[0];
    let mut engine = Engine::new(rebuilt(plugin)?, Limits::default())?;
    // By the elements' bytes, since a rule may fail.
    let mut made = Vec::new();
    let error = work(plugin, &mut engine, &mut made).expect_err("the misbehaviour shows");
    println!("{error}");
    let Some(fault) = plugin.fault() else { return Ok(false) };
    assert_eq!(*fault, error);
    assert_eq!(assembly.failed().count(), 1);
    // Nothing that it made can be used, and it is not asked again.
    for &game in &made {
        assert_eq!(engine.outcome(game).expect_err("gone"), *fault);
        assert_eq!(engine.negate(game).expect_err("gone"), *fault);
        assert_eq!(engine.print(game, Notation::Standard).expect_err("gone"), *fault);
    }
    assert_eq!(plugin.subgroup().expect("a subgroup").zero().expect_err("gone"), *fault);
    // The other subgroups of the same engine are sound.
    assert_eq!(sum_of_nimbers(&mut engine)?, "*(4)");
    Ok(true)
}

fn rebuilt(plugin: &Plugin) -> Result<Arc<Registry>> {
    Ok(Arc::new(base().with(plugin.subgroup().expect("a subgroup").clone()).close()?))
}

/// A little of everything.
fn work(
    plugin: &Plugin,
    engine: &mut Engine,
    made: &mut Vec<Game>,
) -> std::result::Result<(), Error> {
    let texts = ["{1|-1}", "{3|-1}", "1+(+-2)+(+-1)"];
    for text in texts {
        let element = plugin.subgroup().expect("a subgroup").parse(text, Notation::Standard)?;
        let bytes = plugin.subgroup().expect("a subgroup").encode(&element);
        made.push(engine.decode("broken", &bytes)?);
    }
    let (g, h) = (made[0], made[2]);
    engine.outcome(g)?;
    engine.option_count(g, Player::Left)?;
    let sum = engine.add(g, h)?;
    engine.print(h, Notation::Paper)?;
    engine.print(sum, Notation::Paper)?;
    Ok(())
}

/// A wrong rule is no fault that the border can see; the laws find it.
fn check_laws(plugin: &Plugin) -> Result<()> {
    let registry = rebuilt(plugin)?;
    let samples = plugin.subgroup().expect("a subgroup").samples()?;
    let report =
        Laws::of(plugin.subgroup().expect("a subgroup").clone(), samples).pool(5).check(&registry);
    assert!(!report.holds());
    println!("{report}");
    Ok(())
}

/// With nothing chosen it keeps the laws.
#[test]
fn unbroken() -> Result<()> {
    if std::env::var_os("CG_BROKEN").is_some() {
        return Ok(());
    }
    let folder = folder()?;
    let assembly = Assembly::new(base, [folder.path()], Trust::default())?;
    assert!(assembly.refused.is_empty(), "{:?}", assembly.refused);
    let plugin = &assembly.loaded[0];
    let samples = plugin.subgroup().expect("a subgroup").samples()?;
    let report = Laws::of(plugin.subgroup().expect("a subgroup").clone(), samples)
        .pool(5)
        .check(&rebuilt(plugin)?);
    assert!(report.holds(), "{report}");
    Ok(())
}

/// A value keeps its library loaded, whatever else is dropped.
#[test]
fn the_library_outlives_its_values() -> Result<()> {
    let folder = folder()?;
    let plugin = Plugin::load(folder.path(), Trust::default())?;
    let mut engine = Engine::new(rebuilt(&plugin)?, Limits::default())?;
    let element = plugin.subgroup().expect("a subgroup").parse("{1|-1}", Notation::Standard)?;
    let game = engine.decode("broken", &plugin.subgroup().expect("a subgroup").encode(&element))?;
    drop((plugin, folder));
    assert_eq!(engine.outcome(game)?, cg_core::Outcome::Next);
    assert_eq!(engine.add(game, game)?, Game::ZERO);
    Ok(())
}
