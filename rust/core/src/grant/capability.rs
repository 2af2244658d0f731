//! Capabilities: what a grant lets its subject do. The grammar, version 1.
//!
//! ```text
//! capability = action ":" resource                                 at most 512 bytes
//! action     = name / "*"
//! name       = a-z *63( a-z / 0-9 / "-" / "_" )
//! resource   = segment *31( "/" segment )
//! segment    = 1*128( A-Z / a-z / 0-9 / "-" / "." / "_" / "~" / "@" / "+" / "=" / "," )
//!            / "*"                                                 exactly one segment
//!            / "**"                                                one or more; last only
//! ```
//!
//! ASCII only, compared byte for byte, case included. Nothing is normalised: a text
//! that would need it is refused, so that nobody can read it in another way. Refused
//! are empty segments (`a//b`, a slash at an end), segments of dots alone (`..`), a
//! `*` within a segment, percent signs, queries, fragments, backslashes, blanks,
//! control characters and all that is not ASCII.
//!
//! | Text | Code |
//! | --- | --- |
//! | a segment of dots: `storage/../etc` | `ERR_CAPABILITY_TRAVERSAL` |
//! | a look-alike letter, `%2e`, a backslash, `?`, `#`, a blank | `ERR_CAPABILITY_CHARACTER` |
//! | `*` within a name, `**` before the end, any `*` in a request | `ERR_CAPABILITY_WILDCARD` |
//! | no action, an empty segment, an action that is no name | `ERR_CAPABILITY_MALFORMED` |
//! | too long, too many segments | `ERR_LIMIT_EXCEEDED` |
//!
//! A [`Pattern`] stands in a grant, a [`Request`] is one action on one resource and
//! has no wildcard. [`Pattern::covers`] asks whether a request is granted,
//! [`Pattern::covers_pattern`] whether a pattern may be passed on.
//!
//! | Pattern | Covers | Does not cover |
//! | --- | --- | --- |
//! | `read:docs/a` | `read:docs/a` | `read:docs`, `read:docs/a/b`, `read:Docs/a` |
//! | `read:docs/*` | `read:docs/a` | `read:docs`, `read:docs/a/b` |
//! | `read:docs/**` | `read:docs/a`, `read:docs/a/b` | `read:docs` |
//! | `*:*` | any action on a resource of one segment | `read:docs/a` |
//! | `*:**` | everything | |

use core::{fmt, str::FromStr};

use crate::{Error, error::excerpt};

/// Longest capability, in bytes.
pub const MAX_LEN: usize = 512;

/// Most segments of a resource.
pub const MAX_SEGMENTS: usize = 32;

const MAX_ACTION: usize = 64;
const MAX_SEGMENT: usize = 128;

/// A capability as it stands in a grant. Holding one proves that the text was parsed.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Pattern(Text);

/// One action on one resource. Holding one proves that the text was parsed.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Request(Text);

#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct Text {
    text: String,
    /// Byte index of the colon.
    colon: usize,
}

impl Pattern {
    /// Whether `request` is granted.
    #[must_use]
    pub fn covers(&self, request: &Request) -> bool {
        self.0.spans(&request.0)
    }

    /// Whether every request that `other` covers is covered by this pattern too.
    #[must_use]
    pub fn covers_pattern(&self, other: &Self) -> bool {
        self.0.spans(&other.0)
    }

    /// Whether there is a request that both cover.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.0.meets(&other.0)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }
}

impl Request {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }
}

impl Text {
    fn read(text: &str, wildcards: bool) -> Result<Self, Error> {
        if text.len() > MAX_LEN {
            return Err(Error::LimitExceeded("capability", MAX_LEN));
        }
        let (action, resource) =
            text.split_once(':').ok_or_else(|| malformed("it has no action before a colon"))?;
        if !(is_name(action) || wildcards && action == "*") {
            return Err(refuse_action(action));
        }
        if resource.split('/').count() > MAX_SEGMENTS {
            return Err(Error::LimitExceeded("number of segments", MAX_SEGMENTS));
        }
        let mut segments = resource.split('/').peekable();
        while let Some(segment) = segments.next() {
            check_segment(segment, wildcards, segments.peek().is_none())?;
        }
        Ok(Self { text: text.to_owned(), colon: action.len() })
    }

