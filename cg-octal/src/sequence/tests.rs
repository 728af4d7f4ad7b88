use crate::{EngineKind, Rules, Sequence, Settings};

#[test]
fn engines_agree_where_they_change() {
    for code in [".104", ".376", ".6", "Grundy", ".07", ".3", ".004", "4.4"] {
        let rules: Rules = code.parse().unwrap();
        let run = |engine| {
            let settings = Settings { engine, ..Settings::default() };
            let mut sequence = Sequence::new(&rules, settings).unwrap();
            sequence.extend(10_000, &cg_core::Interrupt::new()).unwrap();
            (0..10_000).map(|heap| sequence.value(heap).unwrap()).collect::<Vec<u32>>()
        };
        let dense = run(EngineKind::Dense);
        assert!(run(EngineKind::Auto) == dense, "{code}");
        assert!(run(EngineKind::Block) == dense, "{code}");
    }
}
