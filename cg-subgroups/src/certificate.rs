//! The certification theorem in words.

use cg_core::{Notation, Player, Relation, Result, Text};

/// The largest number of canonical options of a player that are named with their matches.
const MOST_MATCHED: u64 = 3;

/// Why `{left | right}` equals `value`, in words: no option is as good for its player as the value
/// itself, and each canonical option of the value is matched by an option that is at least as good
/// for its player. (The proof is at [`crate::infinitesimal::certify`]; it holds for all games.)
///
/// The claims are checked on these options. So a subgroup can return the text as its own
/// explanation ([`cg_core::Explanations::explain_value`]). `None` if the claims are not true.
///
/// ```
/// use cg_core::{Notation, Text};
/// use cg_subgroups::{Sumbers, certificate};
/// let read = |text| Sumbers.parse(text, Notation::Standard);
/// let (zero, star, up) = (read("0")?, read("*")?, read("^")?);
/// let words = certificate(&Sumbers, &[&zero], &[&star], &up, Notation::Standard)?.unwrap();
/// assert!(words.contains("no left option is >= ^, no right option is <= ^"));
/// assert!(words.contains("Left's 0 by 0; Right's * by *"));
/// # Ok::<(), cg_core::Error>(())
/// ```
///
/// # Errors
/// The errors of the subgroup.
pub fn certificate<S: Text>(
    subgroup: &S,
    left: &[&S::Element],
    right: &[&S::Element],
    value: &S::Element,
    notation: Notation,
) -> Result<Option<String>> {
    let print = |g: &S::Element| written(subgroup, g, notation);
    let shown = print(value)?;
    let mut matches = Vec::new();
    for (player, options) in Player::BOTH.into_iter().zip([left, right]) {
        for option in options {
            if favours(player, subgroup.compare(option, value)?) {
                return Ok(None);
            }
        }
        let count = subgroup.option_count(value, player)?;
        let mut matched = Vec::new();
        for index in 0..count.min(MOST_MATCHED) {
            let wanted = subgroup.option(value, player, index)?;
            let mut by = None;
            for &option in options {
                // The same option is preferred to a better one.
                if *option == wanted {
                    by = Some(option);
                    break;
                }
                if by.is_none() && favours(player, subgroup.compare(option, &wanted)?) {
                    by = Some(option);
                }
            }
            let Some(by) = by else { return Ok(None) };
            matched.push(format!("{} by {}", print(&wanted)?, print(by)?));
        }
        if count > MOST_MATCHED {
            matched.push("and so on".to_owned());
        }
        if !matched.is_empty() {
            matches.push(format!("{player}'s {}", matched.join(", ")));
        }
    }
    let unreached = format!("no left option is >= {shown}, no right option is <= {shown}");
    if matches.is_empty() {
        return Ok(Some(format!("{unreached}: who moves first loses")));
    }
    Ok(Some(format!(
        "{unreached}\nand each canonical option of {shown} is matched by one as good: \
         {} (the certification theorem)",
        matches.join("; ")
    )))
}

/// The element as the calculator writes it: in braces if they are its name.
fn written<S: Text>(subgroup: &S, g: &S::Element, notation: Notation) -> Result<String> {
    if !subgroup.in_braces(g, notation)? {
        return subgroup.print(g, notation);
    }
    let mut sides = Vec::new();
    for player in Player::BOTH {
        let mut options = Vec::new();
        for index in 0..subgroup.option_count(g, player)? {
            // Such options have few options at all depths.
            options.push(written(subgroup, &subgroup.option(g, player, index)?, notation)?);
        }
        sides.push(options.join(","));
    }
    Ok(format!("{{{}}}", sides.join("|")))
}

/// Whether a game in this relation to another is at least as good for `player`.
pub(crate) fn favours(player: Player, relation: Relation) -> bool {
    match player {
        Player::Left => relation.at_least(),
        Player::Right => relation.at_most(),
    }
}
