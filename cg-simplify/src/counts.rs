//! Counters: how often each shortcut of the engine decides a question.
//!
//! They show which shortcuts are useful. Only builds with debug assertions count; other builds do
//! no work here.

/// A way to decide a question.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    OrderAsked,
    OrderByHandle,
    OrderByStops,
    OrderByMemo,
    OrderBySubgroup,
    /// By known facts about the options.
    OrderByOptions,
    /// By comparisons with options that had to be made first.
    OrderByRecursion,
    SumByMemo,
    /// G + (-G).
    SumOfNegatives,
    /// (-G) + (-H) from G + H.
    SumByNegatives,
    SumBySubgroup,
    /// A number plus a game that is not a number.
    SumTranslated,
    SumByOptions,
    FormAsked,
    FormRecognised,
    FormByMemo,
    FormRecognisedUndominated,
    FormRecognisedSimplified,
    FormByNode,
    /// Options of forms, and those that were dominated.
    Options,
    OptionsDominated,
    /// Options that are irreversible by their stops.
    OptionsOutOfReach,
    /// Replies that were compared with the draft.
    RepliesTried,
    OptionsReversed,
}

#[cfg(debug_assertions)]
const NAMES: [(&str, Event); 24] = [
    ("order asked", Event::OrderAsked),
    ("order by handle", Event::OrderByHandle),
    ("order by stops", Event::OrderByStops),
    ("order by memo", Event::OrderByMemo),
    ("order by subgroup", Event::OrderBySubgroup),
    ("order by known options", Event::OrderByOptions),
    ("order by recursion", Event::OrderByRecursion),
    ("sum by memo", Event::SumByMemo),
    ("sum of G and -G", Event::SumOfNegatives),
    ("sum by that of the negatives", Event::SumByNegatives),
    ("sum by subgroup", Event::SumBySubgroup),
    ("sum by number translation", Event::SumTranslated),
    ("sum by options", Event::SumByOptions),
    ("form asked", Event::FormAsked),
    ("form recognised as given", Event::FormRecognised),
    ("form by memo", Event::FormByMemo),
    ("form recognised undominated", Event::FormRecognisedUndominated),
    ("form recognised simplified", Event::FormRecognisedSimplified),
    ("form that is a node", Event::FormByNode),
    ("options of forms", Event::Options),
    ("options dominated", Event::OptionsDominated),
    ("options out of reach", Event::OptionsOutOfReach),
    ("replies compared", Event::RepliesTried),
    ("options reversed", Event::OptionsReversed),
];

/// The counters.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    #[cfg(debug_assertions)]
    counts: [u64; NAMES.len()],
}

impl Counts {
    /// Adds one.
    #[inline]
    pub(crate) fn add(&mut self, event: Event) {
        self.add_many(event, 1);
    }

    /// Adds `more`.
    #[cfg(debug_assertions)]
    pub(crate) fn add_many(&mut self, event: Event, more: usize) {
        self.counts[event as usize] += more as u64;
    }

    /// Adds `more`.
    #[cfg(not(debug_assertions))]
    #[inline]
    pub(crate) fn add_many(&mut self, _: Event, _: usize) {}

    /// All counters by name.
    #[cfg(debug_assertions)]
    pub(crate) fn listed(&self) -> Vec<(&'static str, u64)> {
        NAMES.map(|(name, event)| (name, self.counts[event as usize])).to_vec()
    }

    /// All counters by name.
    #[cfg(not(debug_assertions))]
    pub(crate) fn listed(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}
