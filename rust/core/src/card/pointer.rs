//! Paths into a card, as JSON Pointers (RFC 6901).
//!
//! Names of security schemes are free text, so a dotted path could mean two
//! places; a pointer cannot. A path is a list on the stack that is written out
//! only when a finding needs it. Names are cut after 128 characters.

use core::fmt;

use serde_json::{Map, Value};

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

/// Where two objects differ first, by the order of names.
pub(super) fn first_difference(left: &Map<String, Value>, right: &Map<String, Value>) -> String {
    in_object(&Path::Root, left, right)
}

fn in_object(path: &Path<'_>, left: &Map<String, Value>, right: &Map<String, Value>) -> String {
    let differs = |name: &&String| left.get(*name) != right.get(*name);
    match left.keys().chain(right.keys()).filter(differs).min() {
        None => path.to_string(),
        Some(name) => in_value(&Path::Member(path, name), left.get(name), right.get(name)),
    }
}

fn in_value(path: &Path<'_>, left: Option<&Value>, right: Option<&Value>) -> String {
    match (left, right) {
        (Some(Value::Object(left)), Some(Value::Object(right))) => in_object(path, left, right),
        (Some(Value::Array(left)), Some(Value::Array(right))) if left.len() == right.len() => {
            let mut items = left.iter().zip(right).enumerate();
            match items.find(|(_, (left, right))| left != right) {
                None => path.to_string(),
                Some((index, (left, right))) => {
                    in_value(&Path::Item(path, index), Some(left), Some(right))
                }
            }
        }
        _ => path.to_string(),
    }
}

/// Characters of a name that are written.
const MAX_NAME: usize = 128;
