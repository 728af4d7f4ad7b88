//! The winner of a call of a definition. Functions that [`crate::compile::winner`] makes tell it.
//!
//! They are functions of the machine like others, so their calls are remembered, run as typed code
//! and keep the limits. No program can name them.

use std::collections::HashMap;
use std::sync::Arc;

use cg_core::Player;

use super::{Defined, Machine, Told};
use crate::compile::Winners;
use crate::compile::winner::winner;
use crate::error::Error;
use crate::source::{Source, Span};
use crate::value::Value;

impl Machine {
    /// Whether `player` wins a call when moving first; `None` where code does not tell.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub(crate) fn wins(
        &mut self,
        function: u32,
        arguments: &[Value],
        player: Player,
    ) -> Result<Option<bool>, Error> {
        let Some(winners) = self.told(function)? else { return Ok(None) };
        let source = Source::new("", "");
        let winner = winners[player as usize];
        match self.call_function(&source, Span::default(), winner, arguments)? {
            Value::Truth(wins) => Ok(Some(wins)),
            _ => unreachable!("code that tells who wins gives truth values"),
        }
    }

    /// How many calls are remembered by the functions that tell who wins calls of a function.
    pub(crate) fn told_calls(&self, function: u32) -> usize {
        let told = self.told.get(&function);
        let functions = told.iter().flat_map(|told| &told.of);
        let winners = functions.filter_map(|(number, _)| self.told.get(number)?.winners).flatten();
        winners.map(|winner| self.functions[winner as usize].memo.count()).sum()
    }

    /// Forgets what these functions found: it takes memory that a search needs.
    pub(crate) fn forget_told(&mut self, function: u32) {
        let told = self.told.get(&function);
        let functions = told.iter().flat_map(|told| &told.of);
        let winners = functions.filter_map(|(number, _)| self.told.get(number)?.winners).flatten();
        let winners: Vec<u32> = winners.collect();
        for winner in winners {
            self.functions[winner as usize].forget();
        }
    }

    /// The functions that tell who wins calls of a function, made anew where a definition is.
    fn told(&mut self, function: u32) -> Result<Option<[u32; 2]>, Error> {
        if let Some(told) = self.told.get(&function) {
            let is_current = |(number, defined): &(u32, Arc<Defined>)| {
                let now = self.functions[*number as usize].defined.as_ref();
                now.is_some_and(|now| Arc::ptr_eq(now, defined))
            };
            if told.of.iter().all(is_current) {
                return Ok(told.winners);
            }
        }
        let made = self.make_winners(function)?;
        let winners = made.winners;
        if winners.is_some() {
            for (number, _) in &made.of {
                let winners = Some(self.winners_of(*number));
                self.told.insert(*number, Told { of: made.of.clone(), winners });
            }
        } else {
            self.told.insert(function, made);
        }
        Ok(winners)
    }

    /// The numbers of the functions that tell who wins calls of a function.
    fn winners_of(&mut self, function: u32) -> [u32; 2] {
        let name = self.function_names.name(function).to_owned();
        // With a blank in it: programs have no such names.
        Player::BOTH.map(|player| self.function_names.number(&format!("{name}, {player} first")))
    }

    fn make_winners(&mut self, function: u32) -> Result<Told, Error> {
        let mut told = Told { of: Vec::new(), winners: None };
        let (mut waiting, mut made) = (vec![function], Vec::new());
        while let Some(number) = waiting.pop() {
            if told.of.iter().any(|&(seen, _)| seen == number) {
                continue;
            }
            let Some(defined) = self.functions[number as usize].defined.clone() else {
                return Ok(told);
            };
            told.of.push((number, Arc::clone(&defined)));
            let (ast, mut winners, mut called) = (&defined.ast, Winners::new(), HashMap::new());
            for name in ast.names() {
                let number = self.function_names.find(name);
                let Some(number) =
                    number.filter(|&it| self.functions[it as usize].defined.is_some())
                else {
                    continue;
                };
                let numbers = self.winners_of(number);
                let symbol = ast.find(name).expect("it is one of the names");
                winners.insert(symbol, numbers);
                called.extend(numbers.map(|winner| (winner, number)));
            }
            self.follow_names();
            for player in Player::BOTH {
                let (source, winners) = (&defined.source, winners.clone());
                let code =
                    winner(source, ast, &defined.definition, player, winners, &mut self.around())?;
                let Some((code, mut references)) = code else { return Ok(told) };
                waiting.extend(references.functions.iter().filter_map(|it| called.get(it)));
                // A change of the definition concerns this code too.
                references.functions.push(number);
                let winner = self.winners_of(number)[player as usize];
                made.push((winner, defined.with_code(code, references)));
            }
        }
        let numbers: Vec<u32> = made.iter().map(|&(number, _)| number).collect();
        for (number, defined) in made {
            self.define(number, Some(defined));
        }
        for number in numbers {
            self.functions[number as usize].forget();
        }
        self.codes = None;
        told.winners = Some(self.winners_of(function));
        Ok(told)
    }
}

