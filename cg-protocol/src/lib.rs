#![doc = include_str!("../README.md")]
//!
//! ```
//! use cg_calculator::Calculator;
//! use cg_protocol::{Line, Question, answer};
//!
//! let mut calculator = Calculator::new()?;
//! let question: Question = serde_json::from_str(r#"{"ask": "run", "program": "1 + 1"}"#)?;
//! let mut lines = Vec::new();
//! let summary = answer(&mut calculator, &question, &mut |line| {
//!     lines.push(line.to_json());
//!     true
//! });
//! assert!(lines[0].contains(r#""shown":"2""#));
//! assert_eq!(Line::end(summary).to_json(), "{\"line\":\"end\",\"answers\":1,\"errors\":0,\"limit\":false,\"interrupted\":false}\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod protocol;

pub use answer::{Known, Welcome, answer, at_once, welcome};
pub use protocol::{Drawn, Line, Overview, Question, Shade, Stretch, Topic, Word};
