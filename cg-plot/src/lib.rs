//! Pictures: thermographs, game trees, nim-sequences, lines over an axis, tables, positions
//! of rulesets and graphs of loopy games. Each is drawn as SVG and as text for a
//! terminal. Positions and graphs are also drawn as TikZ.
//!
//! All have one style ([`Ink`]). Left's items, or the first ones, are dark blue. Right's items, or
//! the second ones, are a lighter red, so the two differ in grey print, too. A
//! picture is the same each time it is drawn.
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
//! assert!(picture.svg().starts_with("<svg"));
//! # Ok::<(), cg_core::Error>(())
//! ```

mod charts;
mod graph;
mod lattice;
mod positions;
mod scene;
mod sheet;
mod style;
mod tables;
mod terminal;
mod thermograph;
mod tikz;
mod tree;

pub use charts::{Bar, Line, LinesPicture, SequencePicture, bars};
pub use graph::GraphPicture;
pub use lattice::LatticePicture;
pub use positions::{PositionDrawn, Positions, side_by_side};
pub use scene::{Form, Look, Mark, Place, Scene, ScenePart};
pub use sheet::{Anchor, fitted};
pub use style::{Ink, Picture, Terminal, counted, grouped};
pub use tables::{Cell, TablePicture};
pub use thermograph::ThermographPicture;
pub use tree::{PositionNode, TreePicture};
