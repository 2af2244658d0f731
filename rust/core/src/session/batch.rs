//! Many small messages in one call.
//!
//! ```text
//! packed   = lp(bytes)…                                       plaintexts to seal, messages to open
//! sealed   = lp(message)…                                     as many, in order
//! opened   = lp(verdict (1) ‖ bytes)…                         0x01 plaintext, 0x00 {"state","code","why","data"?}
//! ```
//!
//! The lists are [`frames`]. A batch is sealed whole or not at all. It is opened message by message: one that is refused
//! changes nothing, and the others are still opened.

use super::{Session, wire::OVERHEAD};
use crate::{
    Error,
    encoding::frames::{self, Frames},
    fact::refused,
    print::Written,
    time::UnixSeconds,
};

/// Most messages in one batch.
pub const MAX_BATCH: usize = 65_536;

/// Seals each plaintext of a packed list, with the same associated data.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for a list of another form; `ERR_LIMIT_EXCEEDED` over [`MAX_BATCH`];
/// else as [`Session::seal_in_place`], before any is sealed.
pub fn seal_batch(
    session: &mut Session,
    packed: &[u8],
    associated: &[u8],
    now: UnixSeconds,
) -> Result<Vec<u8>, Error> {
    let (mut count, mut plain, mut total) = (0_u64, 0_usize, 0_usize);
    let items = items(packed)?;
    for item in items.clone() {
        total = total.saturating_add(session.sealed_len(item.len())?).saturating_add(4);
        plain = plain.saturating_add(item.len());
        count = count.saturating_add(1);
    }
    session.check_sending(count, plain, now)?;
    let mut sealed = vec![0; total];
    let mut rest = sealed.as_mut_slice();
    for item in items {
        let want = session.sealed_len(item.len())?;
        let (message, after) = frames::start_mut(rest, want).ok_or_else(malformed)?;
        session.seal_into(item, associated, message, now)?;
        rest = after;
    }
    Ok(sealed)
}

/// As [`seal_batch`], for a list that already has the form of the result: each length is that of the
/// message, and each plaintext stands where its message will have it, after the header.
///
/// # Errors
///
/// As [`seal_batch`]; `ERR_ENCODING_MALFORMED` too for a length that is not that of the message.
pub fn seal_batch_in_place(
    session: &mut Session,
    list: &mut [u8],
    associated: &[u8],
    now: UnixSeconds,
) -> Result<(), Error> {
    let (mut count, mut plain) = (0_u64, 0_usize);
    for item in items(list)? {
        let plaintext = item.len().checked_sub(OVERHEAD).ok_or_else(malformed)?;
        if session.sealed_len(plaintext)? != item.len() {
            return Err(malformed());
        }
        plain = plain.saturating_add(plaintext);
        count = count.saturating_add(1);
    }
    session.check_sending(count, plain, now)?;
    let mut rest = list;
    while let Some((message, after)) = frames::next_mut(core::mem::take(&mut rest)) {
        session.seal_in_place(message, message.len() - OVERHEAD, associated, now)?;
        rest = after;
    }
    Ok(())
}

/// Opens each message of a packed list, with the same associated data.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for a list of another form; `ERR_LIMIT_EXCEEDED` over [`MAX_BATCH`].
/// The error of a message stands in its place in the result.
pub fn open_batch(
    session: &mut Session,
    packed: &[u8],
    associated: &[u8],
    now: UnixSeconds,
) -> Result<Vec<u8>, Error> {
    let mut opened = Vec::with_capacity(packed.len());
    for item in items(packed)? {
        frames::put_with(&mut opened, |opened| {
            let start = opened.len();
            if let Err(error) = open_at_end(session, item, opened, associated, now) {
                opened.truncate(start);
                opened.push(REFUSED);
                opened.extend(refused(Written::new(), &error).end().as_bytes());
            }
        });
    }
    Ok(opened)
}

const REFUSED: u8 = 0;
const OPENED: u8 = 1;

/// Appends the verdict and the plaintext of a message, which is opened in that place.
fn open_at_end(
    session: &mut Session,
    message: &[u8],
    opened: &mut Vec<u8>,
    associated: &[u8],
    now: UnixSeconds,
) -> Result<(), Error> {
    opened.push(OPENED);
    let start = opened.len();
    opened.extend(message);
    let message = opened.get_mut(start..).unwrap_or_default();
    let plaintext = session.open_in_place(message, associated, now)?;
    let length = plaintext.len();
    message.copy_within(plaintext, 0);
    opened.truncate(start + length);
    Ok(())
}

fn malformed() -> Error {
    Error::EncodingMalformed("batch")
}

fn items(list: &[u8]) -> Result<Frames<'_>, Error> {
    frames::at_most(list, "the batch", MAX_BATCH)
}
