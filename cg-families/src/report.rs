//! The findings about a family, as text, tables and data.

use std::collections::HashMap;
use std::fmt;

use cg_core::{Game, Notation, Outcome};
use cg_simplify::Engine;
use dashu_int::IBig;
use serde::{Serialize, Serializer};

use crate::{
    Comparison, Corner, Element, Family, FamilyReply, FamilyValue, Proof, ProvedRule, Result,
    RuleFound, RuleReply, Search, Settings,
};

/// The formats of a table for a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Markdown.
    Markdown,
    /// LaTeX, with values in mathematical notation.
    Latex,
    /// Values with commas between them.
    Csv,
}

/// A family with its rule, if one is proved, and with the names of its values.
///
/// ```
/// use cg_core::{Dyadic, Limits, Outcome};
/// use cg_families::{Report, Settings};
/// use cg_simplify::Engine;
///
/// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
/// let (star, up) = (engine.nimber(&1u8.into())?, engine.up(&Dyadic::from(1))?);
/// let games = [("star".to_owned(), star), ("up".to_owned(), up)];
/// let report = Report::of(&mut engine, "star and up", &games, &Settings::default())?;
/// assert_eq!(report.names(), ["star", "up"]);
/// let sum = report.who_wins(&mut engine, &[3, 1])?;
/// assert_eq!((sum.outcome, sum.element.as_deref()), (Outcome::Next, Some("g1 + t1")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Report {
    title: String,
    family: Family,
    rule: std::result::Result<Box<ProvedRule>, &'static str>,
    names: Vec<String>,
    /// The values, in standard notation and in LaTeX.
    shown: Vec<[String; 2]>,
    /// The games of the basis.
    basis: Vec<String>,
    /// The representatives of the classes.
    representatives: Vec<String>,
}

impl Report {
    /// The family of some games, each with a name. The first name of a value counts, and the name of
    /// its negative if only that has one.
    ///
    /// # Errors
    /// Limits and interrupts of the engine; [`crate::FamilyError::TooLarge`].
    pub fn of(
        engine: &mut Engine,
        title: &str,
        games: &[(String, Game)],
        settings: &Settings,
    ) -> Result<Self> {
        let all: Vec<Game> = games.iter().map(|&(_, game)| game).collect();
        let family = Family::find(engine, &all, settings)?;
        let rule = match family.rule(engine, settings)? {
            Search::Proved(rule) => Ok(rule),
            Search::None(why) => Err(why.sentence()),
        };
        let mut known: HashMap<Game, &str> = HashMap::new();
        for (name, game) in games {
            known.entry(*game).or_insert(name);
        }
        let (mut names, mut shown) = (Vec::new(), Vec::new());
        for &value in family.values() {
            let negative = engine.negate(value)?;
            let name = match (known.get(&value), known.get(&negative)) {
                (Some(name), _) => (*name).to_owned(),
                (None, Some(name)) => format!("-({name})"),
                (None, None) => unreachable!("a value is one of the games or the negative of one"),
            };
            names.push(name);
            let text = engine.print(value, Notation::Standard)?;
            shown.push([text, engine.print(value, Notation::Latex)?]);
        }
        let (mut basis, mut representatives) = (Vec::new(), Vec::new());
        if let Ok(rule) = &rule {
            for &game in &rule.basis {
                basis.push(engine.print(game, Notation::Standard)?);
            }
            for &game in &rule.representatives {
                representatives.push(engine.print(game, Notation::Standard)?);
            }
        }
        Ok(Report { title: title.into(), family, rule, names, shown, basis, representatives })
    }

