use super::*;
use crate::ast::{Infix, Node, NodeId, Prefix, Statement, StatementKind};

/// The tree with all its parentheses, for comparing readings.
fn show(ast: &Ast, id: NodeId) -> String {
    let list = |children| {
        let shown: Vec<String> = ast.children(children).iter().map(|&id| show(ast, id)).collect();
        shown.join(", ")
    };
    match ast.node(id) {
        Node::Integer(value) => value.to_string(),
        Node::BigInteger(index) => ast.integer(index).to_string(),
        Node::Number(index) => ast.number(index).to_string(),
        Node::Text(index) => format!("{:?}", ast.text(index)),
        Node::Truth(truth) => truth.to_string(),
        Node::Name(name) => ast.name(name).to_owned(),
        Node::Nimber(n) => format!("*({})", show(ast, n)),
        Node::Up(d) => format!("^({})", show(ast, d)),
        Node::Prefix(Prefix::Negate, x) => format!("-{}", show(ast, x)),
        Node::Prefix(Prefix::Not, x) => format!("not {}", show(ast, x)),
        Node::Prefix(Prefix::Switch, x) => format!("±{}", show(ast, x)),
        Node::Infix(Infix::Copies, m, g) => format!("({}.{})", show(ast, m), show(ast, g)),
        Node::Infix(infix, a, b) => format!("({} {} {})", show(ast, a), infix.sign(), show(ast, b)),
        Node::If(c, a, b) => {
            format!("(if {} then {} else {})", show(ast, c), show(ast, a), show(ast, b))
        }
        Node::Call(name, arguments) => format!("{}({})", ast.name(name), list(arguments)),
        Node::Index(x, i) => format!("{}[{}]", show(ast, x), show(ast, i)),
        Node::Slice(x, i, j) => format!("{}[{}..{}]", show(ast, x), show(ast, i), show(ast, j)),
        Node::List(items) => format!("[{}]", list(items)),
        Node::Form(left, right) => format!("'{{{}|{}}}'", list(left), list(right)),
        Node::Game(left, right) => format!("{{{}|{}}}", list(left), list(right)),
        Node::Label(name, game) => format!("{}{}", ast.name(name), show(ast, game)),
        Node::SwitchGame(options) => format!("±{{{}}}", list(options)),
        Node::ImpartialGame(options) => format!("{{{}}}", list(options)),
        Node::Each(element, generators) => {
            format!("<{} : {}>", show(ast, element), list(generators))
        }
        Node::Range(k, a, b) => format!("{} = {}..{}", ast.name(k), show(ast, a), show(ast, b)),
        Node::In(x, l) => format!("{} in {}", ast.name(x), show(ast, l)),
        Node::Filter(c) => format!("if {}", show(ast, c)),
        Node::Tuple(values) => format!("({})", list(values)),
        Node::Function { values, kept, .. } => format!("{} {}", show(ast, values), show(ast, kept)),
        Node::Apart(list, count) => format!("{} by {count}", show(ast, list)),
        Node::Wildcard => "_".into(),
    }
}

fn show_statement(statement: &Statement, source: &Source) -> String {
    let ast = &statement.ast;
    match &statement.kind {
        StatementKind::Value(id) => show(ast, *id),
        StatementKind::Outcome(id) => format!("? {}", show(ast, *id)),
        StatementKind::Moves(id) => format!("?? {}", show(ast, *id)),
        StatementKind::Bind { name, value, .. } => {
            format!("{} = {}", ast.name(*name), show(ast, *value))
        }
        StatementKind::Print(values) => {
            let values: Vec<String> = values.iter().map(|&value| show(ast, value)).collect();
            format!("print {}", values.join(", "))
        }
        StatementKind::Use(path) => format!("use {}", source.slice(*path)),
        StatementKind::Directive { name, argument } => {
            format!(":{} {}", source.slice(*name), source.slice(*argument))
        }
        StatementKind::Define(definition) => {
            let mut text = format!("define {}", ast.name(definition.name));
            for clause in &definition.clauses {
                match &clause.values {
                    None => text += "; default",
                    Some(values) => {
                        let values: Vec<_> = values.iter().map(|&id| show(ast, id)).collect();
                        text += &format!("; case {}", values.join(" or "));
                    }
                }
                if let Some(guard) = clause.guard {
                    text += &format!(" if {}", show(ast, guard));
                }
                for &(name, value) in &clause.lets {
                    text += &format!(" let {} = {}", ast.name(name), show(ast, value));
                }
                text += &format!(": {}", show(ast, clause.body));
            }
            text
        }
    }
}

