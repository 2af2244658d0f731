//! What a session shows of itself, for tables and for monitoring. It never holds a key.

use super::role::Role;
use crate::{encoding::json::object, print::Print, time::UnixSeconds};

/// What a session shows of itself.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Status {
    /// Name of the session, the same on both sides: 16 hex digits.
    pub id: String,
    /// Our role.
    pub role: Role,
    /// Whether the peer is known to hold the keys.
    pub confirmed: bool,
    /// When it began.
    pub created: UnixSeconds,
    /// When the last message was sealed or opened.
    pub used: UnixSeconds,
    /// Epoch, messages and bytes of plaintext sent.
    pub sent: (u32, u64, u64),
    /// Epoch, messages and bytes of plaintext received.
    pub received: (u32, u64, u64),
}

impl Status {
    /// As JSON, for the bindings.
    #[must_use]
    pub fn to_json(&self) -> String {
        let direction = |(epoch, messages, bytes): (u32, u64, u64)| object! { "epoch": epoch, "messages": messages, "bytes": bytes };
        object! {
            "id": &self.id,
            "role": self.role.as_str(),
            "confirmed": self.confirmed,
            "created": self.created.0,
            "used": self.used.0,
            "sent": direction(self.sent),
            "received": direction(self.received),
        }
        .print()
    }
}
