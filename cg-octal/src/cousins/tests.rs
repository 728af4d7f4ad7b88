use super::*;

#[test]
fn every_first_cousin_of_three_digits_acts_alike() {
    let mut cousins = 0;
    for zero in [0, 4] {
        for digits in 0..512u32 {
            let code = Code::new(zero, vec![digits >> 6, digits >> 3 & 7, digits & 7], Vec::new())
                .unwrap();
            let Some(cousin) = code.first_cousin() else {
                continue;
            };
            let here = crate::oracle(&code.clone().into(), 60);
            let there = crate::oracle(&cousin.clone().into(), 59);
            assert_eq!(here[1..], there, "{code} and {cousin}");
            cousins += 1;
            let (standard, shift) = code.standard_form();
            assert!(standard.first_cousin().is_none());
            let values = crate::nim_values(&standard.into(), 40).unwrap();
            let own =
                crate::nim_values(&code.into(), 40 + usize::try_from(shift).unwrap()).unwrap();
            assert_eq!(own[usize::try_from(shift).unwrap()..], values);
        }
    }
    assert!(cousins > 500);
}

#[test]
fn codes_without_a_cousin() {
    for text in [".0", ".(7)", ".8", ".1"] {
        let code: Code = text.parse().unwrap();
        assert_eq!(code.first_cousin(), None, "{text}");
        assert_eq!(code.standard_form(), (code, 0));
    }
}

#[test]
fn shifts_go_both_ways_and_have_limits() {
    let rules = |text: &str| text.parse::<Rules>().unwrap();
    assert_eq!(agree(&rules(".137"), &rules(".07"), 500, 2).unwrap(), Some(1));
    assert_eq!(agree(&rules(".07"), &rules(".137"), 500, 2).unwrap(), Some(-1));
    assert_eq!(agree(&rules(".07"), &rules(".137"), 500, 0).unwrap(), None);
    assert_eq!(agree(&rules(".161"), &rules(".36"), 519, 0).unwrap(), Some(0));
    assert_eq!(agree(&rules(".161"), &rules(".36"), 520, 0).unwrap(), None);
}