fn read(text: &str) -> Vec<String> {
    let mut parser = Parser::new(Source::new("test", text), &Reading::default());
    let mut shown = Vec::new();
    while let Some(statement) = parser.next_statement() {
        match statement {
            Ok(statement) => shown.push(show_statement(&statement, parser.source())),
            Err(errors) => {
                shown.extend(
                    errors
                        .iter()
                        .map(|error| format!("{} at {}", error.code(), error.span().start)),
                );
            }
        }
    }
    shown
}

#[track_caller]
fn reads(text: &str, expected: &[&str]) {
    assert_eq!(read(text), expected, "{text}");
}

#[test]
fn precedence() {
    reads("1 + 2 * 3 - -4", &["((1 + (2 * 3)) - -4)"]);
    reads("a - b - c", &["((a - b) - c)"]);
    reads("not a == b and c or d", &["((not (a == b) and c) or d)"]);
    reads("-2.{1|*}", &["-(2.{1|*(1)})"]);
    reads("a ++ b + c == d", &["((a ++ (b + c)) == d)"]);
    reads("7 div 2 % 3 xor 4", &["(((7 div 2) % 3) xor 4)"]);
    reads("if a then b else c + 1", &["(if a then b else (c + 1))"]);
    reads(
        "1 + if a then b else if c then d else e",
        &["(1 + (if a then b else (if c then d else e)))"],
    );
    reads("x + +-1", &["(x + ±1)"]);
    reads("x ++-1", &["(x + ±1)"]);
    reads("x +-1", &["(x + -1)"]);
    reads("+-(3)", &["±3"]);
    reads("±3/4 + 1", &["(±(3 / 4) + 1)"]);
    reads("1/2±3/4", &["((1 / 2) + ±(3 / 4))"]);
    reads("xor(1, 2) + min(3)", &["(xor(1, 2) + min(3))"]);
    reads("a < b < c", &["chained-comparison at 6"]);
}

#[test]
fn stars_and_ups() {
    reads("*; *5; *(n); * (3)", &["*(1)", "*(5)", "*(n)", "*(3)"]);
    reads(
        "^; ^^; ^(2.011); ↓; ↓↓*",
        &["^(1)", "(2.^(1))", "^(19/8)", "-^(1)", "((2.-^(1)) + *(1))"],
    );
    reads(
        "3^(2); n^(2); n^; -3^(2); 3 ^(2); 3^(2)*4",
        &["(3.^(2))", "(n.^(2))", "(n.^(1))", "-(3.^(2))", "(3.^(2))", "((3.^(2)) + *(4))"],
    );
    reads(
        "^*; ^(2)*; ^(2)*(4); ^^*3",
        &["(^(1) + *(1))", "(^(2) + *(1))", "(^(2) + *(4))", "((2.^(1)) + *(3))"],
    );
    reads("2.^(2)*", &["((2.^(2)) + *(1))"]);
    reads("2.^; 3.Nim(4); 2.*", &["(2.^(1))", "(3.Nim(4))", "(2.*(1))"]);
    reads("3*(2)", &["(3 * 2)"]);
    reads("1 + *", &["(1 + *(1))"]);
    reads("2 - ^* + 1", &["((2 - (^(1) + *(1))) + 1)"]);
    reads("^(2) * 4", &["(^(2) * 4)"]);
    reads("1/2^(2)", &["fraction-of-ups at 0"]);
    reads("2.1^(2)", &["fraction-of-ups at 0"]);
    reads("10 ^ 9; 10^n; n^9", &["power at 0", "power at 8", "power at 14"]);
    reads("n^k", &["power at 0"]);
    reads("^n; ^2; ^[4]", &["needs-parentheses at 0", "(2.^(1))", "^(4)"]);
    reads("*n", &["needs-parentheses at 0"]);
    reads("Nim(3)*", &["missing-operand at 7"]);
    reads("3 ^; ^^(2)", &["doubtful-ups at 2", "doubtful-ups at 5"]);
    reads("2.-^", &["missing-operand at 2"]);
}

