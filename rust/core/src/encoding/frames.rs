//! Frames: bytes behind their length, alone in what is signed or hashed, and one after the other
//! in every list that crosses the boundary.
//!
//! ```text
//! lp(x) = u32be(length of x) ‖ x
//! list  = lp(item)…                                           texts are UTF-8
//! ```
//!
//! A length tells where an item ends, so no item, whatever it holds, can become two.
//! Items of one fixed width need none: the keys of a ring, tiles and hashes stand side by side.

use crate::Error;

const LENGTH: usize = size_of::<u32>();

/// The length that stands before `bytes`. Everything framed is far below 4 GiB.
#[must_use]
pub fn length(bytes: &[u8]) -> [u8; LENGTH] {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_be_bytes()
}

/// Appends `lp(bytes)`.
pub fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend(length(bytes));
    out.extend(bytes);
}

/// `lp` of each part, one after the other.
#[must_use]
pub fn join(parts: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::with_capacity(parts.iter().map(|part| part.len() + LENGTH).sum());
    for part in parts {
        put(&mut out, part);
    }
    out
}

/// Takes the first frame from `list`.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` if it is cut off.
pub fn take<'a>(list: &mut &'a [u8]) -> Result<&'a [u8], Error> {
    let cut = Error::EncodingMalformed { encoding: "frames" };
    let (length, rest) = list.split_first_chunk::<LENGTH>().ok_or(cut.clone())?;
    let length = usize::try_from(u32::from_be_bytes(*length)).unwrap_or(usize::MAX);
    let (frame, rest) = rest.split_at_checked(length).ok_or(cut)?;
    *list = rest;
    Ok(frame)
}

/// The frames of a list, at most `limit` of `what`.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for frames that do not add up; `ERR_LIMIT_EXCEEDED`.
pub fn split<'a>(
    mut list: &'a [u8],
    what: &'static str,
    limit: usize,
) -> Result<Vec<&'a [u8]>, Error> {
    let mut found = Vec::new();
    while !list.is_empty() {
        if found.len() == limit {
            return Err(Error::LimitExceeded { what, limit });
        }
        found.push(take(&mut list)?);
    }
    Ok(found)
}

/// A frame as text.
///
/// # Errors
///
/// `ERR_JSON_UTF8`.
pub fn text(frame: &[u8]) -> Result<&str, Error> {
    core::str::from_utf8(frame).map_err(|error| Error::JsonUtf8 { at: error.valid_up_to() })
}
