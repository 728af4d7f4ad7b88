//! The tools: names, descriptions, schemas, and how the arguments of a call are read.

use std::sync::Arc;

use cg_calculator::{Outcome, Player};
use rmcp::handler::server::common::schema_for_type;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// A call with its arguments.
#[derive(Debug)]
pub(crate) enum Call {
    Evaluate(Evaluate),
    WhoWins(Position),
    WinningMoves(Position),
    Explain(Explain),
    Compare(Compare),
    RulesetHelp(RulesetHelp),
    Solve(Solve),
    Octal(Octal),
    Prove(Prove),
}

/// A call, where it is carried out, and how long it may take.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) call: Call,
    pub(crate) common: Common,
}

/// Arguments that several tools have.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct Common {
    /// Definitions in the language G that are run first, such as
    /// `impartial Nim(n) { default: { Nim(k) : k = 0..n-1 }; }`.
    pub(crate) definitions: Option<String>,
    /// A name of your choice. Calls with the same name share what was defined. Without it a call
    /// stands alone.
    #[schemars(length(min = 1, max = 64))]
    pub(crate) session: Option<String>,
    /// Forget what was defined under this name before.
    #[serde(default)]
    pub(crate) fresh: bool,
    /// The most seconds that the call may take; not more than the server allows.
    #[schemars(range(min = 1))]
    pub(crate) seconds: Option<u32>,
}

/// A program of the language G.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Evaluate {
    /// Statements of the language G with `;` between them: `{1|-1}; Clobber("xo|ox"); ? *2 + ^`.
    pub(crate) program: String,
}

/// A position or a value.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    /// An expression of the language G: a value such as `{0|*} + ^`, a position such as
    /// `Domineering(2,3)` or `Clobber("xoxo") + Nim(3)`.
    pub(crate) game: String,
    /// In misère play, where whoever cannot move wins. The game must be a position.
    #[serde(default)]
    pub(crate) misere: bool,
}

/// The subject of an explanation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub(crate) enum Subject {
    /// The canonical form; of a comparison, whether it holds.
    #[default]
    Value,
    /// Who wins.
    Outcome,
}

/// A question why.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explain {
    /// An expression of the language G, or a comparison such as `^ <> *`.
    pub(crate) game: String,
    /// The subject of the explanation.
    #[serde(default)]
    pub(crate) subject: Subject,
}

/// Two games.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compare {
    /// The first game, an expression of the language G.
    pub(crate) left: String,
    /// The second game.
    pub(crate) right: String,
}

/// A name.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesetHelp {
    /// The ruleset, such as `clobber`; or another topic of help, such as `atomic weight`. Without a
    /// name: the list of all rulesets.
    pub(crate) name: Option<String>,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub(crate) enum First {
    Left,
    Right,
}

impl From<First> for Player {
    fn from(first: First) -> Self {
        match first {
            First::Left => Player::Left,
            First::Right => Player::Right,
        }
    }
}

/// A sum for the solver.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solve {
    /// Terms with + and - between them. A term is a ruleset and a position, `clobber XOXO`,
    /// `domineering 4x5`, `nogo ....`; a heap game and heaps, `kayles 12 5`, `.77 9`; or an
    /// expression of the language G. Boards are rows joined by |: X is Left's, O Right's, . empty.
    pub(crate) sum: String,
    /// Ask only about this player moving first.
    pub(crate) first: Option<First>,
    /// List the winning moves.
    #[serde(default)]
    pub(crate) moves: bool,
    /// Work out the value, whatever it takes.
    #[serde(default)]
    pub(crate) value: bool,
    /// Say what decided.
    #[serde(default)]
    pub(crate) why: bool,
    /// Who wins in misère play, and nothing else.
    #[serde(default)]
    pub(crate) misere: bool,
}

/// An octal game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Octal {
    /// A code or a name: `.77`, `4.7`, `S{1,3,4}`, `Kayles`; or a code for each player: `.7|.07`.
    pub(crate) code: String,
    /// How many values to list, from heap 0 on. Default 32.
    #[schemars(range(max = 10_000))]
    pub(crate) count: Option<u32>,
    /// How many heaps to compute at most in the search for the period. Default 100,000; with a code
    /// for each player 1000.
    #[schemars(range(max = 10_000_000))]
    pub(crate) heaps: Option<u32>,
    /// A position, as the sizes of its heaps: who wins it, with which moves.
    pub(crate) position: Option<Vec<u64>>,
    /// The position in misère play.
    #[serde(default)]
    pub(crate) misere: bool,
}

