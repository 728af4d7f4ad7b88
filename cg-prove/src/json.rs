//! Proofs as JSON, for other checkers.

use cg_core::Player;
use serde_json::{Value, json};

use crate::arena::{Kind, Signed, Universe};
use crate::bands::{Bands, How, Shown};
use crate::family::{Family, Summand, ValueForm};
use crate::forms::Row;
use crate::graph::PositionGraph;
use crate::prove::{Fact, Proof, StateTerm, Statement, Strategies, Theorem, goals};
use crate::rules::{Position, Set};
use crate::strategy::{Certificate, Goal};

impl Proof {
    /// The claim, and all that a checker needs: explicit games as rows, positions, and the
    /// replies by their numbers.
    pub fn json(&self) -> Value {
        let mut object = match &self.theorem {
            Theorem::Strategies(strategies) => strategies.json(),
            Theorem::Bands(bands) => bands.json(),
            Theorem::Family(family) => family.json(),
            Theorem::Quotient(quotient) => json!({
                "kind": "misere quotient",
                "digits": quotient.digits,
                "products": quotient.table,
                "heaps": quotient.phi,
                "from": quotient.start,
                "period": quotient.period,
                "p_positions": quotient.winning,
            }),
            Theorem::Period(period) => json!({
                "kind": "period",
                "digits": period.digits,
                "period": period.period,
                "from": period.start,
                "least": period.least,
                "mask": period.space.mask,
                "parity": period.space.parity,
            }),
        };
        object["claim"] = json!(self.claim);
        object
    }
}

fn name(statement: Statement) -> String {
    match statement {
        Statement::Equal => "equal".into(),
        Statement::NotEqual { .. } => "not equal".into(),
        Statement::AtMost => "at most".into(),
        Statement::Less => "less".into(),
        Statement::Confused => "confused".into(),
        Statement::Outcome(outcome) => format!("outcome {}", outcome.letter()),
    }
}

fn signed(universe: &Universe, signed: Signed) -> Value {
    let mut object = match universe.kind(signed.item) {
        Kind::Form(row) => json!({ "form": row }),
        Kind::Position(ruleset, Position::Node(number)) => {
            json!({ "rules": universe.rules[*ruleset].coq(), "number": number, "position": universe.text(signed.item) })
        }
        Kind::Position(ruleset, _) => {
            json!({ "rules": universe.rules[*ruleset].coq(), "position": universe.text(signed.item) })
        }
    };
    object["minus"] = json!(signed.minus);
    object
}

impl Strategies {
    fn json(&self) -> Value {
        let universe = &self.universe;
        let sum = |terms: &[StateTerm]| -> Vec<Value> {
            terms.iter().map(|term| signed(universe, term.signed)).collect()
        };
        let (left, right) = (Self::state(&self.left), Self::state(&self.right));
        let certificates = goals(self.statement, &left, &right).into_iter().zip(&self.certificates);
        let certificates = certificates.map(|(goal, certificate)| {
            let mut object = strategy(certificate);
            let (first, state) = match goal {
                Goal::First(state) => (true, state),
                Goal::Second(state) => (false, state),
            };
            object["left_moves_first"] = json!(first);
            object["sum"] = state.into_iter().map(|one| signed(universe, one)).collect();
            object
        });
        json!({
            "kind": "strategies",
            "statement": name(self.statement),
            "forms": forms(universe),
            "graphs": universe.graphs().map(|(name, graph)| graph_object(name, graph)).collect::<Vec<_>>(),
            "left": sum(&self.left),
            "right": sum(&self.right),
            "facts": facts(universe, &self.facts),
            "certificates": certificates.collect::<Vec<Value>>(),
        })
    }
}

impl Bands {
    fn json(&self) -> Value {
        let shown = |shown: &Shown| {
            let mut object = match &shown.how {
                How::Bands { bands, certificate } => json!({
                    "bands": texts(bands),
                    "certificate": strategy(certificate),
                }),
                How::Replies(boards) => json!({ "replies": texts(boards) }),
            };
            object["board"] = json!(shown.board.to_string());
            object
        };
        let sides = self.sides.each_ref().map(|side| {
            json!({
                "move": side.number,
                "boards": side.shown.iter().map(shown).collect::<Vec<_>>(),
            })
        });
        json!({
            "kind": "bands",
            "statement": "outcome N",
            "board": self.board,
            "forms": forms(&self.universe),
            "facts": facts(&self.universe, &self.facts),
            "sides": sides,
        })
    }
}

fn texts(boards: &[Set]) -> Vec<String> {
    boards.iter().map(Set::to_string).collect()
}

fn strategy(certificate: &Certificate) -> Value {
    json!({ "states": certificate.states, "replies": certificate.numbers })
}

/// A graph of positions; the first has the number 1.
fn graph_object(name: &str, graph: &PositionGraph) -> Value {
    let row = |number| {
        let [left, right] = Player::BOTH.map(|player| graph.options(number, player));
        json!({ "left": left, "right": right, "text": graph.text(number) })
    };
    json!({ "name": name, "positions": graph.numbers().map(row).collect::<Vec<_>>() })
}

fn forms(universe: &Universe) -> Vec<Value> {
    let row = |row: &Row| json!({ "left": row.left, "right": row.right, "text": row.text });
    universe.forms.rows().iter().map(row).collect()
}

fn facts(universe: &Universe, facts: &[Fact]) -> Vec<Value> {
    let fact = |fact: &Fact| {
        json!({
            "position": signed(universe, fact.term.signed),
            "equals": signed(universe, fact.value),
            "certificates": fact.certificates.each_ref().map(strategy),
        })
    };
    facts.iter().map(fact).collect()
}

impl Family {
    fn json(&self) -> Value {
        let one = |one: &Summand| match one {
            Summand::Number(parts) => json!({ "parts": parts.to_string() }),
            Summand::Ups(count) => json!({ "ups": count.to_string() }),
            Summand::Nimber(value) => json!({ "nimber": value.to_string() }),
            Summand::Heap { digits, heap, value } => {
                json!({ "digits": digits, "heap": heap, "nimber": value.to_string() })
            }
        };
        let [left, right] =
            [&self.left, &self.right].map(|side| side.iter().map(one).collect::<Vec<Value>>());
        let form = match &self.form {
            ValueForm::Unsaid => Value::Null,
            ValueForm::Itself => json!("right"),
            ValueForm::Explicit(strategies) => strategies.json(),
        };
        json!({
            "kind": self.name(),
            "statement": name(self.statement),
            "places": self.places,
            "left": left,
            "right": right,
            "canonical": form,
        })
    }
}
