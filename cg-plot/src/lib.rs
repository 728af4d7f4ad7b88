//! Pictures: thermographs, game trees, nim-sequences, lines over an axis, tables, boards of
//! pieces, positions of rulesets and graphs of positions that come back, each as SVG and as
//! text for a terminal; positions and graphs also as TikZ.
//!
//! All have one style ([`Ink`]): what is Left's, or comes first, is dark blue;
//! what is Right's, or comes second, a lighter red, so that the two differ when
//! printed in grey as well. SVG is written by `plotters`. Pictures are the same each time they are drawn.
//!
//! ```
//! use cg_core::{Limits, Registry};
//! use cg_plot::{Picture, Terminal, ThermographPicture};
//!
//! let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
//! let [four, minus_two] = [4, -2].map(|n| engine.integer(&n.into()).unwrap());
//! let switch = engine.game(&[four], &[minus_two])?;
//! let thermograph = engine.thermograph(switch)?;
//! let picture = ThermographPicture::new(&thermograph, "{4|-2}");
//! assert!(picture.text(Terminal::default()).contains("temperature 3"));
//! assert!(picture.svg().unwrap().starts_with("<svg"));
//! # Ok::<(), cg_core::Error>(())
//! ```

mod boards;
mod charts;
mod graph;
mod lattice;
mod positions;
mod sheet;
mod style;
mod tables;
mod terminal;
mod thermograph;
mod tikz;
mod tree;

pub use boards::{Board, Boards, Piece, side_by_side};
pub use charts::{Bar, Line, LinesPicture, SequencePicture, bars};
pub use graph::GraphPicture;
pub use lattice::LatticePicture;
pub use positions::{PositionDrawn, Positions};
pub use style::{DrawError, Ink, Picture, Terminal, counted, grouped};
pub use tables::{Cell, TablePicture};
pub use thermograph::ThermographPicture;
pub use tree::{PositionNode, TreePicture};