/// The outcome that is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(crate) enum Claimed {
    /// The next player wins.
    N,
    /// The previous player wins.
    P,
    /// Left wins.
    L,
    /// Right wins.
    R,
}

impl From<Claimed> for Outcome {
    fn from(claimed: Claimed) -> Self {
        match claimed {
            Claimed::N => Outcome::Next,
            Claimed::P => Outcome::Previous,
            Claimed::L => Outcome::Left,
            Claimed::R => Outcome::Right,
        }
    }
}

/// A claim to prove.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Prove {
    /// A comparison of two sums with ==, !=, <, <=, >, >= or <> (confused); `? SUM`, who wins; or a
    /// sum, whose value is meant. `Domineering(3,3) == +-1`.
    pub(crate) claim: String,
    /// The outcome that is claimed of `? SUM`.
    pub(crate) outcome: Option<Claimed>,
    /// The whole file for the Coq proof assistant in the answer.
    #[serde(default)]
    pub(crate) coq: bool,
}

/// Which of the arguments of [`Common`] a tool has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shared {
    Nothing,
    Time,
    Session,
    SessionAndDefinitions,
}

impl Shared {
    fn names(self) -> &'static [&'static str] {
        match self {
            Shared::Nothing => &[],
            Shared::Time => &["seconds"],
            Shared::Session => &["session", "fresh", "seconds"],
            Shared::SessionAndDefinitions => &["definitions", "session", "fresh", "seconds"],
        }
    }
}

/// A tool.
struct Row {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    shared: Shared,
    schema: fn() -> Arc<JsonObject>,
    read: fn(Value) -> Result<Call, serde_json::Error>,
}

macro_rules! row {
    ($name:literal, $title:literal, $shared:ident, $arguments:ident => $call:ident, $description:literal) => {
        Row {
            name: $name,
            title: $title,
            description: $description,
            shared: Shared::$shared,
            schema: schema_for_type::<$arguments>,
            read: |arguments| serde_json::from_value::<$arguments>(arguments).map(Call::$call),
        }
    };
}

static TOOLS: [Row; 9] = [
    row!(
        "evaluate", "Evaluate a program", Session, Evaluate => Evaluate,
        "Runs statements of the language G of combinatorial games and gives a reply for each: the canonical form of a \
         game in several notations, its outcome, options and family; or an error with its place and help. \
         `{L|R}` is a game, `*2` a nimber, `^` up, `1/2` a number; `Clobber(\"xo|ox\")` a position of a built-in \
         ruleset; `? G` who wins, `?? G` the winning moves, `:why G` why, `:help NAME` explains. Functions: \
         mean, temperature, leftstop, atomicweight, cool, birthday and many more."
    ),
    row!(
        "who_wins", "Who wins", SessionAndDefinitions, Position => WhoWins,
        "Who wins a game or a sum of positions, by values and by search: `left player win`, `right player win`, \
         `first player win` or `second player win`, whoever moves first."
    ),
    row!(
        "winning_moves", "Winning moves", SessionAndDefinitions, Position => WinningMoves,
        "Who wins, and all first moves of each player that win, named as players write them."
    ),
    row!(
        "explain", "Explain an answer", SessionAndDefinitions, Explain => Explain,
        "Why a game has its canonical form, why a comparison holds, or why a player wins: step by step, which options \
         are dominated or reversible and by what, which rule decided."
    ),
    row!(
        "compare", "Compare two games", SessionAndDefinitions, Compare => Compare,
        "How two games compare: `==` equal, `<` less, `>` greater, or `<>` confused with each other (incomparable)."
    ),
    row!(
        "ruleset_help", "Rules and help", Nothing, RulesetHelp => RulesetHelp,
        "The rules of a built-in ruleset, how its positions are written, an example; or a topic of help; or, without a \
         name, the list of all rulesets."
    ),
    row!(
        "solve", "Solve a sum of positions", SessionAndDefinitions, Solve => Solve,
        "Who wins a sum of positions of any rulesets when Left starts and when Right starts, by values where they are \
         cheap and by search where they are not; winning moves, value, nimber and reasons on demand."
    ),
    row!(
        "octal", "Octal games", Time, Octal => Octal,
        "A taking-and-breaking game by its code: its rules in words, its values, its period with proof; and of a \
         position of heaps who wins with which moves, in normal or misère play."
    ),
    row!(
        "prove", "Prove an answer", SessionAndDefinitions, Prove => Prove,
        "Proves a comparison, an outcome or a value as a theorem for the Coq proof assistant, with a certificate that \
         other programs can check. A false claim is answered with a move that refutes it."
    ),
];

