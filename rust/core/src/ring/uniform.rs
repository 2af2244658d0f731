//! The bytes from which both curves make a point: `expand_message_xmd` of RFC 9380, section 5.3.1.

use core::num::NonZero;

use hash2curve::{ExpandMsg, Expander};
use sha2::digest::consts::U16;

use super::length;
use crate::Error;

/// The length of two field elements of 48 bytes each.
const LEN: usize = 96;

/// Expands the length of the scope, the scope and a key to uniform bytes, under a domain.
pub(super) fn uniform<E: ExpandMsg<U16>>(
    scope: &[u8],
    key: &[u8],
    domain: &str,
) -> Result<[u8; LEN], Error> {
    let message: [&[u8]; 3] = [&length(scope.len()), scope, key];
    let domain: [&[u8]; 1] = [domain.as_bytes()];
    let size = NonZero::new(96).ok_or(Error::RingHash)?;
    let mut uniform = [0; LEN];
    E::expand_message(&message, &domain, size)
        .map_err(|_| Error::RingHash)?
        .fill_bytes(&mut uniform)
        .map_err(|_| Error::RingHash)?;
    Ok(uniform)
}
