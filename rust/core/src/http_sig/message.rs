//! The message that is signed, as far as components can name it. The body is passed separately.
//!
//! ```text
//! { "kind": "request", "method", "url", "target"?, "headers", "trailers"? }
//! { "kind": "response", "status", "headers", "trailers"?, "request"?: <the request it answers> }
//! headers, trailers = [[name, value], …], one for each line, in order
//! ```
//!
//! `url` is absolute, without a fragment, and is where the request went as its sender saw it; `target` is the text of the
//! request line where that is not path and query, and must be a form of the same URL. Each character of
//! a value stands for one byte.

use core::{iter, ops::Range};
use std::borrow::Cow;

use countersign_kernels::{json::Kind, order::sorted};

use super::target::Target;
use crate::{
    Error,
    encoding::document::{Document, Node, Numbers},
    hazmat::structured_fields::is_tchar,
};

/// Most fields of a message.
const MAX_FIELDS: usize = 1_024;

/// A request or a response.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Message {
    pub(super) start: Start,
    pub(super) headers: Fields,
    pub(super) trailers: Fields,
    /// The request that a response answers.
    pub(super) request: Option<Box<Self>>,
}

/// The first line of a message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Start {
    /// `target` where it is not path and query.
    Request {
        method: String,
        url: Target,
        target: Option<String>,
    },
    Response {
        status: u16,
    },
}

/// Fields by lower-case name, in order, as received: all names and all values in one piece each, and for each line the ranges
/// of its name and its value.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Fields {
    names: String,
    values: Vec<u8>,
    lines: Vec<(Range<usize>, Range<usize>)>,
}

impl Fields {
    /// Name and value of each line.
    fn all(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.lines.iter().map(|(name, value)| {
            let name = self.names.get(name.clone()).unwrap_or_default();
            (name, self.values.get(value.clone()).unwrap_or_default())
        })
    }

    /// The lines of a name, as received.
    pub(super) fn lines<'f>(&'f self, name: &str) -> impl Iterator<Item = &'f [u8]> {
        self.all().filter(move |(own, _)| *own == name).map(|(_, value)| value)
    }

    /// The names, each once.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = sorted(self.all().map(|(name, _)| name).collect());
        names.dedup();
        names
    }

    /// Whether there is a line of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.lines(name).next().is_some()
    }

    /// The value of a name: its lines trimmed and joined (RFC 9421, section 2.1). `None` for no line.
    pub(super) fn combine(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let mut lines = self.lines(name).map(trim);
        let first = lines.next()?;
        let Some(second) = lines.next() else { return Some(Cow::Borrowed(first)) };
        let mut joined = first.to_vec();
        for line in iter::once(second).chain(lines) {
            joined.extend_from_slice(b", ");
            joined.extend_from_slice(line);
        }
        Some(Cow::Owned(joined))
    }

    /// Adds a line, and gives the bytes of its value, for each of which a character stands; `None` for a character beyond
    /// U+00FF.
    pub(super) fn push(&mut self, name: &str, value: &str) -> Option<&[u8]> {
        let (name_start, start) = (self.names.len(), self.values.len());
        self.names.push_str(name);
        self.names.get_mut(name_start..)?.make_ascii_lowercase();
        if value.is_ascii() {
            self.values.extend_from_slice(value.as_bytes());
        } else {
            for letter in value.chars() {
                self.values.push(u8::try_from(u32::from(letter)).ok()?);
            }
        }
        self.lines.push((name_start..self.names.len(), start..self.values.len()));
        self.values.get(start..)
    }

    /// Adds a line of a message.
    fn add(&mut self, line: Node<'_>) -> Result<(), Error> {
        let mut parts = line.items().map(Node::as_str);
        let (Some(Some(name)), Some(Some(value)), None) =
            (parts.next(), parts.next(), parts.next())
        else {
            return Err(malformed("a header that is not a name and a value"));
        };
        if !is_token(name) {
            return Err(malformed("a header whose name is not a token"));
        }
        let bytes = self.push(name, value);
        let bytes = bytes.ok_or_else(|| malformed("a header with characters beyond U+00FF"))?;
        // A line break folds the line or starts another header; no sender may write the other ones.
        if bytes.iter().any(|byte| byte.is_ascii_control() && *byte != b'\t') {
            return Err(malformed("a header with a line break or control character"));
        }
        Ok(())
    }

    fn read(message: Node<'_>, name: &str) -> Result<Self, Error> {
        let Some(list) = message.get(name) else { return Ok(Self::default()) };
        if list.kind() != Kind::Array {
            return Err(malformed("headers that are not a list"));
        }
        if list.items().nth(MAX_FIELDS).is_some() {
            return Err(Error::LimitExceeded("number of fields", MAX_FIELDS));
        }
        let mut fields = Self::default();
        list.items().try_for_each(|line| fields.add(line))?;
        Ok(fields)
    }
}

