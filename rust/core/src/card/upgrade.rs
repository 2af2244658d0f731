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

use countersign_kernels::{json::Kind, order::sorted};

use super::{detect, pointer::Path};
use crate::{
    Error,
    encoding::document::{Document, LeftOut, Node},
    print::{Written, list_of},
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
    /// The card, as canonical text.
    pub card: String,
    /// The version of the old card.
    pub from: String,
    /// Every change.
    pub changes: Vec<Change>,
}

impl Upgraded {
    /// As JSON: `{ card, from, changes: [{ path, kind }] }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        Written::with_room(2 * self.card.len())
            .json("card", &self.card)
            .objects("changes", self.changes.iter(), |row, change| {
                row.text("kind", change.kind).text("path", &change.path)
            })
            .text("from", &self.from)
            .end()
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
    let mut work = Work::new(card.root());
    work.lose("signatures");
    work.lose("authentication");
    work.interfaces(if from.version == "0.x" { "0.3" } else { &from.version })?;
    work.capabilities()?;
    work.security()?;
    work.schemes()?;
    Ok(Upgraded { card: work.card()?, from: from.version, changes: work.changes })
}

struct Work<'d> {
    old: Node<'d>,
    /// Members that the new card does not have.
    left_out: Vec<&'static str>,
    /// Members that it has in addition, or that are written anew.
    added: Vec<(&'static str, String)>,
    changes: Vec<Change>,
}

impl<'d> Work<'d> {
    const fn new(old: Node<'d>) -> Self {
        Self { old, left_out: Vec::new(), added: Vec::new(), changes: Vec::new() }
    }

    fn card(&self) -> Result<String, Error> {
        let added: Vec<_> = self.added.iter().map(|(name, json)| (*name, json.as_str())).collect();
        self.old.canonical_with(&self.left_out, &sorted(added))
    }

    fn change(&mut self, path: &Path<'_>, kind: &'static str) {
        if self.changes.len() < super::MAX_PROBLEMS {
            self.changes.push(Change { path: path.to_string(), kind });
        }
    }

