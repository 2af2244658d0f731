//! Profiles: what an application of RFC 9421 asks for, and what it puts into a signature.
//!
//! | Profile | Tag | Covers at least | Parameters |
//! | --- | --- | --- | --- |
//! | `rfc9421` | any | method, target, body; of a response: status, body, and the request | `created` |
//! | `sage` | none | method, path, query, body | in its order; `created` |
//! | `web-bot-auth` | `web-bot-auth` | authority; `signature-agent` if there is one | `created expires keyid` (a thumbprint), 24 hours |
//! | `web-bot-auth-directory` | `http-message-signatures-directory` | authority of the request | the same |
//! | `tap-browser`, `tap-payer` | `agent-browser-auth`, `agent-payer-auth` | authority, path | `created expires keyid alg nonce`, 8 minutes |
//! | `mcp` | any | as `rfc9421`; `mcp-protocol-version`, `mcp-session-id` if they are sent | `created keyid` |
//!
//! Each limits how old a signature may be, and for how long it may hold ([`super::Policy`]).

use core::str::FromStr;

use super::{Component, Found, Message, Parameters, web_bot_auth};
use crate::{Error, keys::PublicKey, trust::policy};

/// The type of profiles, from a row for each: its variant, its name, and the tag of its signatures.
macro_rules! profiles {
    ($($(#[$doc:meta])+ $variant:ident, $name:literal, $tag:expr;)+) => {
        /// An application of HTTP signatures.
        #[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
        pub enum Profile {
            $($(#[$doc])+ $variant,)+
        }

        impl Profile {
            /// Every profile.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in options.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The tag that its signatures have.
            #[must_use]
            pub const fn tag(self) -> Option<&'static str> {
                match self { $(Self::$variant => $tag,)+ }
            }
        }
    };
}

profiles! {
    /// The standard itself.
    #[default]
    Rfc9421, "rfc9421", None;
    /// SAGE's signatures of requests.
    Sage, "sage", None;
    /// Requests of automated clients (draft-meunier-web-bot-auth-architecture).
    WebBotAuth, "web-bot-auth", Some("web-bot-auth");
    /// The answer with the keys of such a client (draft-meunier-http-message-signatures-directory).
    WebBotAuthDirectory, "web-bot-auth-directory", Some("http-message-signatures-directory");
    /// Trusted Agent Protocol: an agent that browses.
    TapBrowser, "tap-browser", Some("agent-browser-auth");
    /// Trusted Agent Protocol: an agent that pays.
    TapPayer, "tap-payer", Some("agent-payer-auth");
    /// Clients of the Model Context Protocol (SEP-2752).
    Mcp, "mcp", None;
}

impl FromStr for Profile {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let named = Self::ALL.iter().copied().find(|profile| profile.as_str() == name);
        named.ok_or_else(|| policy::malformed("profile", "the name of a profile"))
    }
}

/// Fields that an MCP client covers where it sends them.
pub(super) const MCP_FIELDS: [&str; 2] = ["mcp-protocol-version", "mcp-session-id"];

impl Profile {
    /// Whether `alg` is written.
    pub(super) const fn writes_algorithm(self) -> bool {
        self.tag().is_some()
    }

    /// Whether others must be able to check the key, so that it is no shared secret.
    pub(super) const fn is_public(self) -> bool {
        !matches!(self, Self::Rfc9421)
    }

    /// Whether `keyid` is the thumbprint of the key.
    pub(super) const fn names_by_thumbprint(self) -> bool {
        matches!(self, Self::WebBotAuth | Self::WebBotAuthDirectory)
    }

    /// What is covered of any request, where the signer does not say.
    const fn request_components(self) -> &'static [&'static str] {
        match self {
            Self::Rfc9421 | Self::Mcp => &["@method", "@target-uri"],
            Self::Sage => &["@method", "@path", "@query"],
            Self::WebBotAuth | Self::WebBotAuthDirectory => &["@authority"],
            Self::TapBrowser | Self::TapPayer => &["@authority", "@path"],
        }
    }

    const fn covers_body(self) -> bool {
        !matches!(self, Self::WebBotAuth | Self::TapBrowser | Self::TapPayer)
    }

    /// The field `Accept-Signature` (RFC 9421, section 5.1) for a request that came without a good signature: what
    /// one must cover, the components of the profile or those that are `required`, and which parameters it must have.
    ///
    /// # Errors
    ///
    /// As [`Component::parse`].
    pub fn accept_signature(
        self,
        required: Option<&[&str]>,
        has_body: bool,
    ) -> Result<String, Error> {
        let names = required.unwrap_or_else(|| self.request_components()).iter().copied();
        let digest = (has_body && self.covers_body()).then_some("content-digest");
        let mut components: Vec<Component> = Vec::new();
        for name in names.chain(digest) {
            let component = Component::parse(name)?;
            if !components.iter().any(|known| known.is_same(&component)) {
                components.push(component);
            }
        }
        let list = components.iter().map(Component::to_text).collect::<Vec<_>>().join(" ");
        let tag = self.tag().map(|tag| format!(";tag=\"{tag}\"")).unwrap_or_default();
        Ok(format!("sig1=({list});created;expires;nonce;keyid{tag}"))
    }

    /// What is covered where the signer does not say.
    ///
    /// # Errors
    ///
    /// As [`Component::parse`].
    pub(super) fn components(
        self,
        message: &Message,
        body: &[u8],
        label: &str,
    ) -> Result<Vec<Component>, Error> {
        let mut names: Vec<String> = match self {
            Self::Rfc9421 | Self::Mcp if !message.is_request() => of_response(message)?,
            Self::WebBotAuthDirectory => vec!["\"@authority\";req".to_owned()],
            _ => self.request_components().iter().map(|name| (*name).to_owned()).collect(),
        };
        if self.covers_body() && (!body.is_empty() || message.digest_field().is_some()) {
            names.push("content-digest".to_owned());
        }
        if self == Self::Mcp {
            let sent = |name: &&str| message.headers.has(name);
            names.extend(MCP_FIELDS.into_iter().filter(sent).map(str::to_owned));
        }
        if self == Self::WebBotAuth {
            names.extend(web_bot_auth::agent_components(message, label)?);
        }
        names.iter().map(|name| Component::parse(name)).collect()
    }

    /// Checks the form that the parameters need for the base to be the one that was signed.
    pub(super) fn check_form(self, parameters: &Parameters) -> Result<(), Error> {
        if self == Self::Sage { super::sage::check_form(parameters) } else { Ok(()) }
    }

    /// Whether `keyid` may mean the key, as far as the profile says.
    pub(super) fn may_mean(self, parameters: &Parameters, key: &PublicKey) -> bool {
        !self.names_by_thumbprint() || web_bot_auth::is_named(parameters, key)
    }

    /// Refuses keys that the profile does not allow.
    pub(super) fn check_key(self, key: &PublicKey) -> Result<(), Error> {
        if self.names_by_thumbprint() { web_bot_auth::check_key(key) } else { Ok(()) }
    }
}

/// The status, and what binds the response to its request, with the signatures of that request.
fn of_response(message: &Message) -> Result<Vec<String>, Error> {
    let mut names = vec!["@status".to_owned()];
    let Some(request) = &message.request else { return Ok(names) };
    names.extend(["\"@method\";req", "\"@target-uri\";req"].map(str::to_owned));
    if request.digest_field().is_some() {
        names.push("\"content-digest\";req".to_owned());
    }
    match super::signatures::find(request) {
        Err(error) if error == Error::HttpSigMissing => {}
        found => {
            let name = |found: Found| format!("\"signature\";req;key=\"{}\"", found.label);
            names.extend(found?.into_iter().map(name));
        }
    }
    Ok(names)
}
