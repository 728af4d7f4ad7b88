//! Proofs as JSON, for other checkers.

use serde_json::{Value, json};

use crate::arena::{Kind, Signed, Universe};
use crate::family::{Family, Nimber};
use crate::prove::{Proof, Statement, StateTerm, Strategies, Theorem, goals};
use crate::strategy::{Certificate, Goal};

impl Proof {
    /// The claim, and all that a checker needs: explicit games as rows, positions, and the
    /// replies by their numbers.
    pub fn json(&self) -> Value {
        let mut object = match &self.theorem {
            Theorem::Strategies(strategies) => strategies.json(),
            Theorem::Family(family) => family.json(),
            Theorem::Period(period) => json!({
                "kind": "period",
                "digits": period.digits,
                "period": period.period,
                "from": period.start,
                "least": period.least,
                "mask": period.mask,
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
        let rows = universe.forms.rows().iter();
        let forms: Vec<Value> = rows
            .map(|row| json!({ "left": row.left, "right": row.right, "text": row.text }))
            .collect();
        let sum = |terms: &[StateTerm]| -> Vec<Value> {
            terms.iter().map(|term| signed(universe, term.signed)).collect()
        };
        let strategy = |certificate: &Certificate| json!({ "states": certificate.states, "replies": certificate.numbers });
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
        let facts = self.facts.iter().map(|fact| {
            json!({
                "position": signed(universe, fact.term.signed),
                "equals": signed(universe, fact.value),
                "certificates": fact.certificates.each_ref().map(strategy),
            })
        });
        json!({
            "kind": "strategies",
            "statement": name(self.statement),
            "forms": forms,
            "left": sum(&self.left),
            "right": sum(&self.right),
            "facts": facts.collect::<Vec<Value>>(),
            "certificates": certificates.collect::<Vec<Value>>(),
        })
    }
}

impl Family {
    fn json(&self) -> Value {
        let one = |one: &Nimber| {
            let heap = one.heap.as_ref();
            json!({
                "nimber": one.value.to_string(),
                "digits": heap.map(|heap| &heap.digits),
                "heap": heap.map(|heap| heap.heap),
            })
        };
        let [left, right] =
            [&self.left, &self.right].map(|side| side.iter().map(one).collect::<Vec<Value>>());
        json!({ "kind": "nimbers", "statement": name(self.statement), "left": left, "right": right })
    }
}
