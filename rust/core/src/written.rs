//! JSON objects that are written member by member, for what a host reads: no tree is built and taken down again.

use serde_json::{Map, Value};

use crate::{
    encoding::document::Node,
    print::{Print, push_quoted},
};

/// An object that is being written. Its members stand in the order of the calls.
pub(crate) struct Written(String);

impl Written {
    pub(crate) fn new() -> Self {
        Self::with_room(512)
    }

    /// For about so many bytes: memory that grows is copied, and wiped where it was.
    pub(crate) fn with_room(length: usize) -> Self {
        Self(String::with_capacity(length))
    }

    /// A member whose value is JSON text already. No name of a member needs an escape.
    pub(crate) fn json(mut self, name: &str, json: &str) -> Self {
        self.0.push_str(if self.begins() { "{\"" } else { ",\"" });
        self.0.push_str(name);
        self.0.push_str("\":");
        self.0.push_str(json);
        self
    }

    pub(crate) fn text(self, name: &'static str, text: &str) -> Self {
        let mut written = self.json(name, "");
        push_quoted(text, &mut written.0);
        written
    }

    pub(crate) fn number(self, name: &'static str, number: u64) -> Self {
        self.json(name, &number.to_string())
    }

    pub(crate) fn flag(self, name: &'static str, flag: bool) -> Self {
        self.json(name, if flag { "true" } else { "false" })
    }

    pub(crate) fn texts<'a>(
        self,
        name: &'static str,
        texts: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut written = self.json(name, "[");
        for (index, text) in texts.enumerate() {
            if index > 0 {
                written.0.push(',');
            }
            push_quoted(text, &mut written.0);
        }
        written.0.push(']');
        written
    }

    /// All members of an object.
    pub(crate) fn members(self, members: &Map<String, Value>) -> Self {
        members.iter().fold(self, |written, (name, value)| written.json(name, &value.print()))
    }

    /// A value that was read.
    pub(crate) fn node(self, name: &'static str, value: Node<'_>) -> Self {
        // None is refused that was read.
        self.json(name, &value.canonical().unwrap_or_default())
    }

    /// An object that `write` writes.
    pub(crate) fn inner(self, name: &'static str, write: impl FnOnce(Self) -> Self) -> Self {
        write(self.json(name, "")).close()
    }

    /// A list of objects, each as in [`Self::inner`].
    pub(crate) fn objects<T>(
        self,
        name: &'static str,
        items: impl Iterator<Item = T>,
        write: impl Fn(Self, T) -> Self,
    ) -> Self {
        let mut written = self.json(name, "[");
        for (index, item) in items.enumerate() {
            if index > 0 {
                written.0.push(',');
            }
            written = write(written, item).close();
        }
        written.0.push(']');
        written
    }

    /// A list of values that are JSON text already.
    pub(crate) fn list(self, name: &'static str, items: &[String]) -> Self {
        self.json(name, &list_of(items))
    }

    /// A member, unless there is no value.
    pub(crate) fn maybe<T>(self, value: Option<T>, write: impl FnOnce(Self, T) -> Self) -> Self {
        match value {
            Some(value) => write(self, value),
            None => self,
        }
    }

    pub(crate) fn end(self) -> String {
        self.close().0
    }

    /// Ends an object, which may have no member.
    fn close(mut self) -> Self {
        self.0.push_str(if self.begins() { "{}" } else { "}" });
        self
    }

    /// Nothing, or one of these, stands where a value may begin, and never where one ended.
    fn begins(&self) -> bool {
        matches!(self.0.as_bytes().last(), None | Some(b':' | b'[' | b','))
    }
}

/// A list of values that are JSON text already.
pub(crate) fn list_of(items: &[String]) -> String {
    ["[", &items.join(","), "]"].concat()
}

/// A list of pairs of texts.
pub(crate) fn pairs<'a>(pairs: impl Iterator<Item = [&'a str; 2]>) -> String {
    let mut list = String::with_capacity(512);
    for [first, second] in pairs {
        list.push_str(if list.is_empty() { "[[" } else { ",[" });
        push_quoted(first, &mut list);
        list.push(',');
        push_quoted(second, &mut list);
        list.push(']');
    }
    list.push_str(if list.is_empty() { "[]" } else { "]" });
    list
}
