//! What is negotiated: the key exchange of the session.

use core::str::FromStr;

use crate::{Error, encoding::frames, error::excerpt, hpke::Kem};

/// Most names in a list that is read.
const MAX_NAMES: usize = 64;

/// A key exchange.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Suite {
    /// X25519.
    Classical,
    /// X25519 with ML-KEM-768, as X-Wing.
    Hybrid,
}

impl Suite {
    /// Every suite, the preferred one first.
    pub const ALL: [Self; 2] = [Self::Hybrid, Self::Classical];

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Classical => "X25519",
            Self::Hybrid => "X25519+ML-KEM-768",
        }
    }

    /// The number in messages.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Classical => 1,
            Self::Hybrid => 2,
        }
    }

    pub(super) const fn kem(self) -> Kem {
        match self {
            Self::Classical => Kem::X25519,
            Self::Hybrid => Kem::XWing,
        }
    }

    pub(super) fn from_code(code: u8) -> Result<Self, Error> {
        let unknown = || Error::HandshakeSuite(format!("none has the code {code}").into());
        Self::ALL.into_iter().find(|suite| suite.code() == code).ok_or_else(unknown)
    }

    /// Reads names, as [`frames`], in order of preference.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_SUITE` for no name, an unknown one, or one twice; `ERR_LIMIT_EXCEEDED` for more than
    /// 64 names; `ERR_ENCODING_MALFORMED` for frames that do not add up.
    pub fn read_list(names: &[u8]) -> Result<Vec<Self>, Error> {
        let names = frames::texts(names, "number of suites", MAX_NAMES)?;
        if names.is_empty() {
            return Err(Error::HandshakeSuite("none is named".into()));
        }
        let suites = names.into_iter().map(str::parse).collect::<Result<Vec<Self>, _>>()?;
        let is_repeated =
            |(index, suite)| suites.iter().take(index).any(|earlier| earlier == suite);
        let twice = suites.iter().enumerate().any(is_repeated);
        if twice { Err(Error::HandshakeSuite("one is named twice".into())) } else { Ok(suites) }
    }
}

impl FromStr for Suite {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let unknown =
            || Error::HandshakeSuite(format!("none is called \"{}\"", excerpt(name)).into());
        Self::ALL.into_iter().find(|suite| suite.as_str() == name).ok_or_else(unknown)
    }
}
