//! Checks that a signature covers enough, and lists what it does not cover.

use super::{Component, Message, Parameters, Policy, Profile, message::Start, profile::MCP_FIELDS};
use crate::Error;

/// Checks that the signature covers what the policy asks for.
///
/// # Errors
///
/// `ERR_HTTP_SIG_UNCOVERED` with the first component that is missing from the list.
pub(super) fn check(
    message: &Message,
    body: &[u8],
    parameters: &Parameters,
    policy: &Policy,
) -> Result<(), Error> {
    match &policy.required {
        Some(required) => check_list(parameters, required)?,
        None => check_profile(message, parameters, policy.profile)?,
    }
    let enough = policy.allow_uncovered_body || body.is_empty() || covers_body(parameters);
    if enough { Ok(()) } else { Err(uncovered("content-digest")) }
}

fn uncovered(name: &str) -> Error {
    Error::HttpSigUncovered(name.to_owned())
}

fn check_list(parameters: &Parameters, required: &[Component]) -> Result<(), Error> {
    let is_missing = |want: &&Component| !parameters.components.iter().any(|have| have.is_of(want));
    match required.iter().find(is_missing) {
        Some(missing) => Err(Error::HttpSigUncovered(missing.to_text())),
        None => Ok(()),
    }
}

fn check_profile(
    message: &Message,
    parameters: &Parameters,
    profile: Profile,
) -> Result<(), Error> {
    let has = |name: &str, req: bool| parameters.covers(name, req);
    let need = |covered: bool, name: &str| if covered { Ok(()) } else { Err(uncovered(name)) };
    match profile {
        Profile::WebBotAuth => {
            need(has("@authority", false) || has("@target-uri", false), "@authority")?;
            super::web_bot_auth::check_agent(message, parameters)
        }
        Profile::WebBotAuthDirectory => need(has("@authority", true), "\"@authority\";req"),
        Profile::TapBrowser | Profile::TapPayer => {
            let whole = has("@target-uri", false);
            need(whole || has("@authority", false), "@authority")?;
            need(whole || has("@path", false) || has("@request-target", false), "@path")
        }
        Profile::Sage => {
            need(has("@method", false), "@method")?;
            need(missing_target(parameters, false, false).is_none(), "@path")
        }
        Profile::Rfc9421 | Profile::Mcp => {
            let enough = |name: &&str| !message.headers.has(name) || has(name, false);
            let mcp = MCP_FIELDS.iter().find(|name| profile == Profile::Mcp && !enough(name));
            mcp.map_or(Ok(()), |name| Err(uncovered(name)))?;
            check_standard(message, parameters)
        }
    }
}

/// Requires method and target; of a response its status, and method and target of the request that it
/// answers.
fn check_standard(message: &Message, parameters: &Parameters) -> Result<(), Error> {
    let response = !message.is_request();
    if response && !parameters.covers("@status", false) {
        return Err(uncovered("@status"));
    }
    if response && message.request.is_none() {
        return Ok(());
    }
    if !parameters.covers("@method", response) {
        return Err(uncovered(if response { "\"@method\";req" } else { "@method" }));
    }
    match missing_target(parameters, response, true) {
        None => Ok(()),
        Some(name) if response => Err(uncovered(&format!("\"{name}\";req"))),
        Some(name) => Err(uncovered(name)),
    }
}

/// The part of the target that is not covered, if any. It can be covered whole or in parts.
fn missing_target(parameters: &Parameters, req: bool, host: bool) -> Option<&'static str> {
    let has = |name: &str| parameters.covers(name, req);
    if has("@target-uri") {
        return None;
    }
    let line = has("@request-target");
    match () {
        () if host && !has("@authority") => Some("@target-uri"),
        () if !line && !has("@path") => Some("@path"),
        () if !line && !has("@query") => Some("@query"),
        () => None,
    }
}

/// Whether the signature covers a digest of the body that this module can compute.
pub(super) fn covers_body(parameters: &Parameters) -> bool {
    parameters.components.iter().any(is_digest)
}

/// The digest of this message, whole or one that is computed.
pub(super) fn is_digest(component: &Component) -> bool {
    let known = component.key.as_deref().is_none_or(|key| matches!(key, "sha-256" | "sha-512"));
    component.name() == "content-digest" && !component.req && !component.tr && known
}

/// What the signature does not cover: derived components, fields, and `body`.
pub(super) fn list_uncovered(
    message: &Message,
    body: &[u8],
    parameters: &Parameters,
) -> Vec<String> {
    let has = |name: &str| parameters.covers(name, false);
    let whole = has("@target-uri");
    let line = whole || has("@request-target");
    let derived = match &message.start {
        Start::Response { .. } => vec![("@status", has("@status"))],
        Start::Request { .. } => vec![
            ("@method", has("@method")),
            ("@authority", whole || has("@authority")),
            ("@path", line || has("@path")),
            ("@query", line || has("@query")),
        ],
    };
    let derived = derived.into_iter().filter(|(_, covered)| !covered).map(|(name, _)| name);
    let own = |name: &&str| !matches!(*name, "signature" | "signature-input") && !has(name);
    let body = (!body.is_empty() && !covers_body(parameters)).then_some("body");
    derived
        .chain(message.headers.names().into_iter().filter(own))
        .chain(body)
        .map(str::to_owned)
        .collect()
}