    fn take(&mut self, name: &'static str) -> Option<Node<'d>> {
        let value = self.old.get(name)?;
        self.left_out.push(name);
        self.change(&top(name), MOVED);
        Some(value)
    }

    fn lose(&mut self, name: &'static str) {
        if self.old.has(name) {
            self.left_out.push(name);
            self.change(&top(name), LOST);
        }
    }

    fn interfaces(&mut self, version: &str) -> Result<(), Error> {
        self.take("protocolVersion");
        let binding = self.take("preferredTransport").map(Node::canonical).transpose()?;
        let binding = binding.unwrap_or_else(|| "\"JSONRPC\"".to_owned());
        let mut list = Vec::new();
        if let Some(url) = self.take("url") {
            list.push(interface(url, &binding, version)?);
        }
        for more in self.take("additionalInterfaces").into_iter().flat_map(Node::items) {
            let Some((url, binding)) = more.get("url").zip(more.get("transport")) else { continue };
            let more = interface(url, &binding.canonical()?, version)?;
            // 0.3 repeats the main interface among the additional ones.
            if !list.contains(&more) {
                list.push(more);
            }
        }
        self.added.push(("supportedInterfaces", list_of(&list)));
        Ok(())
    }

    fn capabilities(&mut self) -> Result<(), Error> {
        let extended = self.take("supportsAuthenticatedExtendedCard").map(Node::canonical);
        let extended = extended.transpose()?.map(|extended| ("extendedAgentCard", extended));
        let added: Vec<_> = extended.iter().map(|(name, json)| (*name, json.as_str())).collect();
        let capabilities = match self.old.get("capabilities") {
            None => {
                added.iter().fold(Written::new(), |new, (name, json)| new.json(name, json)).end()
            }
            Some(old) if old.kind() == Kind::Object => {
                if old.has("stateTransitionHistory") {
                    let parent = top("capabilities");
                    self.change(&Path::Member(&parent, "stateTransitionHistory"), LOST);
                }
                old.canonical_with(&["stateTransitionHistory"], &added)?
            }
            Some(_) => return Ok(()),
        };
        self.added.push(("capabilities", capabilities));
        Ok(())
    }

    fn security(&mut self) -> Result<(), Error> {
        let mut marks = LeftOut::default();
        if let Some(security) = self.take("security") {
            self.added.push(("securityRequirements", requirements(security)?));
        }
        let skills = self.old.items_of("skills").enumerate().map(|(index, skill)| {
            let Some(security) = skill.get("security") else { return skill.canonical() };
            let skills = top("skills");
            let path = Path::Item(&skills, index);
            self.change(&Path::Member(&path, "security"), MOVED);
            marks.add(security);
            let security = requirements(security)?;
            skill.canonical_without(&marks, &[("securityRequirements", &security)])
        });
        let skills = skills.collect::<Result<Vec<_>, _>>()?;
        if !skills.is_empty() {
            self.added.push(("skills", list_of(&skills)));
        }
        Ok(())
    }

    fn schemes(&mut self) -> Result<(), Error> {
        let Some(schemes) = self.old.get("securitySchemes") else { return Ok(()) };
        if schemes.kind() != Kind::Object {
            self.lose("securitySchemes");
            return Ok(());
        }
        let parent = top("securitySchemes");
        let mut marks = LeftOut::default();
        let mut upgraded = Written::new();
        for (name, scheme) in schemes.members() {
            let name = name.as_str().unwrap_or_default();
            let path = Path::Member(&parent, name);
            match self.scheme(scheme, &path, &mut marks)? {
                Some(scheme) => {
                    self.change(&path, MOVED);
                    upgraded = upgraded.member(name, &scheme);
                }
                None => self.change(&path, LOST),
            }
        }
        self.added.push(("securitySchemes", upgraded.end()));
        Ok(())
    }

    /// One scheme under its member; nothing for a type that 1.0 does not have.
    fn scheme(
        &mut self,
        scheme: Node<'_>,
        path: &Path<'_>,
        marks: &mut LeftOut,
    ) -> Result<Option<String>, Error> {
        let mut added = None;
        let Some(kind) = scheme.get("type") else { return Ok(None) };
        marks.add(kind);
        let member = match kind.as_str().unwrap_or_default() {
            "apiKey" => {
                if let Some(location) = scheme.get("in") {
                    marks.add(location);
                    added = Some(("location", location.canonical()?));
                }
                "apiKeySecurityScheme"
            }
            "http" => "httpAuthSecurityScheme",
            "oauth2" => {
                added = self.flows(scheme, path)?.map(|flows| ("flows", flows));
                "oauth2SecurityScheme"
            }
            "openIdConnect" => "openIdConnectSecurityScheme",
            "mutualTLS" => "mtlsSecurityScheme",
            _ => return Ok(None),
        };
        let added: Vec<_> = added.iter().map(|(name, json)| (*name, json.as_str())).collect();
        let scheme = scheme.canonical_without(marks, &added)?;
        Ok(Some(Written::new().json(member, &scheme).end()))
    }

    /// A scheme of 1.0 has one flow: the safest of those in the card stays.
    fn flows(&mut self, scheme: Node<'_>, path: &Path<'_>) -> Result<Option<String>, Error> {
        let Some(flows) = scheme.get("flows") else { return Ok(None) };
        let safest = FLOWS.into_iter().find_map(|name| Some((name, flows.get(name)?)));
        let Some((safest, flow)) = safest else { return Ok(None) };
        let parent = Path::Member(path, "flows");
        for name in flows.members().filter_map(|(name, _)| name.as_str()) {
            if name != safest {
                self.change(&Path::Member(&parent, name), LOST);
            }
        }
        Ok(Some(Written::new().json(safest, &flow.canonical()?).end()))
    }
}

fn interface(url: Node<'_>, binding: &str, version: &str) -> Result<String, Error> {
    Ok(Written::new()
        .json("protocolBinding", binding)
        .text("protocolVersion", version)
        .json("url", &url.canonical()?)
        .end())
}

/// `[{ scheme: [scopes] }]` as `[{ schemes: { scheme: { list: [scopes] } } }]`.
fn requirements(security: Node<'_>) -> Result<String, Error> {
    let objects = security.items().filter(|entry| entry.kind() == Kind::Object);
    let entries = objects.map(|entry| {
        let mut schemes = Written::new();
        for (name, scopes) in entry.members() {
            let scopes = Written::new().json("list", &scopes.canonical()?).end();
            schemes = schemes.member(name.as_str().unwrap_or_default(), &scopes);
        }
        Ok(Written::new().json("schemes", &schemes.end()).end())
    });
    Ok(list_of(&entries.collect::<Result<Vec<_>, Error>>()?))
}

const fn top(name: &str) -> Path<'_> {
    Path::Member(&Path::Root, name)
}

const MOVED: &str = "moved";
const LOST: &str = "lost";

/// OAuth flows of 0.3, the safest first.
const FLOWS: [&str; 4] = ["authorizationCode", "clientCredentials", "implicit", "password"];
