//! Paths into a card, as JSON Pointers (RFC 6901).
//!
//! Names of security schemes are free text, so a dotted path could mean two
//! places; a pointer cannot. A path is a list on the stack that is written out
//! only when a finding needs it. Names are cut after 128 characters.

use core::fmt;

/// Where in the card a walk is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'a> {
    /// The card itself.
    Root,
    /// A member of what the first path names.
    Member(&'a Path<'a>, &'a str),
    /// An item of what the first path names.
    Item(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Member(parent, name) => {
                write!(f, "{parent}/")?;
                name.chars().take(MAX_NAME).try_for_each(|c| match c {
                    '~' => f.write_str("~0"),
                    '/' => f.write_str("~1"),
                    c => write!(f, "{c}"),
                })
            }
            Self::Item(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}

/// Characters of a name that are written.
const MAX_NAME: usize = 128;
