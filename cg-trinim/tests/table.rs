//! Every engine compared with the known table, and with each other bit for bit.

use cg_trinim::{
    Backend, Convention, Folding, Layers, Oracle, Position, SolveOptions, forward_checking,
    retrograde, solve, solve_with,
};

/// P-positions for k = 1 to 7, normal and misère, and the winner of the full board.
const KNOWN: [(u64, [u64; 2], [bool; 2]); 7] = [
    (1, [1, 1], [true, false]),
    (2, [2, 3], [false, true]),
    (3, [14, 14], [true, false]),
    (4, [149, 142], [true, true]),
    (5, [3_663, 3_902], [true, false]),
    (6, [185_802, 189_089], [true, true]),
    (7, [19_765_963, 19_496_523], [true, true]),
];

fn layers(k: u64) -> Layers {
    Layers::new(k).unwrap()
}

fn options(backend: Backend, threads: usize) -> SolveOptions {
    SolveOptions { backend, threads: threads.try_into().unwrap(), ..SolveOptions::default() }
}

#[test]
fn references_agree_with_the_oracle_on_every_position() {
    for convention in Convention::ALL {
        for (k, _, _) in &KNOWN[..4] {
            let board = layers(*k);
            let forward = forward_checking(board, convention).unwrap();
            assert_eq!(forward, retrograde(board, convention).unwrap());
            let mut oracle = Oracle::new(convention);
            for pieces in 0..=board.full() {
                let position = Position::new(board, pieces).unwrap();
                assert_eq!(
                    forward.is_win(position).unwrap(),
                    oracle.is_win(position),
                    "{position}"
                );
            }
        }
    }
}

#[test]
fn references_give_the_known_counts_up_to_six_layers() {
    for (i, convention) in Convention::ALL.into_iter().enumerate() {
        for (k, counts, wins) in &KNOWN[..6] {
            let table = retrograde(layers(*k), convention).unwrap();
            assert_eq!(table.p_counts().total(), counts[i], "{k} layers, {convention}");
            assert_eq!(table.is_win(Position::full(layers(*k))).unwrap(), wins[i]);
        }
        let forward = forward_checking(layers(5), convention).unwrap();
        assert_eq!(forward, retrograde(layers(5), convention).unwrap());
    }
}

#[test]
fn every_backend_gives_the_bits_of_the_reference_up_to_six_layers() {
    for convention in Convention::ALL {
        for k in [5, 6] {
            let reference = retrograde(layers(k), convention).unwrap();
            for backend in Backend::available() {
                let table = solve(layers(k), convention, &options(backend, 1), &|_| ()).unwrap();
                assert_eq!(*table.p_counts(), reference.p_counts());
                for pieces in 0..=layers(k).full() {
                    let position = Position::new(layers(k), pieces).unwrap();
                    assert_eq!(
                        table.is_win(position).unwrap(),
                        reference.is_win(position).unwrap()
                    );
                }
            }
        }
    }
}

#[test]
fn seven_layers_have_the_known_counts_with_every_backend_and_thread_count() {
    let (k, counts, wins) = KNOWN[6];
    for (i, convention) in Convention::ALL.into_iter().enumerate() {
        let mut seen = Vec::new();
        for (backend, threads) in Backend::available().into_iter().zip([1, 2, 2]) {
            let table = solve(layers(k), convention, &options(backend, threads), &|_| ()).unwrap();
            assert_eq!(table.p_counts().total(), counts[i]);
            assert_eq!(table.is_win(Position::full(layers(k))).unwrap(), wins[i]);
            let bits: Vec<_> = table
                .folding()
                .canonical_blocks()
                .map(|b| table.block(b).unwrap().pages().to_vec())
                .collect();
            seen.push(bits);
        }
        assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{convention}");
    }
}

#[test]
fn folded_and_unfolded_seven_layers_agree() {
    let corners = (1 << 0) | (1 << 21) | (1 << 27);
    let best = options(Backend::best(), 2);
    let whole = Folding::new(layers(7), 0, true).unwrap();
    let folded = Folding::new(layers(7), corners, true).unwrap();
    let unfolded = Folding::new(layers(7), corners, false).unwrap();
    let tables = [whole, folded, unfolded]
        .map(|f| solve_with(&f, Convention::Misere, &best, &|_| ()).unwrap());
    let mut pieces = 1u64;
    for _ in 0..200_000 {
        pieces =
            pieces.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let position = Position::new(layers(7), pieces >> 36).unwrap();
        let [a, b, c] = [0, 1, 2].map(|i| tables[i].is_win(position).unwrap());
        assert!(a == b && b == c, "{position}");
    }
    assert!(tables.windows(2).all(|pair| pair[0].p_counts() == pair[1].p_counts()));
}

#[test]
fn limits_are_errors() {
    let small = SolveOptions { memory: 1 << 20, ..SolveOptions::default() };
    assert!(solve(layers(7), Convention::Normal, &small, &|_| ()).is_err());
    assert!(solve(layers(10), Convention::Normal, &SolveOptions::default(), &|_| ()).is_err());
    assert!(solve(layers(3), Convention::Normal, &SolveOptions::default(), &|_| ()).is_err());
    assert!(retrograde(layers(8), Convention::Normal).is_err());
    let raised = SolveOptions::default();
    raised.interrupt.raise();
    assert!(matches!(
        solve(layers(6), Convention::Normal, &raised, &|_| ()),
        Err(cg_trinim::Error::Interrupted)
    ));
}
