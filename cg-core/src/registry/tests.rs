use super::*;
use crate::arena::toys::Fractions;

fn toy(name: &'static str, includes: &[&str]) -> Fractions {
    Fractions::new(name, 0, includes)
}

#[test]
fn precedence_is_inclusion_then_registration() {
    let registry = Registry::builder()
        .with(toy("top", &["b", "a"]))
        .with(toy("b", &[]))
        .with(toy("a", &[]))
        .close()
        .expect("they fit together");
    assert_eq!(registry.names().collect::<Vec<_>>(), ["b", "a", "top"]);
    assert!(registry.includes(2, 0) && registry.includes(2, 1) && !registry.includes(0, 2));
}

#[test]
fn what_does_not_fit_is_refused_and_said() {
    let refused = |builder: RegistryBuilder| builder.close().expect_err("refused").to_string();
    let twice = Registry::builder().with(toy("a", &[])).with(toy("a", &[]));
    assert!(refused(twice).contains("two subgroups named \"a\""));
    let unknown = Registry::builder().with(toy("a", &["b"])).with(toy("c", &["a"]));
    assert_eq!(refused(unknown), "a includes \"b\", which is not registered");
    let circle = Registry::builder().with(toy("a", &["b"])).with(toy("b", &["a"]));
    assert_eq!(refused(circle), "a includes itself by way of others");
    let ambiguous = Registry::builder()
        .with(toy("a", &[]))
        .with(toy("b", &[]))
        .with(toy("one", &["a", "b"]))
        .with(toy("two", &["a", "b"]));
    assert!(refused(ambiguous).contains("two least common homes, one and two"));
    let nothing = Registry::builder().replace(crate::Native(toy("a", &[])));
    assert_eq!(refused(nothing), "there is no subgroup \"a\" to replace");
}

#[test]
fn a_larger_home_of_both_settles_what_would_be_ambiguous() {
    let registry = Registry::builder()
        .with(toy("a", &[]))
        .with(toy("b", &[]))
        .with(toy("one", &["a", "b"]))
        .with(toy("two", &["one"]))
        .close();
    assert!(registry.is_ok());
}

#[test]
fn a_replacement_takes_the_place() {
    let registry = Registry::builder()
        .with(toy("a", &[]))
        .with(toy("b", &["a"]))
        .replace(crate::Native(Fractions { halvings: 3, ..toy("a", &[]) }))
        .close()
        .expect("they fit together");
    assert_eq!(registry.names().collect::<Vec<_>>(), ["a", "b"]);
}
