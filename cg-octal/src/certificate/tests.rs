use cg_core::Interrupt;

use super::*;
use crate::{Limits, Settings};

fn certificate(code: &str) -> Certificate {
    let mut run = Run::new(&code.parse().unwrap(), Settings::default()).unwrap();
    let limits = Limits { heaps: 1_000_000, time: None, all_heaps: false };
    run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap();
    Certificate::of(&run).unwrap()
}

fn verify(certificate: &Certificate) -> Result<Verified> {
    certificate.verify(1_000_000, &Interrupt::new())
}

#[test]
fn true_certificates_hold_and_survive_the_file() {
    for code in [".77", ".156", ".165", ".356", "4.7", ".17", ".116", ".1", ".3", "S{2,4,7}"] {
        let certificate = certificate(code);
        let read = Certificate::from_json(&certificate.to_json().unwrap()).unwrap();
        assert_eq!(read, certificate);
        verify(&read).unwrap();
    }
}

#[test]
fn all_but_games_have_certificates_too() {
    for code in ["Nim", "AllBut{1}", "AllBut{1,2}", "AllBut{2,5}", "AllBut{1,4,6}", "AllBut{3,4,9}"]
    {
        let good = certificate(code);
        let Method::AllBut { from } = good.method else {
            panic!("{code}: {:?}", good.method);
        };
        assert!(good.period.saltus > 0);
        verify(&good).unwrap();
        let changed = |change: &dyn Fn(&mut Certificate)| {
            let mut bad = good.clone();
            change(&mut bad);
            assert!(verify(&bad).is_err(), "{code} {bad:?}");
        };
        changed(&|c| c.period.saltus += 1);
        changed(&|c| c.period.saltus = u64::MAX);
        changed(&|c| c.period.period += 1);
        changed(&|c| c.period.period *= 2);
        changed(&|c| c.period.preperiod += 1);
        changed(&|c| c.period.period = 0);
        changed(&|c| c.method = Method::AllBut { from: u64::MAX });
        changed(&|c| c.code = ".77".into());
        changed(&|c| c.hash.push('0'));
        let _ = from;
    }
}

#[test]
fn a_certificate_by_state_repetition_holds() {
    let true_one = certificate(".16");
    assert!(matches!(true_one.method, Method::StateRepetition { .. }));
    verify(&true_one).unwrap();
    let Method::StateRepetition { from, depth, space } = true_one.method else { return };
    for (method, says) in [
        (Method::StateRepetition { from, depth: depth - 1, space }, "needs a split with part"),
        (Method::StateRepetition { from: 100, depth: 99, space }, "is rare"),
    ] {
        let error = verify(&Certificate { method, ..true_one.clone() }).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn false_certificates_are_found_out() {
    let good = certificate(".77");
    let changed = |change: &dyn Fn(&mut Certificate)| {
        let mut bad = good.clone();
        change(&mut bad);
        verify(&bad).unwrap_err().to_string()
    };
    for (says, error) in [
        ("G(", changed(&|c| c.period.period = 11)),
        (
            "is a period too",
            changed(&|c| {
                c.period.period = 24;
                c.method = Method::GuySmith { bound: 1000, space: None }
            }),
        ),
        ("bound must be", changed(&|c| c.method = Method::GuySmith { bound: 100, space: None })),
        (
            "preperiod is shorter",
            changed(&|c| {
                c.period.preperiod = 72;
                c.method = Method::GuySmith { bound: 1000, space: None }
            }),
        ),
        ("G(70)", changed(&|c| c.period.preperiod = 70)),
        ("hash", changed(&|c| c.hash.push('0'))),
        ("plain periods", changed(&|c| c.period.saltus = 1)),
        ("plain periods", changed(&|c| c.period.period = 0)),
        (
            "limit of 1000000 heaps",
            changed(&|c| c.method = Method::GuySmith { bound: u64::MAX, space: None }),
        ),
        ("no theorem", changed(&|c| c.code = "Grundy".into())),
        ("finite codes", changed(&|c| c.code = ".(7)".into())),
        ("bound must be at least 250", changed(&|c| c.code = ".8".into())),
        // G(0), G(1), G(2) are 0, and G(3) is 1.
        (
            "bound must be at least 5",
            changed(&|c| {
                c.code = ".4".into();
                c.period = Period { preperiod: 0, period: 1, saltus: 0 };
                c.method = Method::GuySmith { bound: 3, space: None }
            }),
        ),
        ("not a game code", changed(&|c| c.code = "nonsense".into())),
        ("must be at least", changed(&|c| c.period.preperiod = u64::MAX)),
    ] {
        assert!(error.contains(says), "{says}: {error}");
    }
}

/// Moves that leave three heaps or more, among them splits without taking.
#[test]
fn periods_of_higher_bases_are_proved_and_verified() {
    for code in ["4.8", ".F", "4.F", ".B", ".A2", ".A6", ".F3", ".[31]"] {
        let rules: Rules = code.parse().unwrap();
        let values = super::check_many::values(rules.code().unwrap(), 40, &Interrupt::new());
        let oracle: Vec<u32> = values.unwrap().into_iter().map(u32::from).collect();
        assert_eq!(oracle, crate::oracle(&rules, 40), "{code}");
        let good = certificate(code);
        verify(&good).unwrap();
        let mut bad = good.clone();
        bad.method = Method::GuySmith { bound: 4, space: None };
        let error = verify(&bad).unwrap_err().to_string();
        assert!(error.contains("bound must be"), "{error}");
    }
}

#[test]
fn damaged_files_are_refused() {
    let text = certificate(".77").to_json().unwrap();
    for end in 0..text.len() {
        assert!(Certificate::from_json(&text[..end]).is_err());
    }
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(read) = Certificate::from_json(&text)
            && read != certificate(".77")
        {
            assert!(
                verify(&read).is_err()
                    || read.code != ".77"
                    || read.method != certificate(".77").method,
                "{read:?}"
            );
        }
    }
    let newer = text.replace("\"version\": 1", "\"version\": 2");
    assert!(Certificate::from_json(&newer).unwrap_err().to_string().contains("version 2"));
}
