//! Sums of the language that are searched, beside their values.

use cg_calculator::{Calculator, Content};

fn searching() -> Calculator {
    Calculator::searching(0)
}

/// Of the winning moves the one is marked that reaches the wall of the hottest term.
#[test]
fn orthodox_moves_are_marked() {
    let reply = searching().evaluate("?? {9|-9} + {4|-2} + {3|1}").remove(0);
    let Content::Solved(found) = &reply.content else { panic!("{reply}") };
    let moves = found.winning_moves.as_ref().unwrap();
    for (moves, to) in [(&moves.left, "9"), (&moves.right, "-9")] {
        let marked: Vec<&str> = moves
            .iter()
            .filter(|made| made.orthodox)
            .map(|made| {
                assert_eq!(made.from, "{9|-9}");
                made.name.as_str()
            })
            .collect();
        assert_eq!(marked, [to], "{reply}");
    }
    assert!(reply.shown.contains("{9|-9}: 9 (orthodox)"), "{reply}");
    // Cold sums have none.
    let reply = searching().evaluate("?? Clobber(\"XOXO\") + *").remove(0);
    assert!(!reply.shown.contains("orthodox"), "{reply}");
}

const SUMS: [&str; 16] = [
    "Clobber(\"XOXOXO\")",
    "Clobber(\"XOX|OXO\") + Domineering(3, 3) - {2|-1}",
    "-Clobber(\"XXO\") - Clobber(\"XOO\") + *",
    "2.Clobber(\"XOXO\") - NoGo(\"....\")",
    "impartial(Clobber(\"XOXOX\")) + *2",
    "impartial(Clobber(\"XOXOX\")) - impartial(Domineering(2, 3))",
    "dicotic(Domineering(2, 3)) + Col(\"...\")",
    "twisted(Clobber(\"XOXOX\")) - twisted(Domineering(2, 3)) + *",
    "twisted(Clobber(\"XXO\", \"exchanged\")) + NoGo(\"...\")",
    "GenToadsAndFrogs(\"(1,1,2,0) tt.f\") + Amazons(\"X..|..O\")",
    "sum([Clobber(s) : s in [\"XO\", \"XXO\", \"XOXO\"]]) - ^",
    "Two(\"XOX\") + Deep(2)",
    "G - Clobber(\"XOXO\")",
    "if 1 < 2 then Snort(1, 4) else Clobber(\"XO\")",
    "Hackenbush(\"g-a:l, a-b:r\") + ^ - octal(\".77\", 5)",
    "0.(Clobber(\"XO\")) + Clobber(\"XOO\")",
];

const PROGRAM: &str = "Two(s) { default: Clobber(s) - Clobber(s ++ s); }\n\
     Deep(n) { case 0: Clobber(\"XOXO\"); default: { Deep(n - 1) | } + Two(\"XO\"); }\n\
     G = Clobber(\"OXXO\") + 1/2;\n";

#[test]
fn searches_say_what_values_say() {
    let (mut by_value, mut by_search) = (Calculator::new().unwrap(), searching());
    for calculator in [&mut by_value, &mut by_search] {
        calculator.evaluate(PROGRAM);
    }
    for text in SUMS {
        let expected = by_value.evaluate(format!("? {text}")).remove(0);
        let found = by_search.evaluate(format!("? {text}")).remove(0);
        assert!(matches!(expected.content, Content::Outcome(_)), "{text}: {expected}");
        assert!(matches!(found.content, Content::Solved(_)), "{text}: {found}");
        assert_eq!(found.shown, expected.shown, "{text}");
        let [expected, found] = winning(&mut by_value, &mut by_search, text);
        for (expected, found) in expected.iter().zip(&found) {
            assert_eq!(found.is_empty(), expected.is_empty(), "{text}");
        }
        let why = by_search.evaluate(format!(":why ? {text}")).remove(0);
        assert!(why.shown.contains("the sum was searched"), "{text}: {why}");
    }
}

/// The winning moves of Left and of Right by their names, first those by value, then those
/// by search, in order.
fn winning(
    by_value: &mut Calculator,
    by_search: &mut Calculator,
    text: &str,
) -> [[Vec<String>; 2]; 2] {
    let [expected, found] =
        [by_value, by_search].map(|it| it.evaluate(format!("?? {text}")).remove(0).content);
    let (Content::Moves { winning_moves: expected, .. }, Content::Solved(found)) =
        (expected, found)
    else {
        panic!("{text}")
    };
    let found = found.winning_moves.expect("asked for");
    let expected = [expected.left, expected.right]
        .map(|all| all.into_iter().map(|one| one.change.unwrap_or(one.to)).collect());
    let found = [found.left, found.right].map(|all| all.into_iter().map(|one| one.name).collect());
    [expected, found].map(|sides: [Vec<String>; 2]| {
        sides.map(|mut names| {
            names.sort_unstable();
            names
        })
    })
}

