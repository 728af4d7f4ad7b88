//! Databases of rulesets and of definitions: built, stopped, checked, used, and not used by others.

use std::path::Path;
use std::time::Duration;

use cg_calculator::cg_solve::{Database, Settings as Solving};
use cg_calculator::{
    Build, Built, Calculator, CalculatorError, Databases, Interrupt, Limits, Player, Settings,
    SumSolver, check_database,
};

const CLOBBER: &str = r#"Clobber(b) {
  sum: parts(b, "."); symmetric: symmetries(b); negative: swap(b, "x", "o");
  default: { Clobber(put(b, r, c, ".", i, j, "x")) : (r, c) in cells(b, "x"), (i, j) in neighbours(b, r, c), if b[i, j] == "o"
           | Clobber(put(b, r, c, ".", i, j, "o")) : (r, c) in cells(b, "o"), (i, j) in neighbours(b, r, c), if b[i, j] == "x" };
}"#;

/// Texts, with a binding and a helper.
const ROW: &str = r#"left = "L"
other(s) { default: if s == left then "R" else left; }
Row(s) {
  default: { Row(s[0..i-1]) : i = 0..len(s)-1, if s[i] == left, Row(s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == left
           | Row(s[0..i-1]) : i = 0..len(s)-1, if s[i] == other("L"), Row(s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == other("L") };
}"#;

fn calculator(program: &str) -> Calculator {
    let mut calculator = Calculator::new().unwrap();
    let replies = calculator.evaluate(program);
    assert!(replies.is_empty(), "{}", replies[0]);
    calculator
}

fn build(
    folder: &Path,
    program: &str,
    function: &str,
    up_to: [usize; 2],
) -> Result<Built, CalculatorError> {
    let mut calculator = calculator(program);
    let build = Build::of_function(&mut calculator, function, up_to, Limits::default())?;
    Databases::new(folder).build(&build, &mut |_| {})
}

/// How many components were looked up to tell who wins, and who wins when each player starts.
fn looked_up(folder: &Path, program: &str, sum: &str) -> (u64, [bool; 2]) {
    let mut calculator = calculator(program);
    let mut solver =
        SumSolver::new(Solving::default()).with_databases(Some(Databases::new(folder)));
    let sum = solver.read(calculator.session(), sum).unwrap();
    let wins = Player::BOTH.map(|first| solver.wins(calculator.session(), &sum, first).unwrap());
    (solver.solver().work().looked_up, wins)
}

/// The components are those of the built-in ruleset, and the file says what solvers find.
#[test]
fn the_guides_clobber_has_the_components_of_the_ruleset() {
    let folder = tempfile::tempdir().unwrap();
    let own = build(folder.path(), CLOBBER, "Clobber", [2, 4]).unwrap();
    let ruleset = Build::new("clobber", [2, 4], Limits::default()).unwrap();
    let ruleset = Databases::new(folder.path()).build(&ruleset, &mut |_| {}).unwrap();
    assert!(own.complete && own.components > 400, "{own:?}");
    assert_eq!((own.components, own.without_value), (ruleset.components, ruleset.without_value));
    let own = check_database(&own.path, own.components, &Limits::default()).unwrap();
    let sum = "Clobber(board(\"xoxo|oxox\")) + Clobber(board(\"xo\"))";
    let (found, wins) = looked_up(folder.path(), CLOBBER, sum);
    assert_eq!(found, 2);
    // Without databases it is the same.
    let nowhere = folder.path().join("nowhere");
    assert_eq!(looked_up(&nowhere, CLOBBER, sum), (0, wins));
    // The session looks there, too.
    let settings = Settings { databases: Some(folder.path().to_owned()), ..Settings::default() };
    let mut calculator = Calculator::with(settings).unwrap();
    calculator.evaluate(CLOBBER);
    let question = ":why ? Clobber(board(\"xoxoxoxox|oxoxoxoxo\")) + Clobber(board(\"xoxo|oxox\"))";
    let reply = calculator.evaluate(question).remove(0).shown;
    assert!(reply.contains("looked up in"), "{reply}");
    // A larger one takes over what is there, and a piece is as short as can be.
    let mut asked = {
        let mut calculator = self::calculator(CLOBBER);
        Build::of_function(&mut calculator, "Clobber", [3, 3], Limits::default()).unwrap()
    };
    asked.piece = Duration::from_millis(1);
    let mut pieces = 0;
    let larger = Databases::new(folder.path()).build(&asked, &mut |_| pieces += 1).unwrap();
    assert!(larger.complete && pieces > 2, "{larger:?}, {pieces}");
    assert!(larger.components > own.components, "{larger:?}");
    check_database(&larger.path, 500, &Limits::default()).unwrap();
}

/// An interrupted build keeps its piece, even where the engine takes long to list the values.
#[test]
fn an_interrupted_build_keeps_its_piece() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path());
    // The value of each board has thousands of positions.
    let switches: Vec<_> = (0..12).map(|power| format!("+-{}", 1 << power)).collect();
    let left = switches.join(" + ");
    let program = format!(
        "Hot(s) {{ default: {{ 9000 + *7 + ^ + {left} | if s == \"x\" then -9000 else -9001 }} }}"
    );
    let interrupt = Interrupt::new();
    let limits = Limits { interrupt: interrupt.clone(), ..Limits::default() };
    let build = Build::of_function(&mut calculator(&program), "Hot", [1, 64], limits).unwrap();
    let stopped = databases.build(&build, &mut |_| interrupt.raise());
    assert_eq!(stopped, Err(cg_core::Error::Interrupted.into()));
    let files = databases.files().unwrap();
    let [file] = &files[..] else { panic!("{files:?}") };
    assert!(Database::open(file).unwrap().header().components > 0);
    interrupt.clear();
    assert!(databases.build(&build, &mut |_| {}).unwrap().complete);
}