#[test]
fn lines_and_statements() {
    reads("1\n2; 3", &["1", "2", "3"]);
    reads("1 +\n2", &["(1 + 2)"]);
    reads("x *\ny", &["(x * y)"]);
    reads("1 + *\ny", &["(1 + *(1))", "y"]);
    reads("Nim(k)\n{0|1}", &["Nim(k)", "{0|1}"]);
    reads("Nim\n(3)", &["Nim", "3"]);
    reads("f(1,\n2)", &["f(1, 2)"]);
    reads("if a\nthen b\nelse c\nd", &["(if a then b else c)", "d"]);
    reads("x = 3\n? x; ?? x", &["x = 3", "? x", "?? x"]);
    reads("1 2", &["missing-operator at 2"]);
    reads("1/3\n2.5\n4", &["(1 / 3)", "not-binary at 4", "4"]);
    reads("1 2\n3", &["missing-operator at 2", "3"]);
    reads(":limit time 5s // why\n1", &[":limit time 5s", "1"]);
    reads(":load a b.g\n:time", &[":load a b.g", ":time "]);
    reads("1; :time", &["1", "unexpected at 3"]);
    reads(
        ":notation standard\n1*\n:notation paper\n1.1",
        &[":notation standard", "(1 + *(1))", ":notation paper", "3/2"],
    );
}

#[test]
fn braces_and_bars() {
    reads("{0|1}; {|}; {0,1|}; {|*}", &["{0|1}", "{|}", "{0, 1|}", "{|*(1)}"]);
    reads("{a || b | c}", &["{a|{b|c}}"]);
    reads("{a | b || c | d}", &["{{a|b}|{c|d}}"]);
    reads("{5||3|1|||0||||0}", &["{{{5|{3|1}}|0}|0}"]);
    reads("{0|||0||-1|-3}", &["{0|{0|{-1|-3}}}"]);
    reads("{a, b|c || d}", &["{{a, b|c}|d}"]);
    reads("{0 | ∅}", &["{0|}"]);
    reads("{0||}", &["{0|}"]);
    reads("{1|2|3}", &["equal-bars at 4"]);
    reads("{1|(2|3)}", &["unclosed at 3"]);
    reads("{1}", &["missing-bar at 0"]);
    reads("{1,|2}", &["missing-operand at 3"]);
    reads("a | b", &["bar-outside-braces at 2"]);
    reads("{1|2", &["unclosed at 0"]);
    reads("(1]", &["unclosed at 0"]);
    reads("1)", &["unopened at 1"]);
    reads(")", &["unopened at 0"]);
    reads("()", &["missing-operand at 1"]);
    reads("[]; f(); [1, [2]]", &["[]", "f()", "[1, [2]]"]);
}

#[test]
fn generators() {
    reads("[Nim(k) : k = 0..20]", &["[<Nim(k) : k = 0..20>]"]);
    reads(
        "{a : k = 0.. n-1, j = k..n, b | c : x in l, if x > 2, d}",
        &["{<a : k = 0..(n - 1), j = k..n>, b|<c : x in l, if (x > 2)>, d}"],
    );
    reads("[a : if c, if d then e else f]", &["[<a : if c>, (if d then e else f)]"]);
    reads(
        "[a : k = 0..2, if k then e else f : j = 0..1]",
        &["[<a : k = 0..2>, <(if k then e else f) : j = 0..1>]"],
    );
    reads("[a : k = 0…2]", &["[<a : k = 0..2>]"]);
    reads("s[0..n-1] ++ s[i]", &["(s[0..(n - 1)] ++ s[i])"]);
    reads("[a : k = 2]", &["bad-generator at 5"]);
    reads("[a : k]", &["bad-generator at 5"]);
    reads("[a : if c then d]", &["bad-generator at 5"]);
    reads("(a : k = 0..1)", &["generator-outside at 3"]);
}

