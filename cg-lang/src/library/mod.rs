//! The functions of the language itself, by the kind of value that they are about.

mod boards;
mod collections;
mod games;
mod graphs;
mod sequences;
mod values;

pub(crate) use values::integer_power;

use crate::builtin::BuiltIns;

/// All of them.
pub(crate) fn standard() -> BuiltIns {
    let mut builtins = BuiltIns::default();
    for functions in [
        values::on_numbers(),
        values::on_sequences(),
        boards::functions(),
        graphs::functions(),
        collections::functions(),
        sequences::on_items(),
        sequences::by_seed(),
        games::of_language(),
        games::of_engine(),
    ] {
        for function in functions {
            builtins.add(function);
        }
    }
    builtins
}
