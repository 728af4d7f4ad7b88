//! The subgroups of a calculator, and their order of inclusion.

use std::sync::Arc;

use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::family::Family;
use crate::slot::{Slot, SubgroupSet, TypedSlot};
use crate::sum_family::{SumFamily, Sums};

/// The largest number of subgroups in a registry: sets of them are 64-bit masks.
pub const MOST_SUBGROUPS: usize = 64;

/// A relative of a subgroup, by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kin {
    /// The name of the relative.
    pub name: String,
    /// Whether it is included; otherwise the two overlap.
    pub included: bool,
}

/// A subgroup whose element type is erased.
trait Factory: Send + Sync {
    fn name(&self) -> &str;
    fn kin(&self) -> Result<Vec<Kin>>;
    fn slot(&self) -> Result<Box<dyn Slot>>;
}

struct TypedFactory<F>(Arc<F>);

impl<F: Family> Factory for TypedFactory<F> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn kin(&self) -> Result<Vec<Kin>> {
        let relatives = self.0.relatives()?.into_iter();
        let kin = |name: &str, included| Kin { name: name.to_owned(), included };
        Ok(relatives.map(|relative| kin(relative.name(), relative.is_included())).collect())
    }

    fn slot(&self) -> Result<Box<dyn Slot>> {
        Ok(Box::new(TypedSlot::new(Arc::clone(&self.0))?))
    }
}

/// A subgroup's place in the order of precedence.
pub(crate) type Place = usize;

/// A relative of a subgroup, by its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelativePlace {
    pub(crate) place: Place,
    pub(crate) included: bool,
}

struct Member {
    factory: Box<dyn Factory>,
    kin: Vec<Kin>,
    /// The registered ones.
    relatives: Vec<RelativePlace>,
    /// The places of all subgroups that this one includes, and its own place.
    includes: SubgroupSet,
    /// The places of the homes of all games that may be in this subgroup.
    homes: SubgroupSet,
}

/// The subgroups of a calculator, in order of precedence. The included subgroups of a subgroup come
/// before it; otherwise the order is that of registration. A registry is a value that is passed on;
/// there is no global one. It is closed when it is built, so that no value can get a second home
/// later.
pub struct Registry {
    members: Vec<Member>,
    makers: Makers,
    /// The names of elements in the language, and their subgroups.
    constants: Vec<(String, Place)>,
    sums: Vec<Sums>,
}

/// The subgroups that make the literals of the language.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Makers {
    pub(crate) number: Option<Place>,
    pub(crate) nimber: Option<Place>,
    pub(crate) up: Option<Place>,
}

impl Registry {
    /// Starts a registry.
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::default()
    }

    /// A registry without subgroups: the general algorithm handles every value. It is the oracle in
    /// tests of subgroups.
    pub fn empty() -> Self {
        let (makers, constants) = (Makers::default(), Vec::new());
        Registry { members: Vec::new(), makers, constants, sums: Vec::new() }
    }

    /// The number of subgroups.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no subgroups.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The names, in order of precedence.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| member.factory.name())
    }

    /// The declared relatives of the named subgroup; `None` for an unknown name.
    pub fn relatives(&self, name: &str) -> Option<&[Kin]> {
        self.place(name).map(|place| &*self.members[place].kin)
    }

    /// Whether some subgroup makes numbers. Simplification rules are complete. So a game that is
    /// not an element of that subgroup is not a number.
    pub fn makes_numbers(&self) -> bool {
        self.makers.number.is_some()
    }

    /// The names of elements of subgroups in the language G, such as `omega`. If two subgroups have
    /// the same name, it belongs to the smaller one.
    pub fn constants(&self) -> impl Iterator<Item = &str> {
        self.constants.iter().map(|(name, _)| name.as_str())
    }

    /// The families of sums, in the order in which they are asked: that of registration.
    pub fn sum_families(&self) -> &[Sums] {
        &self.sums
    }

    pub(crate) fn constant(&self, name: &str) -> Option<Place> {
        self.constants.iter().find(|(known, _)| known == name).map(|(_, place)| *place)
    }

    pub(crate) fn place(&self, name: &str) -> Option<Place> {
        self.names().position(|known| known == name)
    }

    pub(crate) fn name(&self, place: Place) -> &str {
        self.members[place].factory.name()
    }

    pub(crate) fn relative_places(&self, place: Place) -> &[RelativePlace] {
        &self.members[place].relatives
    }

    pub(crate) fn includes(&self, larger: Place, smaller: Place) -> bool {
        self.included(larger) & (1 << smaller) != 0
    }

    /// All subgroups that this one includes, and itself.
    pub(crate) fn included(&self, place: Place) -> SubgroupSet {
        self.members[place].includes
    }

    /// The homes of all games that may be in this subgroup: no other element is embedded.
    pub(crate) fn homes(&self, place: Place) -> SubgroupSet {
        self.members[place].homes
    }

    pub(crate) fn makers(&self) -> Makers {
        self.makers
    }

    pub(crate) fn slots(&self) -> Result<Vec<Box<dyn Slot>>> {
        self.members.iter().map(|member| member.factory.slot()).collect()
    }
}

