//! A question of each kind, with its answer from the library.

use cg_calculator::cg_octal::{self, Effort, Limits, Rules, Run, SumReport};
use cg_calculator::{
    Calculator, CalculatorError, Game, Interrupt, Notation, Outcome, Player, Relation, SumSolver,
};
use fastrand::Rng;

use crate::Kind;
use crate::random;
use crate::task::Answer;

/// A question with its answer.
pub(crate) struct Made {
    pub(crate) question: String,
    pub(crate) given: Vec<String>,
    pub(crate) command: String,
    pub(crate) answer: Answer,
}

/// A question of a kind.
pub(crate) fn task(
    kind: Kind,
    rng: &mut Rng,
    calculator: &mut Calculator,
) -> Result<Made, CalculatorError> {
    match kind {
        Kind::Value => value(rng, calculator),
        Kind::Outcome => outcome(rng, calculator),
        Kind::WinningMove => winning_move(rng, calculator),
        Kind::Comparison => comparison(rng, calculator),
        Kind::Nimber => nimber(rng),
        Kind::Misere => misere(rng),
        Kind::Period => period(rng),
        Kind::Stops => stops(rng, calculator),
        Kind::Temperature => temperature(rng, calculator),
        Kind::NimProduct => nim_product(rng, calculator),
    }
}

/// A text for the shell.
fn quoted(text: &str) -> String {
    format!("'{text}'")
}

/// As the field writes it.
fn written(calculator: &mut Calculator, game: Game) -> Result<String, CalculatorError> {
    Ok(calculator.engine().print(game, Notation::Standard)?)
}

/// The outcome as the calculator says it.
fn words(outcome: Outcome) -> Answer {
    Answer::Text(outcome.to_string())
}

fn value(rng: &mut Rng, calculator: &mut Calculator) -> Result<Made, CalculatorError> {
    // A leaf alone is no question.
    let form = std::iter::repeat_with(|| random::form(rng, 2)).find(|form| form.starts_with('{'));
    let form = form.expect("the row of forms has no end");
    let game = calculator.game(&form)?;
    let answer = Answer::Text(written(calculator, game)?);
    Ok(Made {
        question: format!("What is the canonical form of {form}?"),
        command: format!("cg eval {}", quoted(&form)),
        given: vec![form],
        answer,
    })
}

fn comparison(rng: &mut Rng, calculator: &mut Calculator) -> Result<Made, CalculatorError> {
    let [left, right] = [random::form(rng, 2), random::form(rng, 2)];
    let games = (calculator.game(&left)?, calculator.game(&right)?);
    let sign = match calculator.engine().compare(games.0, games.1)? {
        Relation::Equal => "==",
        Relation::Less => "<",
        Relation::Greater => ">",
        Relation::Confused => "<>",
    };
    Ok(Made {
        question: format!(
            "How do G = {left} and H = {right} compare: G == H, G < H, G > H, or G <> H (confused with each other)?"
        ),
        command: format!("cg eval {}", quoted(&format!("[{left} <= {right}, {left} >= {right}]"))),
        given: vec![left, right],
        answer: Answer::Text(sign.to_owned()),
    })
}

fn outcome(rng: &mut Rng, calculator: &mut Calculator) -> Result<Made, CalculatorError> {
    let (ruleset, board) = random::position(rng);
    let position = format!("{ruleset} {board}");
    let mut solver = SumSolver::new(cg_calculator::cg_solve::Settings::default());
    let sum = solver.read(calculator.session(), &position)?;
    let left = solver.wins(calculator.session(), &sum, Player::Left)?;
    let right = solver.wins(calculator.session(), &sum, Player::Right)?;
    Ok(Made {
        question: format!(
            "Who wins the position {board} of {ruleset}: the left player, the right player, the first player or the \
             second player? (X is Left's, O is Right's, . is empty, # is taken, rows are joined by |)"
        ),
        command: format!("cg solve {}", quoted(&position)),
        given: vec![ruleset.to_owned(), board],
        answer: words(Outcome::from_first_moves(left, right)),
    })
}

fn winning_move(rng: &mut Rng, calculator: &mut Calculator) -> Result<Made, CalculatorError> {
    let (ruleset, board) = random::position(rng);
    let player = if rng.bool() { Player::Left } else { Player::Right };
    let position = format!("{ruleset} {board}");
    let mut solver = SumSolver::new(cg_calculator::cg_solve::Settings::default());
    let sum = solver.read(calculator.session(), &position)?;
    let moves = solver.winning_moves(calculator.session(), &sum, player)?;
    let mut names: Vec<String> = moves.into_iter().map(|one| one.name).collect();
    names.sort_unstable();
    let lower = player.to_string().to_lowercase();
    Ok(Made {
        question: format!(
            "{player} moves first in the position {board} of {ruleset}. Which moves win? (X is Left's, O is Right's, \
             . is empty, # is taken, rows are joined by |, columns have letters and rows numbers from below)"
        ),
        command: format!("cg solve --moves --first {lower} {}", quoted(&position)),
        given: vec![ruleset.to_owned(), board, lower],
        answer: Answer::Texts(names),
    })
}

