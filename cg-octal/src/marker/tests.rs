use super::*;

#[test]
fn a_long_period_is_proposed_in_pieces_of_any_size() {
    let period = 12_345;
    let cells: Vec<u8> = (0..100_000usize)
        .map(|n| {
            let n = (n % period) as u64;
            let n = (n ^ n >> 5).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            ((n ^ n >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 58).to_le_bytes()[0]
        })
        .collect();
    for piece in [97, 4096, 30_000] {
        let mut marker = Marker::default();
        let mut found = None;
        let mut from = 0;
        while from < cells.len() {
            let known = (from + piece).min(cells.len());
            found = found.or(marker.scan(&cells[..known], 0, from, known));
            from = known;
        }
        let found = found.expect("proposal");
        assert_eq!(found % period, 0, "{found} in pieces of {piece}");
    }
}

#[test]
fn the_table_stays_bounded() {
    let mut marker = Marker::default();
    let mut state = 1u64;
    let cells: Vec<u8> = (0..2_000_000)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 62).to_le_bytes()[0]
        })
        .collect();
    marker.scan(&cells, 0, 0, cells.len());
    assert!(marker.seen.len() <= MOST && marker.thin > 0);
}
