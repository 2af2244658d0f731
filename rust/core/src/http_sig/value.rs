//! The value of a component (RFC 9421, sections 2.1 and 2.2).

use std::borrow::Cow;

use super::{
    Component, Message,
    message::{Fields, Start},
    query::Query,
    target::Target,
};
use crate::{
    Error,
    hazmat::structured_fields::{Dictionary, Member, read_unique},
};

/// Reads values of one message. Its query is read once, and each field of which members are asked for, because a
/// sender chooses how many components name a part of them.
pub(super) struct Values<'a> {
    pub(super) message: &'a Message,
    query: Option<Query>,
    /// Fields that are dictionaries, each with a component of it.
    fields: Vec<(&'a Component, Dictionary)>,
}

impl<'a> Values<'a> {
    pub(super) const fn of(message: &'a Message) -> Self {
        Self { message, query: None, fields: Vec::new() }
    }

    /// As [`Message::value`].
    pub(super) fn get(&mut self, component: &'a Component) -> Result<Cow<'a, str>, Error> {
        let message = self.message.holder(component)?;
        if component.name().starts_with('@') {
            return self.derived(message, component);
        }
        let fields = if component.tr { &message.trailers } else { &message.headers };
        match &component.key {
            Some(key) => self.member(fields, component, key).map(Cow::Owned),
            None => fields.value(component),
        }
    }

    /// The query of the one request: the message itself, or what it answers.
    pub(super) fn query(&mut self, url: &Target) -> &Query {
        self.query.get_or_insert_with(|| Query::of(url))
    }

    fn derived(
        &mut self,
        message: &'a Message,
        component: &'a Component,
    ) -> Result<Cow<'a, str>, Error> {
        match (&message.start, component.name()) {
            (Start::Response { status }, "@status") => Ok(Cow::Owned(status.to_string())),
            (Start::Request { method, url, target }, name) => Ok(match name {
                "@method" => Cow::Borrowed(method),
                "@target-uri" => Cow::Owned(url.absolute(&url.authority)),
                "@authority" => Cow::Borrowed(&url.authority),
                "@scheme" => Cow::Borrowed(url.scheme),
                "@request-target" => match target {
                    Some(target) => Cow::Borrowed(target),
                    None if method == "CONNECT" => Cow::Borrowed(&url.authority),
                    None => Cow::Owned(url.origin_form()),
                },
                "@path" => Cow::Borrowed(&url.path),
                "@query" => Cow::Owned(url.query()),
                "@query-param" => {
                    let name = component.query.as_deref().unwrap_or_default();
                    Cow::Owned(self.query(url).encoded(name)?)
                }
                _ => return Err(elsewhere()),
            }),
            _ => Err(elsewhere()),
        }
    }

    fn member(
        &mut self,
        fields: &Fields,
        component: &'a Component,
        key: &str,
    ) -> Result<String, Error> {
        let missing = || Error::HttpSigComponentMissing(component.to_text());
        let known = self.fields.iter().position(|(of, _)| of.is_of_field(component));
        let (of, members) = match known {
            Some(place) => self.fields.swap_remove(place),
            None => {
                let value = fields.combine(component.name()).ok_or_else(missing)?;
                (component, read_unique(&value)?)
            }
        };
        let value = members.get(key).map(Member::to_text);
        self.fields.push((of, members));
        value.ok_or_else(missing)
    }
}

impl Message {
    /// The value as it stands in the base: one line of ASCII.
    ///
    /// # Errors
    ///
    /// `ERR_HTTP_SIG_COMPONENT_MISSING` if the message lacks it; `ERR_HTTP_SIG_COMPONENT` if such a
    /// message cannot have it, or its value has no form that can be signed; `ERR_LIMIT_EXCEEDED`.
    pub fn value(&self, component: &Component) -> Result<String, Error> {
        Values::of(self).get(component).map(Cow::into_owned)
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
