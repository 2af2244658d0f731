//! A context that no other session has: see [`crate::session`].

use sha2::{Digest, Sha256};

use super::state::check_context;
use crate::{Error, encoding::frames, label};

/// Length of what each side gives, in bytes.
pub const FRESH_LEN: usize = 32;

/// The context of a session from a kept secret. It is new if either side's bytes are.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH` unless each side gives [`FRESH_LEN`] bytes; `ERR_LIMIT_EXCEEDED` for a context over
/// [`super::MAX_CONTEXT`].
pub fn fresh_context(
    context: &[u8],
    initiator: &[u8],
    responder: &[u8],
) -> Result<[u8; 32], Error> {
    check_context(context)?;
    let mut hash = Sha256::new();
    for part in [label::SESSION_FRESH.as_bytes(), context] {
        hash.update(frames::length(part));
        hash.update(part);
    }
    for (what, bytes) in [("initiator's fresh", initiator), ("responder's fresh", responder)] {
        if bytes.len() != FRESH_LEN {
            return Err(Error::BytesLength(what, FRESH_LEN, bytes.len()));
        }
        hash.update(bytes);
    }
    Ok(hash.finalize().into())
}
