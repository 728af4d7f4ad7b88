use super::*;

fn go(code: &str, settings: Settings, heaps: usize) -> (Run, Ending) {
    let mut run = Run::new(&code.parse().unwrap(), settings).unwrap();
    let limits = Limits { heaps, time: None, all_heaps: false };
    let ending = run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap();
    (run, ending)
}

#[test]
fn a_period_is_proved_when_most_values_are_dropped() {
    let settings = Settings { memory: 240_000, ..Settings::default() };
    let (run, ending) = go(".16", settings, 1_000_000);
    assert_eq!(ending, Ending::Proved);
    let found = run.finding().unwrap();
    assert_eq!((found.period.period, found.exact), (149_459, false));
    assert!(found.period.preperiod >= 105_351);
    assert_eq!(run.sequence().value(100_000), None);
    assert!(crate::Certificate::of(&run).is_none());
}

#[test]
fn too_little_memory_is_an_ending_and_not_a_wrong_value() {
    let settings = Settings { memory: 20_000, ..Settings::default() };
    let (run, ending) = go(".16", settings, 1_000_000);
    assert!(matches!(ending, Ending::Limit(_)), "{ending:?}");
    assert!(run.sequence().known() > 10_000);
}

#[test]
fn limits_and_interrupts_end_a_run_that_goes_on_later() {
    let (mut run, ending) = go(".106", Settings::default(), 50_000);
    assert_eq!(ending, Ending::Heaps);
    let interrupt = Interrupt::new();
    interrupt.raise();
    let limits = Limits { heaps: 60_000, time: None, all_heaps: false };
    assert_eq!(run.go(limits, &interrupt, &mut |_| Ok(())).unwrap(), Ending::Interrupted);
    let none = Limits { time: Some(Duration::ZERO), ..limits };
    assert_eq!(run.go(none, &Interrupt::new(), &mut |_| Ok(())).unwrap(), Ending::Time);
    assert_eq!(run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap(), Ending::Heaps);
    assert!(run.sequence().known() >= 60_000);
}

#[test]
fn the_parity_of_heaps_does_not_hide_or_halve_a_period() {
    // In its best space the codes of .104's cousin repeat after half a period.
    for code in [".12", ".2", ".7", ".71", ".524", ".07", ".34"] {
        let settings = Settings { engine: crate::EngineKind::Block, ..Settings::default() };
        let (run, ending) = go(code, settings, 200_000);
        assert_eq!(ending, Ending::Proved, "{code}");
        let values = crate::nim_values(run.sequence().rules(), 3000).unwrap();
        let want = crate::find_period(&values, |_| true).unwrap();
        assert_eq!(run.finding().unwrap().period, want, "{code}");
    }
}
