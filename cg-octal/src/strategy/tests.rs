use std::collections::HashMap;

use super::*;
use crate::misere::normal;

/// Misère play straight from the definition.
fn slow(rules: &Rules, heaps: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
    let heaps = normal(heaps.to_vec());
    if let Some(&wins) = known.get(&heaps) {
        return wins;
    }
    let mut options = Vec::new();
    for (at, &heap) in heaps.iter().enumerate() {
        rules.each_option(heap, &mut |left| {
            let mut next = heaps.clone();
            next.remove(at);
            next.extend(left);
            options.push(next);
        });
    }
    let wins = options.is_empty() || options.iter().any(|option| !slow(rules, option, known));
    known.insert(heaps, wins);
    wins
}

#[test]
fn misere_outcomes_are_those_of_the_definition() {
    for code in [".77", ".07", "Nim", ".123", "4.4", "Grundy", ".2", ".8"] {
        let rules: Rules = code.parse().unwrap();
        let mut known = HashMap::new();
        for a in 0..9 {
            for b in 0..=a {
                for c in 0..=b.min(3) {
                    let want = slow(&rules, &[a, b, c], &mut known);
                    assert_eq!(
                        misere_wins(&rules, &[a, b, c], 1 << 20).unwrap(),
                        want,
                        "{code} {a} {b} {c}"
                    );
                    let stuck = normal(vec![a, b, c]).iter().all(|&h| {
                        let mut moves = false;
                        rules.each_option(h, &mut |_| moves = true);
                        !moves
                    });
                    let moves = misere_moves(&rules, &[a, b, c], 1 << 20).unwrap();
                    assert_eq!(!moves.is_empty() || stuck, want, "{code} {a} {b} {c}");
                }
            }
        }
    }
}

#[test]
fn normal_play_moves_lead_to_zero_and_are_all() {
    for code in [".77", ".137", "Nim", "Grundy", ".3F"] {
        let rules: Rules = code.parse().unwrap();
        let values = crate::oracle(&rules, 20);
        let sum =
            |heaps: &[u64]| heaps.iter().fold(0, |s, &h| s ^ values[usize::try_from(h).unwrap()]);
        for heaps in [[3u64, 5, 7], [2, 2, 1], [6, 11, 4], [8, 8, 8]] {
            let analysis = analyse(&rules, &heaps).unwrap();
            assert_eq!(analysis.nim_sum, sum(&heaps));
            let mut want = Vec::new();
            let mut sizes = heaps.to_vec();
            sizes.sort_unstable();
            sizes.dedup();
            for heap in sizes {
                rules.each_option(heap, &mut |left| {
                    let found = Move { heap, left: left.to_vec() };
                    if sum(left) ^ sum(&heaps) ^ sum(&[heap]) == 0 && !want.contains(&found) {
                        want.push(found);
                    }
                });
            }
            assert_eq!(analysis.winning.len(), want.len(), "{code} {heaps:?}");
            assert!(want.iter().all(|found| analysis.winning.contains(found)));
        }
    }
}

#[test]
fn limits_are_errors() {
    let rules: Rules = ".77".parse().unwrap();
    assert!(analyse(&rules, &[u64::MAX]).is_err());
    assert!(misere_wins(&rules, &[40, 40], 100).is_err());
    assert!(misere_wins(&".8".parse().unwrap(), &[1_000_000], 1000).is_err());
    let little = Effort { memory: 10_000, ..Effort::default() };
    let error = misere_wins(&rules, &[40, 40], little.clone()).unwrap_err();
    assert!(error.to_string().contains("10000 bytes"), "{error}");
    assert!(analyse_within(&rules, &[1_000_000], &little).is_err());
    let stopped = Effort::default();
    stopped.interrupt.raise();
    let error = misere_moves(&rules, &[40, 40], stopped.clone()).unwrap_err();
    assert!(matches!(error, OctalError::Interrupted { .. }), "{error}");
    assert!(analyse_within(&rules, &[1_000_000], &stopped).is_err());
}

#[test]
fn a_full_search_finds_room_after_forgetting() {
    let kayles: Rules = "Kayles".parse().unwrap();
    let fresh = |positions| MisereSearch::new(kayles.clone(), positions);
    // As little room as one heap needs, taken up by another position.
    let least = (1..).find(|&positions| fresh(positions).wins(&[12]).is_ok()).unwrap();
    let mut search = fresh(least);
    let _ = search.wins(&[7, 7]);
    assert!(search.wins(&[12]).is_err());
    search.forget();
    assert_eq!(search.wins(&[12]).unwrap(), misere_wins(&kayles, &[12], 1 << 20).unwrap());
    let stop = cg_core::Interrupt::new();
    stop.raise();
    let mut stopped = fresh(least).with_interrupt(stop);
    assert!(matches!(stopped.wins(&[12]), Err(OctalError::Interrupted { at: 12 })));
}
