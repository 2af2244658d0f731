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

/// Longest capability, in bytes.
pub const MAX_BYTES: usize = 1_024;

/// Whether a granted capability covers a requested one.
#[must_use]
pub fn covers(granted: &str, requested: &str) -> bool {
    is_pattern(granted) && is_pattern(requested) && upstream(granted, requested)
}

/// Whether every requested capability is covered by one that is granted.
#[must_use]
pub fn covers_all<G: AsRef<str>, R: AsRef<str>>(granted: &[G], requested: &[R]) -> bool {
    let covered = |one: &R| granted.iter().any(|it| covers(it.as_ref(), one.as_ref()));
    requested.iter().all(covered)
}

/// Whether text is a pattern, or a resource.
#[must_use]
pub fn is_pattern(text: &str) -> bool {
    let resource = text.strip_suffix(":*").or_else(|| text.strip_suffix("/*")).unwrap_or(text);
    text.len() <= MAX_BYTES && (text == "*" || resource.split([':', '/']).all(is_segment))
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