#[cfg(test)]
mod tests {
    use cg_core::{Limits, Outcome, Registry};

    use super::*;
    use crate::session::{Role, Session};

    /// A session over a program.
    fn session(program: &str) -> Session {
        let registry = cg_subgroups::register(Registry::builder()).close().expect("they agree");
        let engine = cg_simplify::Engine::new(registry, Limits::default()).expect("it starts");
        let mut session = Session::new(engine);
        define(&mut session, program);
        session
    }

    fn define(session: &mut Session, program: &str) {
        session.run(&Source::new("test", program), Role::Program, &mut |_, event| {
            if let crate::Event::Error(error) = event {
                panic!("{error}");
            }
        });
    }

    /// Who wins the calls of a function with each of the lists of arguments, by code.
    fn told(session: &mut Session, function: &str, calls: &str) -> Vec<Option<Outcome>> {
        let Ok(Value::List(calls)) = session.evaluate(calls) else { panic!("{calls}") };
        let machine = session.host().machine;
        let number = machine.function_names.find(function).expect("it is defined");
        let outcome = |call: &Value| {
            let Value::List(arguments) = call else { panic!("{call:?}") };
            let mut wins = |player| machine.wins(number, arguments.items(), player).unwrap();
            let (left, right) = (wins(Player::Left)?, wins(Player::Right)?);
            Some(Outcome::from_first_moves(left, right))
        };
        calls.items().iter().map(outcome).collect()
    }

    /// The same by values.
    fn valued(session: &mut Session, function: &str, calls: &str) -> Vec<Option<Outcome>> {
        let Ok(Value::List(calls)) = session.evaluate(calls) else { panic!("{calls}") };
        let machine = session.host().machine;
        let number = machine.function_names.find(function).expect("it is defined");
        let outcome = |call: &Value| {
            let Value::List(arguments) = call else { panic!("{call:?}") };
            let source = Source::new("", "");
            let value =
                machine.call_function(&source, Span::default(), number, arguments.items()).unwrap();
            let game = machine.context().game(&value, "the value").unwrap();
            Some(machine.engine.outcome(game).unwrap())
        };
        calls.items().iter().map(outcome).collect()
    }

    const WORDS: &str = "[[a ++ b ++ c ++ d ++ e] : a in w, b in w, c in w, d in w, e in w]";

