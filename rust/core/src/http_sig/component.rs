//! Identifiers of components (RFC 9421, section 2).

use crate::{
    Error,
    hazmat::structured_fields::{Bare, Item, is_tchar, read_item},
};

/// One part of a message that a signature covers.
#[derive(Clone, Debug)]
pub struct Component {
    /// Length of the name, in bytes.
    length: usize,
    /// Of the request that a response answers.
    pub(super) req: bool,
    /// Of the trailers.
    pub(super) tr: bool,
    /// In the canonical form of structured fields.
    pub(super) sf: bool,
    /// Each line as bytes.
    pub(super) bs: bool,
    /// The member of a dictionary.
    pub(super) key: Option<String>,
    /// The name of a query parameter.
    pub(super) query: Option<String>,
    /// Name and parameters as received, in canonical form: how it stands in the base.
    pub(super) text: String,
}

/// Names that start with `@`, and whether each is of a request.
const DERIVED: [(&str, bool); 9] = [
    ("@method", true),
    ("@target-uri", true),
    ("@authority", true),
    ("@scheme", true),
    ("@request-target", true),
    ("@path", true),
    ("@query", true),
    ("@query-param", true),
    ("@status", false),
];

fn wrong(what: &'static str) -> Error {
    Error::HttpSigComponent(what)
}

impl Component {
    /// Reads an identifier as text: `@method`, `date`, or with quotes and parameters, as
    /// `"@query-param";name="id"`.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_COMPONENT`; `ERR_STRUCTURED_FIELD_MALFORMED`; `ERR_LIMIT_EXCEEDED`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        if text.starts_with('"') {
            return Self::read(&read_item(text.as_bytes())?);
        }
        Self::of_name(text).check()
    }

    /// The component of a name, without parameters. No name that [`Self::check`] takes has anything to escape.
    fn of_name(name: &str) -> Self {
        let (req, tr, sf, bs, key, query) = Default::default();
        let text = ["\"", name, "\""].concat();
        Self { length: name.len(), req, tr, sf, bs, key, query, text }
    }

    /// Reads an identifier of a received list.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_COMPONENT`.
    pub(super) fn read(item: &Item) -> Result<Self, Error> {
        let name = item.bare.as_string().ok_or_else(|| wrong("its name is not a string"))?;
        let mut component = Self::of_name(name);
        for (name, value) in item.parameters.iter() {
            component.take(name, value)?;
        }
        if !item.parameters.is_empty() {
            component.text = item.to_text();
        }
        component.check()
    }

    fn take(&mut self, parameter: &str, value: &Bare) -> Result<(), Error> {
        match (parameter, value) {
            ("req", Bare::Boolean(true)) => self.req = true,
            ("tr", Bare::Boolean(true)) => self.tr = true,
            ("sf", Bare::Boolean(true)) => self.sf = true,
            ("bs", Bare::Boolean(true)) => self.bs = true,
            ("key", Bare::String(text)) => self.key = Some(text.clone()),
            ("name", Bare::String(text)) => self.query = Some(text.clone()),
            _ => return Err(wrong("it has a parameter that is unknown, or of a wrong type")),
        }
        Ok(())
    }

    fn check(self) -> Result<Self, Error> {
        let of_field = self.tr || self.sf || self.bs || self.key.is_some();
        if let Some((_, of_request)) = DERIVED.iter().find(|(name, _)| *name == self.name()) {
            let fits = self.query.is_some() == (self.name() == "@query-param");
            if of_field || !fits || (self.req && !of_request) {
                return Err(wrong("its parameters do not fit the derived component"));
            }
            return Ok(self);
        }
        let letter = |byte: u8| !byte.is_ascii_uppercase() && is_tchar(byte);
        if self.name().is_empty() || !self.name().bytes().all(letter) {
            return Err(wrong("it is neither a derived component nor a field name in lower case"));
        }
        if self.query.is_some() || (self.bs && (self.sf || self.key.is_some())) {
            return Err(wrong("it has parameters that do not go together"));
        }
        Ok(self)
    }

    /// A field name in lower case, or a derived name from `@`. The text is this in quotation marks, then parameters.
    pub(super) fn name(&self) -> &str {
        self.text.get(1..=self.length).unwrap_or_default()
    }

    /// The identifier as it stands in the base.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.text.clone()
    }

    /// Whether both name the same, whatever the order of their parameters.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.is_of(other) && self.sf == other.sf && self.bs == other.bs
    }

    /// Whether both name the same part of a message, in whatever form it is signed.
    pub(super) fn is_of(&self, other: &Self) -> bool {
        self.is_of_field(other) && self.key == other.key && self.query == other.query
    }

    /// Whether both name the same field, or parts of it.
    pub(super) fn is_of_field(&self, other: &Self) -> bool {
        self.name() == other.name() && self.req == other.req && self.tr == other.tr
    }

    /// Whether it is the whole of a name: not of a trailer, and not one member or parameter.
    pub(super) fn is_whole(&self, name: &str, req: bool) -> bool {
        self.name() == name && self.req == req && !self.tr && self.key.is_none()
    }
}
