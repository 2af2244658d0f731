//! Values of fields (RFC 9421, section 2.1), and of members of dictionaries.

use std::borrow::Cow;

use super::{
    Component,
    message::{Fields, trim},
};
use crate::{
    Error,
    encoding::base64,
    hazmat::structured_fields::{list_to_text, read_unique, read_unique_list},
};

impl Fields {
    /// The value of a component that is a whole field.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_COMPONENT_MISSING`; `ERR_HTTP_SIG_COMPONENT` for a value that is not ASCII,
    /// and for one that is not of the form asked for; `ERR_LIMIT_EXCEEDED`.
    pub(super) fn value(&self, component: &Component) -> Result<Cow<'_, str>, Error> {
        let missing = || Error::HttpSigComponentMissing(component.to_text());
        let combined = self.combine(component.name()).ok_or_else(missing)?;
        if component.bs {
            let lines = self.lines(component.name()).map(trim).map(base64::encode);
            let lines: Vec<String> = lines.map(|line| format!(":{line}:")).collect();
            return Ok(Cow::Owned(lines.join(", ")));
        }
        if component.sf { canonical(&combined).map(Cow::Owned) } else { ascii(combined) }
    }
}

/// The value as text. A byte that is not ASCII can be signed with `;bs` only.
pub(super) fn ascii(value: Cow<'_, [u8]>) -> Result<Cow<'_, str>, Error> {
    let text = match value {
        Cow::Borrowed(bytes) => core::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    };
    let wrong = || Error::HttpSigComponent("a field that is not ASCII");
    text.filter(|text| text.is_ascii()).ok_or_else(wrong)
}

/// The canonical form. The kind of the field is not known here, so both kinds as which the value can be read must give
/// the same form; an item is a list of one. A form that keeps the last of two would not show the first.
fn canonical(value: &[u8]) -> Result<String, Error> {
    let list = of_kind(read_unique_list(value))?.map(|list| list_to_text(&list));
    let members = of_kind(read_unique(value))?.map(|members| members.to_text());
    match (list, members) {
        (Some(list), Some(members)) if list != members => {
            Err(Error::HttpSigComponent("a field whose canonical form is not the only one"))
        }
        (Some(form), _) | (None, Some(form)) => Ok(form),
        (None, None) => Err(Error::HttpSigComponent("no structured field")),
    }
}

/// `None` for what is not well-formed: it may be a field of another kind.
fn of_kind<T>(field: Result<T, Error>) -> Result<Option<T>, Error> {
    match field {
        Ok(field) => Ok(Some(field)),
        Err(error) if error.is("ERR_STRUCTURED_FIELD_MALFORMED") => Ok(None),
        Err(error) if error == Error::StructuredFieldDuplicate => {
            Err(Error::HttpSigComponent("a field in which a name comes twice"))
        }
        Err(error) => Err(error),
    }
}