#[test]
fn ranges_as_lists() {
    reads("1..2", &["range(1, 2)"]);
    reads("f(a, 0..n-1)", &["f(a, range(0, (n - 1)))"]);
    reads("(0..2) ++ (a or b..c)", &["(range(0, 2) ++ range((a or b), c))"]);
    reads("if c then 0..1 else 2..3", &["(if c then range(0, 1) else range(2, 3))"]);
    reads("[x : x in 0..2, y = 0..x]", &["[<x : x in range(0, 2), y = 0..x>]"]);
    reads("s[(0..2)[1]..3]", &["s[range(0, 2)[1]..3]"]);
    reads("s[if c then 1 else 2..3]", &["s[(if c then 1 else 2)..3]"]);
    reads("x = 0..3", &["x = range(0, 3)"]);
    reads("[1..2]", &["range-outside at 2"]);
    reads("{1..2|}", &["range-outside at 2"]);
    reads("1..2..3", &["range-outside at 4"]);
    reads("s[1..2..3]", &["range-outside at 6"]);
    reads("*(1..2)", &["range-outside at 3"]);
}

#[test]
fn definitions() {
    reads(
        "F(n)\n{ case 0, 1: 0; case n if n % 2 == 0: 1; case if n < 3: 2; default: let m = n; {m|}; }\nF(2)",
        &[
            "define F; case 0 or 1: 0; case n if ((n % 2) == 0): 1; case  if (n < 3): 2; default let m = n: {m|}",
            "F(2)",
        ],
    );
    reads("G(a, b) { case (0, _), (_, 0): 0; }", &["define G; case (0, _) or (_, 0): 0"]);
    reads("impartial H(n) { default: {H(n-1), {0}}; }", &["define H; default: {H((n - 1)), {0}}"]);
    reads("G(a, b) { case 0: 0; }", &["pattern-length at 15"]);
    reads("G(a) { case (0, 1): 0; }", &["pattern-length at 12"]);
    reads("G(a, a) { case (0, 1): 0; }", &["duplicate-parameter at 5"]);
    reads("G(3) { case 0: 0; }", &["bad-parameter at 2"]);
    reads("G(if) { case 0: 0; }", &["reserved-word at 2"]);
    reads("F(n) { default: 0; case 1: 1; }", &["clause-after-default at 19"]);
    reads("F(n) { case 0: 0 }", &["define F; case 0: 0"]);
    reads(
        "F(n) { case 0: 0;\nG(n)\n{ default: 1; }",
        &["unexpected at 18", "define G; default: 1"],
    );
    reads("impartial F(n) { }", &["no-clauses at 15"]);
    reads("F(n) case 0: 0;", &["clause-outside at 5"]);
    reads("F(n) { 0 }", &["missing-operator at 5"]);
    reads("(1, 2)", &["pattern-outside at 0"]);
    reads("_ + 1", &["pattern-outside at 0"]);
}

/// The paper's listing, as printed.
#[test]
fn the_papers_kayles_lacks_a_brace() {
    let kaley = "Kaley(n) \n{ \ncase 0: 0; \n case 1: *(1); \n default:  Kaley(k)+Kaley(n−k−1):k = 0.. n-1, \n  Kaley(k)+Kaley(n−k−2):k = 0.. n-2| \n  Kaley(k)+Kaley(n−k−1):k = 0.. n-1, \n              Kaley(k)+Kaley(n−k−2):k = 0.. n-2}; \n} \n1";
    let place = kaley.find("Kaley(k)").unwrap();
    reads(kaley, &[&format!("missing-brace at {place}"), "1"]);
    let mended = kaley.replace("default:  ", "default:  {");
    let shown = read(&mended);
    assert!(
        shown[0].starts_with("define Kaley; case 0: 0; case 1: *(1); default: {<"),
        "{shown:?}"
    );
    assert_eq!(shown[1..], ["1"]);
}

