//! Names of algorithms (RFC 9421, section 6.2.2), and what each takes.

use crate::{Error, error::excerpt, keys::Algorithm};

/// An algorithm by its name in a signature.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Alg {
    name: &'static str,
    /// That of the key; none for a shared secret.
    algorithm: Option<Algorithm>,
}

impl Alg {
    /// `hmac-sha256`, the only one with a shared secret.
    pub const HMAC: Self = Self { name: "hmac-sha256", algorithm: None };

    /// Every algorithm.
    pub fn all() -> impl Iterator<Item = Self> {
        Algorithm::ALL.into_iter().filter_map(Self::of).chain([Self::HMAC])
    }

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.name
    }

    /// The algorithm of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|alg| alg.name == name)
    }

    /// The algorithm that a key signs with, if it is one of these.
    #[must_use]
    pub fn of(algorithm: Algorithm) -> Option<Self> {
        let name = algorithm.facts().http_sig?;
        Some(Self { name, algorithm: Some(algorithm) })
    }

    /// That of the key; none for a shared secret.
    pub(super) const fn algorithm(self) -> Option<Algorithm> {
        self.algorithm
    }

    /// The error for an algorithm that is unknown, or that cannot be used here.
    #[cold]
    pub(super) fn unfit(name: &str) -> Error {
        Error::HttpSigAlgorithm(excerpt(name))
    }
}
