use super::*;

#[test]
fn indices_keep_order_and_come_back() {
    for mask in 1u32..32 {
        for (parity, odd_split) in [(false, false), (true, false), (true, true)] {
            let space = Space { mask, parity, odd_split };
            for heap in 0..2 {
                let turn = space.turn(heap);
                let mut last = [None, None];
                for value in 0..64 {
                    let rare = space.is_rare(value, heap);
                    let index = space.index(value);
                    assert_eq!(space.value(index, rare, turn), value);
                    assert!(last[usize::from(rare)] < Some(index), "order");
                    last[usize::from(rare)] = Some(index);
                    if !rare {
                        let below = (0..value).filter(|&v| space.is_rare(v, heap)).count();
                        assert_eq!(space.rare_below(index, turn) as usize, below);
                    }
                }
            }
        }
    }
}

#[test]
fn the_best_mask_has_the_fewest_rare_values() {
    let rules: crate::Rules = ".77".parse().unwrap();
    let values = crate::oracle(&rules, 300);
    let mut counts = Counts::default();
    for (heap, &value) in (0u64..).zip(&values) {
        counts.add(heap, value);
    }
    let (space, rare) = counts.best_space(None).unwrap();
    let count = |space: Space| (0u64..).zip(&values).filter(|&(h, &v)| space.is_rare(v, h)).count();
    assert_eq!(count(space) as u64, rare);
    for mask in 1..16 {
        assert!(count(Space { mask, parity: false, odd_split: false }) as u64 >= rare);
    }
}