/// The tools for a client.
pub(crate) fn list() -> Vec<Tool> {
    TOOLS.iter().map(tool).collect()
}

fn tool(row: &Row) -> Tool {
    let mut schema = (*(row.schema)()).clone();
    let shared = schema_for_type::<Common>();
    let properties = schema.entry("properties").or_insert_with(|| JsonObject::new().into());
    if let (Some(own), Some(common)) = (properties.as_object_mut(), shared.get("properties")) {
        for &name in row.shared.names() {
            own.insert(name.to_owned(), common[name].clone());
        }
    }
    // No tool changes anything outside its session, nor reaches beyond the calculator.
    let annotations = ToolAnnotations::new().read_only(true).destructive(false).open_world(false);
    Tool::new(row.name, row.description, Arc::new(schema))
        .with_title(row.title)
        .with_annotations(annotations)
}

/// Why a call is not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadCall {
    #[error("there is no tool `{0}`")]
    NoTool(String),
    #[error("the arguments do not fit: {0}")]
    Arguments(#[from] serde_json::Error),
    #[error("`{name}` has {found} bytes, and at most {most} are read")]
    TooLong { name: String, found: usize, most: usize },
}

/// The most bytes of a text among the arguments.
pub(crate) const MOST_TEXT: usize = 256 << 10;

/// Reads a call.
pub(crate) fn read(name: &str, arguments: JsonObject) -> Result<Asked, BadCall> {
    let row = TOOLS.iter().find(|row| row.name == name);
    let row = row.ok_or_else(|| BadCall::NoTool(name.chars().take(64).collect()))?;
    for (name, value) in &arguments {
        if let Some(text) = value.as_str().filter(|text| text.len() > MOST_TEXT) {
            let name = name.chars().take(64).collect();
            return Err(BadCall::TooLong { name, found: text.len(), most: MOST_TEXT });
        }
    }
    let (common, own): (JsonObject, JsonObject) =
        arguments.into_iter().partition(|(name, _)| row.shared.names().contains(&&name[..]));
    let common = serde_json::from_value(Value::Object(common))?;
    Ok(Asked { call: (row.read)(Value::Object(own))?, common })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(name: &str, arguments: Value) -> Result<Asked, BadCall> {
        let Value::Object(arguments) = arguments else { panic!("an object") };
        read(name, arguments)
    }

    #[test]
    fn every_tool_has_a_schema_with_words() {
        let tools = list();
        assert_eq!(tools.len(), 9);
        for tool in tools {
            let schema = Value::Object((*tool.input_schema).clone());
            assert_eq!(schema["type"], "object", "{}", tool.name);
            assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
            let properties = schema["properties"].as_object().expect("properties");
            for (name, property) in properties {
                assert!(property["description"].is_string(), "{} {name}", tool.name);
                assert!(!property.to_string().contains("$ref"), "{} {name}", tool.name);
            }
        }
    }

    #[test]
    fn arguments_are_read_strictly() {
        let call = asked(
            "who_wins",
            json!({ "game": "*", "session": "a", "seconds": 3, "definitions": "x = 1" }),
        );
        let Asked { call: Call::WhoWins(position), common } = call.expect("it reads") else {
            panic!("another call")
        };
        assert_eq!((&position.game[..], position.misere), ("*", false));
        assert_eq!((common.session.as_deref(), common.seconds), (Some("a"), Some(3)));
        for (name, arguments, message) in [
            ("who_wins", json!({}), "missing field `game`"),
            ("who_wins", json!({ "game": 1 }), "invalid type"),
            ("who_wins", json!({ "game": "*", "file": "x" }), "unknown field `file`"),
            ("octal", json!({ "code": ".77", "session": "a" }), "unknown field `session`"),
            ("evaluate", json!({ "program": "1", "seconds": -1 }), "invalid value"),
            ("evaluate", json!({ "program": "x".repeat(MOST_TEXT + 1) }), "at most 262144"),
            ("explain", json!({ "game": "*", "subject": "weather" }), "unknown variant"),
            ("shell", json!({}), "there is no tool `shell`"),
        ] {
            let error = asked(name, arguments).expect_err("it is refused").to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
