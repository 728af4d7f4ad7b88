//! Certificates of misère quotients, and their verification, which shares no code with the search.

mod check;

use cg_octal::Rules;
use serde::{Deserialize, Serialize};

use crate::{Element, MisereError, MiserePeriod, ONE, Result, Solution};

/// All claims about a quotient, in a file as JSON.
///
/// Elements are numbers; 0 is the position without heaps. [`MisereCertificate::verify`] tests every
/// claim again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereCertificate {
    /// [`MisereCertificate::KIND`].
    pub kind: String,
    /// The version of the format: [`MisereCertificate::VERSION`].
    pub version: u32,
    /// The game.
    pub game: String,
    /// The number of elements.
    pub order: usize,
    /// The elements for which the player to move loses.
    pub p: Vec<Element>,
    /// The heaps that generate the quotient.
    pub generators: Vec<u64>,
    /// For each generator, its products with the elements 0, 1, ... They determine the whole table.
    pub products: Vec<Vec<Element>>,
    /// The elements of the heaps 0, 1, ...
    pub phi: Vec<Element>,
    /// The period with which the quotient holds for all heaps. Without a period, the quotient is
    /// claimed for the heaps of `phi` only.
    pub period: Option<MiserePeriod>,
}

/// The verified claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MisereVerified {
    /// The number of elements.
    pub order: usize,
    /// The number of elements in P.
    pub p_positions: usize,
    /// The last tested heap.
    pub heaps: u64,
    /// The period, if the quotient is proved for all heaps.
    pub period: Option<MiserePeriod>,
}

impl MisereCertificate {
    /// The value of `kind`.
    pub const KIND: &'static str = "misere quotient";

    /// The version of the format that is written and read.
    pub const VERSION: u32 = 1;

    /// The most bytes that a certificate can have.
    pub const LONGEST: usize = 1 << 24;

    /// The certificate of a solution of a game.
    ///
    /// ```
    /// use cg_misere::{MisereCertificate, MisereLimits, MisereSearch};
    /// use cg_octal::Rules;
    ///
    /// let rules: Rules = ".123".parse()?;
    /// let mut search = MisereSearch::new(rules.clone());
    /// search.go(&MisereLimits::default(), &Default::default(), &mut |_| {});
    /// let certificate = MisereCertificate::of(&rules, search.solution());
    /// let text = certificate.to_json();
    /// let verified = MisereCertificate::from_json(&text)?.verify(&Default::default())?;
    /// assert_eq!((verified.order, verified.p_positions), (20, 5));
    /// # Ok::<(), cg_misere::MisereError>(())
    /// ```
    pub fn of(rules: &Rules, solution: &Solution) -> Self {
        let quotient = solution.quotient();
        let generators = quotient.generators();
        let row = |&by: &Element| quotient.elements().map(|x| quotient.product(x, by)).collect();
        Self {
            kind: Self::KIND.into(),
            version: Self::VERSION,
            game: rules.to_string(),
            order: quotient.order(),
            p: quotient.p_positions().collect(),
            products: generators.values().map(row).collect(),
            generators: generators.into_keys().collect(),
            phi: solution.phi().to_vec(),
            period: solution.period(),
        }
    }

    /// The certificate as JSON, a line for each field and each row.
    pub fn to_json(&self) -> String {
        let plain = |value: serde_json::Result<String>| value.expect("all fields are plain data");
        let line = |name: &str, value: String| format!("  \"{name}\": {value}");
        let rows: Vec<String> = self
            .products
            .iter()
            .map(|row| format!("    {}", plain(serde_json::to_string(row))))
            .collect();
        let rows =
            if rows.is_empty() { "[]".into() } else { format!("[\n{}\n  ]", rows.join(",\n")) };
        let fields = [
            line("kind", plain(serde_json::to_string(&self.kind))),
            line("version", self.version.to_string()),
            line("game", plain(serde_json::to_string(&self.game))),
            line("order", self.order.to_string()),
            line("p", plain(serde_json::to_string(&self.p))),
            line("generators", plain(serde_json::to_string(&self.generators))),
            line("products", rows),
            line("phi", plain(serde_json::to_string(&self.phi))),
            line("period", plain(serde_json::to_string(&self.period))),
        ];
        format!("{{\n{}\n}}\n", fields.join(",\n"))
    }

    /// Whether a text looks like such a certificate, complete or damaged.
    pub fn is_meant_by(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Kind {
            kind: String,
        }
        serde_json::from_str::<Kind>(text).is_ok_and(|found| found.kind == Self::KIND)
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// Text that is no certificate, or one of another version.
    pub fn from_json(text: &str) -> Result<Self> {
        let bad = |what: String| MisereError::Data(format!("this is no certificate: {what}"));
        if text.len() > Self::LONGEST {
            return Err(bad(format!("it is longer than {} bytes", Self::LONGEST)));
        }
        // Read first: a later version may have other fields.
        #[derive(Deserialize)]
        struct Versioned {
            kind: String,
            version: u32,
        }
        let Versioned { kind, version } =
            serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
        if kind != Self::KIND {
            return Err(bad(format!("its kind is `{}`", kind.escape_debug())));
        }
        if version != Self::VERSION {
            return Err(MisereError::Data(format!(
                "the certificate has version {version}, and this program reads version {}",
                Self::VERSION
            )));
        }
        serde_json::from_str(text).map_err(|error| bad(error.to_string()))
    }

    /// The game of the certificate.
    ///
    /// # Errors
    /// A code that does not parse.
    pub fn rules(&self) -> Result<Rules> {
        Ok(self.game.parse::<Rules>()?)
    }
}

/// The element that is claimed to be 1.
const IDENTITY: usize = ONE as usize;
