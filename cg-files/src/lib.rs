//! Files that are read with a bound or mapped, written as a whole or not at all, and locked; and
//! input that may never come, read until it is stopped.
//!
//! ```
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("answer.txt");
//! cg_files::write_whole(&path, |file| file.write_all(b"42"))?;
//! assert_eq!(cg_files::read_text(&path, 1 << 20)?, "42");
//! # Ok::<(), std::io::Error>(())
//! ```

mod lock;
mod map;
mod read;
mod wait;
mod write;

pub use lock::Lock;
pub use map::Mapped;
pub use read::{open_regular, read_text};
pub use wait::Waiting;
pub use write::{clear_folder, clear_leftovers, is_special, write_whole};
