//! A thousand tasks, each answer found a second time.

use std::collections::{HashMap, HashSet};

use cg_calculator::cg_rulesets::{Notated, Start};
use cg_calculator::{Calculator, Outcome, Player};
use cg_tasks::{Answer, Kind, Task, Tasks};

use crate::forms::Forms;
use crate::heaps::{Octal, nim_product, place};

fn tasks(seed: u64, kinds: &[Kind], count: usize) -> Vec<Task> {
    Tasks::new(seed, kinds).take(count).collect::<Result<_, _>>().unwrap()
}

fn numbers(heaps: &str) -> Vec<u64> {
    heaps.split(' ').map(|heap| heap.parse().unwrap()).collect()
}

/// What is known of positions by plain search.
#[derive(Default)]
struct Search(HashMap<(String, bool), bool>);

impl Search {
    fn wins(&mut self, ruleset: &str, board: &str, player: Player) -> bool {
        let key = (format!("{ruleset} {board}"), player == Player::Left);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let wins = !self.winning(ruleset, board, player).is_empty();
        self.0.insert(key, wins);
        wins
    }

    fn winning(&mut self, ruleset: &str, board: &str, player: Player) -> Vec<String> {
        let Start { rules, position } = Start::read(&format!("{ruleset} {board}")).unwrap();
        let Ok(moves) = rules.named_moves(&position, player, usize::MAX);
        let mut found = Vec::new();
        for chosen in &moves.list {
            let Ok(after) = rules.after(&position, chosen);
            let Ok(after) = rules.write_position(&after);
            if !self.wins(ruleset, &after, player.opponent()) {
                found.push(rules.write_move(chosen));
            }
        }
        found.sort_unstable();
        found
    }
}

#[derive(Default)]
struct Second {
    forms: Forms,
    search: Search,
    products: HashMap<(u64, u64), u64>,
    misere: HashMap<String, HashMap<Vec<u64>, bool>>,
}

/// A number of sixteenths, as it is written.
fn sixteenths(number: i64) -> String {
    let (mut top, mut below) = (number, 16);
    while below > 1 && top % 2 == 0 {
        (top, below) = (top / 2, below / 2);
    }
    if below == 1 { top.to_string() } else { format!("{top}/{below}") }
}

impl Second {
    /// The answer that other code gives; none where it checks the answer itself.
    fn answer(&mut self, task: &Task, calculator: &mut Calculator) -> Option<Answer> {
        let given = &task.given;
        let text = |text: &str| Some(Answer::Text(text.to_owned()));
        match task.kind {
            Kind::Value => {
                let Answer::Text(answer) = &task.answer else { panic!("{task:?}") };
                let form = self.forms.read(&given[0]);
                let value = calculator.game(answer).unwrap();
                let value = self.forms.of_game(calculator.engine(), value);
                assert!(self.forms.le(form, value) && self.forms.le(value, form), "{task:?}");
                assert!(self.forms.is_canonical(value), "{task:?}");
                None
            }
            Kind::Comparison => {
                let (g, h) = (self.forms.read(&given[0]), self.forms.read(&given[1]));
                text(match (self.forms.le(g, h), self.forms.le(h, g)) {
                    (true, true) => "==",
                    (true, false) => "<",
                    (false, true) => ">",
                    (false, false) => "<>",
                })
            }
            Kind::Outcome => {
                let [left, right] =
                    Player::BOTH.map(|player| self.search.wins(&given[0], &given[1], player));
                text(&Outcome::from_first_moves(left, right).to_string())
            }
            Kind::WinningMove => {
                let player = if given[2] == "left" { Player::Left } else { Player::Right };
                Some(Answer::Texts(self.search.winning(&given[0], &given[1], player)))
            }
            Kind::Nimber => {
                let values = Octal::read(&given[0]).nim_values(21);
                let heaps = numbers(&given[1]);
                let sum = heaps.into_iter().fold(0, |sum, heap| sum ^ values[place(heap)]);
                text(&sum.to_string())
            }
            Kind::Misere => {
                let known = self.misere.entry(given[0].clone()).or_default();
                let wins = Octal::read(&given[0]).wins_misere(&numbers(&given[1]), known);
                text(if wins { "first player win" } else { "second player win" })
            }
            Kind::Period => {
                // The theorem of Guy and Smith: what holds so far holds for ever.
                let game = Octal::read(&given[0]);
                let Answer::Period { period, preperiod } = task.answer else { panic!("{task:?}") };
                let enough = 2 * preperiod.max(1) + 2 * period + game.most();
                let values = game.nim_values(enough + period + 1);
                let holds = |period: u64, from: u64| {
                    (from..=enough).all(|n| values[place(n)] == values[place(n + period)])
                };
                assert!(holds(period, preperiod), "{task:?}");
                assert!(preperiod == 0 || !holds(period, preperiod - 1), "{task:?}");
                assert!((1..period).all(|less| !holds(less, preperiod)), "{task:?}");
                None
            }
            Kind::Stops => {
                let form = self.forms.read(&given[0]);
                let [left, right] = self.forms.stops(form);
                let (left_stop, right_stop) = (left.to_string(), right.to_string());
                Some(Answer::Stops { left_stop, right_stop })
            }
            Kind::Temperature => {
                let form = self.forms.read(&given[0]);
                let [mean, temperature] = self.forms.mean_and_temperature(form).map(sixteenths);
                Some(Answer::Temperature { mean, temperature })
            }
            Kind::NimProduct => {
                let [one, other] = [0, 1].map(|at: usize| given[at][1..].parse().unwrap());
                let product = nim_product(one, other, &mut self.products);
                text(&match product {
                    1 => "*".to_owned(),
                    size => format!("*{size}"),
                })
            }
        }
    }
}

