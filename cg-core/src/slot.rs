//! The elements of one subgroup in one arena, interned and type-erased.

use std::hash::BuildHasher;
use std::mem::size_of;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::error::{Error, Result};
use crate::family::Family;
use crate::for_each_operation;
use crate::game::Game;
use crate::operations::answers::{
    MaybeDyadic, MaybeHome, MaybeNatural, MaybeRelation, MaybeSum, MaybeText,
};
use crate::outcome::{Outcome, Relation};
use crate::relations::{Erased, Home, Relative, named};
use crate::text::Notation;

/// The number of an element in its slot, counted from 0.
pub(crate) type Local = u32;

/// A set of subgroups, one bit for each place in the order of precedence.
pub(crate) type SubgroupSet = u64;

/// The known facts about an element.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settled {
    /// The handle of the value, if its smallest home is known.
    pub(crate) game: Option<Game>,
    /// For an element at home: the subgroups that contain the value.
    pub(crate) holders: Option<SubgroupSet>,
}

/// A function that prints an element.
pub(crate) type Printing = Box<dyn FnOnce() -> Result<String> + Send>;

/// The slot of a subgroup with a known element type.
pub(crate) struct TypedSlot<F: Family> {
    rules: Arc<F>,
    relatives: Vec<Relative<F::Element>>,
    elements: Vec<F::Element>,
    settled: Vec<Settled>,
    index: HashTable<Local>,
    heap_bytes: usize,
}

impl<F: Family> TypedSlot<F> {
    pub(crate) fn new(rules: Arc<F>) -> Result<Self> {
        Ok(TypedSlot {
            relatives: rules.relatives()?,
            rules,
            elements: Vec::new(),
            settled: Vec::new(),
            index: HashTable::new(),
            heap_bytes: 0,
        })
    }

    fn get(&self, g: Local) -> &F::Element {
        &self.elements[g as usize]
    }

    fn all(&self, locals: &[Local]) -> Vec<&F::Element> {
        locals.iter().map(|&g| self.get(g)).collect()
    }

    fn intern(&mut self, element: F::Element) -> Result<Local> {
        let elements = &mut self.elements;
        let hash = FxBuildHasher.hash_one(&element);
        if let Some(&known) = self.index.find(hash, |&g| elements[g as usize] == element) {
            return Ok(known);
        }
        let g = Local::try_from(elements.len())
            .map_err(|_| Error::subgroup(self.rules.name(), "2^32 elements are held already"))?;
        self.heap_bytes += self.rules.heap_bytes(&element)?;
        elements.push(element);
        self.settled.push(Settled::default());
        self.index.insert_unique(hash, g, |&g| FxBuildHasher.hash_one(&elements[g as usize]));
        Ok(g)
    }
}

/// How a slot passes an argument to the rules.
macro_rules! passed {
    ($self:ident, element, $g:ident) => {
        $self.get($g)
    };
    ($self:ident, elements, $g:ident) => {
        &$self.all($g)
    };
    ($self:ident, $kind:ident, $value:ident) => {
        $value
    };
}

/// The signature of an operation. Operations that make elements change the slot.
macro_rules! declared {
    ($name:ident($($argument:ident: $kind:ident),*) -> border) => {};
    ($name:ident($($argument:ident: $kind:ident),*) -> element) => {
        fn $name(&mut self, $($argument: crate::operation_argument!($kind, Local)),*) -> Result<Local>;
    };
    ($name:ident($($argument:ident: $kind:ident),*) -> maybe_element) => {
        fn $name(&mut self, $($argument: crate::operation_argument!($kind, Local)),*) -> Result<Option<Local>>;
    };
    ($name:ident($($argument:ident: $kind:ident),*) -> $answer:ident) => {
        fn $name(&self, $($argument: crate::operation_argument!($kind, Local)),*) -> Result<$answer>;
    };
}

