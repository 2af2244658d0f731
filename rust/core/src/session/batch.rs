//! Many small messages in one call.
//!
//! ```text
//! packed   = lp(bytes)…                                       plaintexts to seal, messages to open
//! sealed   = lp(message)…                                     as many, in order
//! opened   = lp(verdict (1) ‖ bytes)…                         0x01 plaintext, 0x00 {"code","why","data"?}
//! ```
//!
//! The lists are [`frames`]. A batch is sealed whole or not at all. It is opened message by message: one that is refused
//! changes nothing, and the others are still opened.

use serde_json::json;

use super::{Session, wire::OVERHEAD};
use crate::{
    Error,
    encoding::frames::{self, Frames},
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
        let (length, after) = rest.split_at_mut_checked(4).ok_or(malformed())?;
        length.copy_from_slice(&u32::try_from(want).unwrap_or(u32::MAX).to_be_bytes());
        let (message, after) = after.split_at_mut_checked(want).ok_or(malformed())?;
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
        let plaintext = item.len().checked_sub(OVERHEAD).ok_or(malformed())?;
        if session.sealed_len(plaintext)? != item.len() {
            return Err(malformed());
        }
        plain = plain.saturating_add(plaintext);
        count = count.saturating_add(1);
    }
    session.check_sending(count, plain, now)?;
    let mut rest = list;
    while let Some((length, after)) = core::mem::take(&mut rest).split_first_chunk_mut() {
        let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| malformed())?;
        let (message, after) = after.split_at_mut_checked(length).ok_or(malformed())?;
        session.seal_in_place(message, length - OVERHEAD, associated, now)?;
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
        let start = opened.len();
        opened.extend([0, 0, 0, 0, 1]);
        opened.extend(item);
        let place = start + 5;
        let message = opened.get_mut(place..).unwrap_or_default();
        let length = match session.open_in_place(message, associated, now) {
            Ok(plaintext) => {
                let length = plaintext.len();
                message.copy_within(plaintext, 0);
                opened.truncate(place + length);
                length
            }
            Err(error) => {
                let told = error.explain(json!({})).to_string();
                opened.truncate(place);
                opened.extend(told.as_bytes());
                opened.get_mut(start + 4..place).unwrap_or_default().fill(0);
                told.len()
            }
        };
        let length = u32::try_from(length + 1).unwrap_or(u32::MAX).to_be_bytes();
        opened.get_mut(start..start + 4).unwrap_or_default().copy_from_slice(&length);
    }
    Ok(opened)
}

fn malformed() -> Error {
    Error::EncodingMalformed("batch")
}

fn items(list: &[u8]) -> Result<Frames<'_>, Error> {
    frames::limited(list, "the batch", MAX_BATCH)
}
