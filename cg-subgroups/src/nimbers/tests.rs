use cg_core::Error;

use super::*;

#[test]
fn options_of_a_huge_heap_are_counted_not_listed() {
    let heap = UBig::from(1_000_000_000_000u64);
    assert_eq!(Nimbers.option_count(&heap, Player::Left), 1_000_000_000_000);
    assert_eq!(Nimbers.option(&heap, Player::Right, 999_999_999_999), Ok(&heap - UBig::ONE));
    assert!(Nimbers.option(&heap, Player::Left, 1_000_000_000_000).is_err());
    let larger = UBig::ONE << 200;
    assert_eq!(Nimbers.option_count(&larger, Player::Left), u64::MAX);
}

#[test]
fn the_least_missing_number_of_long_lists() {
    let all: Vec<UBig> = (0..1000u32).rev().map(UBig::from).collect();
    let most: Vec<&UBig> = all.iter().filter(|&n| *n != UBig::from(640u32)).collect();
    assert_eq!(mex::least_missing(&all.iter().collect::<Vec<_>>()), 1000);
    assert_eq!(mex::least_missing(&most), 640);
    assert_eq!(mex::least_missing(&[]), 0);
    assert_eq!(mex::least_missing(&[&(UBig::ONE << 300)]), 0);
}

#[test]
fn malformed_bytes_are_refused() {
    for bytes in [&[][..], &[1], &[1, 0], &[1, 3, 0], &[2, 3, 0]] {
        assert!(matches!(Nimbers.decode(bytes), Err(Error::Subgroup { .. })), "{bytes:?}");
    }
    assert_eq!(Nimbers.decode(&[1, 3]), Ok(3u8.into()));
}

#[test]
fn zero_is_a_number_first() {
    assert_eq!(Nimbers.settle(&UBig::ZERO), Numbers::home(&Dyadic::ZERO));
    assert_eq!(Nimbers.settle(&UBig::ONE), Home::Here);
}
