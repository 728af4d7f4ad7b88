//! Explanations as sentences on one screen.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use cg_core::{Game, Notation, Player, Result};

use super::{Decision, End, FirstMoves, OutcomeReason, Simplification, Step, SumReason, SumRule};
use crate::engine::Engine;
use crate::print::shortened;

/// The largest number of lines of a page. A terminal of 24 lines also shows the input and the next
/// prompt.
pub const LINES: usize = 22;

/// The largest number of columns of a page.
pub const COLUMNS: usize = 79;

/// The indent of details.
const INDENT: usize = 2;

/// Sentences and lists that fit one screen. Lines are broken between words, and long lists are cut
/// and end in `... and 37 more`.
///
/// ```
/// use cg_simplify::why::{COLUMNS, LINES, Page};
/// let mut page = Page::default();
/// page.text("The options:");
/// page.items((0..100).map(|n| format!("*{n}")), 100);
/// let text = page.to_string();
/// assert!(text.lines().count() <= LINES);
/// assert!(text.lines().all(|line| line.chars().count() <= COLUMNS));
/// assert!(text.ends_with("... and 80 more"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page(Vec<Paragraph>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Paragraph {
    Text { indent: usize, text: String },
    Items { shown: Vec<String>, total: usize },
}

impl Page {
    /// Adds a sentence on a new line.
    pub fn text(&mut self, text: impl Into<String>) {
        self.0.push(Paragraph::Text { indent: 0, text: text.into() });
    }

    /// Adds details of the sentence before, line by line.
    pub fn detail(&mut self, text: &str) {
        let lines = text.lines();
        self.0.extend(lines.map(|line| Paragraph::Text { indent: INDENT, text: line.to_owned() }));
    }

    /// Adds a list of `total` items. At most as many are read as fit on a page.
    pub fn items(&mut self, items: impl IntoIterator<Item = String>, total: usize) {
        let shown = items.into_iter().take(LINES).collect();
        self.0.push(Paragraph::Items { shown, total });
    }

