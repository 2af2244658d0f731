//! The two sides of a session.

use super::keys::Chains;

/// Which side of the session this is. The sides need different ones.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Role {
    /// The side that asked for the session.
    Initiator,
    /// The side that was asked.
    Responder,
}

impl Role {
    /// The role of a side that is the initiator, or is not.
    #[must_use]
    pub const fn of_initiator(initiator: bool) -> Self {
        if initiator { Self::Initiator } else { Self::Responder }
    }

    /// `initiator` or `responder`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Initiator => "initiator",
            Self::Responder => "responder",
        }
    }

    /// The role of the peer.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Initiator => Self::Responder,
            Self::Responder => Self::Initiator,
        }
    }

    /// The chain of what this role sends.
    pub(super) fn chain(self, chains: &mut Chains) -> &mut [u8; 32] {
        match self {
            Self::Initiator => &mut chains.initiator,
            Self::Responder => &mut chains.responder,
        }
    }
}
