//! What a session shows of itself, for tables and for monitoring. It never holds a key.

use super::role::Role;
use crate::{print::Written, time::UnixSeconds};

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
        let direction = |(epoch, messages, bytes): (u32, u64, u64)| {
            move |written: Written| {
                let written = written.number("bytes", bytes).number("epoch", epoch.into());
                written.number("messages", messages)
            }
        };
        Written::new()
            .flag("confirmed", self.confirmed)
            .number("created", self.created.0)
            .text("id", &self.id)
            .inner("received", direction(self.received))
            .text("role", self.role.as_str())
            .inner("sent", direction(self.sent))
            .number("used", self.used.0)
            .end()
    }
}
