//! Which capabilities cover which, strictly.
//!
//! ```text
//! pattern  = "*" / resource / resource ":*" / resource "/*"
//! resource = segment *( (":" / "/") segment )
//! segment  = 1*( "!" / "$" / "&" to ")" / "+" to "." / digit / ";" to ">" / "@" / letter / "_" / "~" … )
//!            printable ASCII but for space * ? # % : / \ and not "." or ".."
//! ```
//!
//! `P:*` covers `P` and what begins with `P:`; `*` covers everything that is a pattern. A request
//! may be a pattern itself: it stands for all that it covers. Anything else covers nothing and is
//! covered by nothing: empty and dot segments, escapes, queries, control characters, other scripts,
//! a `*` anywhere else. Letters are compared by case. [`upstream`] is AgenticIdentity's own reading
//! of free text.

use std::collections::BTreeSet;

use countersign_kernels::order::set_of;

use crate::Error;

/// Longest capability, in bytes.
pub const MAX_BYTES: usize = 1_024;

/// Most capabilities of one grant or record: two lists are compared entry by entry.
pub const MAX_LISTED: usize = 256;

/// Refuses a list that is too long to be compared.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED`.
pub fn check_count(count: usize) -> Result<(), Error> {
    let over = || Error::LimitExceeded("number of capabilities", MAX_LISTED);
    if count > MAX_LISTED { Err(over()) } else { Ok(()) }
}

/// Whether a granted capability covers a requested one.
#[must_use]
pub fn covers(granted: &str, requested: &str) -> bool {
    upstream(granted, requested) && is_pattern(granted) && is_pattern(requested)
}

/// Whether every requested capability is covered by one that is granted.
#[must_use]
pub fn covers_all<G: AsRef<str>, R: AsRef<str>>(granted: &[G], requested: &[R]) -> bool {
    let granted = Granted::new(granted);
    requested.iter().all(|capability| granted.covers(capability.as_ref()))
}

/// Whether something is covered by both.
#[must_use]
pub fn overlaps(first: &str, second: &str) -> bool {
    // `P:*` and `P/*` both cover `P`.
    let same = is_pattern(first) && is_pattern(second) && resource(first) == resource(second);
    same || covers(first, second) || covers(second, first)
}

/// A pattern without its wildcard.
fn resource(pattern: &str) -> &str {
    pattern.strip_suffix(":*").or_else(|| pattern.strip_suffix("/*")).unwrap_or(pattern)
}

/// What is granted, indexed, because both lists may be long.
struct Granted<'a> {
    everything: bool,
    exactly: BTreeSet<&'a str>,
    /// What stands before a wildcard, and the byte between.
    below: BTreeSet<(&'a str, u8)>,
}

impl<'a> Granted<'a> {
    fn new<G: AsRef<str>>(list: &'a [G]) -> Self {
        let good = || list.iter().map(AsRef::as_ref).filter(|pattern| is_pattern(pattern));
        let colons = good().filter_map(|pattern| Some((pattern.strip_suffix(":*")?, b':')));
        let slashes = good().filter_map(|pattern| Some((pattern.strip_suffix("/*")?, b'/')));
        Self {
            everything: good().any(|pattern| pattern == "*"),
            exactly: set_of(good()),
            below: set_of(colons.chain(slashes)),
        }
    }

    /// As [`covers`] by any of the list.
    fn covers(&self, requested: &str) -> bool {
        let whole = [(requested, b':'), (requested, b'/')];
        let starts = requested.bytes().enumerate().filter(|(_, byte)| matches!(byte, b':' | b'/'));
        let mut starts = starts.filter_map(|(index, byte)| Some((requested.get(..index)?, byte)));
        is_pattern(requested)
            && (self.everything
                || self.exactly.contains(requested)
                || starts.any(|start| self.below.contains(&start))
                || whole.iter().any(|start| self.below.contains(start)))
    }
}

/// Whether text is a pattern, or a resource.
#[must_use]
pub fn is_pattern(text: &str) -> bool {
    text.len() <= MAX_BYTES && (text == "*" || resource(text).split([':', '/']).all(is_segment))
}

fn is_segment(segment: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_graphic() && !b"*?#%\\".contains(&byte);
    !matches!(segment, "" | "." | "..") && segment.bytes().all(allowed)
}

/// What AgenticIdentity decides, its holes included: `storage/*` covers `storage/../etc`.
#[must_use]
pub fn upstream(granted: &str, requested: &str) -> bool {
    let below = |wildcard: &str, separator: char| {
        granted.strip_suffix(wildcard).is_some_and(|prefix| {
            let rest = requested.strip_prefix(prefix);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(separator))
        })
    };
    granted == "*" || granted == requested || below(":*", ':') || below("/*", '/')
}
