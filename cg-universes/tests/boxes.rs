//! Dots and Boxes: positions, their nets, and their search.

use std::collections::HashMap;

use cg_core::{Limits, Player};
use cg_rulesets::Notated;
use cg_universes::{BoxesPosition, BoxesSolver, DotsAndBoxes};

/// What is used of good play changes no net.
#[test]
fn the_search_has_the_nets_of_the_table() {
    let limits = Limits::default();
    for (rows, columns) in [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3), (3, 3)] {
        let board = DotsAndBoxes::new(rows, columns).unwrap();
        let nets = board.all_nets(&limits).unwrap();
        let mut search = BoxesSolver::new([&board], limits.clone()).unwrap();
        let step = 1 + nets.len() / 20_000;
        for drawn in (0..nets.len()).step_by(step) {
            let net = search.net(drawn as u64).unwrap();
            assert_eq!(net, nets[drawn], "{rows}x{columns}, {drawn:b}");
            let lines: Vec<u32> =
                (0..board.lines()).filter(|line| drawn >> line & 1 == 0).collect();
            let mut reach =
                |net| lines.iter().any(|&line| search.reaches(drawn as u64, line, net).unwrap());
            assert!(lines.is_empty() || reach(net) && !reach(net + 1));
        }
    }
}

/// Two boards side by side are one board of two parts.
#[test]
fn sums_have_the_nets_of_plain_recursion() {
    /// The net for who is to move, by the rules of positions alone.
    fn plain(
        boards: &[DotsAndBoxes; 2],
        positions: &[BoxesPosition; 2],
        known: &mut HashMap<u64, i32>,
    ) -> i32 {
        let drawn = drawn(boards, positions);
        if let Some(&net) = known.get(&drawn) {
            return net;
        }
        let mut best = None;
        for at in 0..2 {
            let Ok(moves) = boards[at].named_moves(&positions[at], Player::Left, usize::MAX);
            for chosen in moves.list {
                let Ok(after) = boards[at].after(&positions[at], &chosen);
                let taken = after.lead() - positions[at].lead();
                let mut all = positions.clone();
                all[at] = after;
                let after = plain(boards, &all, known);
                best = best.max(Some(if taken > 0 { taken + after } else { -after }));
            }
        }
        // Without a line that is left there is nothing to get.
        let net = best.unwrap_or(0);
        known.insert(drawn, net);
        net
    }

    /// The lines of both boards.
    fn drawn(boards: &[DotsAndBoxes; 2], positions: &[BoxesPosition; 2]) -> u64 {
        positions[0].drawn() | positions[1].drawn() << boards[0].lines()
    }

    let board = |rows, columns| DotsAndBoxes::new(rows, columns).unwrap();
    for (one, other) in [((1, 1), (1, 1)), ((1, 1), (1, 2)), ((1, 2), (1, 2)), ((1, 1), (2, 2))] {
        let boards = [board(one.0, one.1), board(other.0, other.1)];
        let mut solver = BoxesSolver::new(&boards, Limits::default()).unwrap();
        let mut known = HashMap::new();
        plain(&boards, &Default::default(), &mut known);
        let all = 1u64 << (boards[0].lines() + boards[1].lines());
        for drawn in (0..all).step_by(1 + usize::try_from(all / 2_000).unwrap()) {
            assert_eq!(i32::from(solver.net(drawn).unwrap()), known[&drawn]);
        }
    }
    let large = board(4, 4);
    assert!(BoxesSolver::new([&large, &large], Limits::default()).is_err());
}

#[test]
fn nets_of_known_boards() {
    let limits = Limits::default();
    for (rows, columns, net) in
        [(1, 1, -1), (1, 2, 0), (1, 3, -1), (1, 4, 0), (1, 5, -1), (2, 2, 2), (2, 3, -2)]
    {
        let board = DotsAndBoxes::new(rows, columns).unwrap();
        assert_eq!(board.net(0, &limits).unwrap(), net, "{rows}x{columns}");
    }
    assert!(DotsAndBoxes::new(5, 6).is_err());
    assert!(DotsAndBoxes::new(0, 3).is_err());
    let board = DotsAndBoxes::new(1, 1).unwrap();
    assert!(board.net(1 << 4, &limits).is_err());
}

#[test]
fn positions_read_back_and_boxes_are_counted() {
    let mut random = fastrand::Rng::with_seed(7);
    for (rows, columns) in [(1, 1), (1, 3), (2, 2), (3, 2), (4, 5)] {
        let board = DotsAndBoxes::new(rows, columns).unwrap();
        let (mut position, mut mover) = (BoxesPosition::default(), Player::Left);
        loop {
            let text = board.write(&position);
            let (again, read) = DotsAndBoxes::read(&text).unwrap();
            assert_eq!((again.size(), &read), ((rows, columns), &position));
            let Ok(moves) = board.named_moves(&position, mover, usize::MAX);
            let Some(chosen) = random.choice(moves.list) else { break };
            let name = board.write_move(&chosen);
            assert_eq!(board.read_move(&position, mover, &name).unwrap(), chosen);
            let again = board.moves_again(&position, &chosen);
            let Ok(after) = board.after(&position, &chosen);
            assert!(board.read_move(&after, mover, &name).is_err());
            let gained = after.lead() - position.lead();
            assert_eq!(gained != 0, again);
            assert!(mover == Player::Left && gained >= 0 || mover == Player::Right && gained <= 0);
            if !again {
                mover = mover.opponent();
            }
            position = after;
        }
        assert_eq!(position.counts().iter().sum::<u32>(), rows * columns);
    }
}

#[test]
fn faults_are_told_with_their_place() {
    let fault = |text: &str| {
        let error = DotsAndBoxes::read(text).unwrap_err();
        format!("{} {:?}", error.problem, error.at)
    };
    insta::assert_snapshot!(
        [
            "",
            "x",
            "9x9",
            "0x1",
            "1x1 a1-b2",
            "1x1 a1-b1, b1-a1",
            "1x1 a1",
            "1x1 left a1",
            "1x1 left b1"
        ]
        .map(fault)
        .join("\n")
    );
}
