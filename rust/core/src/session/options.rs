//! What one side chooses for itself. The other side need not choose the same.

use countersign_kernels::json::Kind;

use crate::{Error, range::Range, trust::policy};

/// The largest block that a plaintext is padded to, in bytes.
pub const MAX_PADDING: u32 = 65_536;

const NAMES: [&str; 8] = [
    "ordered",
    "padding",
    "rekeyMessages",
    "rekeySeconds",
    "maxSeconds",
    "maxIdleSeconds",
    "maxMessages",
    "maxBytes",
];

/// Order, padding, rekeying and limits. [`u64::MAX`] is no limit.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Options {
    /// Whether each message must be the next one, as over TCP. If not, late ones are accepted within the window.
    pub ordered: bool,
    /// Plaintexts are padded to whole blocks of this many bytes; 0 for no padding.
    pub padding: u32,
    /// Messages sent in one epoch, at most.
    pub rekey_messages: u64,
    /// Seconds that one epoch of the sender lasts, at most.
    pub rekey_seconds: u64,
    /// Seconds from its start after which the session is over.
    pub max_seconds: u64,
    /// Seconds without a message after which the session is over.
    pub max_idle_seconds: u64,
    /// Messages in each direction.
    pub max_messages: u64,
    /// Bytes of plaintext in each direction.
    pub max_bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ordered: false,
            padding: 0,
            rekey_messages: 65_536,
            rekey_seconds: 600,
            max_seconds: 86_400,
            max_idle_seconds: 3_600,
            max_messages: u64::MAX,
            max_bytes: u64::MAX,
        }
    }
}

impl Options {
    /// Reads `{ ordered?, padding?, rekeyMessages?, rekeySeconds?, maxSeconds?, maxIdleSeconds?, maxMessages?,
    /// maxBytes? }`. A limit that is `null` is none. No text at all stands for the defaults.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; a code of JSON; else as [`Options::check`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let usual = Self::default();
        if text.is_empty() {
            return Ok(usual);
        }
        let policy = policy::read(text, &NAMES)?;
        let members = policy.root();
        let limit = |name, usual| match members.get(name) {
            Some(limit) if limit.kind() == Kind::Null => Ok(u64::MAX),
            _ => Ok(policy::within(members, Range::at_least(name, 1))?.unwrap_or(usual)),
        };
        let padding = policy::whole(members, "padding")?.unwrap_or_default();
        Self {
            ordered: policy::flag(members, "ordered")?,
            padding: u32::try_from(padding).unwrap_or(u32::MAX),
            rekey_messages: limit("rekeyMessages", usual.rekey_messages)?,
            rekey_seconds: limit("rekeySeconds", usual.rekey_seconds)?,
            max_seconds: limit("maxSeconds", usual.max_seconds)?,
            max_idle_seconds: limit("maxIdleSeconds", usual.max_idle_seconds)?,
            max_messages: limit("maxMessages", usual.max_messages)?,
            max_bytes: limit("maxBytes", usual.max_bytes)?,
        }
        .check()
    }

    /// Refuses options that no session can have.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_OPTIONS` for padding above [`MAX_PADDING`]; `ERR_ARGUMENT` for a limit of zero.
    pub fn check(self) -> Result<Self, Error> {
        if self.padding > MAX_PADDING {
            return Err(Error::SessionOptions("a `padding` of more than 65536 bytes"));
        }
        let numbers = [
            ("rekeyMessages", self.rekey_messages),
            ("rekeySeconds", self.rekey_seconds),
            ("maxSeconds", self.max_seconds),
            ("maxIdleSeconds", self.max_idle_seconds),
            ("maxMessages", self.max_messages),
            ("maxBytes", self.max_bytes),
        ];
        for (member, number) in numbers {
            Range::at_least(member, 1).check(number)?;
        }
        Ok(self)
    }
}
