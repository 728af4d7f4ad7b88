use proptest::prelude::*;

use super::*;

fn both<C: Cell>(cells: &[C], at: usize, sources: &[Source], front: &[C], back: &[C], wanted: C)
where
    Avx2: Kernel<C>,
{
    let Simd::Avx2(token) = Simd::detect() else {
        return;
    };
    marks::<C, 1, LANES>(token, cells, at, sources);
    marks::<C, 2, LANES>(token, cells, at, sources);
    marks::<C, 5, LANES>(token, cells, at, sources);
    marks::<C, 8, LANES>(token, cells, at, sources);
    marks::<C, 3, 8>(token, cells, at, sources);
    let slow =
        (0..front.len()).find(|&i| front[i].get() ^ back[back.len() - 1 - i].get() == wanted.get());
    assert_eq!(Portable.find(front, back, wanted), slow);
    assert_eq!(Avx2::new(token).find(front, back, wanted), slow);
}

fn marks<C: Cell, const W: usize, const L: usize>(
    token: Avx2Token,
    cells: &[C],
    at: usize,
    sources: &[Source],
) where
    Avx2: Kernel<C>,
{
    let mut plain = [[1; L]; W];
    let mut fast = [[1; L]; W];
    Portable.mark(cells, at, sources, &mut plain);
    Avx2::new(token).mark(cells, at, sources, &mut fast);
    assert_eq!(plain, fast);
}

/// The set of `codes` once the pairs are looked at, one by one: the slow way.
fn closed<C: Cell>(front: &[C], back: &[C], mut open: Vec<u64>) -> (Vec<u64>, usize) {
    for (at, (a, b)) in front.iter().zip(back.iter().rev()).enumerate() {
        if open.iter().all(|&word| word == 0) {
            return (open, at);
        }
        if let Some(word) = open.get_mut((a.get() ^ b.get()) as usize / 64) {
            *word &= !(1 << ((a.get() ^ b.get()) % 64));
        }
    }
    (open, front.len())
}

fn close<C: Cell>(front: &[C], back: &[C], open: &[u64])
where
    Avx2: Kernel<C>,
{
    let (want, pairs) = closed(front, back, open.to_vec());
    let mut set = open.to_vec();
    assert_eq!(Portable.close(front, back, &mut set), pairs);
    assert_eq!(set, want);
    let Simd::Avx2(token) = Simd::detect() else {
        return;
    };
    let mut set = open.to_vec();
    let seen = Avx2::new(token).close(front, back, &mut set);
    assert!((pairs..=front.len()).contains(&seen), "{pairs} needed, {seen} seen");
    assert_eq!(set, want);
}

proptest! {
    #[test]
    fn sets_of_codes_are_closed_alike(
        cells in prop::collection::vec(any::<u16>(), 600),
        mask in prop::sample::select(vec![0x8007u16, 0x801f, 0x80ff, 0xffff]),
        length in 0usize..500,
        open in prop::collection::vec(prop::sample::select(vec![0, 1, 5, 1 << 63, u64::MAX]), 0..6),
    ) {
        let wide: Vec<u16> = cells.iter().map(|cell| cell & mask).collect();
        let narrow: Vec<u8> = wide.iter().map(|cell| cell.to_le_bytes()[0]).collect();
        close(&wide[..length], &wide[100..100 + length], &open);
        close(&narrow[..length], &narrow[100..100 + length], &open);
    }

    #[test]
    fn both_forms_give_the_same_bits(
        cells in prop::collection::vec(any::<u16>(), 200),
        backs in prop::collection::vec((0u32..100, 0u32..64), 0..20),
        length in 0usize..100,
        wanted in 0u16..64,
    ) {
        let sources: Vec<Source> = backs.iter().map(|&(back, index)| Source { back, index }).collect();
        let narrow: Vec<u8> = cells.iter().map(|c| c.to_le_bytes()[0] & 0xbf).collect();
        let wide: Vec<u16> = cells.iter().map(|c| c & 0x803f).collect();
        both(&narrow, 120, &sources, &narrow[..length], &narrow[100..100 + length], wanted.to_le_bytes()[0]);
        both(&wide, 120, &sources, &wide[..length], &wide[100..100 + length], wanted);
    }
}

fn strips<const N: usize, const L: usize>(cells: &[u8], at: usize, sources: &[Source]) {
    let mut plain = [1 << 3; L];
    let mut slow = [1 << 3; L];
    Portable.strip::<N, L>(cells, at, sources, &mut plain);
    for (lane, mark) in slow.iter_mut().enumerate() {
        for source in sources {
            let index = u32::from(cells[at + lane - source.back as usize]) ^ source.index;
            *mark |= if (index as usize) < 4 * N { 1u32 << index } else { 0 };
        }
    }
    assert_eq!(plain, slow);
    if let Simd::Avx2(token) = Simd::detect() {
        let mut fast = [1 << 3; L];
        Avx2::new(token).strip::<N, L>(cells, at, sources, &mut fast);
        assert_eq!(plain, fast);
    }
}

proptest! {
    #[test]
    fn strips_mark_the_same_bits(
        cells in prop::collection::vec(any::<u8>(), 200),
        small in prop::collection::vec(0u8..40, 200),
        backs in prop::collection::vec((0u32..100, 0u32..256), 0..20),
    ) {
        let sources: Vec<Source> = backs.iter().map(|&(back, index)| Source { back, index }).collect();
        for cells in [&cells, &small] {
            strips::<4, 8>(cells, 120, &sources);
            strips::<8, 8>(cells, 120, &sources);
            strips::<4, 32>(cells, 120, &sources);
            strips::<8, 32>(cells, 120, &sources);
            strips::<4, 64>(cells, 120, &sources);
            strips::<8, 64>(cells, 120, &sources);
        }
    }
}
