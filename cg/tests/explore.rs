//! Positions with their moves and what each is worth, beside the answers of the language.

use std::time::Duration;

use cg_calculator::{
    Calculator, ExploreMove, ExploreReply, Goal, Mark, Part, Player, Winner, explore_in_rounds,
};
use cg_rulesets::{Drawing, Entry, Spot};

fn explore(text: &str) -> ExploreReply {
    let mut calculator = Calculator::new().unwrap();
    calculator.evaluate("Row(s) { default: { Row(s[0..i-1]++\".\") : i = 0..len(s)-1, if s[i] == \"L\" | Row(\".\"++s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == \"R\" }; }");
    let found = cg_calculator::explore(&mut calculator, text, Duration::from_secs(60));
    found.unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn sums_are_read_and_written() {
    for (text, written, parts) in [
        ("Clobber(\"xo\")", "Clobber(\"XO\")", 1),
        ("-Clobber(\"xo\") - 2 + *", "-Clobber(\"XO\")-2+*", 3),
        ("Clobber(\"xo\")+ Row(\"LR\") - {3|-1}", "Clobber(\"XO\")+Row(\"LR\")-{3|-1}", 3),
        ("Wythoff(\"3 5\")", "Wythoff(\"3 5\")", 1),
        ("GenWythoff(\"(2) 1 3\")", "GenWythoff(\"(2) 1 3\")", 1),
        ("1/2 + Row(\"LL\")", "(1/2)+Row(\"LL\")", 2),
    ] {
        let found = explore(text);
        assert_eq!((&found.text[..], found.parts.len()), (written, parts), "{text}");
        assert_eq!(explore(&found.text).text, found.text, "what is written reads as the same");
    }
}

/// What a move leaves, by the language itself.
#[test]
fn values_are_those_of_the_language() {
    let mut calculator = Calculator::new().unwrap();
    for text in [
        "Clobber(\"xox|ox.\")",
        "Domineering(\"3x3\")-{2|1}",
        "-ToadsAndFrogs(\"tt.ff\")+Clobber(\"xo\")",
        "Hackenbush(\"g-a:l, a-b:r\")+^",
        "{2|-1}+{1,*|0}",
        "NodeKayles(\"a-b-c-d\")-*2",
    ] {
        let found = cg_calculator::explore(&mut calculator, text, Duration::from_secs(60)).unwrap();
        let whole = calculator.evaluate(text).remove(0).shown;
        assert_eq!(found.value.known().unwrap().shown, whole, "{text}");
        let sides = [(&found.moves.left, Player::Left), (&found.moves.right, Player::Right)];
        for (moves, player) in sides {
            for one in moves {
                let value = calculator.evaluate(one.after.clone()).remove(0).shown;
                assert_eq!(
                    one.judgement.value.known().unwrap().shown,
                    value,
                    "{text}: {}",
                    one.after
                );
                let game = calculator.game(&one.after).unwrap();
                let outcome = calculator.engine().outcome(game).unwrap();
                let wins = match player {
                    Player::Left => outcome.at_least_zero(),
                    Player::Right => outcome.at_most_zero(),
                };
                assert_eq!(one.judgement.wins.known(), Some(&wins), "{text}: {}", one.name);
            }
        }
    }
}

/// The options that are not marked are the canonical ones, where nothing is replaced.
#[test]
fn marks_have_reasons() {
    let found = explore("{0,1,*|2}");
    let mark = |name: &str| {
        let one = found.moves.left.iter().find(|it| it.name == name);
        one.expect("it is an option").judgement.mark.clone()
    };
    let by = Some(Mark::Dominated { by: "1".into(), latex: Some("1".into()) });
    assert_eq!([mark("0"), mark("1"), mark("*")], [by.clone(), None, by]);
    // Zero and star are both needed for up-star.
    assert!(explore("{0,*|0}").moves.left.iter().all(|it| it.judgement.mark.is_none()));
    let found = explore("{^|0}");
    let Some(Mark::Reversible { through, latex, .. }) = &found.moves.left[0].judgement.mark else {
        panic!("{:?}", found.moves.left[0].judgement.mark)
    };
    assert_eq!((&through[..], latex.as_deref()), ("*", Some("{\\ast}")));
}

/// Where values take too long, a search says the same.
#[test]
fn searches_agree_with_values() {
    for text in [
        "Clobber(\"xoxo|oxox\")",
        "Clobber(\"xoxox\")-Domineering(\"3x2\")",
        "NoGo(\"...|...\")+{1|-1}",
        "-Clobber(\"xxo\")-Clobber(\"xoo\")+*",
        "NodeKayles(\"a-b-c-d\")+*2",
    ] {
        let [by_values, searched] =
            [Calculator::new().unwrap(), Calculator::searching(0)].map(|mut calculator| {
                cg_calculator::explore(&mut calculator, text, Duration::from_secs(60)).unwrap()
            });
        assert_eq!(searched.outcome.known(), by_values.outcome.known(), "{text}");
        let sides = |found: ExploreReply| [found.moves.left, found.moves.right].concat();
        for (one, other) in sides(searched).iter().zip(sides(by_values)) {
            assert_eq!(
                one.judgement.wins.known(),
                other.judgement.wins.known(),
                "{text}: {}",
                other.name
            );
        }
    }
}

#[test]
fn moves_are_found_on_drawings() {
    let found = explore("Clobber(\"xo|..\")");
    let one = &found.moves.left[0];
    assert_eq!(one.touched, [Spot::Cell(0, 0), Spot::Cell(0, 1)]);
    assert_eq!(one.named, [Spot::Cell(0, 0), Spot::Cell(0, 1)]);
    let found = explore("Wythoff(\"3 5\")");
    let second = found.moves.left.iter().find(|it| it.becomes == "Wythoff(\"3 4\")").unwrap();
    assert_eq!(second.touched, [Spot::Token(1, 4)]);
    let found = explore("Hackenbush(\"g-a:l, a-b:l\")");
    let both: Vec<_> =
        found.moves.left.iter().map(|it| (it.touched.len(), it.named.clone())).collect();
    assert!(both.contains(&(4, vec![Spot::Edge(0)])), "{both:?}");
    let found = explore("Row(\"LR\")");
    assert_eq!(found.moves.left.len(), 1);
}

/// Calls of built-in functions that know their moves are boards too.
#[test]
fn heaps_and_triangles_are_drawn_and_played() {
    let found = explore("octal(\".77\", [3, 5]) - *2");
    let heaps = found.parts[0].drawing.as_ref().unwrap();
    assert_eq!(heaps.lines(), ["heap 1 3", "heap 2 5"]);
    // Kayles: one pin or two neighbours, 3 + 2 moves in 3 and 3 + 2 in 5 up to symmetry.
    let moves: Vec<(&str, &[Spot])> =
        found.moves.left.iter().map(|it| (&it.becomes[..], &it.touched[..])).collect();
    let pins = |heap, from: usize, to| (from..to).map(|pin| Spot::Token(heap, pin)).collect();
    let two: Vec<Spot> = pins(1, 1, 3);
    assert!(moves.contains(&("octal(\".77\", [3, 1, 2])", &two)), "{moves:?}");
    let all: Vec<Spot> = pins(0, 1, 3);
    assert!(moves.contains(&("octal(\".77\", [1, 5])", &all)), "{moves:?}");
    assert_eq!(found.value.known().unwrap().shown, "*5");

    let found = explore("trinim(3)");
    let triangle = found.parts[0].drawing.as_ref();
    assert!(matches!(triangle, Some(Drawing::Triangle { rows }) if rows.len() == 3));
    let side = |it: &&ExploreMove| it.becomes == "trinim(3, \"./.x/.xx\")";
    let side = found.moves.right.iter().find(side).expect("a side can be taken");
    assert_eq!(side.touched, [Spot::Cell(0, 0), Spot::Cell(1, 0), Spot::Cell(2, 0)]);
    // Too many to be listed: an error, and no wait.
    let mut calculator = Calculator::new().unwrap();
    for text in ["octal(\".77\", 9000000)", "octal(\".(8)\", 9000)", "octal(\"Grundy\", 90000)"] {
        let error = cg_calculator::explore(&mut calculator, text, Duration::from_secs(60));
        assert!(error.unwrap_err().to_string().contains("too many moves"), "{text}");
    }
}

/// What a move leaves, by the outcomes of the language.
#[test]
fn games_that_go_on_for_ever_have_boards_and_draws() {
    let mut calculator = Calculator::new().unwrap();
    calculator.evaluate("loopy Walk(n) { case 0: 0; default: { Walk((n + 1) % 3) | 0 }; }");
    for text in [
        "FoxAndGeese(\"..f.|....|g.g.\")",
        "Backsliding(\"t.f\") + {2|-1}",
        "over - over",
        "Walk(1) - Walk(2)",
        "Clobber(\"xo\") + upon",
    ] {
        let found = cg_calculator::explore(&mut calculator, text, Duration::from_secs(60)).unwrap();
        let shown =
            |calculator: &mut Calculator, text: &str| calculator.evaluate(text).remove(0).shown;
        assert_eq!(found.value.known().unwrap().shown, shown(&mut calculator, text), "{text}");
        let whole = shown(&mut calculator, &format!("? {text}"));
        assert_eq!(found.outcome.known().unwrap(), &whole, "{text}");
        for (moves, player) in
            [(&found.moves.left, Player::Left), (&found.moves.right, Player::Right)]
        {
            for one in moves {
                let value = shown(&mut calculator, &one.after);
                assert_eq!(
                    one.judgement.value.known().unwrap().shown,
                    value,
                    "{text}: {}",
                    one.after
                );
                let after = calculator.session().evaluate(&one.after).unwrap();
                let outcome = calculator.session().loopy_outcome(&after).unwrap();
                let winner = outcome.when_starts(player.opponent()).winner();
                assert_eq!(
                    one.judgement.wins.known(),
                    Some(&(winner == Some(player))),
                    "{}",
                    one.after
                );
                assert_eq!(one.judgement.draws, winner.is_none(), "{}", one.after);
            }
        }
    }
    let fox =
        cg_calculator::explore(&mut calculator, "FoxAndGeese(\"..f.|....|g.g.\")", Duration::MAX);
    let fox = fox.unwrap();
    assert!(
        matches!(&fox.parts[0].drawing, Some(Drawing::Cells { rows, .. }) if rows[0][2].owner == cg_rulesets::Owner::Right)
    );
    let ruleset = fox.parts[0].ruleset.as_ref().unwrap();
    assert_eq!((ruleset.title, ruleset.letters), ("Fox and Geese", ".gf"));
    assert_eq!(fox.moves.right[0].touched, [Spot::Cell(0, 2), Spot::Cell(1, 1)]);
}

/// What takes too long is said to be unknown, and a search may tell who wins.
#[test]
fn a_budget_is_kept() {
    let mut calculator = Calculator::new().unwrap();
    let board = "Clobber(\"xoxoxo|oxoxox|xoxoxo|oxoxox|xoxoxo|oxoxox\")";
    let found = cg_calculator::explore(&mut calculator, board, Duration::from_millis(1)).unwrap();
    assert!(matches!(found.value, Part::Missing { .. }));
    assert!(!found.moves.left.is_empty() && found.parts[0].drawing.is_some());
}

/// A solver takes a bounded number of rulesets: whoever looks at all of the table in turn is served, and so is
/// a sum of them.
#[test]
fn all_rulesets_are_looked_at_in_turn() {
    let mut calculator = Calculator::new().unwrap();
    let text = |entry: &Entry| format!("{}(\"{}\")", entry.function, entry.example);
    let all: Vec<String> = Entry::all().iter().map(text).collect();
    assert!(all.len() > cg_solve::MOST_RULESETS);
    for text in &all {
        let found = cg_calculator::explore(&mut calculator, text, Duration::from_secs(5)).unwrap();
        assert!(found.value.known().is_some(), "{text}: {:?}", found.value);
    }
    let sum = all.join("+");
    let found = cg_calculator::explore(&mut calculator, &sum, Duration::from_millis(1)).unwrap();
    assert_eq!(found.parts.len(), all.len());
    let found = cg_calculator::explore(&mut calculator, &all[0], Duration::from_secs(5)).unwrap();
    assert!(found.value.known().is_some());
}

#[test]
fn faults_are_said() {
    let mut calculator = Calculator::new().unwrap();
    for (text, problem) in [
        ("Clobber(\"x?\")", "`?` is no cell"),
        ("Clobber()", "Clobber"),
        ("", "nothing is written"),
        ("1 <", ""),
        ("Clobber(\"xo\") + \"a\"", "game"),
        ("Clobber(\"xo\" + 1)", ""),
        ("Clobber(", ""),
        ("Clobber(\"xo\"", ""),
        ("Clobber(\"xo\")(1)", ""),
        ("Clobber(\"xo\"] + [1)", ""),
        ("Clobber((\"xo\")", ""),
        ("Clobber(\"xo\"]", ""),
        ("Clobber(\"xo\") + ", ""),
        ("Clobber(\"xo\") < 1", ""),
        ("omega - 3", "infinitely many options"),
        ("Clobber(\"xo\") + if", ""),
        ("+", ""),
        (")+Clobber(\"xo\")", ""),
    ] {
        let error =
            cg_calculator::explore(&mut calculator, text, Duration::from_secs(1)).unwrap_err();
        assert!(error.to_string().contains(problem), "{text}: {error}");
    }
}

/// Each round knows what the one before knew, and the last one who wins.
#[test]
fn rounds_get_better() {
    let mut calculator = Calculator::new().unwrap();
    let mut replies: Vec<ExploreReply> = Vec::new();
    let board = "Clobber(\"xoxo|oxox|xoxo|oxox\")";
    explore_in_rounds(&mut calculator, board, Goal::Decided, Duration::from_secs(60), &mut |it| {
        replies.push(it);
        true
    })
    .unwrap();
    let [first, .., last] = &replies[..] else { panic!("{} rounds", replies.len()) };
    assert!(!first.moves.left.is_empty() && first.parts[0].drawing.is_some());
    assert!(!last.wants_time(Goal::Decided));
    for pair in replies.windows(2) {
        let knows = |reply: &ExploreReply| {
            reply.moves.left.iter().filter(|one| one.judgement.wins.known().is_some()).count()
        };
        assert!(knows(&pair[0]) <= knows(&pair[1]));
    }
    // Nobody listens.
    let mut rounds = 0;
    explore_in_rounds(&mut calculator, board, Goal::Valued, Duration::from_secs(60), &mut |_| {
        rounds += 1;
        false
    })
    .unwrap();
    assert_eq!(rounds, 1);
}

/// One player's answer may be known before the other's.
#[test]
fn winners_are_told_one_by_one() {
    let found = explore("Clobber(\"xo\") + 1");
    assert_eq!(
        (found.winners.left.known(), found.winners.right.known()),
        (Some(&Winner::Left), Some(&Winner::Left))
    );
    assert_eq!(explore("over - over").winners.left.known(), Some(&Winner::Draw));
    assert_eq!(explore("DotsAndBoxes(1, 1)").winners.left.known(), Some(&Winner::Right));
}

/// Copies of a board are boards of their own.
#[test]
fn copies_are_drawn_one_by_one() {
    let found = explore("2.Clobber(\"xo\") - 3.{1|}");
    assert_eq!(found.text, "Clobber(\"XO\")+Clobber(\"XO\")-3.{1|}");
    assert_eq!(found.parts.len(), 3);
    assert_eq!(found.moves.left[0].after, "Clobber(\".X\")+Clobber(\"XO\")-3.{1|}");
    // So is a board that has a name.
    let mut calculator = Calculator::new().unwrap();
    calculator.evaluate("b = Clobber(\"xo\")");
    let named = cg_calculator::explore(&mut calculator, "b", Duration::from_secs(60)).unwrap();
    assert_eq!(named.moves.left[0].name, "a1-b1");
}

/// Where the value of a term would take long, its walls tell what they can.
#[test]
fn heat_of_a_large_term() {
    let found = {
        let mut calculator = Calculator::new().unwrap();
        let text = "Domineering(6, 6)+Domineering(2, 2)";
        cg_calculator::explore(&mut calculator, text, Duration::from_secs(6)).unwrap()
    };
    let [large, small] = &found.parts[..] else { panic!("two terms") };
    assert!(small.value.known().is_some() && small.heat.is_empty());
    assert!(large.value.known().is_none());
    let [mean, temperature] = &large.heat[..] else { panic!("{:?}", large.heat) };
    assert_eq!(mean, "The mean is 0.");
    assert!(temperature.starts_with("The temperature is "), "{temperature}");
}

/// Without any time there is one round.
#[test]
fn no_budget_is_one_round() {
    let mut calculator = Calculator::new().unwrap();
    let mut rounds = 0;
    let board = "Clobber(\"xoxo|oxox|xoxo|oxox\")";
    explore_in_rounds(&mut calculator, board, Goal::Valued, Duration::ZERO, &mut |_| {
        rounds += 1;
        rounds < 9
    })
    .unwrap();
    assert_eq!(rounds, 1);
}
