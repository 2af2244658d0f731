//! Date and time text (RFC 3339, section 5.6; XML Schema `dateTimeStamp`).
//!
//! Takes `YYYY-MM-DDThh:mm:ss`, an optional fraction of 1 to 9 digits, and `Z`
//! or an offset `±hh:mm`; upper-case letters, years 1970 to 9999, no leap
//! second. A fraction is dropped when seconds are asked for.

use super::UnixSeconds;

/// Reads a time; `None` if the text is not one.
#[must_use]
pub fn parse(text: &str) -> Option<UnixSeconds> {
    let (stamp, rest) = text.split_at_checked(19)?;
    let seconds = seconds(stamp)?;
    let zone = match rest.strip_prefix('.') {
        None => rest,
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = fraction.len() - zone.len();
            (1..=9).contains(&digits).then_some(zone)?
        }
    };
    let utc = seconds.checked_sub(offset(zone)?)?;
    u64::try_from(utc).ok().map(UnixSeconds)
}

/// Seconds of `YYYY-MM-DDThh:mm:ss`, as if in UTC.
fn seconds(stamp: &str) -> Option<i64> {
    let bytes: [u8; 19] = stamp.as_bytes().try_into().ok()?;
    let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if marks.iter().any(|&(index, mark)| bytes.get(index) != Some(&mark)) {
        return None;
    }
    let field = |from: usize, to: usize| digits(stamp.get(from..to)?);
    let (year, month, day) = (field(0, 4)?, field(5, 7)?, field(8, 10)?);
    let (hour, minute, second) = (field(11, 13)?, field(14, 16)?, field(17, 19)?);
    let real = (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_in(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    real.then(|| ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second)
}

/// Seconds east of UTC.
fn offset(zone: &str) -> Option<i64> {
    if zone == "Z" {
        return Some(0);
    }
    let (sign, rest) = match zone.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    if (hours.len(), minutes.len()) != (2, 2) {
        return None;
    }
    let (hours, minutes) = (digits(hours)?, digits(minutes)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes) * 60)
}

fn digits(text: &str) -> Option<i64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

const fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01 in the Gregorian calendar, counting years from March.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719_468
}