/// Removes the blanks at both ends.
pub(super) fn trim(value: &[u8]) -> &[u8] {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = value.iter().position(|byte| !blank(byte)).unwrap_or(value.len());
    let end = value.iter().rposition(|byte| !blank(byte)).map_or(start, |last| last + 1);
    value.get(start..end).unwrap_or_default()
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_MESSAGE` for what no message can be; `ERR_LIMIT_EXCEEDED`; a code of
    /// [`crate::encoding::document`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = Document::read(text.as_bytes(), Numbers::Exact)?;
        match document.root() {
            message if message.kind() == Kind::Object => Self::read(message),
            _ => Err(Error::JsonNotObject),
        }
    }

    fn read(message: Node<'_>) -> Result<Self, Error> {
        let known = ["kind", "method", "url", "target", "status", "headers", "trailers", "request"];
        if message.members().any(|(name, _)| !known.iter().any(|known| name.says(known))) {
            return Err(malformed("an unknown member"));
        }
        let is = |kind| message.get("kind").is_some_and(|own| own.says(kind));
        let (start, request) = match (is("request"), is("response")) {
            (true, _) => (request(message)?, None),
            (_, true) => (Start::Response { status: status(message)? }, read_request(message)?),
            _ => return Err(malformed("a kind that is neither request nor response")),
        };
        let headers = Fields::read(message, "headers")?;
        Ok(Self { start, headers, trailers: Fields::read(message, "trailers")?, request })
    }

    /// Whether it is a request.
    #[must_use]
    pub const fn is_request(&self) -> bool {
        matches!(self.start, Start::Request { .. })
    }
}

fn malformed(what: &'static str) -> Error {
    Error::HttpSigMessage(what)
}

fn text<'d>(message: Node<'d>, name: &str) -> Result<&'d str, Error> {
    message.get(name).and_then(Node::as_str).ok_or_else(|| malformed("a member that is missing"))
}

fn request(message: Node<'_>) -> Result<Start, Error> {
    let (method, url) = (text(message, "method")?, Target::parse(text(message, "url")?)?);
    if !is_token(method) {
        return Err(malformed("a method that is not a token"));
    }
    let target = match message.has("target") {
        true => Some(text(message, "target")?.to_owned()),
        false => None,
    };
    if target.as_ref().is_some_and(|target| !url.has_form(target, method)) {
        return Err(malformed("a request target of another URL"));
    }
    Ok(Start::Request { method: method.to_owned(), url, target })
}

fn status(message: Node<'_>) -> Result<u16, Error> {
    let status = message.get("status").and_then(Node::as_u64);
    let status = u16::try_from(status.unwrap_or_default()).ok();
    let status = status.filter(|status| (100..=999).contains(status));
    status.ok_or_else(|| malformed("a status that is not of three digits"))
}

fn read_request(message: Node<'_>) -> Result<Option<Box<Message>>, Error> {
    let Some(request) = message.get("request") else { return Ok(None) };
    if request.kind() != Kind::Object {
        return Err(malformed("a request that is not an object"));
    }
    if !request.get("kind").is_some_and(|kind| kind.says("request")) {
        return Err(malformed("a response that answers no request"));
    }
    Message::read(request).map(|request| Some(Box::new(request)))
}

/// RFC 9110, section 5.6.2.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.len() <= 256 && text.bytes().all(is_tchar)
}
