//! The signature base (RFC 9421, section 2.5).

use std::borrow::Cow;

use super::{Component, Message, Parameters, Profile, sage, value::Values};
use crate::Error;

/// The bytes that are signed.
///
/// # Errors
///
/// As [`Message::value`].
pub fn base(message: &Message, parameters: &Parameters, profile: Profile) -> Result<String, Error> {
    let mut base = String::with_capacity(512);
    let mut values = Values::of(message);
    for component in &parameters.components {
        let value = value(&mut values, component, profile)?;
        // A line break in a value, wherever it came from, would add a line that nobody signed.
        if value.chars().any(|letter| letter.is_control() && letter != '\t') {
            return Err(Error::HttpSigComponent("a value with a line break"));
        }
        for part in [&component.text, ": ", &value, "\n"] {
            base.push_str(part);
        }
    }
    base.push_str("\"@signature-params\": ");
    base.push_str(&parameters.text);
    Ok(base)
}

fn value<'a>(
    values: &mut Values<'a>,
    component: &'a Component,
    profile: Profile,
) -> Result<Cow<'a, str>, Error> {
    if profile == Profile::Sage { sage::value(values, component) } else { values.get(component) }
}
