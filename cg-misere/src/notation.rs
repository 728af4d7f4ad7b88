//! Misère forms as text: `0`, `*`, `*3`, `*[[2],0]`, `*2[3]`.
//!
//! ```text
//! game  = "0" | "*" [ item ]
//! item  = base { "[" list "]" }        what stands in later brackets is added
//! base  = number | "[" [ list ] "]"    a Nim heap, or the game with these options
//! list  = item { "," item }
//! ```
//!
//! Winning Ways (chapter 13) writes an added heap below the line: `2[3]` is its 2 with a 3 below,
//! the sum of two Nim heaps. `*[2[3],0]` has this sum and 0 as options. Spaces have no meaning.
//! Impartial games are their own negatives, so a minus is not read.

use crate::{Form, Forms, MisereError, Result};

/// The deepest nesting of brackets, and the largest number of bytes of a text.
const DEEPEST: usize = 200;
const LONGEST: usize = 1 << 16;

/// The largest number of bytes that are written.
const MOST_WRITTEN: usize = 1 << 20;

/// An open bracket: the base before it, if its content is added to a base, and its content.
struct Open {
    base: Option<Form>,
    items: Vec<Form>,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wrong<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(MisereError::Notation { what: what.into(), at: self.at })
    }

    /// The next sign that is not a space.
    fn sign(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn takes(&mut self, wanted: char) -> bool {
        let found = self.sign() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn number(&mut self) -> Result<Option<u32>> {
        self.sign();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end == 0 {
            return Ok(None);
        }
        let Ok(number) = rest[..end].parse() else {
            return self.wrong("the heap is too large");
        };
        self.at += end;
        Ok(Some(number))
    }

    fn found(&mut self) -> String {
        match self.sign() {
            Some(sign) => format!("`{}`", sign.escape_debug()),
            None => "the end".into(),
        }
    }
}

impl Forms {
    /// Reads a game in the notation of the field, and simplifies it.
    ///
    /// ```
    /// use cg_misere::Forms;
    /// let mut forms = Forms::new(1000);
    /// let game = forms.read("*[2[3],0]")?;
    /// assert_eq!(forms.text(game)?, "*[2[3],0]");
    /// let star = forms.read("*[*]").unwrap_err().to_string();
    /// assert!(star.contains("byte 2"), "{star}");
    /// # Ok::<(), cg_misere::MisereError>(())
    /// ```
    ///
    /// # Errors
    /// A text that is not a game: what is wrong, and where; more forms than fit.
    pub fn read(&mut self, text: &str) -> Result<Form> {
        let mut reader = Reader { text, at: 0 };
        if text.len() > LONGEST {
            return reader.wrong(format!("it is longer than {LONGEST} bytes"));
        }
        let form = if reader.takes('*') {
            match reader.sign() {
                None => self.nim(1)?,
                Some(_) => self.item(&mut reader)?,
            }
        } else if reader.takes('0') {
            self.form(&[])?
        } else {
            let found = reader.found();
            return reader.wrong(format!("a game begins with `*`, or is `0`, and here is {found}"));
        };
        match reader.sign() {
            None => Ok(form),
            Some(_) => {
                let found = reader.found();
                reader.wrong(format!("the game has ended before {found}"))
            }
        }
    }

    /// One item, with a list of the open brackets: nothing recurses here.
    fn item(&mut self, reader: &mut Reader<'_>) -> Result<Form> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            // A base is expected.
            let mut item = if let Some(size) = reader.number()? {
                self.nim(size)?
            } else if reader.takes('[') {
                if open.len() >= DEEPEST {
                    return reader.wrong(format!("more than {DEEPEST} brackets are open"));
                }
                open.push(Open { base: None, items: Vec::new() });
                if !reader.takes(']') {
                    continue;
                }
                let _ = open.pop();
                self.form(&[])?
            } else {
                let found = reader.found();
                return reader.wrong(format!("a number or `[` is missing before {found}"));
            };
            // The characters that may follow an item.
            loop {
                if reader.takes('[') {
                    if open.len() >= DEEPEST {
                        return reader.wrong(format!("more than {DEEPEST} brackets are open"));
                    }
                    open.push(Open { base: Some(item), items: Vec::new() });
                    break;
                }
                let Some(bracket) = open.last_mut() else {
                    return Ok(item);
                };
                bracket.items.push(item);
                if reader.takes(',') {
                    break;
                }
                if !reader.takes(']') {
                    let found = reader.found();
                    return reader.wrong(format!("`,` or `]` is missing before {found}"));
                }
                let Open { base, items } = open.pop().expect("it was there above");
                item = match base {
                    None => self.form(&items)?,
                    Some(base) => self.sum_of([base].into_iter().chain(items))?,
                };
            }
        }
    }

    /// The form as text, which [`Forms::read`] reads back. A sum with a Nim heap is written as a
    /// sum, `*2[3]`, if that makes the rest smaller.
    ///
    /// # Errors
    /// The errors of [`Forms::difference`]; a text of more than 2^20 bytes; an interrupt.
    pub fn text(&mut self, form: Form) -> Result<String> {
        let mut text = String::new();
        match self.nim_heap(form) {
            Some(0) => text.push('0'),
            Some(1) => text.push('*'),
            _ => {
                text.push('*');
                self.write(form, &mut text)?;
            }
        }
        Ok(text)
    }

    fn write(&mut self, form: Form, text: &mut String) -> Result<()> {
        /// The parts that remain to be written, the last first.
        enum Step {
            Form(Form),
            Sign(char),
            Number(u32),
        }
        let mut steps = vec![Step::Form(form)];
        while let Some(step) = steps.pop() {
            if text.len() > MOST_WRITTEN {
                return Err(MisereError::limit(
                    "the text of the form",
                    format!("{MOST_WRITTEN} bytes"),
                ));
            }
            match step {
                Step::Sign(sign) => text.push(sign),
                Step::Number(number) => *text += &number.to_string(),
                Step::Form(form) => {
                    if let Some(heap) = self.nim_heap(form) {
                        *text += &heap.to_string();
                    } else if let Some((rest, heap)) = self.without_heap(form)? {
                        steps.extend([
                            Step::Sign(']'),
                            Step::Number(heap),
                            Step::Sign('['),
                            Step::Form(rest),
                        ]);
                    } else {
                        // Options with the latest birthday come first.
                        let options = self.in_order(form);
                        steps.push(Step::Sign(']'));
                        for (at, option) in options.into_iter().enumerate() {
                            if at > 0 {
                                steps.push(Step::Sign(','));
                            }
                            steps.push(Step::Form(option));
                        }
                        steps.push(Step::Sign('['));
                    }
                }
            }
        }
        Ok(())
    }

    /// The form as a sum of an older form and a Nim heap.
    fn without_heap(&mut self, form: Form) -> Result<Option<(Form, u32)>> {
        for size in (1..self.birthday(form)).rev() {
            let heap = self.nim(size)?;
            if let Some(rest) = self.difference(form, heap)?
                && self.birthday(rest) < self.birthday(form)
            {
                return Ok(Some((rest, size)));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A form has one text, however it was created.
    #[test]
    fn texts_do_not_depend_on_the_order() {
        for (one, other) in [("*[4,[3,2]]", "*[[3,2],4]"), ("*[[[3,2],4],[2]]", "*[[2],[4,[3,2]]]")]
        {
            let texts = [one, other].map(|text| {
                let mut forms = Forms::new(1000);
                let form = forms.read(text).unwrap();
                forms.text(form).unwrap()
            });
            assert_eq!(texts[0], texts[1]);
        }
    }
    use crate::form::tests::born;

    #[test]
    fn forms_are_read_back() {
        let mut forms = Forms::new(1_000_000);
        let born = born(&mut forms, 4);
        let mut all = born.clone();
        for &a in &born {
            for &b in &born {
                all.push(forms.sum(a, b).unwrap());
            }
        }
        for form in all {
            let text = forms.text(form).unwrap();
            assert_eq!(forms.read(&text).unwrap(), form, "{text}");
        }
    }

    #[test]
    fn texts_of_small_forms() {
        let mut forms = Forms::new(100_000);
        for (text, shown) in [
            ("0", "0"),
            ("*", "*"),
            ("*1", "*"),
            ("*[]", "0"),
            (" * [ 0 , 1 ] ", "*2"),
            ("*[1]", "0"),
            ("*[2]", "*[2]"),
            ("*[[2],1]", "*[[2],1]"),
            ("*2[3]", "*2[3]"),
            ("*[2[3],0]", "*[2[3],0]"),
            ("*[[2]][1]", "*[[2]][1]"),
            ("*2[1]", "*3"),
        ] {
            let form = forms.read(text).unwrap();
            assert_eq!(forms.text(form).unwrap(), shown, "{text}");
        }
    }

    #[test]
    fn what_is_no_game_is_an_error_with_its_place() {
        let mut forms = Forms::new(1000);
        for (text, at) in [
            ("", 0),
            ("3", 0),
            ("0 1", 2),
            ("*x", 1),
            ("*[2", 3),
            ("*[2;3]", 3),
            ("*[,]", 2),
            ("*[2,]", 4),
            ("*2]", 2),
            ("*99999999999", 1),
            ("*2[]", 3),
        ] {
            match forms.read(text) {
                Err(MisereError::Notation { at: found, .. }) => assert_eq!(found, at, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in ["*[".repeat(100_000), format!("*{}", "[".repeat(1000)), "*1000000".into()] {
            assert!(forms.read(&text).is_err());
        }
    }
}
