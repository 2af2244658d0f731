//! What a key may be used for: the verification relationships of a DID document.

use core::str::FromStr;

use crate::Error;

/// What a key may be used for (DID Core 1.0, section 5.3).
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Purpose {
    /// To prove presence: a challenge, a session, an HTTP request.
    Authentication,
    /// To state something: a card, a receipt, a credential.
    AssertionMethod,
    /// To agree on a shared secret.
    KeyAgreement,
    /// To use a capability.
    CapabilityInvocation,
    /// To pass a capability on.
    CapabilityDelegation,
}

impl Purpose {
    /// Every purpose, in the order of the specification.
    pub const ALL: [Self; 5] = [
        Self::Authentication,
        Self::AssertionMethod,
        Self::KeyAgreement,
        Self::CapabilityInvocation,
        Self::CapabilityDelegation,
    ];

    /// The name, as a DID document spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Authentication => "authentication",
            Self::AssertionMethod => "assertionMethod",
            Self::KeyAgreement => "keyAgreement",
            Self::CapabilityInvocation => "capabilityInvocation",
            Self::CapabilityDelegation => "capabilityDelegation",
        }
    }
}

impl FromStr for Purpose {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|purpose| purpose.as_str() == name);
        found.ok_or_else(|| Error::TrustMalformed("an unknown purpose"))
    }
}
