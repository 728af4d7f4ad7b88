#![doc = include_str!("../README.md")]
#![cfg(all(target_family = "wasm", target_os = "unknown"))]
#![allow(unsafe_code)]

use std::cell::{OnceCell, RefCell};
use std::time::Duration;

use cg_calculator::cg_lang::{NameKind, Outline};
use cg_calculator::{Calculator, Limits, Progress, Settings, Source, Summary};
use cg_protocol::{Known, Line, Question, answer, at_once, welcome};

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Takes a line of JSON. The bytes stay as they are until it returns.
    fn cg_line(at: *const u8, length: usize);
}

/// Hands a line to the host.
fn hand(line: &str) {
    // SAFETY: the pointer and the length are those of a text that lives on.
    unsafe { cg_line(line.as_ptr(), line.len()) }
}

/// The calculator, and what is known of it.
struct Desk {
    calculator: Calculator,
    known: Known,
}

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
    /// Apart from the desk, for it is read while that answers.
    static PROGRESS: OnceCell<Progress> = const { OnceCell::new() };
}

fn with_desk(act: impl FnOnce(&mut Desk)) {
    DESK.with_borrow_mut(|desk| act(desk.as_mut().expect("`cg_start` comes first")));
}

/// Starts the calculator, with so many bytes and seconds for a statement.
#[unsafe(no_mangle)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
pub extern "C" fn cg_start(memory: f64, seconds: f64) {
    let time = Duration::try_from_secs_f64(seconds).ok();
    let limits = Limits { memory: memory as u64, time, ..Limits::default() };
    let settings = Settings { limits, ..Settings::default() };
    let mut calculator = Calculator::with(settings).expect("the subgroups that are linked in fit");
    calculator.session().confine();
    let _ = PROGRESS.with(|progress| progress.set(calculator.progress()));
    let known = Known::of(&mut calculator);
    DESK.set(Some(Desk { calculator, known }));
    hand(&serde_json::to_string(&welcome()).expect("it is plain data"));
}

/// Room for a question of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn cg_room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Answers a question in room from [`cg_room`], which it takes back.
///
/// # Safety
/// The place and the length are those of one call of `cg_room`, and were not given before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cg_ask(at: *mut u8, length: usize) {
    // SAFETY: `cg_room` made it of a box of this length, and nobody else has it.
    let text = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) };
    with_desk(|desk| {
        let said = |line: Line| hand(&line.to_json());
        let question: Question = match serde_json::from_slice(&text) {
            Ok(question) => question,
            Err(error) => return said(Line::failed(format!("this is no question: {error}"))),
        };
        if let Some(line) = at_once(&desk.known, &question) {
            said(line);
            return said(Line::end(Summary::default()));
        }
        let summary = answer(&mut desk.calculator, &question, &mut |line| {
            said(line);
            true
        });
        if matches!(question, Question::Run { .. }) {
            desk.known = Known::of(&mut desk.calculator);
        }
        said(Line::end(summary));
    });
}

/// Hands out the definitions and bindings as a program (`program`), and a program of the same names
/// that computes nothing (`names`).
#[unsafe(no_mangle)]
pub extern "C" fn cg_kept() {
    with_desk(|desk| {
        let program = desk.calculator.session().program_without(&mut Vec::new());
        let source = Source::new("<kept definitions>", &program);
        let outline = Outline::new(&source, desk.known.vocabulary());
        let mut names = String::new();
        for name in outline.names() {
            match name.kind {
                NameKind::Binding => names += &format!("{} = 0\n", name.name),
                NameKind::Function => {
                    for &statement in &name.statements {
                        names += source.slice(statement);
                        names.push('\n');
                    }
                }
                NameKind::Parameter | NameKind::Helper | NameKind::Local => {}
            }
        }
        hand(&serde_json::json!({ "program": program, "names": names }).to_string());
    });
}

/// Hands out a line of progress of a question that is being answered since so many seconds.
#[unsafe(no_mangle)]
pub extern "C" fn cg_progress(seconds: f64) {
    PROGRESS.with(|progress| {
        let Some(progress) = progress.get() else { return };
        let [games, memory, depth] = [progress.games(), progress.memory(), progress.depth()];
        hand(&Line::Progress { seconds, games, memory, depth }.to_json());
    });
}