/// Heaps as they are typed.
fn joined(heaps: &[u64]) -> String {
    let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
    heaps.join(" ")
}

fn effort() -> Effort {
    Effort { positions: 1_000_000, ..Effort::default() }
}

/// An answer about octal games, with its error as one of the calculator.
fn octal<T>(found: cg_octal::Result<T>) -> Result<T, CalculatorError> {
    found.map_err(|error| CalculatorError::Asked(error.to_string()))
}

fn nimber(rng: &mut Rng) -> Result<Made, CalculatorError> {
    let (code, heaps) = (random::code(rng), random::heaps(rng, 20));
    let rules: Rules = octal(code.parse())?;
    let report = octal(SumReport::new(&rules, &heaps, false, &effort()))?;
    let sum = report.nim_sum.expect("normal play has nim-values");
    let typed = joined(&heaps);
    Ok(Made {
        question: format!("What is the nim-value of the heaps {typed} in the octal game {code}?"),
        command: format!("cg octal {code} --heaps {}", typed.replace(' ', ",")),
        given: vec![code, typed],
        answer: Answer::Text(sum.to_string()),
    })
}

fn misere(rng: &mut Rng) -> Result<Made, CalculatorError> {
    let (code, heaps) = (random::code(rng), random::heaps(rng, 6));
    let rules: Rules = octal(code.parse())?;
    let report = octal(SumReport::new(&rules, &heaps, true, &effort()))?;
    let typed = joined(&heaps);
    Ok(Made {
        question: format!(
            "Who wins the heaps {typed} of the octal game {code} in misère play, where whoever cannot move wins: the \
             first player or the second player?"
        ),
        command: format!("cg octal {code} --misere --heaps {}", typed.replace(' ', ",")),
        given: vec![code, typed],
        answer: Answer::Text(report.outcome.to_owned()),
    })
}

/// The longest preperiod and period of a question, together.
const MOST_PERIOD: u64 = 120;

fn period(rng: &mut Rng) -> Result<Made, CalculatorError> {
    loop {
        let code = random::code(rng);
        let rules: Rules = octal(code.parse())?;
        let mut run = octal(Run::new(&rules, cg_octal::Settings::default()))?;
        let limits = Limits { heaps: 1_000, time: None, all_heaps: false };
        octal(run.go(limits, &Interrupt::new(), &mut |_| Ok(())))?;
        let Some(found) = run.finding().filter(|found| found.method.is_some() && found.exact)
        else {
            continue;
        };
        let period = found.period;
        if period.saltus != 0 || period.preperiod + period.period > MOST_PERIOD {
            continue;
        }
        return Ok(Made {
            question: format!(
                "The nim-values of the octal game {code} are periodic. What is the period, and from which heap on does it \
                 hold (the least of both)?"
            ),
            command: format!("cg octal {code}"),
            given: vec![code],
            answer: Answer::Period { period: period.period, preperiod: period.preperiod },
        });
    }
}

fn stops(rng: &mut Rng, calculator: &mut Calculator) -> Result<Made, CalculatorError> {
    let form = random::hot(rng);
    let game = calculator.game(&form)?;
    let engine = calculator.engine();
    let left_stop = engine.left_stop(game)?.to_string();
    let right_stop = engine.right_stop(game)?.to_string();
    Ok(Made {
        question: format!("What are the left stop and the right stop of {form}?"),
        command: format!("cg eval {}", quoted(&format!("[leftstop({form}), rightstop({form})]"))),
        given: vec![form],
        answer: Answer::Stops { left_stop, right_stop },
    })
}

fn temperature(rng: &mut Rng, calculator: &mut Calculator) -> Result<Made, CalculatorError> {
    let form = random::hot(rng);
    let game = calculator.game(&form)?;
    let thermograph = calculator.engine().thermograph(game)?;
    let (mean, temperature) =
        (thermograph.mean().to_string(), thermograph.temperature().to_string());
    Ok(Made {
        question: format!("What are the mean value and the temperature of {form}?"),
        command: format!("cg eval {}", quoted(&format!("[mean({form}), temperature({form})]"))),
        given: vec![form],
        answer: Answer::Temperature { mean, temperature },
    })
}

fn nim_product(rng: &mut Rng, calculator: &mut Calculator) -> Result<Made, CalculatorError> {
    let [one, other] = [rng.u32(2..32), rng.u32(2..32)];
    let product = format!("nimproduct(*({one}), *({other}))");
    let game = calculator.game(&product)?;
    let answer = Answer::Text(written(calculator, game)?);
    Ok(Made {
        question: format!("What is the nim product of *{one} and *{other}?"),
        command: format!("cg eval {}", quoted(&product)),
        given: vec![format!("*{one}"), format!("*{other}")],
        answer,
    })
}
