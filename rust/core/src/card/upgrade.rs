//! A card of A2A 0.3 or older written as one of 1.0, with a report of what changed.
//!
//! | 0.3 | 1.0 |
//! | --- | --- |
//! | `url`, `preferredTransport`, `additionalInterfaces` | `supportedInterfaces`, the main one first |
//! | `protocolVersion` | `protocolVersion` of each interface: the agent still speaks 0.3 there |
//! | `supportsAuthenticatedExtendedCard` | `capabilities.extendedAgentCard` |
//! | `security`, also of a skill | `securityRequirements` |
//! | `securitySchemes` by `type` | by member; of several OAuth flows the first of the table below stays |
//! | `capabilities.stateTransitionHistory`, `authentication`, `signatures` | lost |
//!
//! Signatures are lost because they cover the old text. Nothing is checked: the
//! result may have problems of its own, which [`super::validate()`] names.

use serde_json::{Map, Value};

use super::{detect, pointer::Path};
use crate::{
    Error,
    encoding::{document::Document, json::object},
};

/// One change, as a path in the old card.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Change {
    /// JSON Pointer into the old card.
    pub path: String,
    /// `moved` (nothing lost) or `lost`.
    pub kind: &'static str,
}

/// A card of 1.0 and how it came about.
#[derive(Clone, Debug)]
pub struct Upgraded {
    /// The card.
    pub card: Map<String, Value>,
    /// The version of the old card.
    pub from: String,
    /// Every change.
    pub changes: Vec<Change>,
}

impl Upgraded {
    /// As JSON: `{ card, from, changes: [{ path, kind }] }`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let to_json = |change: &Change| object! { "path": &change.path, "kind": change.kind };
        let changes: Value = self.changes.iter().map(to_json).collect();
        object! { "card": &self.card, "from": &self.from, "changes": changes }
    }
}

/// Writes a card of 0.3 or older as one of 1.0.
///
/// # Errors
///
/// `ERR_CARD_VERSION` for a card of another version, or of none.
pub fn upgrade(card: &Document<'_>) -> Result<Upgraded, Error> {
    let from = detect(card);
    if !from.is_legacy() {
        return Err(Error::CardVersion(from.version));
    }
    let mut work = Work { card: card.root().to_object().unwrap_or_default(), changes: Vec::new() };
    for name in ["signatures", "authentication"] {
        if work.card.remove(name).is_some() {
            work.change(&top(name), LOST);
        }
    }
    work.interfaces(if from.version == "0.x" { "0.3" } else { &from.version });
    work.capabilities();
    work.security();
    work.schemes();
    Ok(Upgraded { card: work.card, from: from.version, changes: work.changes })
}

struct Work {
    card: Map<String, Value>,
    changes: Vec<Change>,
}

impl Work {
    fn change(&mut self, path: &Path<'_>, kind: &'static str) {
        if self.changes.len() < super::MAX_PROBLEMS {
            self.changes.push(Change { path: path.to_string(), kind });
        }
    }

    fn take(&mut self, name: &'static str) -> Option<Value> {
        let value = self.card.remove(name)?;
        self.change(&top(name), MOVED);
        Some(value)
    }

    fn interfaces(&mut self, version: &str) {
        self.take("protocolVersion");
        let binding = self.take("preferredTransport").unwrap_or_else(|| "JSONRPC".into());
        let main = self.take("url").map(|url| (url, binding));
        let more = self.take("additionalInterfaces");
        let more = more.as_ref().and_then(Value::as_array).into_iter().flatten();
        let more = more.filter_map(|interface| {
            Some((interface.get("url")?.clone(), interface.get("transport")?.clone()))
        });
        let mut list: Vec<Value> = Vec::new();
        for (url, binding) in main.into_iter().chain(more) {
            let interface =
                object! { "url": url, "protocolBinding": binding, "protocolVersion": version };
            // 0.3 repeats the main interface among the additional ones.
            if !list.contains(&interface) {
                list.push(interface);
            }
        }
        self.card.insert("supportedInterfaces".to_owned(), Value::Array(list));
    }

