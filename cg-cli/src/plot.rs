//! The directive `:plot`: trees, thermographs and sequences, drawn in the terminal
//! or written as SVG.

use std::path::Path;

use cg_lang::{AddedDirective, Refusal, Session, Value};
use cg_plot::{Picture, SequencePicture, Terminal, ThermographPicture, TreePicture};

/// What a name stands for in a title is cut to so many signs.
const MOST_NAME: usize = 40;

/// The endings of files that somebody may want pictures in.
const PICTURES: [&str; 10] =
    ["svg", "png", "pdf", "jpg", "jpeg", "gif", "eps", "ps", "webp", "bmp"];

/// The directive to add to a session whose answers are read in `terminal`.
pub(crate) fn directive(terminal: Terminal) -> AddedDirective {
    AddedDirective::new(
        "plot",
        ":plot tree G|thermograph G|sequence LIST [FILE.svg]",
        "Draws a picture here, or writes it to a file as SVG.",
        move |session, argument| {
            let (what, file) = split(argument);
            if let Some(file) = file
                && !ending(file).is_some_and(|end| end.eq_ignore_ascii_case("svg"))
            {
                return Err(Refusal::Argument(format!(
                    "pictures are written as SVG, and `{file}` does not end in .svg"
                )));
            }
            let picture = Drawing::of(session, what)?;
            let Some(file) = file else {
                return Ok(picture.text(terminal).trim_end().to_owned());
            };
            let svg = picture.svg().map_err(|error| Refusal::Argument(error.to_string()))?;
            let unwritten =
                |error: std::io::Error| Refusal::Unwritten(file.to_owned(), error.to_string());
            cg_files::write_whole(Path::new(file), |out| out.write_all(svg.as_bytes()))
                .map_err(unwritten)?;
            Ok(format!("written to {file}"))
        },
    )
}

/// What is drawn.
enum Drawing {
    Thermograph(std::sync::Arc<cg_simplify::Thermograph>, String),
    Tree(TreePicture),
    Sequence(Box<SequencePicture>),
}

impl Drawing {
    fn of(session: &mut Session, what: &str) -> Result<Self, Refusal> {
        let end = what.find(|c: char| !c.is_alphanumeric()).unwrap_or(what.len());
        let (kind, expression) = what.split_at(end);
        let expression = expression.trim();
        let name = name(expression);
        match kind {
            "tree" | "thermograph" | "sequence" if expression.is_empty() => {
                Err(Refusal::Argument(format!("what is the {kind} of? an expression is missing")))
            }
            "thermograph" => {
                let (game, _) = session.evaluate_game(expression)?;
                Ok(Drawing::Thermograph(session.engine().thermograph(game)?, name))
            }
            "tree" => {
                let (game, form) = session.evaluate_game(expression)?;
                let notation = session.notation();
                let engine = session.engine();
                Ok(Drawing::Tree(match form {
                    Some(form) => TreePicture::of_form(engine, form, notation, &name)?,
                    None => TreePicture::of_game(engine, game, notation, &name)?,
                }))
            }
            "sequence" => sequence(&session.evaluate(expression)?, &name),
            _ => Err(Refusal::Argument(
                "trees, thermographs and sequences are drawn: which of them?".to_owned(),
            )),
        }
    }
}

impl Picture for Drawing {
    fn svg(&self) -> Result<String, cg_plot::DrawError> {
        match self {
            Drawing::Thermograph(thermograph, name) => {
                ThermographPicture::new(thermograph, name).svg()
            }
            Drawing::Tree(tree) => tree.svg(),
            Drawing::Sequence(sequence) => sequence.svg(),
        }
    }

    fn text(&self, terminal: Terminal) -> String {
        match self {
            Drawing::Thermograph(thermograph, name) => {
                ThermographPicture::new(thermograph, name).text(terminal)
            }
            Drawing::Tree(tree) => tree.text(terminal),
            Drawing::Sequence(sequence) => sequence.text(terminal),
        }
    }
}

/// The picture of a list of whole numbers, none negative.
fn sequence(value: &Value, name: &str) -> Result<Drawing, Refusal> {
    let numbers = match value {
        Value::List(list) => list
            .items()
            .iter()
            .map(|item| u64::try_from(item.held_integer()?).ok())
            .collect::<Option<Vec<u64>>>(),
        _ => None,
    };
    let refused = || {
        Refusal::Argument(
            "a sequence is a list of whole numbers, such as [nimvalue(Nim(k)) : k = 0..50]".into(),
        )
    };
    let numbers = numbers.filter(|numbers| !numbers.is_empty()).ok_or_else(refused)?;
    let top = numbers.iter().copied().max().unwrap_or(0);
    let count = numbers.len() as u64;
    let mut picture = SequencePicture::new(name, ["place in the list", "value"], count, top);
    (0..).zip(numbers).for_each(|(place, number)| picture.add(place, number, false));
    Ok(Drawing::Sequence(Box::new(picture)))
}

/// An expression as a title has it: without parentheses around all of it.
fn name(expression: &str) -> String {
    let inner = expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.filter(|inner| {
        let mut depth = 0i64;
        inner.chars().all(|sign| {
            depth += i64::from(sign == '(') - i64::from(sign == ')');
            depth >= 0
        })
    });
    let text = inner.unwrap_or(expression).trim();
    if text.chars().count() <= MOST_NAME {
        return text.to_owned();
    }
    text.chars().take(MOST_NAME - 1).chain(['…']).collect()
}

/// The picture that is asked for, and the file behind it if there is one: a last
/// word in quotation marks, or with the ending of a picture.
fn split(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let quoted = text.strip_suffix('"').and_then(|rest| rest.rsplit_once('"'));
    if let Some((what, file)) = quoted
        && what.ends_with(char::is_whitespace)
        && ending(file).is_some()
    {
        return (what.trim_end(), Some(file));
    }
    match text.rsplit_once(char::is_whitespace) {
        Some((what, file)) if ending(file).is_some() => (what.trim_end(), Some(file)),
        _ => (text, None),
    }
}

/// The ending of a file, if it is that of a picture.
fn ending(file: &str) -> Option<&str> {
    let (_, ending) = file.rsplit_once('.')?;
    PICTURES.iter().any(|known| ending.eq_ignore_ascii_case(known)).then_some(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_from_expressions() {
        for (typed, what, file) in [
            ("tree {0|1}", "tree {0|1}", None),
            ("tree {0|1} a.svg", "tree {0|1}", Some("a.svg")),
            ("tree f(\"x y\")", "tree f(\"x y\")", None),
            ("tree {0 | 1}  \"my tree.SVG\"", "tree {0 | 1}", Some("my tree.SVG")),
            ("tree 2 + 2.x", "tree 2 + 2.x", None),
            ("thermograph(^) a.png ", "thermograph(^)", Some("a.png")),
        ] {
            assert_eq!(split(typed), (what, file), "{typed}");
        }
    }

    #[test]
    fn names_lose_what_encloses_them() {
        for (typed, shown) in [("({4|-2})", "{4|-2}"), ("(1)+(2)", "(1)+(2)"), ("^", "^")] {
            assert_eq!(name(typed), shown);
        }
        assert_eq!(name(&"x".repeat(50)).chars().count(), MOST_NAME);
    }
}