    /// The lines: at most [`LINES`] of at most [`COLUMNS`] characters.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for most in (1..=LINES).rev() {
            lines = self.laid_out(most);
            if lines.len() <= LINES {
                return lines;
            }
        }
        lines.truncate(LINES - 1);
        lines.push("...".to_owned());
        lines
    }

    /// The layout with at most `most` lines for each list.
    fn laid_out(&self, most: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for block in &self.0 {
            match block {
                Paragraph::Text { indent, text } => wrap(text, "", *indent, &mut lines),
                Paragraph::Items { shown, total } => {
                    let mut listed = Vec::new();
                    let mut items = 0;
                    for item in shown {
                        let before = listed.len();
                        wrap(item, "- ", INDENT, &mut listed);
                        let last = items + 1 == *total;
                        if listed.len() + usize::from(!last) > most {
                            listed.truncate(before);
                            break;
                        }
                        items += 1;
                    }
                    lines.append(&mut listed);
                    if items < *total {
                        let more = total - items;
                        lines.push(match items {
                            0 => format!("{:INDENT$}... {more} of them", ""),
                            _ => format!("{:INDENT$}... and {more} more", ""),
                        });
                    }
                }
            }
        }
        lines
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

/// Breaks `text` between words into lines with this indent. The first line begins with `mark`, and
/// the others are aligned with the text after the mark.
fn wrap(text: &str, mark: &str, indent: usize, lines: &mut Vec<String>) {
    let hanging = indent + if mark.is_empty() { INDENT } else { mark.len() };
    let words = text.split_whitespace().map(|word| shortened(word.to_owned(), COLUMNS - hanging));
    let text = words.collect::<Vec<_>>().join(" ");
    let first = format!("{:indent$}{mark}", "");
    let others = " ".repeat(hanging);
    let options = textwrap::Options::new(COLUMNS)
        .initial_indent(&first)
        .subsequent_indent(&others)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    lines.extend(textwrap::wrap(&text, options).into_iter().map(Cow::into_owned));
}

/// The largest length of a game in an explanation, in characters.
pub const MOST_SHOWN: usize = 40;

/// The largest number of named games of a set.
const MOST_NAMED: usize = 5;

/// These games with commas between them. A long list is cut.
fn listed(engine: &mut Engine, games: &[Game], notation: Notation) -> Result<String> {
    let mut texts = Vec::new();
    for &game in games.iter().take(MOST_NAMED) {
        texts.push(engine.print_short(game, notation, MOST_SHOWN)?);
    }
    if games.len() > MOST_NAMED {
        texts.push(format!("... {} more", games.len() - MOST_NAMED));
    }
    Ok(texts.join(", "))
}

/// The form with these options.
fn braces(
    engine: &mut Engine,
    [left, right]: &[Vec<Game>; 2],
    notation: Notation,
) -> Result<String> {
    let (left, right) = (listed(engine, left, notation)?, listed(engine, right, notation)?);
    Ok(shortened(format!("{{{left} | {right}}}"), 2 * MOST_SHOWN))
}

impl Simplification {
    /// Adds the steps and the deciding rule to a page, in which the form is called G.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn write(&self, engine: &mut Engine, notation: Notation, page: &mut Page) -> Result<()> {
        if !self.steps.is_empty() {
            page.text("No subgroup knows the form G as it stands, so its options are simplified:");
            let mut items = Vec::new();
            for step in self.steps.iter().take(LINES) {
                items.push(step.to_text(engine, notation)?);
            }
            page.items(items, self.steps.len());
        }
        match &self.end {
            End::Recognised { subgroup, reason } => {
                let rule = format!("the simplification rule of {subgroup}");
                let what = match self.steps.is_empty() {
                    true => "Decided".to_owned(),
                    false => {
                        format!(
                            "What is left, {}, is decided",
                            braces(engine, &self.reduced, notation)?
                        )
                    }
                };
                conclude(page, &format!("{what} by {rule}"), reason.as_deref());
            }
            End::Canonical { refused } => {
                page.text(match self.steps.is_empty() {
                    true => "No option is dominated or reversible: this is the canonical form.",
                    false => {
                        "No option is dominated or reversible now: this is the canonical form."
                    }
                });
                let rules = match &refused[..] {
                    [] => "No subgroup holds all its options.".to_owned(),
                    [one] => format!(
                        "All its options are in {one}, and by the rule of {one} the game itself is not: \
                         it is written by its options."
                    ),
                    [all @ .., last] => format!(
                        "All its options are in {} and in {last}, and by their rules the game itself is in \
                         neither: it is written by its options.",
                        all.join(", in ")
                    ),
                };
                page.detail(&rules);
            }
        }
        Ok(())
    }
}

/// A sentence, followed by a reason if there is one.
fn conclude(page: &mut Page, sentence: &str, reason: Option<&str>) {
    match reason {
        None => page.text(format!("{sentence}.")),
        Some(reason) => {
            page.text(format!("{sentence}:"));
            page.detail(reason);
        }
    }
}

impl Step {
    /// The step as a sentence; G is the form.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn to_text(&self, engine: &mut Engine, notation: Notation) -> Result<String> {
        let mut show = |game| engine.print_short(game, notation, MOST_SHOWN);
        match self {
            Step::Dominated { player, option, by } => {
                let (option, by) = (show(*option)?, show(*by)?);
                Ok(format!("{player}'s {option} is dominated: {by} {} {option}", at_least(*player)))
            }
            Step::Reversible { player, option, through, replacements } => {
                let (option, through) = (show(*option)?, show(*through)?);
                let opponent = player.opponent();
                let reversal = format!(
                    "{player}'s {option} is reversible through {opponent}'s answer {through} {} G",
                    at_least(opponent)
                );
                Ok(match &replacements[..] {
                    [] => format!("{reversal}, where {player} has no move: nothing replaces it"),
                    some => {
                        let some = listed(engine, some, notation)?;
                        format!("{reversal}: {player}'s options there replace it, {some}")
                    }
                })
            }
        }
    }
}

