//! Paths into a card, as JSON Pointers (RFC 6901).
//!
//! Names of security schemes are free text, so a dotted path could mean two
//! places; a pointer cannot. A path is a list on the stack that is written out
//! only when a finding needs it. Names are cut after 128 characters.

use core::{cmp::Ordering, fmt};

use countersign_kernels::json::Kind;

use crate::encoding::document::Node;

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

/// Where two canonical texts differ first, by the order of names.
pub(super) fn first_difference(left: Node<'_>, right: Node<'_>) -> String {
    in_value(&Path::Root, left, right)
}

fn in_object(path: &Path<'_>, left: Node<'_>, right: Node<'_>) -> String {
    let (mut left, mut right) = (left.members(), right.members());
    loop {
        let (name, values) = match (left.next(), right.next()) {
            (Some((own, left)), Some((other, right))) => match own.order(other) {
                Ordering::Less => (own, None),
                Ordering::Greater => (other, None),
                Ordering::Equal if left.is_written_as(right) => continue,
                Ordering::Equal => (own, Some((left, right))),
            },
            (Some((name, _)), None) | (None, Some((name, _))) => (name, None),
            (None, None) => return path.to_string(),
        };
        let name = name.as_str().unwrap_or_default();
        let member = Path::Member(path, name);
        return values.map_or_else(|| member.to_string(), |(l, r)| in_value(&member, l, r));
    }
}

fn in_value(path: &Path<'_>, left: Node<'_>, right: Node<'_>) -> String {
    match (left.kind(), right.kind()) {
        (Kind::Object, Kind::Object) => in_object(path, left, right),
        (Kind::Array, Kind::Array) if left.items().count() == right.items().count() => {
            let mut items = left.items().zip(right.items()).enumerate();
            match items.find(|(_, (left, right))| !left.is_written_as(*right)) {
                None => path.to_string(),
                Some((index, (left, right))) => in_value(&Path::Item(path, index), left, right),
            }
        }
        _ => path.to_string(),
    }
}

/// Characters of a name that are written.
const MAX_NAME: usize = 128;