    fn capabilities(&mut self) {
        let extended = self.take("supportsAuthenticatedExtendedCard");
        let entry = self.card.entry("capabilities").or_insert_with(|| Value::Object(Map::new()));
        let Some(capabilities) = entry.as_object_mut() else { return };
        let history = capabilities.remove("stateTransitionHistory").is_some();
        capabilities.extend(extended.map(|value| ("extendedAgentCard".to_owned(), value)));
        if history {
            let parent = top("capabilities");
            self.change(&Path::Member(&parent, "stateTransitionHistory"), LOST);
        }
    }

    fn security(&mut self) {
        if let Some(security) = self.take("security") {
            self.card.insert("securityRequirements".to_owned(), requirements(&security));
        }
        let Some(Value::Array(skills)) = self.card.get_mut("skills") else { return };
        let mut moved = Vec::new();
        for (index, skill) in skills.iter_mut().enumerate() {
            let Some(skill) = skill.as_object_mut() else { continue };
            if let Some(security) = skill.remove("security") {
                skill.insert("securityRequirements".to_owned(), requirements(&security));
                moved.push(index);
            }
        }
        for index in moved {
            let skills = top("skills");
            let skill = Path::Item(&skills, index);
            self.change(&Path::Member(&skill, "security"), MOVED);
        }
    }

    fn schemes(&mut self) {
        let Some(Value::Object(schemes)) = self.card.remove("securitySchemes") else { return };
        let parent = top("securitySchemes");
        let mut upgraded = Map::new();
        for (name, scheme) in schemes {
            let path = Path::Member(&parent, &name);
            match scheme.as_object().cloned().and_then(|scheme| self.scheme(scheme, &path)) {
                Some(scheme) => {
                    self.change(&path, MOVED);
                    upgraded.insert(name, scheme);
                }
                None => self.change(&path, LOST),
            }
        }
        self.card.insert("securitySchemes".to_owned(), Value::Object(upgraded));
    }

    /// One scheme under its member; nothing for a type that 1.0 does not have.
    fn scheme(&mut self, mut scheme: Map<String, Value>, path: &Path<'_>) -> Option<Value> {
        let kind = scheme.remove("type")?;
        let member = match kind.as_str()? {
            "apiKey" => {
                let location = scheme.remove("in");
                scheme.extend(location.map(|location| ("location".to_owned(), location)));
                "apiKeySecurityScheme"
            }
            "http" => "httpAuthSecurityScheme",
            "oauth2" => {
                self.flows(&mut scheme, path);
                "oauth2SecurityScheme"
            }
            "openIdConnect" => "openIdConnectSecurityScheme",
            "mutualTLS" => "mtlsSecurityScheme",
            _ => return None,
        };
        Some(Value::Object(Map::from_iter([(member.to_owned(), scheme.into())])))
    }

    /// A scheme of 1.0 has one flow: the safest of those in the card stays.
    fn flows(&mut self, scheme: &mut Map<String, Value>, path: &Path<'_>) {
        let Some(Value::Object(flows)) = scheme.get_mut("flows") else { return };
        let Some(safest) = FLOWS.into_iter().find(|name| flows.contains_key(*name)) else { return };
        let parent = Path::Member(path, "flows");
        let lost: Vec<_> = flows.keys().filter(|name| *name != safest).cloned().collect();
        flows.retain(|name, _| name == safest);
        lost.iter().for_each(|name| self.change(&Path::Member(&parent, name), LOST));
    }
}

/// `[{ scheme: [scopes] }]` as `[{ schemes: { scheme: { list: [scopes] } } }]`.
fn requirements(security: &Value) -> Value {
    let entries = security.as_array().into_iter().flatten().filter_map(Value::as_object);
    let entry = |entry: &Map<String, Value>| {
        let mut schemes = Map::new();
        for (name, scopes) in entry {
            schemes.insert(name.clone(), object! { "list": scopes });
        }
        object! { "schemes": schemes }
    };
    entries.map(entry).collect()
}

const fn top(name: &str) -> Path<'_> {
    Path::Member(&Path::Root, name)
}

const MOVED: &str = "moved";
const LOST: &str = "lost";

/// OAuth flows of 0.3, the safest first.
const FLOWS: [&str; 4] = ["authorizationCode", "clientCredentials", "implicit", "password"];