/// Collects subgroups for a [`Registry`].
#[derive(Default)]
pub struct RegistryBuilder {
    factories: Vec<Box<dyn Factory>>,
    sums: Vec<Sums>,
    error: Option<Error>,
}

impl RegistryBuilder {
    /// Adds a subgroup.
    #[must_use]
    pub fn with<F: Family>(mut self, subgroup: F) -> Self {
        self.factories.push(Box::new(TypedFactory(Arc::new(subgroup))));
        self
    }

    /// Adds a family of sums.
    #[must_use]
    pub fn with_sums<F: SumFamily>(mut self, family: F) -> Self {
        self.sums.push(Sums::of(family));
        self
    }

    /// Replaces the subgroup of the same name by this one.
    #[must_use]
    pub fn replace<F: Family>(mut self, subgroup: F) -> Self {
        let name = subgroup.name().to_owned();
        match self.factories.iter().position(|known| known.name() == name) {
            Some(position) => {
                self.factories[position] = Box::new(TypedFactory(Arc::new(subgroup)));
            }
            None => self.error = self.error.or(Some(Error::NothingToReplace(name))),
        }
        self
    }

    /// Checks the subgroups against one another and closes the registry.
    ///
    /// # Errors
    /// The subgroups that do not fit together, and the reason.
    pub fn close(self) -> Result<Registry> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.factories.len() > MOST_SUBGROUPS {
            return Err(Error::TooManySubgroups);
        }
        let members = in_precedence(self.factories)?;
        let (makers, constants) = (Makers::default(), Vec::new());
        let mut registry = Registry { members, makers, constants, sums: self.sums };
        check_sum_names(&registry)?;
        check_common_homes(&registry)?;
        registry.makers = find_makers(&registry)?;
        registry.constants = find_constants(&registry)?;
        Ok(registry)
    }
}

/// A subgroup without a place yet, and its relatives.
type Waiting = (Box<dyn Factory>, Vec<Kin>);

/// Orders the subgroups so that each comes after the ones that it includes.
fn in_precedence(factories: Vec<Box<dyn Factory>>) -> Result<Vec<Member>> {
    let names: Vec<String> = factories.iter().map(|factory| factory.name().to_owned()).collect();
    for (position, name) in names.iter().enumerate() {
        if names[..position].contains(name) {
            return Err(Error::DuplicateName(name.clone()));
        }
    }
    let with_kin = |factory: Box<dyn Factory>| Ok((factory.kin()?, factory));
    let asked = factories.into_iter().map(with_kin).collect::<Result<Vec<_>>>()?;
    let mut waiting: Vec<Waiting> =
        asked.into_iter().map(|(kin, factory)| (factory, kin)).collect();
    let mut members: Vec<Member> = Vec::new();
    while !waiting.is_empty() {
        let placed = |name: &str| members.iter().find(|member| member.factory.name() == name);
        let ready =
            |(_, kin): &Waiting| kin.iter().all(|kin| !kin.included || placed(&kin.name).is_some());
        let Some(next) = waiting.iter().position(ready) else {
            return Err(unready(&waiting, &names));
        };
        let includes = waiting[next].1.iter().filter(|kin| kin.included).fold(
            1 << members.len(),
            |includes: SubgroupSet, kin| {
                includes | placed(&kin.name).expect("what is included was placed before").includes
            },
        );
        let (factory, kin) = waiting.remove(next);
        members.push(Member { factory, kin, relatives: Vec::new(), includes, homes: 0 });
    }
    // Overlaps may name a later subgroup, or one that is not registered, which has no effect.
    let order: Vec<String> =
        members.iter().map(|member| member.factory.name().to_owned()).collect();
    for member in &mut members {
        let places = member.kin.iter().filter_map(|kin| {
            let place = order.iter().position(|name| *name == kin.name)?;
            Some(RelativePlace { place, included: kin.included })
        });
        member.relatives = places.collect();
    }
    for place in 0..members.len() {
        // Included subgroups have earlier places.
        members[place].homes = members[place].relatives.iter().fold(1 << place, |homes, one| {
            homes | if one.included { members[one.place].homes } else { 1 << one.place }
        });
    }
    Ok(members)
}

/// Says why none of the waiting subgroups can be placed. `waiting` is not empty.
fn unready(waiting: &[Waiting], names: &[String]) -> Error {
    let missing = waiting.iter().find_map(|(factory, kin)| {
        let missing = kin.iter().find(|kin| kin.included && !names.contains(&kin.name))?;
        Some((factory.name().to_owned(), missing.name.clone()))
    });
    match missing {
        Some((subgroup, included)) => Error::UnknownRelative { subgroup, included },
        None => Error::CircularInclusion(waiting[0].0.name().to_owned()),
    }
}