    /// The games of the family, in words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The names of the values, in their order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The proof of the rule.
    ///
    /// # Errors
    /// Limits and interrupts of the engine; inside, why there is no rule.
    pub fn proof(&self, engine: &mut Engine) -> Result<std::result::Result<Proof, &'static str>> {
        match &self.rule {
            Err(why) => Ok(Err(why)),
            Ok(rule) => Proof::of(engine, &self.title, &self.names, &self.family, rule).map(Ok),
        }
    }

    /// The element of a value.
    fn element(&self, value: usize) -> Option<Element> {
        let rule = self.rule.as_ref().ok()?;
        Some(rule.rule.plus(&rule.rule.zero(), &IBig::ONE, value))
    }

    /// An element as a sum of the basis and a representative.
    fn sum(&self, element: &Element) -> String {
        let one = IBig::ONE;
        let mut text = String::new();
        for (axis, times) in (1..).zip(&element.basis) {
            let sign = match (*times < IBig::ZERO, text.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            let size = if *times < IBig::ZERO { -times } else { times.clone() };
            if size != IBig::ZERO {
                let count = if size == one { String::new() } else { format!("{size}.") };
                text += &format!("{sign}{count}g{axis}");
            }
        }
        if element.class != 0 {
            let between = if text.is_empty() { "" } else { " + " };
            text += &format!("{between}t{}", element.class);
        }
        if text.is_empty() { "0".into() } else { text }
    }

    /// A value in terms of others: an element, or a relation.
    fn meaning(&self, value: usize) -> String {
        if let Some(element) = self.element(value) {
            return self.sum(&element);
        }
        // The relation in which it is the most complicated value.
        let relations = self.family.relations();
        let own = relations
            .iter()
            .find(|relation| relation.iter().rposition(|&entry| entry != 0) == Some(value));
        let Some(relation) = own else { return "-".into() };
        let others = relation[..value].iter().enumerate().filter(|&(_, &entry)| entry != 0);
        let others: Vec<String> =
            others.map(|(at, entry)| format!("{}.v{}", -entry, at + 1)).collect();
        let others = if others.is_empty() { "0".into() } else { others.join(" + ") };
        match relation[value] {
            1 => others,
            times => format!("{times}.v{} = {others}", value + 1),
        }
    }

    /// All of it as text.
    pub fn text(&self) -> String {
        let family = &self.family;
        let mut text = format!(
            "{}: {}\ngroup: {}, {}\n",
            self.title,
            counted(family.values().len(), "value"),
            family.group(),
            counted(family.least_generators(), "generator")
        );
        text += &match &self.rule {
            Ok(rule) if rule.rule.is_exact() => {
                "no relation is missing: the rule shows it\n".into()
            }
            _ => format!(
                "no relation is missing with up to {} copies of values; larger ones may be\n",
                family.complete_to()
            ),
        };
        let name = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let value = self.shown.iter().map(|[value, _]| value.chars().count()).max().unwrap_or(0);
        text += "\nvalues\n";
        for (at, (position, [shown, _])) in self.names.iter().zip(&self.shown).enumerate() {
            let number = format!("v{}", at + 1);
            let meaning = self.meaning(at);
            text += &format!("  {number:4} {position:name$}  {shown:value$}  {meaning}\n");
        }
        let rule = match &self.rule {
            Ok(rule) => rule,
            Err(why) => return text + &format!("\n{why}\n"),
        };
        if !self.basis.is_empty() {
            text += "\nbasis: all are positive\n";
        }
        for (at, game) in self.basis.iter().enumerate() {
            text += &format!("  g{} = {game}\n", at + 1);
        }
        for Comparison { copies, large, small } in self.comparisons(rule) {
            let copies = if copies == 1 { String::new() } else { format!("{copies}.") };
            text += &format!("  {copies}{large} > n.{small} for all n\n");
        }
        if self.representatives.len() > 1 {
            text += "classes\n";
            let generators = rule.finite_generators(&self.family);
            let sums = generators.as_deref().map(|classes| rule.in_generators(classes));
            for (at, game) in self.representatives.iter().enumerate().skip(1) {
                // Most classes are sums of a few, and their forms are long.
                let shown = match (&generators, &sums) {
                    (Some(classes), Some(sums)) if !classes.contains(&at) => {
                        multiples(classes, &sums[at])
                    }
                    _ => game.clone(),
                };
                text += &format!("  t{at} = {shown}\n");
            }
            if let Some(finite) = &generators {
                let names = finite.iter().zip(self.family.orders().iter().rev());
                let names = names.map(|(class, order)| format!("t{class} (order {order})"));
                let names: Vec<String> = names.collect();
                text += &format!("  generated by {}\n", names.join(", "));
            }
        }
        text += &format!(
            "\nrule: {}, each proved for all multiples. A sum is at least 0 from\n\
             these coefficients of the basis on:\n",
            counted(rule.rule.corners(), "corner")
        );
        for (at, class) in rule.rule.classes.iter().enumerate() {
            let corners: Vec<String> = class.minimal.iter().map(shown).collect();
            let corners = if corners.is_empty() { "never".into() } else { corners.join(" ") };
            let name = if at == 0 { "0".into() } else { format!("t{at}") };
            text += &format!("  {name:4} {corners}\n");
        }
        text
    }

    /// Which games of the basis are infinitely larger than others.
    fn comparisons(&self, rule: &ProvedRule) -> Vec<Comparison> {
        let axes = 0..self.basis.len();
        let pairs = axes.clone().flat_map(|large| axes.clone().map(move |small| (large, small)));
        let compared =
            pairs.filter(|(large, small)| large != small).filter_map(|(large, small)| {
                let copies = rule.beyond_all(large, small)?;
                let [large, small] = [large, small].map(|axis| format!("g{}", axis + 1));
                Some(Comparison { copies, large, small })
            });
        compared.collect()
    }

    /// The values as a table.
    pub fn table(&self, table: TableFormat) -> String {
        let mut text = match table {
            TableFormat::Markdown => {
                "| position | value | as a sum |\n| --- | --- | --- |\n".to_owned()
            }
            TableFormat::Latex => {
                "\\begin{tabular}{lll}\nposition & value & as a sum \\\\\n\\hline\n".into()
            }
            TableFormat::Csv => "position,value,sum\n".into(),
        };
        for (at, (position, [value, latex])) in self.names.iter().zip(&self.shown).enumerate() {
            let meaning = self.meaning(at);
            text += &match table {
                TableFormat::Markdown => {
                    let cell = |cell: &str| cell.replace('|', "\\|");
                    format!("| `{}` | `{}` | {meaning} |\n", cell(position), cell(value))
                }
                TableFormat::Latex => {
                    let (position, meaning) = (latex_text(position), latex_sum(&meaning));
                    format!("\\texttt{{{position}}} & ${latex}$ & ${meaning}$ \\\\\n")
                }
                TableFormat::Csv => {
                    let cell = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
                    format!("{},{},{}\n", cell(position), cell(value), cell(&meaning))
                }
            };
        }
        if matches!(table, TableFormat::Latex) {
            text += "\\end{tabular}\n";
        }
        text
    }

    /// All of it as data.
    pub fn reply(&self) -> FamilyReply {
        let family = &self.family;
        let values = (0..).zip(self.names.iter().zip(&self.shown));
        let values = values.map(|(at, (name, [value, _]))| FamilyValue {
            name: name.clone(),
            value: value.clone(),
            sum: self.meaning(at),
        });
        let found = match &self.rule {
            Err(why) => RuleFound::None { why },
            Ok(rule) => RuleFound::Proved {
                exact: rule.rule.is_exact(),
                basis: self.basis.clone(),
                comparisons: self.comparisons(rule),
                representatives: self.representatives.clone(),
                corners: rule.rule.corners(),
                classes: rule.rule.classes.clone(),
            },
        };
        FamilyReply {
            title: self.title.clone(),
            values: values.collect(),
            group: family.group(),
            rank: family.rank(),
            orders: family.orders().to_vec(),
            generators: family.least_generators(),
            relations: family.relations(),
            complete_to: family.complete_to(),
            rule: RuleReply { proved: self.rule.is_ok(), found },
        }
    }

    /// Who wins a sum, with the coefficients of all values, and what the sum is by the rule. Where
    /// there is no rule, the canonical form of the sum decides.
    ///
    /// # Errors
    /// Limits and interrupts of the engine.
    ///
    /// # Panics
    /// When there are fewer coefficients than values, or more.
    pub fn who_wins(&self, engine: &mut Engine, sum: &[i64]) -> Result<SumReport> {
        assert_eq!(sum.len(), self.names.len(), "a coefficient for each value");
        if let Ok(rule) = &self.rule {
            let large: Vec<IBig> = sum.iter().map(|&times| times.into()).collect();
            let element = rule.rule.element(&large);
            let outcome = rule.rule.outcome(&element);
            let outcome = outcome.expect("the corners of a proved rule tell all");
            return Ok(SumReport { outcome, element: Some(self.sum(&element)) });
        }
        let value = self.family.value(engine, sum)?;
        Ok(SumReport { outcome: engine.outcome(value)?, element: None })
    }
}

