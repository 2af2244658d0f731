//! Values of fields (RFC 9421, section 2.1), and of members of dictionaries.

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
    /// and for one that is not of the form asked for.
    pub(super) fn value(&self, component: &Component) -> Result<String, Error> {
        let missing = || Error::HttpSigComponentMissing(component.to_text());
        let combined = self.combine(&component.name).ok_or_else(missing)?;
        if component.bs {
            let lines = self.lines(&component.name).map(trim).map(base64::encode);
            let lines: Vec<String> = lines.map(|line| format!(":{line}:")).collect();
            return Ok(lines.join(", "));
        }
        if component.sf { canonical(&combined) } else { ascii(combined) }
    }
}

/// The value as text. A byte that is not ASCII can be signed with `;bs` only.
fn ascii(value: Vec<u8>) -> Result<String, Error> {
    let wrong = || Error::HttpSigComponent("a field that is not ASCII");
    String::from_utf8(value).ok().filter(|value| value.is_ascii()).ok_or_else(wrong)
}

/// The canonical form. The kind of the field is not known here, so both kinds as which the value can be read must give
/// the same form; an item is a list of one. A form that keeps the last of two would not show the first.
fn canonical(value: &[u8]) -> Result<String, Error> {
    let list = read_unique_list(value).map(|list| list_to_text(&list));
    let members = read_unique(value).map(|members| members.to_text());
    let twice = |form: &Result<String, Error>| *form == Err(Error::StructuredFieldDuplicate);
    if twice(&list) || twice(&members) {
        return Err(Error::HttpSigComponent("a field in which a name comes twice"));
    }
    match (list, members) {
        (Ok(list), Ok(members)) if list != members => {
            Err(Error::HttpSigComponent("a field whose canonical form is not the only one"))
        }
        (Ok(form), _) | (_, Ok(form)) => Ok(form),
        _ => Err(Error::HttpSigComponent("no structured field")),
    }
}
