//! How ECMAScript writes numbers, which is how canonical JSON does (RFC 8785, section 3.2.2.3).

use serde_json::Number;

use crate::Error;

/// Up to here every integer is a double, and printed with all its digits.
const MAX_EXACT: u64 = 1 << 53;

/// How ECMAScript spells a double; empty if it is not finite.
pub(super) fn spell(double: f64) -> String {
    if !double.is_finite() {
        return String::new();
    }
    ryu_js::Buffer::new().format_finite(double).to_owned()
}

/// Appends the canonical form of a number.
pub(super) fn write(value: &Number, text: &mut Vec<u8>) -> Result<(), Error> {
    let magnitude = value.as_i64().map(i64::unsigned_abs).or_else(|| value.as_u64());
    if magnitude.is_some_and(|magnitude| magnitude <= MAX_EXACT) {
        text.extend(value.to_string().as_bytes());
        return Ok(());
    }
    // A `Value` holds no number that is not finite.
    let double = value.as_f64().filter(|double| double.is_finite());
    let double = double.ok_or_else(|| Error::JsonNumber(0))?;
    text.extend(ryu_js::Buffer::new().format_finite(double).as_bytes());
    Ok(())
}
