//! Errors in the text of a program.

use thiserror::Error;

fn unknown_character(character: char) -> String {
    match character {
        char::REPLACEMENT_CHARACTER => "this is not UTF-8 text".into(),
        c if c.is_control() => {
            format!("the control character U+{:04X} means nothing here", c as u32)
        }
        c => format!("the character `{c}` means nothing here"),
    }
}

/// Suggests a fraction, unless it is the value of no game.
fn fraction_help(fraction: &str) -> String {
    let denominator = fraction.split_once('/').and_then(|(_, text)| text.parse::<u64>().ok());
    match denominator {
        Some(denominator) if !denominator.is_power_of_two() => format!(
            "the decimal would be {fraction}, which is no finite game: denominators are powers of 2"
        ),
        _ => format!("write `{fraction}`"),
    }
}

/// An error of the lexer or the parser: in the characters of a program, or in the order of its tokens.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseError {
    /// A character that means nothing in G.
    #[error("{}", unknown_character(*character))]
    UnknownCharacter {
        /// The character.
        character: char,
        /// What was probably meant.
        instead: Option<&'static str>,
    },
    /// `/*` without `*/`.
    #[error("this comment is not closed")]
    UnclosedComment,
    /// `"` without a second one on the line.
    #[error("this text is not closed")]
    UnclosedText,
    /// An unknown escape in a text.
    #[error("unknown escape in a text")]
    BadEscape,
    /// A comment that begins directly behind a number, a name or a bracket:
    /// more often a slip (`1//2`) than a comment.
    #[error("this opens a comment directly after an operand")]
    CommentAfterOperand {
        /// It is a `//`, not a `/*`.
        line: bool,
    },
    /// A digit other than 0 and 1 behind a point.
    #[error("the digits after the point are binary: 0 or 1")]
    NotBinary {
        /// The number read as a decimal, as a fraction.
        as_decimal: Option<String>,
    },
    /// A name that nobody can read.
    #[error("this name is too long: a name has at most {most} bytes")]
    LongName {
        /// The most bytes of a name.
        most: usize,
    },
    /// The source is 1 GiB long or longer.
    #[error("the program is too long: it may have 1 GiB at most")]
    TooLong,
    /// An operator, bracket or comma without the value that belongs behind it.
    #[error("a value is missing {place}")]
    MissingOperand {
        /// Where: "after `+`".
        place: String,
        /// What to write instead, if that is clear.
        help: Option<String>,
        /// The text ended there.
        at_end: bool,
    },
    /// Two values next to each other.
    #[error("two values stand next to each other with no operator between")]
    MissingOperator {
        /// What to write instead, if that is clear.
        help: Option<String>,
    },
    /// Something that does not belong here.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What could stand here.
        expected: String,
        /// What stands here.
        found: String,
        /// What to write instead, if that is clear.
        help: Option<String>,
        /// The text ended there.
        at_end: bool,
    },
    /// A bracket that is never closed.
    #[error("this `{bracket}` is never closed")]
    Unclosed {
        /// The bracket.
        bracket: char,
        /// The one that closes it.
        close: char,
        /// The text ended before it was closed.
        at_end: bool,
    },
    /// A closing bracket without its opening one.
    #[error("this `{bracket}` closes nothing")]
    Unopened {
        /// The bracket.
        bracket: char,
    },
    /// The body of a clause goes on where only the inside of braces does.
    #[error("the brace `{{` before the options is missing")]
    MissingBrace {
        /// The first words of the options.
        options: String,
    },
    /// The braces of a game without a bar.
    #[error("a game in braces needs a bar between the options of Left and of Right")]
    MissingBar,
    /// Two longest bars of equal length.
    #[error("two bars of equal length split the same braces")]
    EqualBars {
        /// How many strokes they have.
        strokes: u32,
    },
    /// A bar outside braces, or inside an open bracket in them.
    #[error("a bar separates the options inside braces")]
    BarOutsideBraces,
    /// `10^9`.
    #[error("`^` counts ups and is no power")]
    Power {
        /// What to write instead.
        help: String,
    },
    /// `^2` or `*n` with nothing around the number.
    #[error("`{sign}` takes its number in parentheses")]
    NeedsParentheses {
        /// `^`, `↓` or `*`.
        sign: char,
        /// What to write instead.
        help: String,
    },
    /// `1/2^(2)`.
    #[error("a fraction is no count of copies")]
    FractionOfUps,
    /// `3^^`, or `3 ^` in standard notation.
    #[error("these ups can be read in two ways")]
    DoubtfulUps {
        /// What to write instead.
        help: String,
    },
    /// `a < b < c`.
    #[error("comparisons take two values, not three")]
    ChainedComparison,
    /// `{ x : k = 0 }`, `{ x : y }`.
    #[error("a generator is `k = a..b`, `x in list` or `if condition`")]
    BadGenerator,
    /// A generator outside a brace or a list.
    #[error("generators stand in braces and in lists only")]
    GeneratorOutside,
    /// A second `..`, or one in a case or straight in a list or a brace.
    #[error("a range cannot stand here")]
    RangeOutside,
    /// `?` inside an expression.
    #[error("`{query}` stands only at the start of a statement")]
    QueryInside {
        /// `?` or `??`.
        query: &'static str,
    },
    /// `=` inside an expression.
    #[error("`=` binds a name at the start of a statement; equality is `==`")]
    AssignmentInside {
        /// What was probably meant.
        help: &'static str,
    },
    /// Something other than names between the parentheses of a definition.
    #[error("the parameters of a definition are names")]
    BadParameter,
    /// One name for two parameters.
    #[error("the parameter `{name}` is there twice")]
    DuplicateParameter {
        /// The name.
        name: String,
    },
    /// A definition without clauses.
    #[error("a definition needs clauses: `case ...:` or `default:`")]
    NoClauses,
    /// A clause behind the default.
    #[error("no clause can come after `default`")]
    ClauseAfterDefault,
    /// A clause outside a definition.
    #[error("`{word}` belongs inside the braces of a definition")]
    ClauseOutside {
        /// `case` or `default`.
        word: &'static str,
    },
    /// `(1, 2)` or `_` outside a case.
    #[error("{what} stands only in a `case`")]
    PatternOutside {
        /// "a tuple" or "`_`".
        what: &'static str,
    },
    /// A case with the wrong number of values.
    #[error("this case has {found} value{} for {expected} parameter{}", plural(*found), plural(*expected))]
    PatternLength {
        /// How many parameters there are.
        expected: usize,
        /// How many values the case has.
        found: usize,
        /// The case with one value for each parameter.
        written: String,
    },
    /// `let` outside the body of a clause.
    #[error("`let` binds names inside the body of a clause; here a name is bound without it")]
    LetOutside {
        /// What stands behind it.
        binding: String,
    },
    /// `x -> x + 1` elsewhere than as the first of two arguments.
    #[error("a function without a name stands before the list that it is applied to")]
    FunctionOutside,
    /// A name in a definition that hides a parameter which its helpers use, or a helper.
    #[error("`{name}` hides {what}")]
    Hides {
        /// The name.
        name: String,
        /// What else is called so.
        what: String,
    },
    /// The name of a helper with parameters, where it is not called.
    #[error("the helper `{name}` is called, not named")]
    HelperNamed {
        /// The helper.
        name: String,
    },
    /// A reserved word where a name belongs.
    #[error("`{word}` is a reserved word, not a name")]
    ReservedWord {
        /// The word.
        word: String,
    },
    /// The parser gives up on the source.
    #[error("too many errors: the rest of {source_name} is not read")]
    TooManyErrors {
        /// The name of the source.
        source_name: String,
    },
}

