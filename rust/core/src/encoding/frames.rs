//! Frames: bytes that follow their length. A frame stands alone in what is signed or hashed, and
//! frames stand one after the other in every list that crosses the boundary.
//!
//! ```text
//! lp(x) = u32be(length of x) ‖ x
//! list  = lp(item)…                                           texts are UTF-8
//! ```
//!
//! The length tells where an item ends, so no item can be read as two, whatever it holds.
//! Items of a fixed width need no length: the keys of a ring, tiles and hashes stand side by side.

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

/// Appends the frame of what `write` appends.
pub fn put_with(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend([0; LENGTH]);
    write(out);
    if let Some((header, frame)) = out.get_mut(start..).and_then(<[u8]>::split_first_chunk_mut) {
        *header = length(frame);
    }
}

/// Writes the length of a frame of `len` bytes at the start of `out`. Gives the place of the frame, and what follows it;
/// `None` if there is no room.
pub fn start_mut(out: &mut [u8], len: usize) -> Option<(&mut [u8], &mut [u8])> {
    let (header, rest) = out.split_first_chunk_mut()?;
    let (frame, rest) = rest.split_at_mut_checked(len)?;
    *header = length(frame);
    Some((frame, rest))
}

/// The first frame of a list, to be changed in its place, and what follows it; `None` at the end.
pub fn next_mut(list: &mut [u8]) -> Option<(&mut [u8], &mut [u8])> {
    let (length, rest) = list.split_first_chunk_mut()?;
    rest.split_at_mut_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)
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

/// The frames of a list, one after the other. The iteration ends at a frame that is cut off; [`whole`]
/// refuses such a list.
#[derive(Clone, Debug)]
pub struct Frames<'a>(&'a [u8]);

impl<'a> Iterator for Frames<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        take(&mut self.0)
    }
}

/// Takes the first frame of `rest`. `None` for one that is cut off.
pub(crate) fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk::<LENGTH>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let (frame, left) = after.split_at_checked(length)?;
    *rest = left;
    Some(frame)
}

/// A list in which no frame is cut off.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for frames that do not add up.
pub fn whole(list: &[u8]) -> Result<Frames<'_>, Error> {
    let mut frames = Frames(list);
    frames.by_ref().for_each(drop);
    if frames.0.is_empty() { Ok(Frames(list)) } else { Err(cut()) }
}

/// As [`whole`], of at most `limit` of `what`.
///
/// # Errors
///
/// As [`whole`]; `ERR_LIMIT_EXCEEDED`.
pub fn at_most<'a>(list: &'a [u8], what: &'static str, limit: usize) -> Result<Frames<'a>, Error> {
    if Frames(list).nth(limit).is_some() {
        return Err(Error::LimitExceeded(what, limit));
    }
    whole(list)
}

/// As [`at_most`], of texts.
///
/// # Errors
///
/// As [`at_most`] and [`text`].
pub fn texts<'a>(list: &'a [u8], what: &'static str, limit: usize) -> Result<Vec<&'a str>, Error> {
    at_most(list, what, limit)?.map(text).collect()
}

/// The next of several frames that belong together.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` if there is none.
pub fn next<'a>(frames: &mut Frames<'a>) -> Result<&'a [u8], Error> {
    frames.next().ok_or_else(cut)
}

/// A frame as text.
///
/// # Errors
///
/// `ERR_JSON_UTF8`.
pub fn text(frame: &[u8]) -> Result<&str, Error> {
    core::str::from_utf8(frame).map_err(|error| Error::JsonUtf8(error.valid_up_to()))
}

fn cut() -> Error {
    Error::EncodingMalformed("frames")
}
