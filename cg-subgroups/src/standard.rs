//! The built-in subgroups together.

use cg_core::{Registry, RegistryBuilder, RegistryError};

use crate::{Nimbers, Numberish, Numbers, Sumbers};

/// Adds the built-in subgroups to a registry, in their order of precedence.
///
/// ```
/// use cg_core::Registry;
/// let registry = cg_subgroups::register(Registry::builder()).close()?;
/// assert!(registry.names().eq(["numbers", "nimbers", "sumbers", "numberish"]));
/// # Ok::<(), cg_core::RegistryError>(())
/// ```
#[must_use]
pub fn register(builder: RegistryBuilder) -> RegistryBuilder {
    builder.with(Numbers).with(Nimbers).with(Sumbers).with(Numberish)
}

/// The registry of the built-in subgroups alone.
///
/// # Errors
/// None in fact: the built-in subgroups fit together.
pub fn standard() -> Result<Registry, RegistryError> {
    register(Registry::builder()).close()
}
