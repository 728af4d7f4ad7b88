//! `:help`: all names are explained, and the overview fits a screen. That the examples give the answers that they show
//! is tested with the command, which knows all subgroups.

use cg_lang::{AddedDirective, BuiltIn};

use crate::common::{run, run_in, session};

fn topic(name: &str) -> String {
    let said = run(&format!(":help {name}"));
    assert_eq!(said.len(), 1, "{name}");
    said.into_iter().next().unwrap()
}

#[test]
fn every_function_directive_and_reserved_word_has_a_topic() {
    let session = session();
    for name in session.names() {
        let said = topic(&name);
        assert!(said.contains("\n\n  Source: "), "{name}: {said}");
    }
    for function in session.built_ins() {
        let pages = session.help_pages();
        let mut topics = pages.iter().flat_map(|page| &page.topics);
        if let Some(topic) = topics.find(|topic| topic.name() == function.name()) {
            assert_eq!(topic.usage, function.usage());
        }
    }
    for subgroup in ["numbers", "nimbers", "sumbers", "numberish", "switches"] {
        assert!(topic(subgroup).starts_with(subgroup));
    }
}

#[test]
fn the_overview_fits_a_screen() {
    let overview = run(":help").remove(0);
    assert!(overview.lines().count() <= 22, "{overview}");
    assert!(overview.lines().all(|line| line.chars().count() <= 80), "{overview}");
    for name in ["case", "sumbers", "thermograph", "atomicweight", "misere", ":why", "dominated"] {
        assert!(overview.contains(name), "{name}: {overview}");
    }
}

#[test]
fn names_are_found_as_people_write_them() {
    for (asked, found) in [
        ("cases", "case"),
        ("nimber", "nimbers"),
        ("Atomic-Weight", "atomicweight(g)"),
        ("temperature()", "temperature(g)"),
        ("canonical form", "canonical(G)"),
        ("mex", "nimvalue(g)"),
        ("notation", ":notation standard|paper|unicode|latex"),
        (":limit", ":limit"),
        ("reversible options", "reversible"),
        ("else", "if"),
        ("??", "queries"),
        ("_", "case"),
    ] {
        assert!(topic(asked).starts_with(found), "{asked}: {}", topic(asked));
    }
}

#[test]
fn a_topic_is_a_definition_an_example_and_a_source() {
    insta::assert_snapshot!(topic("heat"), @r"
    heat(g, t)

      G heated by t is G with a reward of t for each move: `{G^L heated + t | G^R
      heated - t}`. A number does not change. t may be any game.

        cg> heat(*, 2)
        +-2
        cg> heat(^, 1)
        {1||0|-2}
        cg> heat(3/4, 5)
        3/4

      Source: Winning Ways, chapter 6; Siegel, section II.5.
    ");
}

#[test]
fn own_names_come_first_and_added_ones_have_a_line() {
    let mut session = session();
    session.add_function(BuiltIn::new("twice", "twice(n)", "Twice n.", 1..=1, |_, values| {
        Ok(values[0].clone())
    }));
    session.add_directive(AddedDirective::new("echo", ":echo TEXT", "Says it.", |_, text| {
        Ok(text.to_owned())
    }));
    let definition = "Sums(n) { default: n + 1; }";
    run_in(&mut session, definition);
    run_in(&mut session, "order = 3");
    let mut ask = |name: &str| run_in(&mut session, &format!(":help {name}")).remove(0);
    assert_eq!(ask("Sums"), definition);
    assert!(ask("sums").starts_with("sums\n"));
    assert_eq!(ask("order"), "order = 3");
    assert_eq!(ask("twice"), "twice(n)\n\n  Twice n.");
    assert_eq!(ask("echo"), ":echo TEXT\n\n  Says it.");
    assert_eq!(ask(":echo"), ask("echo"));
    assert!(ask("").ends_with("twice(n), :echo TEXT"));
    session.add_help(|| "# Mine\n\n## twice(n)\n\nTwo times n.\n\n## :twice\n\nNothing.\n");
    let mut ask = |name: &str| run_in(&mut session, &format!(":help {name}")).remove(0);
    // A name that is a function's and a directive's.
    assert_eq!(ask("twice"), "twice(n)\n\n  Two times n.\n\n:twice\n\n  Nothing.");
    assert_eq!(ask(":twice"), ":twice\n\n  Nothing.");
}
