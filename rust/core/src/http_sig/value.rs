//! The value of a component (RFC 9421, sections 2.1 and 2.2).

use super::{Component, Message, message::Start};
use crate::Error;

impl Message {
    /// The value as it stands in the base: one line of ASCII.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_COMPONENT_MISSING` if the message lacks it; `ERR_HTTP_SIG_COMPONENT` if such a
    /// message cannot have it, or its value has no form that can be signed.
    pub fn value(&self, component: &Component) -> Result<String, Error> {
        let message = self.holder(component)?;
        if !component.name.starts_with('@') {
            let fields = if component.tr { &message.trailers } else { &message.headers };
            return fields.value(component);
        }
        match (&message.start, component.name.as_str()) {
            (Start::Response { status }, "@status") => Ok(status.to_string()),
            (Start::Request { method, url, target }, name) => Ok(match name {
                "@method" => method.clone(),
                "@target-uri" => url.absolute(&url.authority),
                "@authority" => url.authority.clone(),
                "@scheme" => url.scheme.to_owned(),
                "@request-target" => target.clone(),
                "@path" => url.path.clone(),
                "@query" => url.query(),
                "@query-param" => {
                    url.query_parameter(component.query.as_deref().unwrap_or_default())?
                }
                _ => return Err(elsewhere()),
            }),
            _ => Err(elsewhere()),
        }
    }

    /// The message to which a component belongs: this one, or the request that it answers.
    pub(super) fn holder(&self, component: &Component) -> Result<&Self, Error> {
        if !component.req {
            return Ok(self);
        }
        if self.is_request() {
            return Err(Error::HttpSigComponent("it has `req` in the signature of a request"));
        }
        let missing = || Error::HttpSigComponentMissing(component.to_text());
        self.request.as_deref().ok_or_else(missing)
    }
}

fn elsewhere() -> Error {
    Error::HttpSigComponent("it is a derived component that such a message does not have")
}