/// "At least as good for the player".
fn at_least(player: Player) -> &'static str {
    match player {
        Player::Left => ">=",
        Player::Right => "<=",
    }
}

impl OutcomeReason {
    /// Adds the decision to a page.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn write(&self, engine: &mut Engine, notation: Notation, page: &mut Page) -> Result<()> {
        match &self.decision {
            Decision::Rule { subgroup, reason } => {
                conclude(page, &format!("By the outcome rule of {subgroup}"), reason.as_deref());
                Ok(())
            }
            Decision::Moves { stops, first } => {
                let [left, right] = [&stops.left, &stops.right];
                let mut show = |stop| {
                    let stop = engine.number(stop)?;
                    engine.print_short(stop, notation, MOST_SHOWN)
                };
                let shown = format!("Its stops are {} and {}", show(left)?, show(right)?);
                page.text(match (left.sign(), right.sign()) {
                    (_, Ordering::Greater) => format!("{shown}, both positive: Left wins."),
                    (Ordering::Less, _) => format!("{shown}, both negative: Right wins."),
                    (Ordering::Greater, Ordering::Less) => {
                        format!("{shown}, so whoever moves first wins.")
                    }
                    _ => format!("{shown}; a stop of 0 does not decide, the moves do:"),
                });
                for (moves, player) in first.iter().zip(Player::BOTH) {
                    moves.write(player, engine, notation, page)?;
                }
                Ok(())
            }
        }
    }
}

impl FirstMoves {
    fn write(
        &self,
        player: Player,
        engine: &mut Engine,
        notation: Notation,
        page: &mut Page,
    ) -> Result<()> {
        let mut show = |game| engine.print_short(game, notation, MOST_SHOWN);
        match self {
            FirstMoves::Wins(to) => {
                page.text(format!("{player}, moving first, wins with a move to {}.", show(*to)?));
            }
            FirstMoves::Lose(attempts) if attempts.is_empty() => {
                page.text(format!("{player}, moving first, has no move."));
            }
            FirstMoves::Lose(attempts) => {
                page.text(format!("{player}, moving first, loses:"));
                let opponent = player.opponent();
                let mut items = Vec::new();
                for attempt in attempts.iter().take(LINES) {
                    let to = show(attempt.to)?;
                    items.push(match attempt.answer {
                        Some(answer) => {
                            format!("to {to}: {opponent} answers {}", show(answer)?)
                        }
                        None => format!("to {to}: {opponent} wins that, moving next"),
                    });
                }
                page.items(items, attempts.len());
            }
        }
        Ok(())
    }
}

impl SumReason {
    /// Adds the rule to a page.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn write(&self, engine: &mut Engine, notation: Notation, page: &mut Page) -> Result<()> {
        let mut show = |game| engine.print_short(game, notation, MOST_SHOWN);
        let [g, h] = self.terms;
        let sum = format!("{} plus {} is {}", show(g)?, show(h)?, show(self.sum)?);
        match &self.rule {
            SumRule::Zero => page.text(format!("{sum}: 0 adds nothing.")),
            SumRule::Negatives => page.text(format!(
                "{sum}: one is the negative of the other, and who moves second answers each move \
                 by its mirror image."
            )),
            SumRule::Home(addition) => conclude(
                page,
                &format!("{sum}, for both lie in {}", addition.subgroup),
                addition.reason.as_deref(),
            ),
            SumRule::Translation { number, other } => {
                let (number, other) = (show(*number)?, show(*other)?);
                page.text(format!(
                    "{sum}: nobody needs to move in the number, so {number} is added to each option \
                     of {other} (the number translation theorem)."
                ));
            }
            SumRule::Options(simplification) => {
                page.text(format!(
                    "{sum}. No subgroup holds both; a move is a move in one of them:"
                ));
                let form = braces(engine, &simplification.given, notation)?;
                page.detail(&format!("G = {form}"));
                simplification.write(engine, notation, page)?;
            }
        }
        Ok(())
    }
}
