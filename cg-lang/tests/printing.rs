//! What is printed reads back, and looks as the field writes it.

use cg_core::{Error, Game, Notation};
use cg_lang::{Role, Session, Source};
use proptest::prelude::*;

use crate::common;

/// A session that reads and writes the field's notation.
fn session() -> Session {
    let mut session = common::session();
    session.set_notation(Notation::Standard);
    // From the first line on that is typed, what is evaluated is read as typed lines are.
    session.run(&Source::new("test", "0"), Role::Typed, &mut |_, _| {});
    session
}

#[track_caller]
fn read(session: &mut Session, text: &str) -> Game {
    match session.evaluate_game(text) {
        Ok((game, _)) => game,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// A game in the field's notation.
fn game() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "0",
        "1",
        "-3",
        "5/8",
        "*",
        "*5",
        "^",
        "vv*",
        "^[3]",
        "v<2>*2",
        "^<2>+^<2>",
        "3^*",
        "-^(1/2)+*",
        "tiny(2)",
        "1/2miny(3/4)",
        "+-1",
        "+-{2,2*}",
        "{3|1}",
        "{5||3|1}",
        "+-{3|2}",
        "+-^^",
    ])
    .prop_map(str::to_owned);
    known.prop_recursive(3, 12, 3, |inner| {
        let side = || proptest::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(g, h)| format!("({g})+({h})")),
            inner.clone().prop_map(|g| format!("-({g})")),
            (side(), side()).prop_map(|(left, right)| {
                let [left, right] = [left, right].map(|side| {
                    side.iter().map(|option| format!("({option})")).collect::<Vec<_>>().join(",")
                });
                format!("{{{left}|{right}}}")
            }),
        ]
    })
}

proptest! {
    #![proptest_config(cg_properties::cases(500))]

    #[test]
    fn standard_notation_reads_back(text in game()) {
        let mut session = session();
        let value = read(&mut session, &text);
        let printed = session.engine().print(value, Notation::Standard).expect("small");
        prop_assert_eq!(read(&mut session, &printed), value, "{} printed {}", text, printed);
    }

    #[test]
    fn braces_read_back(text in game()) {
        let mut session = session();
        let value = read(&mut session, &text);
        let printed = session.engine().print_braces(value).expect("small");
        prop_assert_eq!(read(&mut session, &printed), value, "{} printed {}", text, printed);
    }
}

#[test]
fn notations_side_by_side() -> Result<(), Error> {
    let mut session = session();
    let games = [
        "{3||2*|1*}",
        "{5/2|3/2|||+-1/2||-3}",
        "+-{1,1*}",
        "+-^^",
        "{5||3|1|||0||||0}",
        "3tiny({3|1})",
        "{0,v*|vv}",
        "{0||0,v*|vv}",
    ];
    let mut lines = Vec::new();
    for text in games {
        let value = read(&mut session, text);
        for notation in Notation::ALL {
            lines.push(format!("{notation}: {}", session.engine().print(value, notation)?));
        }
    }
    insta::assert_snapshot!(lines.join("\n"), @r#"
paper: {3|{2+*(1)|1+*(1)}}
standard: {3||2*|1*}
unicode: {3||2∗|1∗}
latex: \left\{3\,\|\,2{\ast}\mid 1{\ast}\right\}
paper: {{2.1|1.1}|{{0.1|-0.1}|-3}}
standard: {5/2|3/2||+-1/2|-3}
unicode: {5/2|3/2||±1/2|−3}
latex: \left\{\frac{5}{2}\mid \frac{3}{2}\,\|\,\pm \frac{1}{2}\mid -3\right\}
paper: {1,1+*(1)|-1,-1+*(1)}
standard: +-{1,1*}
unicode: ±{1,1∗}
latex: \pm \left\{1,1{\ast}\right\}
paper: {2^(1)|-2^(1)}
standard: +-^^
unicode: ±⇑
latex: \pm {\Uparrow}
paper: {{{5|{3|1}}|0}|0}
standard: miny({5||3|1})
unicode: ⧿({5||3|1})
latex: {-}_{\left\{5\,\|\,3\mid 1\right\}}
paper: {3|{3|{2|0}}}
standard: 3tiny({3|1})
unicode: 3⧾({3|1})
latex: 3{+}_{\left\{3\mid 1\right\}}
paper: -2^(1)+^(2)+*(1)
standard: {0,v*|vv}
unicode: {0,↓∗|⇓}
latex: \left\{0,{\downarrow}{\ast}\mid {\Downarrow}\right\}
paper: -2^(1)+2^(2)
standard: {0||0,v*|vv}
unicode: {0||0,↓∗|⇓}
latex: \left\{0\,\|\,0,{\downarrow}{\ast}\mid {\Downarrow}\right\}
"#);
    Ok(())
}

/// What CGSuite prints, or prints nearly so, is read, and what is printed for it reads back
/// in each notation that is read.
#[test]
fn what_others_print_is_read() {
    for (theirs, ours) in [
        ("+_2", "tiny(2)"),
        ("-_2", "miny(2)"),
        ("1 + +_2", "1 + tiny(2)"),
        ("+_(1/2)", "tiny(1/2)"),
        ("+_({3|1})", "tiny({3|1})"),
        ("⧾2", "tiny(2)"),
        ("⧿_3", "miny(3)"),
        ("Tiny(2)", "{0||0|-2}"),
        ("Miny(2)", "{2|0||0}"),
        ("±{2|1}", "{{2|1}|{-1|-2}}"),
        ("±1", "{1|-1}"),
        ("±{1,{2|1}}", "{1,{2|1}|-1,{-1|-2}}"),
        ("^<2>", "^(2) - ^"),
        ("^[2]", "^ + ^<2>"),
        ("^*", "{0,*|0}"),
        ("^^*", "{0|^}"),
        ("v<2>", "-^<2>"),
        ("v3*2", "-3.^ + *2"),
        ("^3", "3.^"),
        ("^2*", "2.^ + *"),
        ("1*2", "1 + *2"),
        ("1/2^*", "1/2 + ^ + *"),
        ("3/4v", "3/4 - ^"),
        ("{3||2|1}", "{3|{2|1}}"),
        ("{2||1|0}", "{2|{1|0}}"),
        ("{4|||3||2|1}", "{4|{3|{2|1}}}"),
        ("*17", "*(17)"),
        ("⇑∗", "2.^ + *"),
        ("↓", "-^"),
        ("½", "1/2"),
    ] {
        let mut session = session();
        let value = read(&mut session, theirs);
        assert_eq!(value, read(&mut session, ours), "{theirs}");
        for notation in [Notation::Standard, Notation::Unicode, Notation::Paper] {
            let printed = session.engine().print(value, notation).expect("small");
            assert_eq!(read(&mut session, &printed), value, "{theirs} printed {printed}");
        }
    }
}