/// The ending of a noun behind a number.
fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl ParseError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            ParseError::UnknownCharacter { .. } => "unknown-character",
            ParseError::UnclosedComment => "unclosed-comment",
            ParseError::UnclosedText => "unclosed-text",
            ParseError::BadEscape => "bad-escape",
            ParseError::CommentAfterOperand { .. } => "comment-after-operand",
            ParseError::NotBinary { .. } => "not-binary",
            ParseError::LongName { .. } => "long-name",
            ParseError::TooLong => "source-too-long",
            ParseError::MissingOperand { .. } => "missing-operand",
            ParseError::MissingOperator { .. } => "missing-operator",
            ParseError::Unexpected { .. } => "unexpected",
            ParseError::Unclosed { .. } => "unclosed",
            ParseError::Unopened { .. } => "unopened",
            ParseError::MissingBrace { .. } => "missing-brace",
            ParseError::MissingBar => "missing-bar",
            ParseError::EqualBars { .. } => "equal-bars",
            ParseError::BarOutsideBraces => "bar-outside-braces",
            ParseError::Power { .. } => "power",
            ParseError::NeedsParentheses { .. } => "needs-parentheses",
            ParseError::FractionOfUps => "fraction-of-ups",
            ParseError::DoubtfulUps { .. } => "doubtful-ups",
            ParseError::ChainedComparison => "chained-comparison",
            ParseError::BadGenerator => "bad-generator",
            ParseError::GeneratorOutside => "generator-outside",
            ParseError::RangeOutside => "range-outside",
            ParseError::QueryInside { .. } => "query-inside",
            ParseError::AssignmentInside { .. } => "assignment-inside",
            ParseError::BadParameter => "bad-parameter",
            ParseError::DuplicateParameter { .. } => "duplicate-parameter",
            ParseError::NoClauses => "no-clauses",
            ParseError::ClauseAfterDefault => "clause-after-default",
            ParseError::ClauseOutside { .. } => "clause-outside",
            ParseError::PatternOutside { .. } => "pattern-outside",
            ParseError::PatternLength { .. } => "pattern-length",
            ParseError::LetOutside { .. } => "let-outside",
            ParseError::FunctionOutside => "function-outside",
            ParseError::Hides { .. } => "hides",
            ParseError::HelperNamed { .. } => "helper-named",
            ParseError::ReservedWord { .. } => "reserved-word",
            ParseError::TooManyErrors { .. } => "too-many-errors",
        }
    }

    pub(super) fn help(&self) -> Option<String> {
        Some(match self {
            ParseError::UnknownCharacter { instead, .. } => format!("write `{}`", (*instead)?),
            ParseError::UnclosedComment => "end the comment with `*/`".into(),
            ParseError::UnclosedText => "end the text with `\"` on the same line".into(),
            ParseError::BadEscape => "there are \\\" \\\\ \\n and \\t".into(),
            ParseError::CommentAfterOperand { line: true } => {
                "put a space before the comment; division with remainder is `7 div 2` and `7 % 2`"
                    .into()
            }
            ParseError::CommentAfterOperand { line: false } => {
                "put a space before the comment, or between `/` and `*`".into()
            }
            ParseError::NotBinary { as_decimal } => fraction_help(as_decimal.as_ref()?),
            ParseError::LongName { .. } => "call it by a shorter one".into(),
            ParseError::TooLong => return None,
            ParseError::MissingOperand { help, .. }
            | ParseError::MissingOperator { help }
            | ParseError::Unexpected { help, .. } => help.clone()?,
            ParseError::Unclosed { close, .. } => format!("close it with `{close}`"),
            ParseError::Unopened { .. } => return None,
            ParseError::MissingBrace { options } => format!("write `{{ {options} ...`"),
            ParseError::MissingBar => {
                "write `{ L | R }`, or define the function as `impartial` to give the options once"
                    .into()
            }
            ParseError::EqualBars { strokes } => {
                let longer = "|".repeat((*strokes as usize).saturating_add(1).min(8));
                format!("make the outer one longer (`{longer}`), or write inner braces")
            }
            ParseError::BarOutsideBraces => {
                "write `{ L | R }`; of two truth values, one or the other is `a or b`".into()
            }
            ParseError::Power { help }
            | ParseError::NeedsParentheses { help, .. }
            | ParseError::DoubtfulUps { help } => help.clone(),
            ParseError::FractionOfUps => {
                "write `1/2 + ^(2)` for the sum; copies are counted by integers, as in `3.^(2)`"
                    .into()
            }
            ParseError::ChainedComparison => "write `a < b and b < c`".into(),
            ParseError::BadGenerator => "write `{ F(k) : k = 0..n-1 | ... }`".into(),
            ParseError::GeneratorOutside => {
                "write `[F(k) : k = 0..n]` for a list; the ordinal sum of G and H is `ordinal(G, H)`"
                    .into()
            }
            ParseError::RangeOutside => {
                "write `a..b` for the list from a to b, `[k : k = a..b]` for its items in brackets"
                    .into()
            }
            ParseError::QueryInside { .. } => "inside an expression, write `outcome(G)`".into(),
            ParseError::AssignmentInside { help } => (*help).into(),
            ParseError::BadParameter => "write `Name(n, m) { ... }`".into(),
            ParseError::DuplicateParameter { .. } => return None,
            ParseError::NoClauses => "write `default: { ... };`".into(),
            ParseError::ClauseAfterDefault => {
                "clauses are tried in order: put this one before `default`".into()
            }
            ParseError::ClauseOutside { .. } => {
                "write `Name(n) { case 0: 0; default: { ... }; }`".into()
            }
            ParseError::PatternOutside { .. } => return None,
            ParseError::PatternLength { expected: 1, .. } => return None,
            ParseError::PatternLength { written, .. } => {
                format!("write `{written}`; a comma stands between alternatives")
            }
            ParseError::LetOutside { binding } => format!("write `{binding}`"),
            ParseError::FunctionOutside => {
                "write `map(x -> x + 1, list)`, or give it a name in a line of its own: \
                 `f = x -> x + 1`"
                    .into()
            }
            ParseError::HelperNamed { name } => format!("write `x -> {name}(x)`"),
            ParseError::Hides { .. } | ParseError::ReservedWord { .. } => {
                "choose another name".into()
            }
            ParseError::TooManyErrors { .. } => return None,
        })
    }

    /// Whether more text could mend it.
    pub(super) fn is_unfinished(&self) -> bool {
        match self {
            ParseError::MissingOperand { at_end, .. }
            | ParseError::Unexpected { at_end, .. }
            | ParseError::Unclosed { at_end, .. } => *at_end,
            ParseError::UnclosedComment => true,
            _ => false,
        }
    }
}