/// A file serves definitions with the very program that it was built with.
#[test]
fn other_definitions_do_not_use_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let built = build(folder, ROW, "Row", [1, 5]).unwrap();
    check_database(&built.path, built.components, &Limits::default()).unwrap();
    let sum = "Row(\"LRLLR\") - Row(\"RLRL\")";
    let (found, wins) = looked_up(folder, ROW, sum);
    assert!(found > 0);
    // The same with other words around it, and with the binding by its value.
    let moved = ROW.replace("left = \"L\"", "unused = 3\nleft = \"\" ++ \"L\"");
    assert_eq!(looked_up(folder, &moved, sum), (found, wins));
    for other in [
        ROW.replace("left = \"L\"", "left = \"R\""),
        ROW.replace("then \"R\" else left", "then left else \"R\""),
        ROW.replace("Row(s[0..i-1])", "Row(\"\" ++ s[0..i-1])"),
    ] {
        assert_eq!(looked_up(folder, &other, sum).0, 0, "{other}");
    }
    // In misère play values tell nothing.
    let settings = Settings { databases: Some(folder.to_owned()), ..Settings::default() };
    let mut with = Calculator::with(settings).unwrap();
    let mut without = calculator(ROW);
    with.evaluate(ROW);
    for sum in ["Row(\"LRLLR\")", "Row(\"LR\") + Row(\"RL\")", "Row(\"LRL\") - Row(\"LRR\")"] {
        for question in [format!("? {sum}"), format!("misere({sum})"), format!("outcome({sum})")] {
            let shown = [&mut with, &mut without]
                .map(|one| one.evaluate(question.as_str()).remove(0).shown);
            assert_eq!(shown[0], shown[1], "{question}");
        }
    }
}

#[test]
fn what_has_no_database_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |program: &str, function: &str, up_to| {
        build(folder.path(), program, function, up_to).unwrap_err().to_string()
    };
    let heap = "Heap(n) { case 0: 0; default: { Heap(n-1) | } }";
    assert!(refused(heap, "Heap", [2, 2]).contains("no function of one board"));
    assert!(refused(heap, "Other", [2, 2]).contains("no function of one board"));
    let two =
        "Two(b, k) { default: { Two(put(b, 0, 0, \"x\"), k) : j = 1..1, if b[0, 0] == \".\" | } }";
    assert!(refused(two, "Two", [2, 2]).contains("no function of one board"));
    assert!(refused(ROW, "Row", [2, 2]).contains("1x2"));
    let bound = "p = Clobber(\"xo\")\nC(b) { default: { p : j = 1..1, if b[0, 0] == \"x\" | C(put(b, 0, 0, \".\")) : j = 1..1, if b[0, 0] == \"x\" } }";
    assert!(refused(bound, "C", [1, 1]).contains("cannot be written"));
    assert!(refused(CLOBBER, "Clobber", [9, 9]).contains("more than"));
    assert!(refused(CLOBBER, "Clobber", [0, 2]).contains("from 1 to 64"));
    // A definition whose positions come back.
    let loop_ = "Turn(b) { default: { Turn(mirror(b)) : j = 1..1, if b[0, 0] == \"x\" | } }";
    assert!(build(folder.path(), loop_, "Turn", [1, 2]).is_err());
}

/// The file of one program in the place of another's is refused.
#[test]
fn a_file_of_another_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path());
    let one = build(folder.path(), CLOBBER, "Clobber", [1, 3]).unwrap();
    let changed = CLOBBER.replace("symmetric: symmetries(b); ", "");
    let two = build(folder.path(), &changed, "Clobber", [1, 3]).unwrap();
    assert_ne!(one.path, two.path);
    assert_eq!(databases.files().unwrap().len(), 2);
    std::fs::copy(&two.path, &one.path).unwrap();
    let error = build(folder.path(), CLOBBER, "Clobber", [1, 3]).unwrap_err().to_string();
    assert!(error.contains("another definition of Clobber"), "{error}");
    // Its own header is true.
    let header = Database::open(&one.path).unwrap().header().clone();
    assert_eq!(header.program.as_deref().map(str::trim), Some(changed.trim()));
}
