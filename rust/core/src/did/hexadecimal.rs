//! Hex with `0x`, as the Ethereum methods write addresses, keys and chain ids.

use super::class;
use crate::{Error, keys::ethereum};

/// Length of an Ethereum address: `0x` and 40 hex digits.
pub(super) const ADDRESS_LEN: usize = 42;

/// Whether `text` is `0x` and hex digits of either case, `len` characters in all.
pub(super) fn is_hex(text: &str, len: usize) -> bool {
    let digits = text.strip_prefix("0x");
    text.len() == len && digits.is_some_and(|digits| class::all(digits.as_bytes(), class::HEX))
}

/// Checks the case of an address and tells whether it is lower case already.
///
/// Mixed case is a checksum (EIP-55); one case throughout carries none.
pub(super) fn is_lower_address(address: &str) -> Result<bool, Error> {
    let digits = address.strip_prefix("0x").unwrap_or(address);
    let upper = !class::all(digits.as_bytes(), class::NOT_UPPER);
    if upper {
        ethereum::parse_address(address)?;
    }
    Ok(!upper)
}