/// Each winning move is one by value too, and none is missing.
#[test]
fn winning_moves_are_those_by_value() {
    let (mut by_value, mut by_search) = (Calculator::new().unwrap(), searching());
    for text in ["Clobber(\"XOXOX|OXOXO\")", "Domineering(3, 4)", "NoGo(\"..X|...\")"] {
        let [expected, found] = winning(&mut by_value, &mut by_search, text);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn large_sums_are_answered_and_explained() {
    let mut calculator = Calculator::new().unwrap();
    let replies =
        calculator.evaluate("?? Clobber(\"(XO)^18\") + 2.Clobber(\"XO\") - {3|-1}\n:why\n? it\nit");
    let shown: Vec<&str> = replies.iter().map(|reply| &reply.shown[..]).collect();
    insta::assert_snapshot!(shown.join("\n---\n"));
    let json = serde_json::to_value(&replies[2]).unwrap();
    assert_eq!((&json["kind"], &json["left_first"]), (&"solved".into(), &"left".into()));
}

/// Errors are those of the values, at their places.
#[test]
fn faults_are_said_as_ever() {
    let (mut by_value, mut by_search) = (Calculator::new().unwrap(), searching());
    for text in [
        "? Clobber(\"X?\")",
        "? Clobber(\"XO\") + \"a\"",
        "? Clobber(\"XO\", \"X\")",
        "? Clobber()",
        "? Clobber(\"XO\") + 1/3",
        "? Clobber(\"XO\") < 0",
        "? impartial(Clobber(\"X?\")) + 1",
        "?? Clobber(\"XO\") + nothing",
        "? Clobber(\"XO\") + over",
        "? [Clobber(\"XO\")]",
        "? Nowhere(3) + Clobber(\"XO\")",
        "? Clobber(\"XO\") + gcd(1, *)",
        "Clobber(x) { default: x; } ? Clobber(3)",
    ] {
        let expected = by_value.evaluate(text).pop().map(|reply| reply.shown);
        let found = by_search.evaluate(text).pop().map(|reply| reply.shown);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn limits_and_interruptions_end_a_search() {
    let mut calculator = Calculator::new().unwrap();
    let mut limits = calculator.limits().clone();
    limits.time = Some(std::time::Duration::from_secs(2));
    calculator.set_limits(limits);
    let reply = calculator.evaluate("? Clobber(\"checker 9x9\") + Amazons(\"6x6\")").remove(0);
    let Content::Error { error } = &reply.content else { panic!("{reply}") };
    assert_eq!(error.code, "limit");
    let known = error.help.as_deref().expect("something is known");
    assert!(known.contains("Left moves first: not known."), "{known}");
    // Bounds take a moment on a busy machine.
    let mut limits = calculator.limits().clone();
    limits.time = Some(std::time::Duration::from_secs(3));
    calculator.set_limits(limits);
    let reply = calculator.evaluate("? Domineering(9, 9)").remove(0);
    let Content::Error { error } = &reply.content else { panic!("{reply}") };
    assert_eq!(error.code, "limit");
    let known = error.help.as_deref().expect("something is known");
    assert!(known.contains("Domineering(9, 9): no value at little cost, at least "), "{known}");
    calculator.interrupt().raise();
    let reply = calculator.evaluate("? Clobber(\"checker 9x9\")").remove(0);
    let Content::Error { error } = &reply.content else { panic!("{reply}") };
    assert_eq!(error.code, "interrupted");
}

/// The search of values looks only so many moves ahead. Without this limit it overflows the stack.
#[test]
fn many_deep_values_have_a_winner() {
    const SMALL_STACK: usize = 1 << 19;
    let tower = |heat: i32| {
        (1..400).fold("0".to_owned(), |below, level| match level % 2 {
            1 => format!("{{{}|{below}}}", heat * level),
            _ => format!("{{{below}|-{}}}", heat * level),
        })
    };
    let terms: Vec<String> = (1..8).map(|heat| format!("({})", tower(heat))).collect();
    let answer = move || {
        let mut calculator = Calculator::new().unwrap();
        calculator.evaluate(format!("? {}", terms.join(" - "))).remove(0)
    };
    let thread = std::thread::Builder::new().stack_size(SMALL_STACK);
    let found = thread.spawn(answer).unwrap().join().unwrap();
    assert!(matches!(found.content, Content::Solved(_)), "{found}");
}

/// Many hot values are decided by figures. If the mean of the sum is 0, a short search decides. The
/// outcome of the sum itself is the same.
#[test]
fn many_values_are_decided_as_their_sum_is() {
    let mut random = fastrand::Rng::with_seed(41);
    let mut searched = 0;
    for round in 0..60 {
        let mut terms: Vec<String> = Vec::new();
        let mut mean = 0;
        for _ in 0..5 + round % 2 {
            let mut four: [i8; 4] = std::array::from_fn(|_| random.i8(-5..=5));
            four.sort_unstable();
            let [d, c, b, a] = four;
            mean += four.map(i32::from).iter().sum::<i32>();
            terms.push(format!("{{{a}|{b}||{c}|{d}}}"));
        }
        if round % 3 > 0 {
            terms.push(format!("({}/4)", -mean));
        }
        let sum = terms.join(" + ");
        let mut calculator = Calculator::new().unwrap();
        let found = calculator.evaluate(format!("? {sum}")).remove(0).content;
        let value = calculator.game(&sum).unwrap();
        let expected = calculator.engine().outcome(value).unwrap();
        let outcome = match found {
            Content::Solved(found) => {
                searched += u32::from(found.positions > 0);
                found.outcome
            }
            // Some of the values are numbers, or infinitesimally close to one.
            Content::Outcome(found) => {
                found.outcome.known().expect("a game has an outcome").clone()
            }
            _ => panic!("{sum}"),
        };
        assert_eq!(outcome, expected.to_string(), "{sum}");
    }
    assert!(searched >= 20, "{searched}");
}
