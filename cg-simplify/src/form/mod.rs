//! Forms: games as they are written, not simplified.
//!
//! Some operations depend on the form of a game and not on its value alone: in
//! the ordinal sum G:H, G = {-1|1} and G = 0 give different results. A [`Form`]
//! keeps its options as they are until it is used as a value.

mod pairs;
mod store;
mod sums;
mod value;

pub use store::Form;
pub(crate) use store::Forms;
