use super::*;

fn plan() -> SurveyPlan {
    let limits = Limits { heaps: 3000, time: None, all_heaps: false };
    SurveyPlan {
        limits,
        settings: Settings::default(),
        threads: NonZero::new(2).unwrap(),
        values: 0,
    }
}

fn games() -> Vec<Rules> {
    octal_codes(2).unwrap().into_iter().map(Rules::from).collect()
}

#[test]
fn a_survey_resumes_where_it_stopped() {
    let interrupt = Interrupt::new();
    let mut reports = Vec::new();
    let stopped = survey(&games(), &[], plan(), &interrupt, &mut |report| {
        reports.push(report);
        if reports.len() == 10 {
            interrupt.raise();
        }
        Ok(())
    });
    assert!(matches!(stopped, Err(OctalError::Interrupted { .. })));
    assert!((10..63).contains(&reports.len()));
    let before = reports.clone();
    survey(&games(), &before, plan(), &Interrupt::new(), &mut |report| {
        reports.push(report);
        Ok(())
    })
    .unwrap();
    let mut codes: Vec<&str> = reports.iter().map(|report| report.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!((codes.len(), reports.len()), (63, 63));
    let unsolved: Vec<&str> =
        reports.iter().filter(|r| !r.proved).map(|r| r.code.as_str()).collect();
    // What the table of facts says of games of two digits, .16 and .56 needing more heaps.
    for code in [".6", ".14", ".64", ".76", ".16", ".56"] {
        assert!(unsolved.contains(&code), "{code}: {unsolved:?}");
    }
    let table = survey_table(&reports);
    assert_eq!(table.lines().count(), 64);
}

#[test]
fn an_error_of_the_reader_ends_a_survey() {
    let mut seen = 0;
    let result = survey(&games(), &[], plan(), &Interrupt::new(), &mut |_| {
        seen += 1;
        Err(OctalError::data("enough"))
    });
    assert_eq!(result.unwrap_err().to_string(), "enough");
    assert!(seen >= 1);
    assert!(octal_codes(7).is_err());
}
