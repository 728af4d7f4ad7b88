//! The subgroup of sums of switches: x + ±a + ±b + ... + S + *n.
//!
//! A number x, switches ±a = {a | -a} of distinct temperatures (two of one
//! temperature cancel), a sum S of ups and downs, a nimber *n. The group includes
//! the built-in `numberish` values x + S + *n, and holds every {y | z} of numbers.
//!
//! Hot games in closed form:
//!
//! - outcome: switches are played hottest first, and then it matters whose turn
//!   it is (see [`SwitchSum::outcome`]);
//! - simplification: three cases, by the scores that players can reach (see
//!   [`Switches`]);
//! - canonical options: with a switch, exactly one for each player: the hottest
//!   switch is played.
//!
//! Encoding: x + S + *n as `numberish` writes it ([`cg_core::encoding::Encoder::number_ups_star`]),
//! the count of the switches, and for each its temperature as a dyadic, decreasing.
//!
//! The crate is linked into the command, and is a plugin too: see
//! `docs/plugins.md`.

mod element;
mod rule;
mod subgroup;
mod text;

pub use element::SwitchSum;
pub use subgroup::Switches;

#[cfg(feature = "export")]
cg_plugin::export_subgroup!("switches", Switches);