#[test]
fn names_read_back_and_are_those_of_json() {
    for kind in Kind::ALL {
        assert_eq!(kind.name().parse::<Kind>().unwrap(), kind);
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
    }
    assert!("values".parse::<Kind>().unwrap_err().to_string().contains("winning-move"));
}

#[test]
fn a_thousand_answers_are_found_again() {
    let mut second = Second::default();
    let mut calculator = Calculator::new().unwrap();
    let tasks = tasks(2026, &[], 1000);
    for task in &tasks {
        if let Some(answer) = second.answer(task, &mut calculator) {
            assert_eq!(answer, task.answer, "{task:?}");
        }
    }
    // The questions are not always the same, nor have they always the same answer.
    for kind in Kind::ALL {
        let of_kind: Vec<&Task> = tasks.iter().filter(|task| task.kind == kind).collect();
        assert_eq!(of_kind.len(), 100);
        let questions: HashSet<&str> = of_kind.iter().map(|task| &task.question[..]).collect();
        let answers: HashSet<String> =
            of_kind.iter().map(|task| format!("{:?}", task.answer)).collect();
        assert!(questions.len() >= 60, "{kind}: {} questions", questions.len());
        let few = matches!(kind, Kind::Misere | Kind::Outcome | Kind::Comparison);
        assert!(answers.len() >= if few { 2 } else { 8 }, "{kind}: {answers:?}");
    }
}

#[test]
fn the_shell_lines_answer_the_questions() {
    // What the calculator says to the statement of `cg eval` is the answer.
    let mut calculator = Calculator::new().unwrap();
    let kinds = [Kind::Value, Kind::NimProduct, Kind::Stops, Kind::Temperature];
    for task in tasks(5, &kinds, 80) {
        let statement = task.command.strip_prefix("cg eval '").unwrap().trim_end_matches('\'');
        let shown = calculator.evaluate(statement)[0].shown.clone();
        let expected = match task.answer {
            Answer::Text(text) => text,
            Answer::Stops { left_stop, right_stop } => format!("[{left_stop}, {right_stop}]"),
            Answer::Temperature { mean, temperature } => format!("[{mean}, {temperature}]"),
            other => panic!("{other:?}"),
        };
        assert_eq!(shown, expected, "{}", task.command);
    }
}

#[test]
fn a_seed_gives_the_same_tasks_again() {
    let once = tasks(42, &[], 40);
    assert_eq!(once, tasks(42, &[], 40));
    assert_ne!(once, tasks(43, &[], 40));
    // A task stands alone: what came before it makes no difference.
    let later = Tasks::new(42, &[]).nth(23).unwrap().unwrap();
    assert_eq!(later, once[23]);
    // These are the same on every machine and in every version that does not say otherwise.
    let lines: Vec<String> =
        once[..10].iter().map(|task| serde_json::to_string(task).unwrap()).collect();
    let kept = include_str!("seed-42.jsonl");
    assert_eq!(lines.join("\n") + "\n", kept);
}
