//! Did you mean ...?

/// The name among `known` that looks most like `name`, if one looks alike.
pub(crate) fn similar<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    // Comparing long names costs the product of their lengths.
    if name.len() > 64 {
        return None;
    }
    let folded = name.to_lowercase();
    known
        .into_iter()
        .filter(|candidate| candidate.len() <= 64 && *candidate != name)
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&folded, &candidate.to_lowercase());
            (distance, candidate)
        })
        .filter(|&(distance, candidate)| {
            distance <= 1 && candidate.len().min(name.len()) > 1
                || distance == 0
                || distance <= candidate.len().min(name.len()) / 3
        })
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn slips_are_recognised() {
        let known = ["Nim", "Kayles", "PK", "outcome"];
        assert_eq!(similar("Nimm", known).as_deref(), Some("Nim"));
        assert_eq!(similar("nim", known).as_deref(), Some("Nim"));
        assert_eq!(similar("Kayle", known).as_deref(), Some("Kayles"));
        assert_eq!(similar("Kalyes", known).as_deref(), Some("Kayles"));
        assert_eq!(similar("otucome", known).as_deref(), Some("outcome"));
        assert_eq!(similar("Domineering", known), None);
        assert_eq!(similar("x", known), None);
    }
}
