//! Reads the members of an object into a Go struct.
//!
//! As in Go, a member that is absent or `null` has its zero value. Unlike in Go, a
//! member of the wrong type is refused. So is one whose name differs from a known
//! name in letter case alone (`Name` for `name`; `ſ` counts as `s`, the Kelvin sign
//! as `k`): Go would take it, other readers would not. Unknown names are collected.

use serde_json::{Map, Value};

use super::{ZERO_TIME, respell};
use crate::{
    Error,
    encoding::{base64, json},
};

/// Longest list, in items.
pub(crate) const MAX_ITEMS: usize = 256;

/// What is wrong with a time that Go cannot read.
pub(crate) const NO_TIME: &str = "it must be a time as RFC 3339 writes it";

/// One object being read.
pub(crate) struct Reader<'a> {
    members: &'a Map<String, Value>,
    path: String,
    known: Vec<&'static str>,
    refuse: Refuse,
}

/// The error for a path, and what is wrong there.
pub(crate) type Refuse = fn(String, &'static str) -> Error;

impl<'a> Reader<'a> {
    /// Starts at `path`, which is empty for the document itself.
    pub(crate) fn new(value: &'a Value, path: &str, refuse: Refuse) -> Result<Self, Error> {
        match value {
            Value::Object(members) => {
                Ok(Self { members, path: path.into(), known: Vec::new(), refuse })
            }
            _ if path.is_empty() => Err(Error::JsonNotObject),
            _ => Err(refuse(path.into(), "it must be an object")),
        }
    }

    /// Reads `text` strictly.
    pub(crate) fn parse(text: &str) -> Result<Value, Error> {
        json::parse_object(text.as_bytes()).map(Value::Object)
    }

    /// The member, if it is there and not `null`.
    pub(crate) fn value(&mut self, name: &'static str) -> Option<&'a Value> {
        self.known.push(name);
        self.members.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&mut self, name: &'static str) -> Result<String, Error> {
        match self.value(name) {
            None => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(self.refused(name, "it must be text")),
        }
    }

    pub(crate) fn flag(&mut self, name: &'static str) -> Result<bool, Error> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(self.refused(name, "it must be true or false")),
        }
    }

    /// A time as it is spelled, which Go must be able to read.
    pub(crate) fn time(&mut self, name: &'static str) -> Result<String, Error> {
        match self.value(name) {
            None => Ok(ZERO_TIME.into()),
            Some(Value::String(text)) if respell(text).is_some() => Ok(text.clone()),
            Some(_) => Err(self.refused(name, NO_TIME)),
        }
    }

    /// Standard base64; `None` for `null`.
    pub(crate) fn bytes(&mut self, name: &'static str) -> Result<Option<Vec<u8>>, Error> {
        let value = self.value(name);
        let refused = || self.refused(name, "it must be canonical base64");
        match value {
            None => Ok(None),
            Some(Value::String(text)) => base64::decode(text).map(Some).map_err(|_| refused()),
            Some(_) => Err(refused()),
        }
    }

    /// A list; `None` for `null`. `read` gets each item and its path.
    pub(crate) fn list<T>(
        &mut self,
        name: &'static str,
        mut read: impl FnMut(&'a Value, &str) -> Result<T, Error>,
    ) -> Result<Option<Vec<T>>, Error> {
        let items = match self.value(name) {
            None => return Ok(None),
            Some(Value::Array(items)) if items.len() <= MAX_ITEMS => items,
            Some(_) => return Err(self.refused(name, "it must be a list of at most 256 items")),
        };
        let path = self.path_of(name);
        let read = |(index, item)| read(item, &format!("{path}[{index}]"));
        items.iter().enumerate().map(read).collect::<Result<_, _>>().map(Some)
    }

    /// A list of strings; `None` for `null`.
    pub(crate) fn texts(&mut self, name: &'static str) -> Result<Option<Vec<String>>, Error> {
        let refuse = self.refuse;
        self.list(name, |item, path| match item {
            Value::String(text) => Ok(text.clone()),
            _ => Err(refuse(path.into(), "it must be text")),
        })
    }

    /// Ends the reading; paths of unknown members go into `unknown`.
    pub(crate) fn end(self, unknown: &mut Vec<String>) -> Result<(), Error> {
        for name in self.members.keys().filter(|name| !self.known.contains(&name.as_str())) {
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
        if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) }
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
