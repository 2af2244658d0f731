//! RFC 3339 times as Go reads them strictly and writes them back.

use std::borrow::Cow;

/// What Go writes for a time that was never set.
pub(crate) const ZERO_TIME: &str = "0001-01-01T00:00:00Z";

/// What Go writes after it has read `text`; `None` for a text that Go refuses.
///
/// `2025-10-19T12:34:56.500+00:00` becomes `2025-10-19T12:34:56.5Z`.
pub(crate) fn respell(text: &str) -> Option<Cow<'_, str>> {
    let (date_time, rest) = text.split_at_checked(19)?;
    check_date_time(date_time.as_bytes())?;
    let (fraction, zone) = split_fraction(rest)?;
    let zone = if zone == "Z" { zone } else { offset(zone)? };
    let digits = fraction.get(..9).unwrap_or(fraction).trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    let parts = [date_time, point, digits, zone];
    // Only what is left out changes a text, but for an offset of zero, which is longer than `Z`.
    let same = parts.iter().map(|part| part.len()).sum::<usize>() == text.len();
    Some(if same { text.into() } else { parts.concat().into() })
}

fn check_date_time(text: &[u8]) -> Option<()> {
    const MARKS: [(usize, u8); 5] = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if MARKS.iter().any(|(index, mark)| text.get(*index) != Some(mark)) {
        return None;
    }
    let year = number(text.get(..4)?)?;
    let month = number(text.get(5..7)?)?;
    let day = number(text.get(8..10)?)?;
    let (hour, minute) = (number(text.get(11..13)?)?, number(text.get(14..16)?)?);
    let second = number(text.get(17..19)?)?;
    let good = (1..=days(year, month)?).contains(&day) && hour < 24 && minute < 60 && second < 60;
    good.then_some(())
}

/// Digits after a point, and what follows them.
fn split_fraction(rest: &str) -> Option<(&str, &str)> {
    let Some(after) = rest.strip_prefix('.') else { return Some(("", rest)) };
    let end = after.find(|letter: char| !letter.is_ascii_digit())?;
    if end == 0 { None } else { after.split_at_checked(end) }
}

/// An offset, `Z` if it is zero.
fn offset(zone: &str) -> Option<&str> {
    let bytes = zone.as_bytes();
    if bytes.len() != 6
        || !matches!(bytes.first(), Some(b'+' | b'-'))
        || bytes.get(3) != Some(&b':')
    {
        return None;
    }
    let (hours, minutes) = (number(bytes.get(1..3)?)?, number(bytes.get(4..6)?)?);
    match (hours, minutes) {
        (0, 0) => Some("Z"),
        (0..24, 0..60) => Some(zone),
        _ => None,
    }
}

fn days(year: u32, month: u32) -> Option<u32> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if leap { 29 } else { 28 }),
        _ => None,
    }
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |sum: u32, digit| {
        digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::respell;

    #[test]
    fn writes_what_go_writes() {
        for (text, want) in [
            ("2025-10-19T12:34:56Z", "2025-10-19T12:34:56Z"),
            ("2025-10-19T12:34:56.120Z", "2025-10-19T12:34:56.12Z"),
            ("2025-10-19T12:34:56.000Z", "2025-10-19T12:34:56Z"),
            ("2025-10-19T12:34:56.123456789123Z", "2025-10-19T12:34:56.123456789Z"),
            ("2025-10-19T12:34:56+00:00", "2025-10-19T12:34:56Z"),
            ("2025-10-19T12:34:56-00:00", "2025-10-19T12:34:56Z"),
            ("2024-02-29T00:00:00+09:00", "2024-02-29T00:00:00+09:00"),
        ] {
            assert_eq!(respell(text).as_deref(), Some(want), "{text}");
        }
    }

    #[test]
    fn refuses_what_go_refuses() {
        for text in [
            "",
            "2025-10-19",
            "2025-10-19T12:34:56",
            "2025-10-19t12:34:56Z",
            "2025-10-19T12:34:56z",
            "2025-10-19 12:34:56Z",
            "2025-13-01T00:00:00Z",
            "2025-02-29T00:00:00Z",
            "2025-00-10T00:00:00Z",
            "2025-10-19T24:00:00Z",
            "2025-10-19T12:60:00Z",
            "2025-10-19T12:34:60Z",
            "2025-10-19T12:34:56.Z",
            "2025-10-19T12:34:56,5Z",
            "2025-10-19T12:34:56+24:00",
            "2025-10-19T12:34:56+0900",
            "2025-10-19T12:34:56Zx",
            "20é5-10-19T12:34:56Z",
        ] {
            assert_eq!(respell(text), None, "{text}");
        }
    }
}
