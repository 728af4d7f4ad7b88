//! The laws that hold within the group.

use cg_core::{Family, Relation, Result};

use super::{Report, named};

/// How many samples are tried in triples.
const TRIPLES: usize = 12;

pub(super) fn check<F: Family>(rules: &F, samples: &[F::Element], report: &mut Report) {
    for g in samples {
        let result = alone(rules, g, report);
        report.attempt("the group operations succeed", result);
        for h in samples {
            let result = pair(rules, g, h, report);
            report.attempt("the group operations succeed", result);
        }
    }
    let few = &samples[..samples.len().min(TRIPLES)];
    for g in few {
        for h in few {
            for k in few {
                let result = triple(rules, [g, h, k], report);
                report.attempt("the group operations succeed", result);
            }
        }
    }
}

fn alone<F: Family>(rules: &F, g: &F::Element, report: &mut Report) -> Result<()> {
    let zero = rules.zero()?;
    let negative = rules.negate(g)?;
    report.expect("g + 0 = g", rules.add(g, &zero)? == *g, || named(rules, &[g]));
    report.expect("g + (-g) = 0", rules.add(g, &negative)? == zero, || named(rules, &[g]));
    report.expect("-(-g) = g", rules.negate(&negative)? == *g, || named(rules, &[g]));
    report.expect(
        "the outcome of -g is that of g with the players exchanged",
        rules.outcome(&negative)? == -rules.outcome(g)?,
        || named(rules, &[g]),
    );
    let is_zero = rules.outcome(g)? == cg_core::Outcome::Previous;
    report.expect("only 0 is a second player win", is_zero == (*g == zero), || named(rules, &[g]));
    let mut sum = zero;
    for count in 0i64..5 {
        report.expect(
            "n.g is the sum of n copies",
            rules.multiple(&count.into(), g)? == sum,
            || format!("{count} copies of {}", named(rules, &[g])),
        );
        let minus = rules.multiple(&(-count).into(), g)?;
        report.expect("(-n).g = -(n.g)", minus == rules.negate(&sum)?, || {
            format!("{count} copies of {}", named(rules, &[g]))
        });
        sum = rules.add(&sum, g)?;
    }
    Ok(())
}

fn pair<F: Family>(rules: &F, g: &F::Element, h: &F::Element, report: &mut Report) -> Result<()> {
    let example = || named(rules, &[g, h]);
    let sum = rules.add(g, h)?;
    report.expect("g + h = h + g", sum == rules.add(h, g)?, example);
    report.expect(
        "-(g + h) = -g + -h",
        rules.negate(&sum)? == rules.add(&rules.negate(g)?, &rules.negate(h)?)?,
        example,
    );
    let difference = rules.add(g, &rules.negate(h)?)?;
    let relation = rules.compare(g, h)?;
    report.expect(
        "g stands to h as the outcome of g - h says",
        relation == Relation::from(rules.outcome(&difference)?),
        example,
    );
    report.expect(
        "equal elements are equal games",
        (relation == Relation::Equal) == (g == h),
        example,
    );
    report.expect(
        "h stands to g as g to h reversed",
        rules.compare(h, g)? == relation.reversed(),
        example,
    );
    Ok(())
}

fn triple<F: Family>(rules: &F, [g, h, k]: [&F::Element; 3], report: &mut Report) -> Result<()> {
    let left = rules.add(&rules.add(g, h)?, k)?;
    let right = rules.add(g, &rules.add(h, k)?)?;
    report.expect("(g + h) + k = g + (h + k)", left == right, || named(rules, &[g, h, k]));
    let chain = rules.compare(g, h)?.at_most() && rules.compare(h, k)?.at_most();
    if chain {
        let holds = rules.compare(g, k)?.at_most();
        report.expect("g <= h <= k gives g <= k", holds, || named(rules, &[g, h, k]));
    }
    Ok(())
}
