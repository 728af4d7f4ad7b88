//! Fuzzed statements, answered in JSON: none panics, and each error has a place.
//!
//! `CG_FUZZ_STATEMENTS=60000 cargo test -p cg-calculator --test main fuzz:: -- --nocapture` runs so many and prints what it
//! counted; `CG_FUZZ_SEED` chooses others; `CG_FUZZ_SHOW=yes` prints each before it runs.

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is a library for fuzzing")]
mod targets;

use targets::{calculator, replies_any};

/// Words of the language, many with signs beyond ASCII; blanks stand between them.
const WORDS: &str = "{ } | || ( ) [ ] , ; : = .. + - * / ** < == <> ? ?? :why 0 1 2 7 0.1 3. 1/2 10**6 *2 *(2) *( ^ ^3 ^(2) \
    ^[2] ^<2> v vv3 +- \u{2191} \u{2191}( \u{2191}3 \u{2193} \u{2193}( \u{21d1} \u{21d3}2 \u{2217} \u{2217}( \u{2217}2 \u{b1} \
    \u{b1}( \u{bd} 2\u{be} \u{2212} \u{2205} \u{2026} \u{b7} \u{29fe}_2 \u{b2} \u{3c9} \u{e9} \u{1d538} \u{221e} \u{feff} \
    \u{201c}xo\u{201d} omega *(omega) on over tiny(2) \"xo\" \"\u{2191}\" \" '{ if in case default len( mean( cool( misere( genus( \
    misereform( birthday( Clobber( Domineering(2,2) Nim(3) Nim( F x k k=0..3 :help :check :frob // /*";

/// Operands, functions of one argument and operators: what is put together of them is read.
const OPERANDS: &str = "0 1 7 1/2 0.1 * *2 *(5) ^ v ^3 \u{2191} \u{2193}2 \u{2217}3 \u{bd} 2\u{be} \u{21d1} \u{b1}1 {1|-1} {0|^*} {2|0||-1} \
    [1,*] \"xo\" \"\u{2191}\u{e9}\" omega *(omega) over {0|pass} tiny(2) Nim(3) Clobber(\"xo\") Domineering(2,2) x x(\"\u{e9}\")";
const FUNCTIONS: &str = "mean temperature cool heat len outcome birthday genus misere misereform canonical thermograph stops \
    leftstop atomicweight str sum reverse sort options nimproduct \u{2191} \u{2193} \u{2217} \u{b1} * ^ -";
const OPERATORS: &str = "+ - . == < <> <= ++ \u{2212} \u{b7} \u{2264} div % ** : |";

fn word(random: &mut fastrand::Rng, words: &'static str) -> &'static str {
    let words: Vec<&str> = words.split_whitespace().collect();
    words[random.usize(..words.len())]
}

/// An expression.
fn expression(random: &mut fastrand::Rng, depth: usize) -> String {
    match random.u8(..if depth == 0 { 1 } else { 6 }) {
        0 | 1 => word(random, OPERANDS).to_owned(),
        2 => {
            let function = word(random, FUNCTIONS);
            format!("{function}({})", expression(random, depth - 1))
        }
        3 => {
            let (left, right) = (expression(random, depth - 1), expression(random, depth - 1));
            format!("{{{left}|{right}}}")
        }
        _ => {
            let (left, right) = (expression(random, depth - 1), expression(random, depth - 1));
            format!("{left} {} {right}", word(random, OPERATORS))
        }
    }
}

/// A statement: words in any order, or an expression.
fn statement(random: &mut fastrand::Rng) -> String {
    if random.bool() {
        let ask = ["", "", "? ", "?? ", ":why ", "x = "][random.usize(..6)];
        return format!("{ask}{}", expression(random, 3));
    }
    let mut statement = String::new();
    for _ in 0..random.usize(1..8) {
        statement += word(random, WORDS);
        if random.u8(..4) == 0 {
            statement.push(' ');
        }
    }
    statement
}

const DEFINITION: &str = "impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }";

fn number(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => otherwise,
    }
}

/// What panicked once.
#[test]
fn places_of_errors_are_whole_characters() {
    for program in [
        "\u{2191}(*(2))",
        "\u{2217}(\"\")",
        "? *(omega) + \u{2193}(omega)",
        "x = 3; x\u{2191}3",
        "\u{21d1}(\u{21d1}(*(2)))",
        "1 + \u{2193}(\"\u{e9}\")",
    ] {
        let (_, errors) = replies_any(&mut calculator().unwrap(), program.as_bytes());
        assert!(errors > 0, "{program}");
    }
}

#[test]
fn fuzzed_statements_are_answered_in_json() {
    let mut random = fastrand::Rng::with_seed(number("CG_FUZZ_SEED", 1));
    let (mut answers, mut errors) = (0, 0);
    let mut session = calculator().unwrap();
    for round in 0..number("CG_FUZZ_STATEMENTS", 3000) {
        if round % 50 == 0 {
            // What was defined is forgotten now and then.
            session = calculator().unwrap();
            replies_any(&mut session, DEFINITION.as_bytes());
        }
        let mut bytes = statement(&mut random).into_bytes();
        if random.u8(..8) == 0 {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        if std::env::var("CG_FUZZ_SHOW").is_ok() {
            println!("{}", String::from_utf8_lossy(&bytes));
        }
        let found = replies_any(&mut session, &bytes);
        answers += found.0;
        errors += found.1;
    }
    println!("fuzzed statements in JSON: {answers} answers, {errors} errors");
    assert!(answers > 500 && errors > 500, "{answers} answers, {errors} errors");
}
