//! What `:plot` is asked for: the picture, the file and the width, and programs with pictures among them.

use cg_calculator::cg_plot::Picture;
use cg_calculator::{Calculator, PictureKind, Stretch, illustrated};
use cg_lang::Reading;

fn calculator() -> Calculator {
    let mut calculator = Calculator::new().unwrap();
    assert!(calculator.evaluate("f(s) { default: len(s) }\nx = 1\na = 2").is_empty());
    calculator
}

/// The file that `:plot` would write: a session without files names it.
fn file(typed: &str) -> Result<Option<String>, String> {
    let mut calculator = calculator();
    calculator.session().confine();
    let reply = calculator.evaluate(format!(":plot {typed}")).remove(0);
    let Some((_, rest)) = reply.shown.split_once("this session writes no files: leave out `")
    else {
        return if reply.is_error() { Err(reply.shown) } else { Ok(None) };
    };
    Ok(Some(rest.split_once('`').expect("the name ends").0.to_owned()))
}

/// The expression of a picture that is drawn here.
fn drawn(typed: &str) -> String {
    let program = format!(":plot {typed}");
    match &illustrated(&program, &Reading::default())[..] {
        [Stretch::Picture { kind, expression, .. }] => format!("{} {expression}", kind.name()),
        other => panic!("{typed}: {other:?}"),
    }
}

#[test]
fn files_are_told_from_expressions() {
    for (typed, what, is_in) in [
        ("tree {0|1}", "tree {0|1}", None),
        ("tree {0|1} a.svg", "tree {0|1}", Some("a.svg")),
        ("tree f(\"x y\")", "tree f(\"x y\")", None),
        ("tree {0 | 1}  \"my tree.SVG\"", "tree {0 | 1}", Some("my tree.SVG")),
        ("tree 2 + 2.x", "tree 2 + 2.x", None),
        ("thermograph(^) a.png ", "thermograph(^)", Some("a.png")),
    ] {
        assert_eq!(file(typed), Ok(is_in.map(str::to_owned)), "{typed}");
        match is_in {
            None => assert_eq!(drawn(typed), what, "{typed}"),
            Some(name) if name.ends_with("png") => {
                let reply = calculator().evaluate(format!(":plot {typed}")).remove(0);
                assert!(reply.shown.contains("`a.png` does not end in .svg"), "{reply}");
                assert_eq!(drawn(typed.strip_suffix("a.png ").unwrap()), "thermograph (^)");
            }
            // What is written is the picture of the rest.
            Some(name) => {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join(name);
                let typed = typed.replace(name, &path.display().to_string());
                let reply = calculator().evaluate(format!(":plot {typed}")).remove(0);
                assert!(!reply.is_error(), "{typed}: {reply}");
                let expression = what.strip_prefix("tree ").unwrap();
                let picture = calculator().picture(PictureKind::Tree, expression).unwrap();
                let svg = std::fs::read_to_string(path).unwrap();
                assert_eq!(svg.trim_end(), picture.svg().trim_end(), "{typed}");
            }
        }
    }
    assert_eq!(file("tree ^ a.svg 240pt"), Ok(Some("a.svg".to_owned())));
    for wrong in ["240", "0pt", "8cm", "-3pt", "99999999999pt"] {
        let error = file(&format!("tree ^ a.svg {wrong}")).unwrap_err();
        let problem = format!("`{wrong}` is no width: write points, such as `240pt`");
        assert!(error.contains(&problem), "{error}");
    }
    assert_eq!(drawn("tree a 240pt"), "tree a 240pt");
}

/// A picture is at most as wide as the width that is typed behind the file. LaTeX has points, and 240
/// points are 320 units of SVG.
#[test]
fn widths_are_those_that_are_typed() {
    let folder = tempfile::tempdir().unwrap();
    let written = |typed: &str, ending: &str, width: &str| {
        let path = folder.path().join(format!("picture.{ending}"));
        let typed = format!(":plot {typed} {} {width}", path.display());
        let reply = calculator().evaluate(typed).remove(0);
        assert!(!reply.is_error(), "{reply}");
        std::fs::read_to_string(&path).unwrap()
    };
    let wide = |typed: &str, width: &str| -> u32 {
        let svg = written(typed, "svg", width);
        let (width, _) = svg.strip_prefix("<svg width=\"").unwrap().split_once('"').unwrap();
        width.parse().unwrap()
    };
    let tree = "tree {0|1}";
    assert!(wide(tree, "") > 320);
    assert_eq!(wide(tree, "240pt"), 320);
    assert_eq!(wide(tree, "1000pt"), wide(tree, ""));
    let latex = written("position Clobber(\"xo\")", "tex", "240pt");
    assert!(latex.contains("\\ifdim\\width>240pt 240pt\\else"), "{latex}");
    // Of positions fewer stand in a row.
    let boards = "positions Clobber [\"xoxo\", \"xoxo|oxox\", \"oxox\", \"x.xo\", \"xo|ox\"]";
    let [narrow, usual, row] = ["240pt", "", "1000pt"].map(|width| wide(boards, width));
    assert!(narrow <= 320 && narrow < usual && usual < row, "{narrow} {usual} {row}");
}

#[test]
fn programs_are_cut_at_pictures() {
    let cut = |program| {
        let part = |part: &Stretch<'_>| match part {
            Stretch::Program(text) => text.clone(),
            Stretch::Picture { kind, expression, .. } => {
                format!("{}<{expression}>", kind.name())
            }
        };
        illustrated(program, &Reading::default()).iter().map(part).collect::<Vec<_>>()
    };
    assert_eq!(cut(""), [""; 0]);
    assert_eq!(cut("1\n2"), ["1\n2"]);
    assert_eq!(
        cut("\"↑\";\n : plot tree ^ \n2"),
        ["\"↑\";\n ", "tree<^>", "      \n               \n2"]
    );
    // Files, unknown kinds, comments and texts are left to the language.
    for program in [
        ":plot tree 1 a.svg",
        ":plot cube 1",
        "/*\n:plot tree 1\n*/ 2",
        "{ 1 |\n:plot tree 1 }",
        ":plot tree",
    ] {
        assert_eq!(cut(program), [program]);
    }
}

/// The name of a picture, which its title has.
#[test]
fn names_lose_what_encloses_them() {
    let mut calculator = calculator();
    let long = "x".repeat(50);
    assert!(calculator.evaluate(format!("{long} = 1")).is_empty());
    let cut = format!("{}…", "x".repeat(39));
    for (typed, shown) in [
        ("({4|-2})", "{4|-2}"),
        ("(1)+(2)", "(1)+(2)"),
        ("^", "^"),
        // At most 40 signs.
        (&long, &cut),
    ] {
        let svg = calculator.picture(PictureKind::Tree, typed).unwrap().svg();
        assert!(svg.contains(&format!("<title>Game tree of {shown}</title>")), "{typed}: {svg}");
    }
}