#[test]
fn standard_literals() {
    reads(
        "1*; ^3*2; 73/16v9*8; ^[4]; ^<2>; v; vv; v3",
        &[
            "(1 + *(1))",
            "((3.^(1)) + *(2))",
            "(((73 / 16) + (9.-^(1))) + *(8))",
            "^(4)",
            "(^(2) - ^((2 - 1)))",
            "-^(1)",
            "(2.-^(1))",
            "(3.-^(1))",
        ],
    );
    reads("{3||2*|1*}", &["{3|{(2 + *(1))|(1 + *(1))}}"]);
    reads("+-1; 1/2+3.^(1/2); -1^3", &["±1", "((1 / 2) + (3.^((1 / 2))))", "(-1 + (3.^(1)))"]);
    // A star directly between a number and a digit is a star, any other a product.
    reads("2 * k; n*2; (3)*2; 2*(3)", &["(2 * k)", "(n * 2)", "(3 * 2)", "(2 * 3)"]);
    reads(
        "2*k; 2*d[0]; 2*f(1); 2* 3; 2 *3",
        &["(2 * k)", "(2 * d[0])", "(2 * f(1))", "(2 * 3)", "(2 * 3)"],
    );
    reads(
        "3*2; -3*2; 1/2*3; 1.1*2",
        &["(3 + *(2))", "(-3 + *(2))", "((1 / 2) + *(3))", "(3/2 + *(2))"],
    );
    reads("k*2*3; 7 % 4/2; n/2*3", &["((k * 2) * 3)", "((7 % 4) / 2)", "((n / 2) * 3)"]);
    reads(
        "3*\n4; [3* : k = 0..1]; 3* - 2",
        &["(3 + *(1))", "4", "[<(3 + *(1)) : k = 0..1>]", "((3 + *(1)) - 2)"],
    );
    reads(
        "10^9; 3^; 3^^*; 2v; 2v3",
        &[
            "(10 + (9.^(1)))",
            "(3 + ^(1))",
            "((3 + (2.^(1))) + *(1))",
            "(2 + -^(1))",
            "(2 + (3.-^(1)))",
        ],
    );
    reads(
        "^*; v*; ^^*3; v<2>*",
        &["(^(1) + *(1))", "(-^(1) + *(1))", "((2.^(1)) + *(3))", "((^((2 - 1)) - ^(2)) + *(1))"],
    );
    reads(
        "1miny(2); -1/2tiny(^) + 1; 2 - 1tiny(2)",
        &["(1 + miny(2))", "((-(1 / 2) + tiny(^(1))) + 1)", "(2 - (1 + tiny(2)))"],
    );
    reads("+-{1,1*} + 1", &["(±{1, (1 + *(1))} + 1)"]);
    reads("x/1/2", &["((x / 1) / 2)"]);
    reads(
        "n^(2); 2.^<2>; {0|^<2>*}",
        &["(n.^(2))", "(2.(^(2) - ^((2 - 1))))", "{0|((^(2) - ^((2 - 1))) + *(1))}"],
    );
    reads("a <>b; ^<2", &["(a <> b)", "(^(1) < 2)"]);
    reads(
        "^^3; n^2; 2**3**2; -2**2; 2 ** k",
        &["doubtful-ups at 0", "power at 5", "(2 ** (3 ** 2))", "-(2 ** 2)", "(2 ** k)"],
    );
}

/// A name that could be downs is one where something is called so.
#[test]
fn downs_and_names() {
    reads("v = 3\nv*2", &["v = 3", "(-^(1) + *(2))"]);
    reads(
        "[v*2 : v in l]; [f(v[0]) : v = 0..1]",
        &["[<(v * 2) : v in l>]", "[<f(v[0]) : v = 0..1>]"],
    );
    reads("F(v, n) { default: v*2 + v3; }", &["define F; default: ((v * 2) + (3.-^(1)))"]);
    reads("F(n) { default: let vv = 2; vv[0]; }", &["define F; default let vv = 2: vv[0]"]);
    reads("v(2); v[2]; v<2; v<2>", &["v(2)", "-^(2)", "(-^(1) < 2)", "(^((2 - 1)) - ^(2))"]);
    let bound = Reading::with_names(["v"]);
    let mut parser = Parser::new(Source::new("test", "v*2"), &bound);
    let statement = parser.next_statement().unwrap().unwrap();
    assert_eq!(show_statement(&statement, parser.source()), "(v * 2)");
}

