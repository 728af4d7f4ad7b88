//! What `:why` shows. Each page fits a terminal of 24 lines and 80 columns.

use std::process::Command;

const GAMES: &str = "
Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }
Kayles(n) { case 0: 0; case 1: *(1); default: { Kayles(k)+Kayles(n-k-1) : k = 0..n-1, Kayles(k)+Kayles(n-k-2) : k = 0..n-2 | Kayles(k)+Kayles(n-k-1) : k = 0..n-1, Kayles(k)+Kayles(n-k-2) : k = 0..n-2 }; }
PK(n) { case 0: 0; case 1: *(1); default: { PK(k)+PK(n-k-1) : k = 0..n-1 | PK(k)+PK(n-k-2) : k = 0..n-2 }; }
";

/// What the command prints for a program that begins with the paper's games.
fn why(program: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cg"))
        .args(["eval", GAMES, program])
        .env("NO_COLOR", "1")
        .output()
        .expect("the command starts");
    let text = String::from_utf8(output.stdout).expect("the output is UTF-8");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!text.is_empty() && errors.is_empty(), "{program}: {errors}");
    assert!(text.lines().count() <= 22, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 79), "{text}");
    text
}

#[test]
fn a_number_between_two() {
    insta::assert_snapshot!(why(":why {0|1}"), @r"
    {0|1} = 1/2
    Decided by the simplification rule of numbers:
      the simplest x with 0 < x < 1: no integer fits, and 1/2 has the least
        denominator (the simplest number theorem)
    ");
}

#[test]
fn a_number_where_switches_leave_room() {
    insta::assert_snapshot!(why(":why {1|{2|-1}}"), @r#"
    {1|{2|-1}} = 2
    Decided by the simplification rule of switches:
      with the options' switches played out, hottest first, a number fits:
      the simplest x with 1 < x <= 2: 0 does not fit, and 2 is the integer nearest
        to it that does (the simplest number theorem)
    "#);
}

#[test]
fn a_sumber_by_its_certificate() {
    insta::assert_snapshot!(why(":why {0|^-^(2)+*}"), @r"
    {0|^-^(2)+*} = ^
    Left has 1 option:
      - 0
    Right has 1 option:
      - v<2>*: ^-^[2]+*
    Decided by the simplification rule of sumbers:
      no left option is >= ^, no right option is <= ^
      and each canonical option of ^ is matched by one as good: Left's 0 by 0;
        Right's * by v<2>* (the certification theorem)
    ");
}

#[test]
fn a_nimber_by_the_mex_of_named_options() {
    insta::assert_snapshot!(why(":why Kayles(5)"), @r"
    Kayles(5) = *4
    Kayles(5): the clause `default` applies.
    Both players have 9 options of 4 values:
      - 0: Kayles(2)+Kayles(2)
      - *: Kayles(0)+Kayles(4), Kayles(4)+Kayles(0)
      - *2: Kayles(1)+Kayles(3), Kayles(3)+Kayles(1)
      - *3: Kayles(0)+Kayles(3), Kayles(1)+Kayles(2), ... 2 more
    Decided by the simplification rule of nimbers:
      mex{0,1,2,3} = 4: the least nimber missing, for both players
    ");
}

#[test]
fn options_that_are_dominated_or_reversible() {
    insta::assert_snapshot!(why(":why {0,1,{{3|0}|{0|-3}}|{2|0||-1},{1|{0|-5}}}"), @r"
    {0,1,{{3|0}|{0|-3}}|{2|0||-1},{1|{0|-5}}} = {1|0}
    Left has 3 options of 2 values:
      - 0: 0, {{3|0}|{0|-3}}
      - 1
    Right has 2 options of different values:
      - {1||0|-5}: {1|{0|-5}}
      - {2|0||-1}
    No subgroup knows the form G as it stands, so its options are simplified:
      - Left's 0 is dominated: 1 >= 0
      - Right's {1||0|-5} is dominated: {2|0||-1} <= {1||0|-5}
      - Right's {2|0||-1} is reversible through Left's answer {2|0} >= G: Right's
        options there replace it, 0
    What is left, {1 | 0}, is decided by the simplification rule of switches:
      no left option is >= {1|0}, no right option is <= {1|0}
      and each canonical option of {1|0} is matched by one as good: Left's 1 by 1;
        Right's 0 by 0 (the certification theorem)
    ");
}

#[test]
fn a_form_that_is_known_once_it_is_simplified() {
    insta::assert_snapshot!(why(":why {0,{0||0|-2}|{1|0}}"), @r"
    {0,{0||0|-2}|{1|0}} = 1
    Left has 2 options of different values:
      - 0
      - tiny(2): {0||0|-2}
    Right has 1 option:
      - {1|0}
    No subgroup knows the form G as it stands, so its options are simplified:
      - Left's 0 is dominated: tiny(2) >= 0
      - Left's tiny(2) is reversible through Right's answer {0|-2} <= G: Left's
        options there replace it, 0
      - Right's {1|0} is reversible through Left's answer 1 >= G, where Right has
        no move: nothing replaces it
    What is left, {0 | }, is decided by the simplification rule of numbers:
      the simplest x with 0 < x: 0 does not fit, and 1 is the integer nearest to it
        that does (the simplest number theorem)
    ");
}

#[test]
fn a_canonical_form_as_it_stands() {
    insta::assert_snapshot!(why(":why {0||0|-2}"), @r"
    {0||0|-2} = tiny(2)
    No option is dominated or reversible: this is the canonical form.
      All its options are in switches, and by the rule of switches the game itself
        is not: it is written by its options.
    ");
}

#[test]
fn a_sum_in_the_least_common_home() {
    insta::assert_snapshot!(why(":why 1/2 + PK(3) + Nim(2) + +-1"), @r"
    1/2 + PK(3) + Nim(2) + +-1 = {3/2^*2|-1/2^*2}
    A sum, of
      - 1/2, in numbers
      - PK(3) is ^, in sumbers
      - Nim(2) is *2, in nimbers
      - +-1, in switches
    All lie in switches, which adds them at once.
      numbers add, two equal switches cancel, ups and nimbers add as they do alone
    ");
}

#[test]
fn a_sum_by_its_options() {
    insta::assert_snapshot!(why(":why {2|-1||-3} + {3|1}"), @r"
    {2|-1||-3} + {3|1} = {5|3||2|0|||0,{0|-2}}
    A sum, of
      - {2|-1||-3}, in no subgroup
      - {3|1}, in switches
    {2|-1||-3} plus {3|1} is {5|3||2|0|||0,{0|-2}}. No subgroup holds both; a move
      is a move in one of them:
      G = {{5|2||0}, {5|3||2|0} | {0|-2}, {3|0||-2}}
    No subgroup knows the form G as it stands, so its options are simplified:
      - Left's {5|2||0} is dominated: {5|3||2|0} >= {5|2||0}
      - Right's {3|0||-2} is reversible through Left's answer {3|0} >= G: Right's
        options there replace it, 0
    No option is dominated or reversible now: this is the canonical form.
      All its options are in switches, and by the rule of switches the game itself
        is not: it is written by its options.
    ");
}

#[test]
fn a_number_is_added_to_each_option() {
    insta::assert_snapshot!(why(":why {3||2|1+*} + 1"), @r"
    {3||2|1+*} + 1 = {4||3|2*}
    A sum, of
      - {3||2|1+*} is {3||2|1*}, in no subgroup
      - 1, in numbers
    {3||2|1*} plus 1 is {4||3|2*}: nobody needs to move in the number, so 1 is
      added to each option of {3||2|1*} (the number translation theorem).
    ");
}

#[test]
fn a_binding_and_copies() {
    insta::assert_snapshot!(why("x = {1|*}\n:why 2.x"), @r"
    2.x = 1*
    2 copies:
      - 2.{1|*} is 1*, in numberish
    {1|*} plus {1|*} is 1*. No subgroup holds both; a move is a move in one of
      them:
      G = {{2|1*} | {1*|0}}
    No subgroup knows the form G as it stands, so its options are simplified:
      - Left's {2|1*} is reversible through Right's answer 1* <= G: Left's options
        there replace it, 1
      - Right's {1*|0} is reversible through Left's answer 1* >= G: Right's options
        there replace it, 1
    What is left, {1 | 1}, is decided by the simplification rule of numberish:
      no left option is >= 1*, no right option is <= 1*
      and each canonical option of 1* is matched by one as good: Left's 1 by 1;
        Right's 1 by 1 (the certification theorem)
    ");
}

#[test]
fn the_outcome_of_nim() {
    insta::assert_snapshot!(why(":why ? Nim(3) + Nim(7)"), @r"
    ? Nim(3) + Nim(7): first player win
    Nim(3) + Nim(7) is *4, in nimbers.
    By the outcome rule of nimbers:
      a nimber other than 0: who moves first moves to 0
    Winning moves of either player, as typed:
      - Nim(7) -> Nim(3), which leaves 0
    ");
}

#[test]
fn an_outcome_by_suffix_sums() {
    insta::assert_snapshot!(why(":why ? 2.^ - ^(2) + *"), @r"
    ? 2.^ - ^(2) + *: first player win
    2.^ - ^(2) + * is {^^|0,^*}, in sumbers.
    By the outcome rule of sumbers:
      suffix sums of its ups: 1, -1; to outweigh * they must run 1, ..., 1 and then
        2 or more: neither they nor their negatives do, so who moves first wins
    ");
}

#[test]
fn an_outcome_by_moves() {
    insta::assert_snapshot!(why(":why ? {4|1||-3|-7} + {2|-4}"), @r"
    ? {4|1||-3|-7} + {2|-4}: first player win
    {4|1||-3|-7} + {2|-4} is {6|3||0|-3|||-1|-5||-7|-11}, in no subgroup.
    Its stops are 0 and -5; a stop of 0 does not decide, the moves do:
    Left, moving first, wins with a move to {6|3||0|-3}.
    Right, moving first, wins with a move to {-1|-5||-7|-11}.
    Winning moves of Left, as typed:
      - {4|1||-3|-7} -> {4|1}, which leaves {6|3||0|-3}
    Winning moves of Right, as typed:
      - {4|1||-3|-7} -> {-3|-7}, which leaves {-1|-5||-7|-11}
      - {2|-4} -> -4, which leaves {0|-3||-7|-11}
    ");
}

#[test]
fn a_comparison() {
    insta::assert_snapshot!(why(":why {3|{2|1}} > {2|0}"), @r"
    {3|{2|1}} > {2|0} is true
    {3|{2|1}} is {3||2|1}, in no subgroup.
    G > H says that Left wins G - H.
    Here G - H is {{3|1},{3||2|1}|{1||0|-1},{2|1||0|-1}}, in no subgroup: left
      player win.
    Its stops are 2 and 1, both positive: Left wins.
    Left, moving first, wins with a move to {3|1}.
    Right, moving first, loses:
      - to {1||0|-1}: Left answers 1
      - to {2|1||0|-1}: Left answers {2|1}
    ");
}

#[test]
fn an_equality() {
    insta::assert_snapshot!(why(":why {^|-^} == *"), @r"
    {^|-^} == * is true
    {^|-^} is *, in nimbers.
    Both are the same game: equal games have one canonical form. In their
      difference, 0, who moves first loses.
    ");
}

#[test]
fn a_function_that_reads_a_thermograph() {
    insta::assert_snapshot!(why(":why temperature({4|-2})"), @r#"
    temperature({4|-2}) = 3
    temperature(g): The temperature: what a move is worth.
    The argument {4|-2} is {4|-2}, in switches.
    Its thermograph: mast 1 from 3; left (1, 3) (5, -1); right (1, 3) (-3, -1)
      the temperature is where the mast begins.
    The answer is in numbers.
    "#);
}

#[test]
fn many_options_on_one_screen() {
    insta::assert_snapshot!(why(":why Nim(500)"), @r"
    Nim(500) = *500
    Nim(500): the clause `default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 };`
      applies.
    Both players have 500 options of different values:
      - 0: Nim(0)
      - *: Nim(1)
      - *2: Nim(2)
      - *3: Nim(3)
      - *4: Nim(4)
      - *5: Nim(5)
      - *6: Nim(6)
      - *7: Nim(7)
      - *8: Nim(8)
      - *9: Nim(9)
      - *10: Nim(10)
      - *11: Nim(11)
      - *12: Nim(12)
      - *13: Nim(13)
      ... and 486 more
    Decided by the simplification rule of nimbers:
      mex{0,1,2,3,4,5,6,7,8,9,10,11,... 488 more} = 500: the least nimber missing,
        for both players
    ");
}

/// The answer as data, for programs.
#[test]
fn as_json() {
    let output = Command::new(env!("CARGO_BIN_EXE_cg"))
        .args(["--json", "eval", ":why {0,{0||0|-2}|{1|0}}"])
        .output()
        .expect("the command starts");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(answer["kind"], "why");
    assert_eq!(answer["answer"], "1");
    assert_eq!(answer["subgroup"], "numbers");
    let why = &answer["simplification"];
    assert_eq!(why["decided_by"], "numbers");
    assert_eq!(why["steps"][0]["step"], "dominated");
    assert_eq!(why["steps"][0]["by"], "tiny(2)");
    assert_eq!(why["steps"][1]["through"], "{0|-2}");
    assert_eq!(why["reduced"]["right"], serde_json::json!([]));
}

/// Limits hold, and an error is pointed at where it was typed.
#[test]
fn errors_and_limits() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_cg"))
            .args(arguments)
            .env("NO_COLOR", "1")
            .output()
            .expect("the command starts");
        String::from_utf8(output.stderr).expect("the output is UTF-8")
    };
    insta::assert_snapshot!(run(&["eval", ":why 1 + Foo(3)"]), @r"
    error[unknown-function]: there is no function `Foo`
     --> <command line>:1:10
      |
    1 | :why 1 + Foo(3)
      |          ^^^^^^
      |
      = help: define it: `Foo(n) { case 0: 0; default: { ... }; }`
    ");
    let endless = "F(n) { case if n < 0: 0; default: { F(n+1) | }; }";
    let limited = run(&["--memory", "64M", "eval", endless, ":why F(0)"]);
    assert!(limited.starts_with("error[too-deep]"), "{limited}");
}
