//! Reads the members of an object into a Go struct.
//!
//! As in Go, a member that is absent or `null` has its zero value. Unlike in Go, a
//! member of the wrong type is refused. So is one whose name differs from a known
//! name in letter case alone (`Name` for `name`; `ſ` counts as `s`, the Kelvin sign
//! as `k`): Go would take it, other readers would not. Unknown names are collected.

use core::fmt;

use countersign_kernels::json::Kind;

use super::{ZERO_TIME, respell};
use crate::{
    Error,
    encoding::{
        base64,
        document::{Document, Node, Numbers},
    },
};

/// Longest list, in items.
pub(crate) const MAX_ITEMS: usize = 256;

/// What is wrong with a time that Go cannot read.
pub(crate) const NO_TIME: &str = "it must be a time as RFC 3339 writes it";

/// No object of these formats has more members, so that a list of this capacity never grows.
const MEMBERS: usize = 16;

/// One object being read.
pub(crate) struct Reader<'a> {
    object: Node<'a>,
    path: Path,
    known: Vec<&'static str>,
    /// How many members were there of those that were asked for.
    found: usize,
    refuse: Refuse,
}

/// The error for a path, and what is wrong there.
pub(crate) type Refuse = fn(String, &'static str) -> Error;

/// Where an object is: in the document itself, a member of it, or an item of such a member.
#[derive(Clone, Copy)]
pub(crate) enum Path {
    Document,
    Member(&'static str),
    Item(&'static str, usize),
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => Ok(()),
            Self::Member(name) => f.write_str(name),
            Self::Item(name, index) => write!(f, "{name}[{index}]"),
        }
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(object: Node<'a>, path: Path, refuse: Refuse) -> Result<Self, Error> {
        match (object.kind(), path) {
            (Kind::Object, _) => {
                Ok(Self { object, path, known: Vec::with_capacity(MEMBERS), found: 0, refuse })
            }
            (_, Path::Document) => Err(Error::JsonNotObject),
            _ => Err(refuse(path.to_string(), "it must be an object")),
        }
    }

    /// Reads `text` strictly. [`Reader::of`] starts in it.
    pub(crate) fn parse(text: &str) -> Result<Document<'_>, Error> {
        Document::read(text.as_bytes(), Numbers::Exact)
    }

    /// Starts at the document itself.
    pub(crate) fn of(document: &'a Document<'_>, refuse: Refuse) -> Result<Self, Error> {
        Self::new(document.root(), Path::Document, refuse)
    }

    /// The member, if it is there and not `null`.
    pub(crate) fn value(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.known.push(name);
        let value = self.object.get(name)?;
        self.found += 1;
        Some(value).filter(|value| value.kind() != Kind::Null)
    }

    pub(crate) fn text(&mut self, name: &'static str) -> Result<String, Error> {
        let Some(value) = self.value(name) else { return Ok(String::new()) };
        let text = value.as_str().ok_or_else(|| self.refused(name, "it must be text"))?;
        Ok(text.to_owned())
    }

    pub(crate) fn flag(&mut self, name: &'static str) -> Result<bool, Error> {
        match self.value(name).map(Node::kind) {
            None | Some(Kind::False) => Ok(false),
            Some(Kind::True) => Ok(true),
            Some(_) => Err(self.refused(name, "it must be true or false")),
        }
    }

    /// A time as it is spelled, which Go must be able to read.
    pub(crate) fn time(&mut self, name: &'static str) -> Result<String, Error> {
        let Some(value) = self.value(name) else { return Ok(ZERO_TIME.into()) };
        let time = value.as_str().filter(|text| respell(text).is_some());
        time.map(str::to_owned).ok_or_else(|| self.refused(name, NO_TIME))
    }

    /// Standard base64; `None` for `null`.
    pub(crate) fn bytes(&mut self, name: &'static str) -> Result<Option<Vec<u8>>, Error> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let bytes = value.as_str().and_then(|text| base64::decode(text).ok());
        bytes.map(Some).ok_or_else(|| self.refused(name, "it must be canonical base64"))
    }

    /// A list of a document; `None` for `null`. `read` gets each item and its path.
    pub(crate) fn list<T>(
        &mut self,
        name: &'static str,
        mut read: impl FnMut(Node<'a>, Path) -> Result<T, Error>,
    ) -> Result<Option<Vec<T>>, Error> {
        let Some(list) = self.value(name) else { return Ok(None) };
        if list.kind() != Kind::Array || list.items().nth(MAX_ITEMS).is_some() {
            return Err(self.refused(name, "it must be a list of at most 256 items"));
        }
        let read = |(index, item)| read(item, Path::Item(name, index));
        list.items().enumerate().map(read).collect::<Result<_, _>>().map(Some)
    }

    /// A list of strings; `None` for `null`.
    pub(crate) fn texts(&mut self, name: &'static str) -> Result<Option<Vec<String>>, Error> {
        let refuse = self.refuse;
        self.list(name, |item, path| match item.as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(refuse(path.to_string(), "it must be text")),
        })
    }

    /// Ends the reading; paths of unknown members go into `unknown`.
    pub(crate) fn end(self, unknown: &mut Vec<String>) -> Result<(), Error> {
        if self.object.members().count() == self.found {
            return Ok(());
        }
        let names = self.object.members().filter_map(|(name, _)| name.as_str());
        for name in names.filter(|name| !self.known.contains(name)) {
            if self.known.iter().any(|known| fold_case(known) == fold_case(name)) {
                return Err(self.refused(name, "its name is another member's in other letters"));
            }
            unknown.push(self.path_of(name));
        }
        Ok(())
    }

    pub(crate) fn refused(&self, name: &str, reason: &'static str) -> Error {
        (self.refuse)(self.path_of(name), reason)
    }

    fn path_of(&self, name: &str) -> String {
        match self.path {
            Path::Document => name.into(),
            path => format!("{path}.{name}"),
        }
    }
}

fn fold_case(name: &str) -> String {
    let fold = |letter: char| match letter {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        other => other.to_ascii_lowercase(),
    };
    name.chars().map(fold).collect()
}