/// What Unicode notation prints, and what other programs do.
#[test]
fn other_signs() {
    reads("⇑∗2; ↓²; ↑[3]; ⇓", &["((2.^(1)) + *(2))", "(^((2 - 1)) - ^(2))", "^(3)", "(2.-^(1))"]);
    reads("½; 2¾; 3·↑; −1", &["1/2", "11/4", "(3.^(1))", "-1"]);
    reads("⧾(2); 3⧿(1)", &["tiny(2)", "(3 + miny(1))"]);
    reads(
        "5over; -1/2upon + 1; {1on|0}",
        &["(5 + over)", "((-(1 / 2) + upon) + 1)", "{(1 + on)|0}"],
    );
    reads("F(over) { default: 5over; }", &["missing-operator at 20"]);
    reads("+_2; -_3; 1+_2; {0|+_2}", &["tiny(2)", "miny(3)", "(1 + tiny(2))", "{0|tiny(2)}"]);
}

#[test]
fn numbers() {
    reads("2.011; 10.1; 2.0; 0.01", &["19/8", "21/2", "2", "1/4"]);
    reads("2.5; 2.3", &["not-binary at 0", "not-binary at 5"]);
    reads("123456789012345678901234567890", &["123456789012345678901234567890"]);
    reads("0..1", &["range(0, 1)"]);
}

#[test]
fn comments_and_texts() {
    reads("1 // x\n/* a\nb */ 2", &["1", "2"]);
    reads("1//2", &["comment-after-operand at 1"]);
    reads("1/*2", &["comment-after-operand at 1"]);
    reads("/* x", &["unclosed-comment at 0"]);
    reads(r#""a\"b\n" ++ "c""#, &[r#"("a\"b\n" ++ "c")"#]);
    reads("\"abc", &["unclosed-text at 0"]);
    reads("\"a\\q\"", &["bad-escape at 0"]);
    reads("1 # 2", &["unknown-character at 2"]);
}

#[test]
fn errors_are_capped() {
    let text = ") \n".repeat(1000);
    let shown = read(&text);
    assert_eq!(shown.len(), MOST_ERRORS + 1);
    assert!(shown.last().unwrap().starts_with("too-many-errors"));
}

/// Nesting needs no stack: this test's thread has 256 KiB.
#[test]
fn nesting_is_bounded_by_memory() {
    let deep = 200_000;
    let run = move || {
        let texts = [
            format!("{}0{}", "{".repeat(deep), "|}".repeat(deep)),
            format!("{}0{}", "(".repeat(deep), ")".repeat(deep)),
            format!("{}0", "-".repeat(deep)),
            format!("{}0{}", "f(".repeat(deep), ")".repeat(deep)),
            format!("{}0", "if a then b else ".repeat(deep)),
            "1+".repeat(deep) + "1",
        ];
        for text in texts {
            let mut parser = Parser::new(Source::new("deep", text), &Reading::default());
            assert!(parser.next_statement().unwrap().is_ok());
        }
        let open = "{".repeat(deep);
        let mut parser = Parser::new(Source::new("deep", open), &Reading::default());
        assert!(parser.next_statement().unwrap().is_err());
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

#[test]
fn theories_of_play() {
    reads("a <= b + 1 mod t", &[r#"mod(t, "<=", a, (b + 1))"#]);
    reads("not a == b mod t and c", &[r#"(not mod(t, "==", a, b) and c)"#]);
    reads("[* <> 0 mod t, mod(1, 2)]", &[r#"[mod(t, "<>", *(1), 0), mod(1, 2)]"#]);
    reads("a + b mod t", &["missing-operator at 6"]);
    reads("a < b mod", &["missing-operand at 9"]);
    reads("'{entails F(n-1), -again G(1, 2)|}'", &["'{entails(F, (n - 1)), -again(G, 1, 2)|}'"]);
    reads("again(2) + entails", &["(again(2) + entails)"]);
    reads("scoring F(n) { case 0: 0; }", &["define F; case 0: 0"]);
    reads("scoring(2)", &["scoring(2)"]);
}