/// Who wins a sum of values of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename = "family_sum")]
pub struct SumReport {
    /// The outcome.
    #[serde(serialize_with = "in_words")]
    pub outcome: Outcome,
    /// The sum by the rule; `None` where there is none, and the canonical form decided.
    #[serde(rename = "sum")]
    pub element: Option<String>,
}

impl fmt::Display for SumReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.element {
            Some(element) => write!(f, "{}, by the rule: the sum is {element}", self.outcome),
            None => write!(f, "{}, by the canonical form: there is no rule", self.outcome),
        }
    }
}

fn in_words<S: Serializer>(
    outcome: &Outcome,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_str(outcome)
}

/// A number of things.
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// A sum of multiples of classes: `t2 + 3.t4`.
fn multiples(classes: &[usize], counts: &[u32]) -> String {
    let parts = classes.iter().zip(counts).filter(|&(_, &count)| count > 0);
    let parts: Vec<String> = parts
        .map(|(class, &count)| match count {
            1 => format!("t{class}"),
            _ => format!("{count}.t{class}"),
        })
        .collect();
    parts.join(" + ")
}

/// A corner, as it is shown.
fn shown(corner: &Corner) -> String {
    let entry = |entry: &Option<i64>| entry.map_or_else(|| "-oo".into(), |it| it.to_string());
    format!("({})", corner.iter().map(entry).collect::<Vec<String>>().join(","))
}

/// A text in LaTeX.
fn latex_text(text: &str) -> String {
    let escaped = |sign: char| match sign {
        '#' | '{' | '}' | '_' | '%' | '&' | '$' => format!("\\{sign}"),
        '^' => "\\^{}".into(),
        '\\' => "\\textbackslash{}".into(),
        other => other.into(),
    };
    text.chars().map(escaped).collect()
}

/// A sum such as `2.g1 + t3` in the mathematics of LaTeX: `2 g_{1} + t_{3}`.
fn latex_sum(sum: &str) -> String {
    let mut text = String::new();
    let mut open = false;
    for sign in sum.chars() {
        if open && !sign.is_ascii_digit() {
            text.push('}');
            open = false;
        }
        match sign {
            'g' | 't' | 'v' => {
                text.push(sign);
                text.push_str("_{");
                open = true;
            }
            '.' => text.push_str("\\,"),
            other => text.push(other),
        }
    }
    if open {
        text.push('}');
    }
    text
}
