//! The Coq library, carried along.

/// The files of the Coq library by name: sources, `_CoqProject` and a Makefile.
pub const LIBRARY: &[(&str, &str)] = &[
    ("_CoqProject", include_str!("../library/_CoqProject")),
    ("Makefile", include_str!("../library/Makefile")),
    ("README.md", include_str!("../library/README.md")),
    ("Game.v", include_str!("../library/Game.v")),
    ("Order.v", include_str!("../library/Order.v")),
    ("Rules.v", include_str!("../library/Rules.v")),
    ("Arena.v", include_str!("../library/Arena.v")),
    ("Codes.v", include_str!("../library/Codes.v")),
    ("Nim.v", include_str!("../library/Nim.v")),
    ("Octal.v", include_str!("../library/Octal.v")),
    ("OctalCheck.v", include_str!("../library/OctalCheck.v")),
    ("Family.v", include_str!("../library/Family.v")),
    ("Numbers.v", include_str!("../library/Numbers.v")),
    ("Ups.v", include_str!("../library/Ups.v")),
    ("Misere.v", include_str!("../library/Misere.v")),
    ("Form.v", include_str!("../library/Form.v")),
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