    fn action(&self) -> &str {
        self.text.get(..self.colon).unwrap_or_default()
    }

    fn segments(&self) -> impl Iterator<Item = &str> {
        self.text.get(self.colon + 1..).unwrap_or_default().split('/')
    }

    /// Whether all that `other` means is within this. It is exact, because `**` stands last only.
    fn spans(&self, other: &Self) -> bool {
        let action = self.action();
        if action != "*" && action != other.action() {
            return false;
        }
        let mut theirs = other.segments();
        for ours in self.segments() {
            let Some(segment) = theirs.next() else { return false };
            let fits = match ours {
                "**" => return true,
                "*" => segment != "**",
                name => name == segment,
            };
            if !fits {
                return false;
            }
        }
        theirs.next().is_none()
    }

    /// Whether both mean something in common. It is exact, because `**` stands last only.
    fn meets(&self, other: &Self) -> bool {
        let (first, second) = (self.action(), other.action());
        if first != "*" && second != "*" && first != second {
            return false;
        }
        let (mut ours, mut theirs) = (self.segments(), other.segments());
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) | (Some("**"), Some(_)) | (Some(_), Some("**")) => return true,
                (Some(first), Some(second)) if first == second || first == "*" || second == "*" => {
                }
                _ => return false,
            }
        }
    }
}

fn is_name(action: &str) -> bool {
    let rest = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    action.len() <= MAX_ACTION
        && action.starts_with(|first: char| first.is_ascii_lowercase())
        && action.bytes().all(rest)
}

fn check_segment(segment: &str, wildcards: bool, last: bool) -> Result<(), Error> {
    match segment {
        "" => Err(malformed("a segment of its resource is empty")),
        "*" if wildcards => Ok(()),
        "**" if wildcards && last => Ok(()),
        _ if segment.contains('*') => Err(Error::CapabilityWildcard(excerpt(segment))),
        _ if segment.bytes().all(|byte| byte == b'.') => {
            Err(Error::CapabilityTraversal(excerpt(segment)))
        }
        _ if !segment.bytes().all(is_plain) => Err(Error::CapabilityCharacter(excerpt(segment))),
        _ if segment.len() > MAX_SEGMENT => Err(Error::LimitExceeded("segment", MAX_SEGMENT)),
        _ => Ok(()),
    }
}

fn refuse_action(action: &str) -> Error {
    match action {
        _ if action.contains('*') => Error::CapabilityWildcard(excerpt(action)),
        _ if !action.bytes().all(is_plain) => Error::CapabilityCharacter(excerpt(action)),
        _ => malformed("its action is not a name of a-z, 0-9, - and _ that starts with a letter"),
    }
}

const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'@' | b'+' | b'=' | b',')
}

fn malformed(what: &'static str) -> Error {
    Error::CapabilityMalformed(what)
}

impl FromStr for Pattern {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Text::read(text, true).map(Self)
    }
}

impl FromStr for Request {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Text::read(text, false).map(Self)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether one of `patterns` covers `request`. No patterns cover nothing.
#[must_use]
pub fn grants(patterns: &[Pattern], request: &Request) -> bool {
    patterns.iter().any(|pattern| pattern.covers(request))
}

/// Whether `narrow` may be passed on by the holder of `wide`: each pattern within one of `wide`.
#[must_use]
pub fn narrows(wide: &[Pattern], narrow: &[Pattern]) -> bool {
    narrow.iter().all(|inner| wide.iter().any(|outer| outer.covers_pattern(inner)))
}