/// A family of sums has a name of its own.
fn check_sum_names(registry: &Registry) -> Result<()> {
    let all = registry.names().chain(registry.sums.iter().map(Sums::name));
    let mut names: Vec<&str> = all.collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Error::DuplicateName(pair[0].to_owned())),
        None => Ok(()),
    }
}

/// Two subgroups may have no common home, but not two least ones.
fn check_common_homes(registry: &Registry) -> Result<()> {
    let places = 0..registry.len();
    for first in places.clone() {
        for second in places.clone().take(first) {
            let mut common = places
                .clone()
                .filter(|&home| registry.includes(home, first) && registry.includes(home, second));
            // By precedence the first is minimal, so the others must be above it.
            let Some(least) = common.next() else { continue };
            if let Some(other) = common.find(|&home| !registry.includes(home, least)) {
                let name = |place| registry.name(place).to_owned();
                return Err(Error::AmbiguousHome {
                    subgroups: Box::new([first, second].map(name)),
                    homes: Box::new([least, other].map(name)),
                });
            }
        }
    }
    Ok(())
}

/// Finds the subgroups that make numbers, nimbers and ups.
fn find_makers(registry: &Registry) -> Result<Makers> {
    let mut makers = Makers::default();
    for (place, mut slot) in registry.slots()?.into_iter().enumerate() {
        if makers.number.is_none() && slot.number(&Dyadic::ONE)?.is_some() {
            makers.number = Some(place);
        }
        if makers.nimber.is_none() && slot.nimber(&dashu_int::UBig::ONE)?.is_some() {
            makers.nimber = Some(place);
        }
        if makers.up.is_none() && slot.up(&Dyadic::ONE)?.is_some() {
            makers.up = Some(place);
        }
    }
    Ok(makers)
}

/// The largest number of constants of one subgroup.
const MOST_CONSTANTS: u64 = 64;

/// Finds the names of elements.
fn find_constants(registry: &Registry) -> Result<Vec<(String, Place)>> {
    let mut constants: Vec<(String, Place)> = Vec::new();
    for (place, slot) in registry.slots()?.into_iter().enumerate() {
        for index in 0..MOST_CONSTANTS {
            let Some(name) = slot.constant(index)? else { break };
            if constants.iter().all(|(known, _)| *known != name) {
                constants.push((name, place));
            }
        }
    }
    Ok(constants)
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::Fractions;

    fn toy(name: &'static str, includes: &[&'static str]) -> Fractions {
        Fractions::new(name, 0, includes)
    }

    #[test]
    fn precedence_is_inclusion_then_registration() {
        let registry = Registry::builder()
            .with(toy("top", &["b", "a"]))
            .with(toy("b", &[]))
            .with(toy("a", &[]))
            .close()
            .expect("they fit together");
        assert_eq!(registry.names().collect::<Vec<_>>(), ["b", "a", "top"]);
        assert!(registry.includes(2, 0) && registry.includes(2, 1) && !registry.includes(0, 2));
    }

    #[test]
    fn what_does_not_fit_is_refused_and_said() {
        let refused = |builder: RegistryBuilder| builder.close().expect_err("refused").to_string();
        let twice = Registry::builder().with(toy("a", &[])).with(toy("a", &[]));
        assert!(refused(twice).contains("two subgroups named \"a\""));
        let unknown = Registry::builder().with(toy("a", &["b"])).with(toy("c", &["a"]));
        assert_eq!(refused(unknown), "a includes \"b\", which is not registered");
        let circle = Registry::builder().with(toy("a", &["b"])).with(toy("b", &["a"]));
        assert_eq!(refused(circle), "a includes itself by way of others");
        let ambiguous = Registry::builder()
            .with(toy("a", &[]))
            .with(toy("b", &[]))
            .with(toy("one", &["a", "b"]))
            .with(toy("two", &["a", "b"]));
        assert!(refused(ambiguous).contains("two least common homes, one and two"));
        let nothing = Registry::builder().replace(toy("a", &[]));
        assert_eq!(refused(nothing), "there is no subgroup \"a\" to replace");
    }

    #[test]
    fn a_larger_home_of_both_settles_what_would_be_ambiguous() {
        let registry = Registry::builder()
            .with(toy("a", &[]))
            .with(toy("b", &[]))
            .with(toy("one", &["a", "b"]))
            .with(toy("two", &["one"]))
            .close();
        assert!(registry.is_ok());
    }

    #[test]
    fn a_replacement_takes_the_place() {
        let registry = Registry::builder()
            .with(toy("a", &[]))
            .with(toy("b", &["a"]))
            .replace(Fractions { halvings: 3, ..toy("a", &[]) })
            .close()
            .expect("they fit together");
        assert_eq!(registry.names().collect::<Vec<_>>(), ["a", "b"]);
    }
}
