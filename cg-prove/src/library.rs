//! The Coq library, carried along.

/// The files of the Coq library by name: sources, `_CoqProject` and a Makefile.
pub const LIBRARY: &[(&str, &str)] = &[
    ("_CoqProject", include_str!("../../proofs/_CoqProject")),
    ("Makefile", include_str!("../../proofs/Makefile")),
    ("README.md", include_str!("../../proofs/README.md")),
    ("Game.v", include_str!("../../proofs/Game.v")),
    ("Order.v", include_str!("../../proofs/Order.v")),
    ("Rules.v", include_str!("../../proofs/Rules.v")),
    ("Arena.v", include_str!("../../proofs/Arena.v")),
    ("Codes.v", include_str!("../../proofs/Codes.v")),
    ("Nim.v", include_str!("../../proofs/Nim.v")),
    ("Octal.v", include_str!("../../proofs/Octal.v")),
    ("OctalCheck.v", include_str!("../../proofs/OctalCheck.v")),
    ("Family.v", include_str!("../../proofs/Family.v")),
    ("Numbers.v", include_str!("../../proofs/Numbers.v")),
    ("Misere.v", include_str!("../../proofs/Misere.v")),
    ("Form.v", include_str!("../../proofs/Form.v")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_whole() {
        let (_, project) = LIBRARY[0];
        let listed: Vec<&str> = project.lines().filter(|line| line.ends_with(".v")).collect();
        let carried: Vec<&str> =
            LIBRARY.iter().map(|&(name, _)| name).filter(|name| name.ends_with(".v")).collect();
        assert_eq!(listed, carried);
    }
}
