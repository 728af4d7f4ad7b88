//! Pictures for LaTeX: the frame, inks and fonts of all of them.

use crate::style::Ink;

/// A picture with these commands for the package `tikz`. Places are in pixels from the upper left
/// corner.
pub(crate) fn document(commands: impl IntoIterator<Item = String>) -> String {
    let mut text = String::from("\\begin{tikzpicture}[x=0.75pt,y=-0.75pt]\n");
    for ink in [Ink::Plain, Ink::First, Ink::Second, Ink::Both, Ink::Faint] {
        let colour = ink.colour();
        let numbers = format!("{},{},{}", colour.0, colour.1, colour.2);
        text += &format!("\\definecolor{{{}}}{{RGB}}{{{numbers}}}\n", name(ink));
    }
    for command in commands {
        text += &command;
        text.push('\n');
    }
    text + "\\end{tikzpicture}\n"
}

/// The name of an ink in LaTeX.
pub(crate) fn name(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain => "cgplain",
        Ink::First => "cgleft",
        Ink::Second => "cgright",
        Ink::Both => "cgboth",
        Ink::Faint => "cgfaint",
    }
}

/// A text in which the special characters of LaTeX are escaped.
pub(crate) fn written(text: &str) -> String {
    let mut written = String::new();
    for sign in text.chars() {
        match sign {
            '\\' => written += "\\textbackslash{}",
            '^' => written += "\\textasciicircum{}",
            '~' => written += "\\textasciitilde{}",
            '|' => written += "\\textbar{}",
            '<' => written += "\\textless{}",
            '>' => written += "\\textgreater{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                written.push('\\');
                written.push(sign);
            }
            sign => written.push(sign),
        }
    }
    written
}