/// The operation: the rules' own, on the elements with these numbers.
macro_rules! defined {
    ($name:ident($($argument:ident: $kind:ident),*) -> border) => {};
    ($name:ident($($argument:ident: $kind:ident),*) -> element) => {
        fn $name(&mut self, $($argument: crate::operation_argument!($kind, Local)),*) -> Result<Local> {
            let element = self.rules.$name($(passed!(self, $kind, $argument)),*)?;
            self.intern(element)
        }
    };
    ($name:ident($($argument:ident: $kind:ident),*) -> maybe_element) => {
        fn $name(&mut self, $($argument: crate::operation_argument!($kind, Local)),*) -> Result<Option<Local>> {
            let element = self.rules.$name($(passed!(self, $kind, $argument)),*)?;
            element.map(|element| self.intern(element)).transpose()
        }
    };
    ($name:ident($($argument:ident: $kind:ident),*) -> $answer:ident) => {
        fn $name(&self, $($argument: crate::operation_argument!($kind, Local)),*) -> Result<$answer> {
            self.rules.$name($(passed!(self, $kind, $argument)),*)
        }
    };
}

macro_rules! slot {
    ($(
        $(#[doc = $doc:literal])+
        $trait:ident $need:ident $name:ident($($argument:ident: $kind:ident),*) -> $answer:ident;
    )+) => {
        /// A subgroup's elements, by their numbers. The arena calls subgroups through this trait.
        /// The operations have the meaning of the methods with the same names in the traits of a
        /// [`Family`].
        pub(crate) trait Slot: Send {
            $( declared! { $name($($argument: $kind),*) -> $answer } )+

            /// The number of bytes of `g` outside its own struct.
            fn heap_bytes(&self, g: Local) -> Result<usize>;
            /// The work of printing `g`, for another thread.
            fn printing(&self, g: Local, notation: Notation) -> Printing;
            fn encode(&self, g: Local) -> Vec<u8>;
            fn decode(&mut self, bytes: &[u8]) -> Result<Local>;
            /// The element with its type erased, to embed it elsewhere.
            fn erased(&self, g: Local) -> Erased;
            /// The element here for an erased element.
            fn restored(&mut self, g: &Erased) -> Result<Local>;
            /// The element here for the element `g` of the relative `from`.
            fn embed(&mut self, from: &str, g: &Erased) -> Result<Option<Local>>;
            fn settle(&self, g: Local) -> Result<Home>;
            /// The known facts about `g`.
            fn settled(&mut self, g: Local) -> &mut Settled;
            /// About the number of bytes.
            fn memory(&self) -> usize;
        }

        impl<F: Family> Slot for TypedSlot<F> {
            $( defined! { $name($($argument: $kind),*) -> $answer } )+

            fn heap_bytes(&self, g: Local) -> Result<usize> {
                self.rules.heap_bytes(self.get(g))
            }

            fn printing(&self, g: Local, notation: Notation) -> Printing {
                let (rules, element) = (Arc::clone(&self.rules), self.get(g).clone());
                Box::new(move || rules.print(&element, notation))
            }

            fn encode(&self, g: Local) -> Vec<u8> {
                self.rules.encode(self.get(g))
            }

            fn decode(&mut self, bytes: &[u8]) -> Result<Local> {
                let element = self.rules.decode(bytes)?;
                self.intern(element)
            }

            fn erased(&self, g: Local) -> Erased {
                Erased::new(self.get(g).clone())
            }

            fn restored(&mut self, g: &Erased) -> Result<Local> {
                match g.downcast::<F::Element>() {
                    Some(element) if self.rules.contains(element)? => self.intern(element.clone()),
                    Some(_) => Err(Error::subgroup(self.rules.name(), "it is no element here")),
                    None => self.decode(&g.encode()),
                }
            }

            fn embed(&mut self, from: &str, g: &Erased) -> Result<Option<Local>> {
                let element = named(&self.relatives, from, self.rules.name())?.embed(g)?;
                element.map(|element| self.intern(element)).transpose()
            }

            fn settle(&self, g: Local) -> Result<Home> {
                self.rules.settle(self.get(g))
            }

            fn settled(&mut self, g: Local) -> &mut Settled {
                &mut self.settled[g as usize]
            }

            fn memory(&self) -> usize {
                self.elements.capacity() * size_of::<F::Element>()
                    + self.settled.capacity() * size_of::<Settled>()
                    + self.index.allocation_size()
                    + self.heap_bytes
            }
        }
    };
}

for_each_operation! { slot }
