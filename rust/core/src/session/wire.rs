//! A message on the wire: header, lengths, padding.

use crate::Error;

/// Length in bytes of the header.
pub const HEADER_LEN: usize = 14;
/// Length in bytes of the tag.
pub const TAG_LEN: usize = 16;
/// How much longer a message is than its content.
pub const OVERHEAD: usize = HEADER_LEN + TAG_LEN;
/// The longest plaintext, in bytes.
pub const MAX_PLAINTEXT: usize = 1 << 24;

/// Content with the longest padding.
const MAX_CONTENT: usize = MAX_PLAINTEXT + super::MAX_PADDING as usize;
const VERSION: u8 = 1;
const PADDED: u8 = 1;
const PAD: u8 = 0x80;

/// What stands before the ciphertext.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Header {
    pub(super) padded: bool,
    pub(super) epoch: u32,
    pub(super) sequence: u64,
}

impl Header {
    /// Its bytes.
    pub(super) fn write(self) -> [u8; HEADER_LEN] {
        let [e0, e1, e2, e3] = self.epoch.to_be_bytes();
        let [s0, s1, s2, s3, s4, s5, s6, s7] = self.sequence.to_be_bytes();
        let flags = if self.padded { PADDED } else { 0 };
        [VERSION, flags, e0, e1, e2, e3, s0, s1, s2, s3, s4, s5, s6, s7]
    }

    /// Reads the header of a message, and checks the length of the rest.
    pub(super) fn read(message: &[u8]) -> Result<Self, Error> {
        let Some((&[version, flags, ref rest @ ..], body)) =
            message.split_first_chunk::<HEADER_LEN>()
        else {
            return Err(Error::SessionLength(message.len()));
        };
        if version != VERSION || flags & !PADDED != 0 {
            return Err(Error::SessionVersion(usize::from(version)));
        }
        if body.len() < TAG_LEN {
            return Err(Error::SessionLength(message.len()));
        }
        if body.len() > MAX_CONTENT + TAG_LEN {
            return Err(Error::SessionSize(MAX_PLAINTEXT));
        }
        let [e0, e1, e2, e3, sequence @ ..] = *rest;
        Ok(Self {
            padded: flags & PADDED != 0,
            epoch: u32::from_be_bytes([e0, e1, e2, e3]),
            sequence: u64::from_be_bytes(sequence),
        })
    }
}

/// Length of the content of a plaintext: a whole number of blocks, if there are any.
pub(super) fn content_len(plaintext: usize, block: u32) -> Result<usize, Error> {
    let over = || Error::SessionSize(MAX_PLAINTEXT);
    if plaintext > MAX_PLAINTEXT {
        return Err(over());
    }
    let block = usize::try_from(block).map_err(|_| over())?;
    if block == 0 { Ok(plaintext) } else { Ok((plaintext + 1).next_multiple_of(block)) }
}

/// Writes the padding after `plaintext` bytes of `content`.
pub(super) fn pad(content: &mut [u8], plaintext: usize) {
    if let Some((first, rest)) = content.get_mut(plaintext..).and_then(<[u8]>::split_first_mut) {
        *first = PAD;
        rest.fill(0);
    }
}

/// Length of the plaintext of padded content.
pub(super) fn unpad(content: &[u8]) -> Option<usize> {
    let end = content.iter().rposition(|byte| *byte != 0)?;
    (content.get(end) == Some(&PAD)).then_some(end)
}
