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
    let (digits, zeros) = without_zeros(Decimal::shortest(double.abs()));
    let mut text = if double < 0.0 { "-".to_owned() } else { String::new() };
    lay_out(&digits, zeros, &mut text);
    text
}

/// How ECMAScript spells the double of a number of JSON; an integer up to `most_exact` has all its digits, which is the
/// same up to [`MAX_EXACT`].
pub(crate) fn spell_exact(number: &Number, most_exact: u64) -> String {
    let signed = number.as_i64();
    let magnitude = signed.map(i64::unsigned_abs).or_else(|| number.as_u64());
    match magnitude.filter(|magnitude| *magnitude <= most_exact) {
        Some(magnitude) if signed.is_some_and(i64::is_negative) => format!("-{magnitude}"),
        Some(magnitude) => magnitude.to_string(),
        // A number of JSON is finite.
        None => spell(number.as_f64().unwrap_or_default()),
    }
}

/// How Rust displays a number of 32 bits: the shortest digits, and no exponent. The library's own code for it takes
/// 12 kB, as it has every precision too.
pub(crate) fn spell_single(single: f32) -> String {
    let mut text = if single.is_sign_negative() { "-".to_owned() } else { String::new() };
    if single == 0.0 {
        text.push('0');
    } else if single.is_finite() {
        let (digits, zeros) = without_zeros(Decimal::shortest_single(single.abs()));
        set_point(&digits, zeros, &mut text);
    } else {
        text.push_str("inf");
    }
    text
}

/// Digits that do not end in a zero, and how many stand behind them.
fn without_zeros(Decimal { mut digits, exponent: mut zeros }: Decimal) -> (String, i32) {
    while digits % 10 == 0 {
        digits /= 10;
        zeros += 1;
    }
    (digits.to_string(), zeros)
}

/// Appends `digits · 10^zeros` (ECMAScript, Number::toString, steps 6 to 10).
fn lay_out(digits: &str, zeros: i32, text: &mut String) {
    let point = point_of(digits, zeros);
    if (-5..=21).contains(&point) {
        return set_point(digits, zeros, text);
    }
    let (first, rest) = digits.split_at_checked(1).unwrap_or_default();
    let exponent = (point - 1).abs().to_string();
    let dot = if rest.is_empty() { "" } else { "." };
    text.extend([first, dot, rest, if point > 0 { "e+" } else { "e-" }, &exponent]);
}

/// Where the decimal point is, from the first digit on.
fn point_of(digits: &str, zeros: i32) -> i32 {
    i32::try_from(digits.len()).unwrap_or_default() + zeros
}

/// Appends `digits · 10^zeros` without an exponent.
fn set_point(digits: &str, zeros: i32, text: &mut String) {
    match usize::try_from(point_of(digits, zeros)) {
        Ok(_) if zeros >= 0 => {
            text.push_str(digits);
            text.extend((0..zeros).map(|_| '0'));
        }
        Ok(point @ 1..) => {
            let (whole, fraction) = digits.split_at_checked(point).unwrap_or_default();
            text.extend([whole, ".", fraction]);
        }
        _ => {
            text.push_str("0.");
            text.extend((point_of(digits, zeros)..0).map(|_| '0'));
            text.push_str(digits);
        }
    }
}
