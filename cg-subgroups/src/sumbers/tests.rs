use cg_core::encoding::Encoder;

use super::*;
use crate::Numberish;

fn read(text: &str) -> Infinitesimal {
    Sumbers.parse(text, Notation::Paper).expect("a sumber")
}

#[test]
fn the_paper_shares_star_and_zero_with_others() {
    assert_eq!(Sumbers.settle(&read("0")), Numbers::home(&Dyadic::ZERO));
    assert_eq!(Sumbers.settle(&read("*")), Nimbers::home(&1u8.into()));
    assert_eq!(Sumbers.settle(&read("^")), Home::Here);
    let embed = |n: u8| Sumbers.embed(Nimbers::NAME, &Nimbers.encode(&n.into()));
    assert_eq!(embed(0), Ok(Some(read("0"))));
    assert_eq!(embed(1), Ok(Some(read("*"))));
    assert_eq!(embed(2), Ok(None));
    assert!(Sumbers.embed(Numbers::NAME, &[0, 0]).is_err());
}

#[test]
fn no_sumber_equals_star_2() {
    let (zero, star) = (read("0"), read("*"));
    assert_eq!(Sumbers.simplify(&[&zero, &star], &[&zero, &star]), Ok(None));
    assert!(Sumbers.parse("^+*2", Notation::Paper).is_err());
}

fn bytes(nimber: u8, terms: &[(i64, i64)]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    encoder.dyadic(&Dyadic::ZERO);
    encoder.natural(&nimber.into());
    encoder.count(terms.len() as u64);
    for &(order, coefficient) in terms {
        encoder.dyadic(&order.into());
        encoder.integer(&coefficient.into());
    }
    encoder.finish()
}

#[test]
fn malformed_bytes_are_refused() {
    assert_eq!(Sumbers.decode(&bytes(1, &[(1, 2), (3, -1)])), Ok(read("2^-^(3)+*")));
    let refused = [
        bytes(2, &[]),
        bytes(0, &[(2, 1), (1, 1)]),
        bytes(0, &[(1, 1), (1, 1)]),
        bytes(0, &[(1, 0)]),
        bytes(0, &[(0, 1)]),
        bytes(0, &[(-1, 1)]),
        // A count of terms that are not there.
        vec![0, 0, 0, 0xff, 0xff, 0xff, 0x7f],
        // A number that is not 0.
        Numberish.encode(&Dyadic::ONE.into()),
        vec![],
    ];
    for bytes in refused {
        assert!(matches!(Sumbers.decode(&bytes), Err(Error::Subgroup { .. })), "{bytes:?}");
    }
}
