//! What one side chooses for itself. The other side need not choose the same.

use crate::{Error, range::Range};

/// The largest block that a plaintext is padded to, in bytes.
pub const MAX_PADDING: u32 = 65_536;

/// Length in bytes of options as a record: a byte, then seven numbers.
const RECORD_LEN: usize = 57;

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
    /// Reads the record that the bindings pass: nothing for the defaults, else
    /// `ordered (1) ‖ f64be` of the other seven, in the order of their declaration. Infinity is no limit.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_OPTIONS` for another length or what is no whole number; else as [`Options::check`].
    pub fn from_record(record: &[u8]) -> Result<Self, Error> {
        if record.is_empty() {
            return Ok(Self::default());
        }
        if record.len() != RECORD_LEN {
            return Err(Error::SessionOptions("a record of the wrong length"));
        }
        let (ordered, numbers) = record.split_first().unwrap_or((&0, &[]));
        let mut numbers = numbers.as_chunks::<8>().0.iter().map(|bytes| f64::from_be_bytes(*bytes));
        let mut next = || numbers.next().unwrap_or_default();
        let padding = next();
        Self {
            ordered: *ordered == 1,
            padding: whole(padding, "a `padding` that is not a whole number")?
                .try_into()
                .unwrap_or(u32::MAX),
            rekey_messages: whole(next(), "a `rekeyMessages` that is not a whole number")?,
            rekey_seconds: whole(next(), "a `rekeySeconds` that is not a whole number")?,
            max_seconds: whole(next(), "a `maxSeconds` that is not a whole number")?,
            max_idle_seconds: whole(next(), "a `maxIdleSeconds` that is not a whole number")?,
            max_messages: whole(next(), "a `maxMessages` that is not a whole number")?,
            max_bytes: whole(next(), "a `maxBytes` that is not a whole number")?,
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

/// A whole number that a double carries exactly, or no limit.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked before")]
fn whole(number: f64, what: &'static str) -> Result<u64, Error> {
    if number == f64::INFINITY {
        return Ok(u64::MAX);
    }
    if number.fract() != 0.0 || !(0.0..=9_007_199_254_740_991.0).contains(&number) {
        return Err(Error::SessionOptions(what));
    }
    Ok(number as u64)
}
