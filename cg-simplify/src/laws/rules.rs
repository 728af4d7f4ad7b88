//! The two rules, options and order against the general algorithm.

use cg_core::{Family, Game, Player, Result, Subgroup};

use super::plain::Plain;
use super::{Report, named};

pub(super) fn check<F: Family>(
    plain: &mut Plain<'_, F>,
    samples: &[F::Element],
    pool: usize,
    report: &mut Report,
) {
    let mut small: Vec<(F::Element, Game)> = Vec::new();
    for g in samples {
        match plain.game(g) {
            Ok(Some(game)) => small.push((g.clone(), game)),
            Ok(None) => report.too_large += 1,
            Err(error) => {
                report.attempt::<()>("options can be listed", Err(error));
            }
        }
    }
    for (index, g) in small.iter().enumerate() {
        let result = alone(plain, g, report);
        report.attempt("the rules succeed", result);
        for h in &small[..index] {
            let result = pair(plain, g, h, report);
            report.attempt("the rules succeed", result);
        }
    }
    small.truncate(pool);
    let sets = option_sets(&small);
    for left in &sets {
        for right in &sets {
            let result = simplification(plain, left, right, report);
            report.attempt("the rules succeed", result);
        }
    }
}

type Written<F> = (<F as Subgroup>::Element, Game);

fn alone<F: Family>(
    plain: &mut Plain<'_, F>,
    (g, game): &Written<F>,
    report: &mut Report,
) -> Result<()> {
    let general = plain.engine.outcome(*game)?;
    let rule = plain.rules.outcome(g)?;
    report.expect("outcome rule: the general algorithm's outcome", rule == general, || {
        let g = named(plain.rules, &[g]);
        format!("{g}: the rule says {rule}, the general algorithm {general}")
    });
    if let Some(parts) = plain.rules.number_ups_star(g)? {
        let sum = plain.sum_of(&parts)?;
        let law = "number, ups and star: their sum is the element";
        report.expect(law, sum == *game, || {
            format!("{} is said to be {parts:?}", named(plain.rules, &[g]))
        });
    }
    for player in Player::BOTH {
        let mut given = Vec::new();
        for option in plain.options(g, player)?.unwrap_or_default() {
            given.extend(plain.game(&option)?);
        }
        let mut general = plain.engine.options(*game, player)?;
        let count = given.len();
        given.sort_unstable();
        given.dedup();
        general.sort_unstable();
        let law = "the options are the canonical ones, each once";
        report.expect(law, given.len() == count && given == general, || {
            format!("{player}'s options of {}", named(plain.rules, &[g]))
        });
    }
    Ok(())
}

fn pair<F: Family>(
    plain: &mut Plain<'_, F>,
    (g, plain_g): &Written<F>,
    (h, plain_h): &Written<F>,
    report: &mut Report,
) -> Result<()> {
    let rules = plain.rules;
    let example = || named(rules, &[g, h]);
    report.expect(
        "different elements are different games",
        (plain_g == plain_h) == (g == h),
        example,
    );
    let general = plain.engine.compare(*plain_g, *plain_h)?;
    report.expect("order: the general algorithm's", plain.rules.compare(g, h)? == general, example);
    let sum = plain.rules.add(g, h)?;
    if let Some(plain_sum) = plain.game(&sum)? {
        let general = plain.engine.add(*plain_g, *plain_h)?;
        report.expect("sum: the general algorithm's", plain_sum == general, example);
    }
    Ok(())
}

/// All sets of at most two of the games.
fn option_sets<E: Clone>(games: &[(E, Game)]) -> Vec<Vec<(E, Game)>> {
    let mut sets = vec![Vec::new()];
    for (index, g) in games.iter().enumerate() {
        sets.push(vec![g.clone()]);
        sets.extend(games[..index].iter().map(|h| vec![h.clone(), g.clone()]));
    }
    sets
}

fn simplification<F: Family>(
    plain: &mut Plain<'_, F>,
    left: &[Written<F>],
    right: &[Written<F>],
    report: &mut Report,
) -> Result<()> {
    let elements = |side: &[Written<F>]| side.iter().map(|(g, _)| g.clone()).collect::<Vec<_>>();
    let games = |side: &[Written<F>]| side.iter().map(|&(_, game)| game).collect::<Vec<_>>();
    let (left_elements, right_elements) = (elements(left), elements(right));
    let rules = plain.rules;
    let example = || {
        let side = |elements: &[F::Element]| named(rules, &elements.iter().collect::<Vec<_>>());
        format!("{{{} | {}}}", side(&left_elements), side(&right_elements))
    };
    // "nothing" where there is no element.
    let some = |element: Option<&F::Element>| {
        element.map_or_else(|| "nothing".to_owned(), |element| named(rules, &[element]))
    };
    let general = plain.engine.game(&games(left), &games(right))?;
    let rule = simplified(plain.rules, &left_elements, &right_elements)?;
    match rule {
        Some(element) => {
            let Some(game) = plain.game(&element)? else { return Ok(()) };
            report.expect(
                "simplification rule: the general algorithm's value",
                game == general,
                || format!("{} is said to be {}", example(), named(rules, &[&element])),
            );
        }
        None => {
            let known = plain.element(general).cloned();
            let law = "simplification rule: no \"no\" for an element";
            report.expect(law, known.is_none(), || {
                format!("{} is {}, and the rule says no", example(), some(known.as_ref()))
            });
            // An element by its canonical options must be recognised too.
            let [left, right] =
                [Player::Left, Player::Right].map(|player| plain.engine.options(general, player));
            let known = |games: Vec<Game>| {
                games
                    .into_iter()
                    .map(|game| plain.element(game).cloned())
                    .collect::<Option<Vec<_>>>()
            };
            if let (Some(left), Some(right)) = (known(left?), known(right?)) {
                let again = simplified(plain.rules, &left, &right)?;
                report.expect(law, again.is_none(), || {
                    let again = some(again.as_ref());
                    format!("{} is {again} by its canonical options only", example())
                });
            }
        }
    }
    Ok(())
}

fn simplified<F: Family>(
    rules: &F,
    left: &[F::Element],
    right: &[F::Element],
) -> Result<Option<F::Element>> {
    rules.simplify(&left.iter().collect::<Vec<_>>(), &right.iter().collect::<Vec<_>>())
}