    /// Definitions of many kinds, each with the calls that are compared.
    const TOLD: [(&str, &str, &str); 8] = [
        (
            "N(b) { symmetric: symmetries(b); negative: swap(b, \"x\", \"o\"); default: {
               N(put(b, r, c, \"x\")) : (r, c) in cells(b, \".\"), if not near(b, r, c, \"x\")
             | N(put(b, r, c, \"o\")) : (r, c) in cells(b, \".\"), if not near(b, r, c, \"o\") } }",
            "N",
            "[[board(b)] : b in [\"...|...\", \"....|....\", \"x..|..o|...\", \"...|.x.|...\"]]",
        ),
        (
            "D(b) { default: {
               D(put(b, r, c, \"#\", r+1, c, \"#\")) : r = 0..rows(b)-2, c = 0..cols(b)-1,
                 if b[r, c] == \".\" and b[r+1, c] == \".\"
             | D(put(b, r, c, \"#\", r, c+1, \"#\")) : r = 0..rows(b)-1, c = 0..cols(b)-2,
                 if b[r, c] == \".\" and b[r, c+1] == \".\" } }",
            "D",
            "[[board(b)] : b in [\"...|...\", \"....|....|....\", \".#.|...\", \"..|..|..\"]]",
        ),
        (
            "w = [\"x\", \"o\", \".\"];
             C(s) { default: {
               C(s[0..i-1] ++ \".x\" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == \"xo\",
               C(s[0..i-1] ++ \"x.\" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == \"ox\"
             | C(s[0..i-1] ++ \".o\" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == \"ox\",
               C(s[0..i-1] ++ \"o.\" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == \"xo\" } }",
            "C",
            WORDS,
        ),
        // Leaves, an `if`, a case that leads to another call, a helper that is no game.
        (
            "big(n) { default: n > 3 }
             F(n, m) {
               case if n > m: F(m, n);
               case (0, _): 2; case (1, _): -1; case (2, _): *; case (3, _): *3; case (4, _): 0;
               default: if big(m - n) then { F(n-k, m) : k = 1..2 | F(n, m-1), 1 }
                        else { -1, F(n-2, m) | F(n-1, m-k) : k = 0..1 } }",
            "F",
            "[[n, m] : n = 0..9, m = 0..9]",
        ),
        // Two that call each other, and a value that is given with a name.
        (
            "A(n) { case 0: 0; default: { B(n-1), A(k) | B(n-1) }; where k = n div 2 }
             B(n) { case 0: *; case 1: { A(0) | }; default: { {A(n-2)|} | B(n-1), A(n-1) } }",
            "A",
            "[[n] : n = 0..20]",
        ),
        (
            "impartial S(a, b) { default: { S(a-k, b) : k = 1..min(a, 3), S(a, b-k) : k = 1..min(b, 2) } }",
            "S",
            "[[a, b] : a = 0..7, b = 0..7]",
        ),
        (
            "k = 2;
             L(l) { case []: 0; default: { L(l[1..len(l)-1]) : j = 1..1, if l[0] > k
                                         | L(l[0..len(l)-2]) : j = 1..1, if l[len(l)-1] < k } }",
            "L",
            "[[[a, b, c, d]] : a = 0..4, b = 0..4, c = 0..4, d = 0..4]",
        ),
        (
            "G(g) { default: { G(delete(g, v)) : v in vertices(g, \"l\") | G(delete(g, v)) : v in vertices(g, \"r\") } }",
            "G",
            "[[graph(g)] : g in [\"a:l, b:r\", \"a:l, b:l\", \"a:r\", \"\", \"a:l, b:r, c:r, a-b\"]]",
        ),
    ];

    #[test]
    fn code_tells_who_wins_by_values() {
        for (program, function, calls) in TOLD {
            let mut session = session(program);
            let found = told(&mut session, function, calls);
            assert_eq!(found, valued(&mut session, function, calls), "{program}");
            assert!(found.iter().all(Option::is_some), "{program}");
        }
    }

    #[test]
    fn of_other_definitions_it_tells_nothing() {
        for program in [
            "F(n) { default: { F(k) + F(n-k-1) : k = 0..n-1 | } }",
            "F(n) { sum: []; case 0: 0; default: { F(n-1) | } }",
            "F(n) { case 0: 0; default: -F(n-1) }",
            "loopy F(n) { case 0: 0; default: { F((n+1) % 3) | F((n+1) % 3) } }",
            "F(n) { default: { G(n) | } }\nG(n) { default: { H(n) + 1 | } }\nH(n) { default: 0 }",
        ] {
            let mut session = session(program);
            assert_eq!(told(&mut session, "F", "[[0]]"), [None], "{program}");
        }
    }

    #[test]
    fn definitions_that_change_are_told_anew() {
        let mut session = session(
            "k = 1\nF(n) { case 0: G(n); default: { F(n-1) | } }\nG(n) { case 0: if k == 1 then * else 0 }",
        );
        let ask = |session: &mut Session| told(session, "F", "[[0], [1]]");
        assert_eq!(ask(&mut session), [Some(Outcome::Next), Some(Outcome::Previous)]);
        define(&mut session, "k = 2");
        assert_eq!(ask(&mut session), [Some(Outcome::Previous), Some(Outcome::Left)]);
        define(&mut session, "G(n) { default: 1 }");
        assert_eq!(ask(&mut session), [Some(Outcome::Left), Some(Outcome::Left)]);
        define(&mut session, "F(n) { default: { | G(n) : j = 1..n } }");
        assert_eq!(ask(&mut session), [Some(Outcome::Previous), Some(Outcome::Previous)]);
        define(&mut session, "G(n) { default: 1 + G(n) : 1 }".replace(" : 1", "").as_str());
        assert_eq!(ask(&mut session), [None, None]);
    }

    /// A limit in the middle leaves nothing wrong behind.
    #[test]
    fn work_that_is_cut_goes_on() {
        let (program, function, _) = TOLD[0];
        let mut session = session(program);
        let calls = "[[board(\".....|.....|.....|.....\")]]";
        let expected = valued(&mut session, function, calls);
        let Ok(Value::List(call)) = session.evaluate("[board(\".....|.....|.....|.....\")]") else {
            panic!("it is a list");
        };
        let machine = session.host().machine;
        let number = machine.function_names.find(function).unwrap();
        let mut cut = 0;
        for steps in 1.. {
            let bound = machine.engine.bound(steps);
            let found = machine.wins(number, call.items(), Player::Left);
            machine.engine.restore(bound, steps);
            match found {
                Ok(wins) => {
                    assert_eq!(wins, expected[0].map(|outcome| outcome.won_by_first(Player::Left)));
                    break;
                }
                Err(_) => cut += 1,
            }
        }
        assert!(cut > 3, "{cut}");
        assert_eq!(told(&mut session, function, calls), expected);
    }
}
