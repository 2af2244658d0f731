//! How ECMAScript writes numbers, which is how canonical JSON does (RFC 8785, section 3.2.2.3).

use serde_json::Number;

use super::decimal::Decimal;

/// Up to here every integer is a double, and printed with all its digits.
pub(crate) const MAX_EXACT: u64 = 1 << 53;

/// How ECMAScript spells a double; empty if it is not finite.
pub(crate) fn spell(double: f64) -> String {
    if !double.is_finite() {
        return String::new();
    }
    if double == 0.0 {
        return "0".to_owned();
    }
    let Decimal { mut digits, exponent: mut zeros } = Decimal::shortest(double.abs());
    while digits % 10 == 0 {
        digits /= 10;
        zeros += 1;
    }
    let mut text = if double < 0.0 { "-".to_owned() } else { String::new() };
    lay_out(&digits.to_string(), zeros, &mut text);
    text
}

/// Appends `digits · 10^zeros` (ECMAScript, Number::toString, steps 6 to 10).
fn lay_out(digits: &str, zeros: i32, text: &mut String) {
    let length = i32::try_from(digits.len()).unwrap_or_default();
    // Where the decimal point is, from the first digit on.
    let point = length + zeros;
    let cut = |place: i32| {
        let place = usize::try_from(place).unwrap_or_default();
        digits.split_at_checked(place).unwrap_or_default()
    };
    match point {
        1..=21 if zeros >= 0 => {
            text.push_str(digits);
            text.extend((0..zeros).map(|_| '0'));
        }
        1..=21 => {
            let (whole, fraction) = cut(point);
            text.extend([whole, ".", fraction]);
        }
        -5..=0 => {
            text.push_str("0.");
            text.extend((point..0).map(|_| '0'));
            text.push_str(digits);
        }
        _ => {
            let (first, rest) = cut(1);
            let exponent = (point - 1).abs().to_string();
            let dot = if rest.is_empty() { "" } else { "." };
            text.extend([first, dot, rest, if point > 0 { "e+" } else { "e-" }, &exponent]);
        }
    }
}

/// Appends a number as ECMAScript prints its double; an integer up to `most_exact` with all its digits, which is
/// the same up to [`MAX_EXACT`].
pub(crate) fn write(value: &Number, most_exact: u64, text: &mut String) {
    let signed = value.as_i64();
    let magnitude = signed.map(i64::unsigned_abs).or_else(|| value.as_u64());
    if let Some(magnitude) = magnitude.filter(|magnitude| *magnitude <= most_exact) {
        if signed.is_some_and(i64::is_negative) {
            text.push('-');
        }
        text.push_str(&magnitude.to_string());
        return;
    }
    // A number of JSON is finite.
    text.push_str(&spell(value.as_f64().unwrap_or_default()));
}
