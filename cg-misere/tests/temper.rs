//! Genus and temper do not depend on how the game is written: the search along positions and the
//! canonical form agree.

use cg_misere::{Forms, Genera, HeapGame, Periodicity, Temper, Watch};
use fastrand::Rng;

/// A game whose heaps have the options of a table.
struct Table(Vec<Vec<Vec<u64>>>);

impl HeapGame for Table {
    fn each_option(&self, heap: u64, see: &mut dyn FnMut(&[u64])) {
        let options = usize::try_from(heap).ok().and_then(|heap| self.0.get(heap));
        options.into_iter().flatten().for_each(|parts| see(parts));
    }

    fn most_options(&self, heap: u64) -> usize {
        self.0[usize::try_from(heap).expect("a heap of the table")].len()
    }

    fn last_heap(&self) -> Option<u64> {
        Some(self.0.len() as u64 - 1)
    }

    fn periodicity(&self) -> Option<Periodicity> {
        None
    }
}

/// The temper by the search and by the canonical form, each with the genus.
fn both(game: &Table, heap: u64) -> [(String, Temper); 2] {
    let found = Genera::new(100_000).of(game, &[heap], &Watch::default()).unwrap();
    let mut forms = Forms::new(100_000);
    let heaps = forms.heaps(game, heap).unwrap();
    let form = *heaps.last().expect("heap 0 is one of them");
    [(found.0.to_string(), found.1), (forms.genus(form).to_string(), forms.temper(form))]
}

/// The game of the case, as a definition and as a text: its option G3 is wild and reverses.
#[test]
fn one_answer_for_equal_games() {
    let game = Table(vec![
        vec![],
        vec![vec![]],
        vec![vec![1], vec![1, 1]],
        vec![vec![], vec![2], vec![2, 2]],
        vec![vec![], vec![1, 3]],
    ]);
    let answer = ("1^{031}".to_owned(), Temper::Tame);
    assert_eq!(both(&game, 4), [answer.clone(), answer]);
    let mut forms = Forms::new(1000);
    let form = forms.read("*[0,1[[0,[1,1[1]],[1,1[1]][[1,1[1]]]]]]").unwrap();
    assert_eq!(forms.temper(form), Temper::Tame);
}

/// Random games in which many options reverse.
#[test]
fn search_and_canonical_form_agree() {
    let mut random = Rng::with_seed(1);
    let mut counts = [0; 4];
    let mut hereditary = 0;
    for _ in 0..10_000 {
        let size = random.u64(3..7);
        let mut table: Vec<Vec<Vec<u64>>> = vec![vec![], vec![vec![]]];
        for heap in 2..=size {
            let mut options = Vec::new();
            for _ in 0..random.usize(1..4) {
                let parts = (0..random.usize(0..3)).map(|_| random.u64(1..heap)).collect();
                options.push(parts);
            }
            table.push(options);
        }
        let game = Table(table);
        let [search, form] = both(&game, size);
        assert_eq!(search, form, "{:?}", game.0);
        counts[search.1 as usize] += 1;
        hereditary += usize::from(search.1 == Temper::Tame && !all_tame(&game, size));
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    assert!(hereditary > 20, "only {hereditary} have options that are not tame");
}

fn all_tame(game: &Table, heap: u64) -> bool {
    let mut genera = Genera::new(100_000);
    let mut tame = true;
    game.each_option(heap, &mut |parts| {
        let (_, temper) = genera.of(game, parts, &Watch::default()).unwrap();
        tame &= temper == Temper::Tame;
    });
    tame
}
