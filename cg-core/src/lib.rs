//! The vocabulary of the calculator: values, the arena, the subgroup trait and
//! the registry.

mod interrupt;

pub use interrupt::Interrupt;
