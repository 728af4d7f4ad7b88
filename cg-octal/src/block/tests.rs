use proptest::prelude::*;

use super::*;
use crate::space::Counts;
use crate::{Rules, oracle};

fn same_as(rules: &Rules, want: &[u32], start: usize, space: Space) {
    let moves = Moves::new(rules, "block").unwrap();
    for simd in [Simd::Portable, Simd::detect()] {
        narrow_and_wide(&moves, want, start, space, simd);
    }
}

fn narrow_and_wide(moves: &Moves, want: &[u32], start: usize, space: Space, simd: Simd) {
    match check::<u8>(moves, want, start, space, simd) {
        Ok(()) | Err(Stop::Widen) => {}
        Err(Stop::Error(error)) => panic!("{error}"),
    }
    check::<u16>(moves, want, start, space, simd).unwrap();
}

fn check<C: Blocks>(
    moves: &Moves,
    want: &[u32],
    start: usize,
    space: Space,
    simd: Simd,
) -> std::result::Result<(), Stop>
where
    Avx2: Kernel<C>,
{
    for windows in 0..=8 {
        let mut block = Block::<C>::new(moves.clone(), space, simd, usize::MAX, &want[..start])?;
        block.set_windows(windows);
        let interrupt = Interrupt::new();
        for count in [start + 33, start + 34, want.len()] {
            block.extend(count, &interrupt)?;
        }
        for (heap, &value) in want.iter().enumerate() {
            assert_eq!(
                block.value(heap),
                Some(value),
                "heap {heap}, {moves:?} {space:?} {windows}"
            );
        }
    }
    Ok(())
}

fn best(values: &[u32], moves: &Moves) -> Space {
    let mut counts = Counts::default();
    for (heap, &value) in (0u64..).zip(values) {
        counts.add(heap, value);
    }
    counts.best_space(moves.odd_split()).unwrap().0
}

#[test]
fn known_games_with_their_best_mask_and_with_bad_ones() {
    for code in [
        ".104", ".454", ".354", ".376", ".16", ".56", ".6", "Grundy", "4.045", ".127", ".15",
        ".205", ".324", ".174",
    ] {
        let rules: Rules = code.parse().unwrap();
        let moves = Moves::new(&rules, "block").unwrap();
        let mut dense = crate::Dense::new(&rules, Simd::detect()).unwrap();
        dense.extend(3000, &Interrupt::new()).unwrap();
        let want: Vec<u32> = dense.values().iter().map(|&v| u32::from(v)).collect();
        same_as(&rules, &want, WARM_UP, best(&want, &moves));
        for mask in [1, 6, 13, 64, 192] {
            let plain = Space { mask, parity: false, odd_split: false };
            same_as(&rules, &want[..500], WARM_UP + 3, plain);
            if let Some(odd_split) = moves.odd_split() {
                same_as(&rules, &want[..500], WARM_UP, Space { parity: true, odd_split, ..plain });
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_mask_gives_right_values(
        zero in 0u32..2,
        digits in prop::collection::vec(0u32..8, 1..6),
        mask in 1u32..40,
        parity in any::<bool>(),
        start in WARM_UP..WARM_UP + 40,
    ) {
        let rules: Rules = crate::Code::new(zero * 4, digits, Vec::new()).unwrap().into();
        let moves = Moves::new(&rules, "block").unwrap();
        let odd = moves.odd_split().filter(|_| parity);
        let space = Space { mask, parity: odd.is_some(), odd_split: odd.unwrap_or(false) };
        same_as(&rules, &oracle(&rules, 400), start, space);
    }
}
