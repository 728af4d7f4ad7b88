//! How forms are written: `{0,*|{1|}}`, with `end` and `end(a)` for marks, `oo`, `score(a)`.
//!
//! ```text
//! form   := '{' side '|' side '}' | '-' form | integer | '*' [integer] | 'oo' | 'score' '(' number ')'
//! side   := [item (',' item)*]
//! item   := form | 'end' | 'end' '(' number ')'
//! number := ['-'] digits ['/' digits]
//! ```

use std::rc::Rc;

use cg_core::{Arrange, Error, Player};
use rustc_hash::FxHashMap;

use crate::{Ending, Ends, Form, Result, Score, Theory, Universe, UniverseError};

/// The longest text that is written.
const LONGEST: usize = 1 << 20;

/// The most bytes of the texts of all followers, by which options are put in order.
const MOST_TEXTS: usize = 1 << 26;

/// The largest integer and nimber that are read: each is a form with that many followers.
const LARGEST: i64 = 1 << 16;

/// Whose forms a text writes, by the words in it: those of misère play unless it says otherwise.
pub(crate) fn theory_of(text: &str) -> Theory {
    if text.contains("score") || text.contains("end(") {
        Theory::Scoring
    } else if text.contains("oo") {
        Theory::Affine
    } else {
        Theory::AllMisere
    }
}

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Sign(char),
    Word(&'a str),
    Digits(&'a str),
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = |holds: fn(char) -> bool| rest.find(|c| !holds(c)).unwrap_or(rest.len());
        let (token, length) = match first {
            '{' | '}' | '|' | ',' | '(' | ')' | '-' | '*' | '/' => (Token::Sign(first), 1),
            'a'..='z' => {
                let length = length(|c| c.is_ascii_lowercase());
                (Token::Word(&rest[..length]), length)
            }
            '0'..='9' => {
                let length = length(|c| c.is_ascii_digit());
                (Token::Digits(&rest[..length]), length)
            }
            other => {
                let at = text.len() - rest.len();
                return Err(UniverseError::notation(format!("{other:?} at byte {at}")));
            }
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// A pair of braces that is open: its options so far, its marks, and which side is read.
#[derive(Default)]
struct Braces {
    sides: [Vec<Form>; 2],
    marks: [Option<Score>; 2],
    on_right: bool,
    /// Whether an odd number of minus signs stands before it.
    negated: bool,
}

struct Reader<'t, 'u, T> {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token<'t>>>,
    universe: &'u mut Universe<T>,
}

impl<T: Ends> Reader<'_, '_, T> {
    fn takes(&mut self, sign: char) -> bool {
        self.tokens.next_if_eq(&Token::Sign(sign)).is_some()
    }

    fn expect(&mut self, sign: char) -> Result<()> {
        if self.takes(sign) {
            return Ok(());
        }
        Err(UniverseError::notation(format!("{sign:?} is missing")))
    }

    fn number(&mut self) -> Result<i64> {
        match self.tokens.next() {
            Some(Token::Digits(digits)) => match digits.parse() {
                Ok(number) => Ok(number),
                Err(_) => Err(Error::NumberTooLarge { bits: 63 }.into()),
            },
            _ => Err(UniverseError::notation("a number is missing")),
        }
    }

    fn score(&mut self) -> Result<Score> {
        self.expect('(')?;
        let negative = self.takes('-');
        let numerator = self.number()?;
        let denominator = if self.takes('/') { self.number()? } else { 1 };
        self.expect(')')?;
        let numerator = if negative { -numerator } else { numerator };
        Score::new(numerator.into(), denominator.into())
    }

    /// The mark that `end` writes; the word is read.
    fn mark(&mut self) -> Result<Score> {
        let has_score = self.tokens.peek() == Some(&Token::Sign('('));
        let (thing, theory) = match (self.universe.play.ending, has_score) {
            (Ending::Scores, true) => return self.score(),
            (Ending::LastMoverLoses, false) => return Ok(Score::ZERO),
            (_, true) => ("end(a)", "scoring"),
            (_, false) => ("end", "misereplay"),
        };
        let asked = self.universe.ends.name();
        Err(UniverseError::Mixed { thing: thing.into(), theory, asked })
    }

    /// A form: braces are kept on a stack of their own.
    fn form(&mut self) -> Result<Form> {
        let mut open: Vec<Braces> = Vec::new();
        let mut may_be_empty = false;
        loop {
            let mut done = match self.item(&mut open, may_be_empty)? {
                Item::Form(form) => Some(form),
                Item::None => None,
                Item::Opened => {
                    may_be_empty = true;
                    continue;
                }
            };
            // What stands behind it.
            loop {
                let Some(braces) = open.last_mut() else {
                    return done.ok_or_else(|| UniverseError::notation("a form is missing"));
                };
                braces.sides[usize::from(braces.on_right)].extend(done.take());
                match self.tokens.next() {
                    Some(Token::Sign(',')) => {
                        may_be_empty = false;
                        break;
                    }
                    Some(Token::Sign('|')) if !braces.on_right => {
                        braces.on_right = true;
                        may_be_empty = true;
                        break;
                    }
                    Some(Token::Sign('}')) if braces.on_right => {
                        let Braces { sides: [left, right], marks, negated, .. } =
                            open.pop().expect("one is open");
                        let form = self.universe.marked(left, right, marks)?;
                        done = Some(self.signed(form, negated)?);
                    }
                    _ => {
                        let problem = "braces hold options, one `|`, and options: {0,*|1}";
                        return Err(UniverseError::notation(problem));
                    }
                }
            }
        }
    }

    fn signed(&mut self, form: Form, negated: bool) -> Result<Form> {
        if negated { self.universe.conjugate(form) } else { Ok(form) }
    }

    fn item(&mut self, open: &mut Vec<Braces>, may_be_empty: bool) -> Result<Item> {
        if may_be_empty && matches!(self.tokens.peek(), Some(Token::Sign('|' | '}'))) {
            return Ok(Item::None);
        }
        let mut negated = false;
        while self.takes('-') {
            negated = !negated;
        }
        let form = match self.tokens.next() {
            Some(Token::Sign('{')) => {
                open.push(Braces { negated, ..Braces::default() });
                return Ok(Item::Opened);
            }
            Some(Token::Digits(digits)) => self.universe.integer(size(digits)?)?,
            Some(Token::Sign('*')) => {
                let digits = self.tokens.next_if(|next| matches!(next, Token::Digits(_)));
                let n = match digits {
                    Some(Token::Digits(digits)) => size(digits)?,
                    _ => 1,
                };
                self.universe.nimber(n.unsigned_abs())?
            }
            Some(Token::Word("oo")) if self.universe.ends.has_infinities() => Form::LEFT_HAS_WON,
            Some(Token::Word("oo")) => {
                let asked = self.universe.ends.name();
                return Err(UniverseError::Mixed { thing: "oo".into(), theory: "affine", asked });
            }
            Some(Token::Word("score")) => {
                let score = self.score()?;
                self.universe.score(score)?
            }
            Some(Token::Word("end")) if !negated && !open.is_empty() => {
                let mark = self.mark()?;
                let braces = open.last_mut().expect("it is not empty");
                if braces.marks[usize::from(braces.on_right)].replace(mark).is_some() {
                    return Err(UniverseError::notation("a side has two marks"));
                }
                return Ok(Item::None);
            }
            Some(Token::Word(word)) => {
                return Err(UniverseError::notation(format!("the word {word:?}")));
            }
            Some(Token::Sign(sign)) => {
                return Err(UniverseError::notation(format!("a form is missing before {sign:?}")));
            }
            None => return Err(UniverseError::notation("a form is missing at the end")),
        };
        Ok(Item::Form(self.signed(form, negated)?))
    }
}

/// What stands where a form can be.
enum Item {
    Form(Form),
    /// Braces were opened.
    Opened,
    /// An empty side, or a mark.
    None,
}

/// The size of an integer or a nimber.
fn size(digits: &str) -> Result<i64> {
    match digits.parse() {
        Ok(n) if n <= LARGEST => Ok(n),
        _ => {
            let problem = format!("{digits} is too large: at most {LARGEST} is read");
            Err(UniverseError::Refused(problem))
        }
    }
}

impl<T: Ends> Universe<T> {
    /// Reads a form. It is kept as it is written.
    ///
    /// # Errors
    /// A text that is no form, or a form of another theory; limits.
    pub fn read(&mut self, text: &str) -> Result<Form> {
        let tokens = tokens(text)?.into_iter().peekable();
        let mut reader = Reader { tokens, universe: self };
        let form = reader.form()?;
        match reader.tokens.next() {
            None => Ok(form),
            Some(_) => Err(UniverseError::notation("something stands behind the form")),
        }
    }

    /// Writes a form so that it reads back: options in the order of their texts, marks first.
    ///
    /// # Errors
    /// A text of more than a mebibyte; limits.
    pub fn text(&self, form: Form) -> Result<String> {
        let mut texts: FxHashMap<Form, Rc<str>> = FxHashMap::default();
        let mut length = 0;
        for follower in self.play.forms.followers(form) {
            let text = self.text_by(follower, &texts);
            length += text.len();
            if text.len() > LONGEST || length > MOST_TEXTS {
                return Err(Error::TextTooLong { limit: LONGEST }.into());
            }
            texts.insert(follower, text.into());
        }
        Ok(texts[&form].to_string())
    }

    /// The text of a form, by those of its options.
    fn text_by(&self, form: Form, texts: &FxHashMap<Form, Rc<str>>) -> String {
        let forms = &self.play.forms;
        match form.winner() {
            Some(Player::Left) => return "oo".into(),
            Some(Player::Right) => return "-oo".into(),
            None => {}
        }
        let scores = self.play.ending == Ending::Scores;
        let [left, right] = Player::BOTH.map(|player| forms.options(form, player));
        if let ([], [], [Some(a), Some(b)]) = (left, right, forms.marks(form))
            && a == b
        {
            return format!("score({a})");
        }
        if !scores && forms.marks(form) == [None; 2] {
            // The options of integers are integers, whose texts are numbers.
            let integer = |option: &Form| texts[option].parse::<i64>().ok();
            match (left, right) {
                ([], []) => return "0".into(),
                (&[Form::EMPTY], &[Form::EMPTY]) => return "*".into(),
                ([option], []) => {
                    if let Some(n) = integer(option).filter(|&n| n >= 0) {
                        return (n + 1).to_string();
                    }
                }
                ([], [option]) => {
                    if let Some(n) = integer(option).filter(|&n| n <= 0) {
                        return (n - 1).to_string();
                    }
                }
                _ => {}
            }
        }
        let sides = Player::BOTH.map(|player| {
            let mut side: Vec<&str> =
                forms.options(form, player).iter().map(|option| &*texts[option]).collect();
            side.arrange();
            let mark = forms.mark(form, player).map(|mark| match scores {
                true => format!("end({mark})"),
                false => "end".into(),
            });
            mark.as_deref().into_iter().chain(side).collect::<Vec<_>>().join(",")
        });
        format!("{{{}|{}}}", sides[0], sides[1])
    }
}
