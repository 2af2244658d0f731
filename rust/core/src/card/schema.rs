//! The A2A 1.0 Agent Card as one table (A2A 1.0.1 section 4.4, `a2a.proto`).
//!
//! Each row is a field: its JSON name, its name in the proto, what it holds,
//! and whether it is REQUIRED, of tracked presence, or plain. Everything else
//! in [`super`] (validation, readings, unknown fields) asks this table.
//!
//! A member of a `oneof` has presence in protobuf, so it is `Optional` here:
//! `{"mtlsSecurityScheme": {}}` says something, and no reading by rule 1 drops it.

use Kind::{Bool, Free, List, Map, One, Text, TextList, TextMap};
use Presence::{Optional, Plain, Required};

/// A message of the proto.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Message {
    AgentCard,
    Interface,
    Provider,
    Capabilities,
    Extension,
    Skill,
    Signature,
    Requirement,
    Scopes,
    Scheme,
    ApiKey,
    HttpAuth,
    OAuth2,
    OpenId,
    MutualTls,
    Flows,
    AuthorizationCode,
    ClientCredentials,
    Implicit,
    Password,
    DeviceCode,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// A string.
    Text,
    /// A boolean.
    Bool,
    /// Any JSON object (`google.protobuf.Struct`): data, never looked into.
    Free,
    /// One message.
    One(Message),
    /// Strings.
    TextList,
    /// Messages.
    List(Message),
    /// Names to strings.
    TextMap,
    /// Names to messages.
    Map(Message),
}

/// How absence counts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Presence {
    /// `field_behavior = REQUIRED`.
    Required,
    /// The `optional` keyword, or a member of a `oneof`.
    Optional,
    /// Neither: absent and default mean the same.
    Plain,
}

/// One row of the table.
#[derive(Debug)]
pub(super) struct Field {
    /// Name in JSON.
    pub(super) json: &'static str,
    /// Name in the proto, which a ProtoJSON reader also takes.
    pub(super) proto: &'static str,
    /// What it holds.
    pub(super) kind: Kind,
    /// How absence counts.
    pub(super) presence: Presence,
    /// Whether it holds a URL, as its name says.
    pub(super) is_url: bool,
}

impl Message {
    /// The field that `name` spells, under either of its names.
    pub(super) fn field(self, name: &str) -> Option<&'static Field> {
        self.fields().get(self.place(name)?)
    }

    /// Where that field is in the table.
    pub(super) fn place(self, name: &str) -> Option<usize> {
        self.fields().iter().position(|field| field.json == name || field.proto == name)
    }

    /// Tells whether exactly one member must be set.
    pub(super) fn one_of(self) -> bool {
        matches!(self, Self::Scheme | Self::Flows)
    }

    /// The fields of the message.
    pub(super) const fn fields(self) -> &'static [Field] {
        match self {
            Self::AgentCard => AGENT_CARD,
            Self::Interface => INTERFACE,
            Self::Provider => PROVIDER,
            Self::Capabilities => CAPABILITIES,
            Self::Extension => EXTENSION,
            Self::Skill => SKILL,
            Self::Signature => SIGNATURE,
            Self::Requirement => REQUIREMENT,
            Self::Scopes => SCOPES,
            Self::Scheme => SCHEME,
            Self::ApiKey => API_KEY,
            Self::HttpAuth => HTTP_AUTH,
            Self::OAuth2 => OAUTH2,
            Self::OpenId => OPEN_ID,
            Self::MutualTls => MUTUAL_TLS,
            Self::Flows => FLOWS,
            Self::AuthorizationCode => AUTHORIZATION_CODE,
            Self::ClientCredentials => CLIENT_CREDENTIALS,
            Self::Implicit => IMPLICIT,
            Self::Password => PASSWORD,
            Self::DeviceCode => DEVICE_CODE,
        }
    }
}

const fn f(json: &'static str, proto: &'static str, kind: Kind, presence: Presence) -> Field {
    let is_url = matches!(json.as_bytes(), [.., b'u' | b'U', b'r', b'l']);
    Field { json, proto, kind, presence, is_url }
}

const AGENT_CARD: &[Field] = &[
    f("name", "name", Text, Required),
    f("description", "description", Text, Required),
    f("supportedInterfaces", "supported_interfaces", List(Message::Interface), Required),
    f("provider", "provider", One(Message::Provider), Plain),
    f("version", "version", Text, Required),
    f("documentationUrl", "documentation_url", Text, Optional),
    f("capabilities", "capabilities", One(Message::Capabilities), Required),
    f("securitySchemes", "security_schemes", Map(Message::Scheme), Plain),
    f("securityRequirements", "security_requirements", List(Message::Requirement), Plain),
    f("defaultInputModes", "default_input_modes", TextList, Required),
    f("defaultOutputModes", "default_output_modes", TextList, Required),
    f("skills", "skills", List(Message::Skill), Required),
    f("signatures", "signatures", List(Message::Signature), Plain),
    f("iconUrl", "icon_url", Text, Optional),
];

const INTERFACE: &[Field] = &[
    f("url", "url", Text, Required),
    f("protocolBinding", "protocol_binding", Text, Required),
    f("tenant", "tenant", Text, Plain),
    f("protocolVersion", "protocol_version", Text, Required),
];

const PROVIDER: &[Field] =
    &[f("url", "url", Text, Required), f("organization", "organization", Text, Required)];

const CAPABILITIES: &[Field] = &[
    f("streaming", "streaming", Bool, Optional),
    f("pushNotifications", "push_notifications", Bool, Optional),
    f("extensions", "extensions", List(Message::Extension), Plain),
    f("extendedAgentCard", "extended_agent_card", Bool, Optional),
];

const EXTENSION: &[Field] = &[
    f("uri", "uri", Text, Plain),
    f("description", "description", Text, Plain),
    f("required", "required", Bool, Plain),
    f("params", "params", Free, Plain),
];

const SKILL: &[Field] = &[
    f("id", "id", Text, Required),
    f("name", "name", Text, Required),
    f("description", "description", Text, Required),
    f("tags", "tags", TextList, Required),
    f("examples", "examples", TextList, Plain),
    f("inputModes", "input_modes", TextList, Plain),
    f("outputModes", "output_modes", TextList, Plain),
    f("securityRequirements", "security_requirements", List(Message::Requirement), Plain),
];

const SIGNATURE: &[Field] = &[
    f("protected", "protected", Text, Required),
    f("signature", "signature", Text, Required),
    f("header", "header", Free, Plain),
];

const REQUIREMENT: &[Field] = &[f("schemes", "schemes", Map(Message::Scopes), Plain)];

const SCOPES: &[Field] = &[f("list", "list", TextList, Plain)];

const SCHEME: &[Field] = &[
    f("apiKeySecurityScheme", "api_key_security_scheme", One(Message::ApiKey), Optional),
    f("httpAuthSecurityScheme", "http_auth_security_scheme", One(Message::HttpAuth), Optional),
    f("oauth2SecurityScheme", "oauth2_security_scheme", One(Message::OAuth2), Optional),
    f(
        "openIdConnectSecurityScheme",
        "open_id_connect_security_scheme",
        One(Message::OpenId),
        Optional,
    ),
    f("mtlsSecurityScheme", "mtls_security_scheme", One(Message::MutualTls), Optional),
];

const API_KEY: &[Field] = &[
    f("description", "description", Text, Plain),
    f("location", "location", Text, Required),
    f("name", "name", Text, Required),
];

const HTTP_AUTH: &[Field] = &[
    f("description", "description", Text, Plain),
    f("scheme", "scheme", Text, Required),
    f("bearerFormat", "bearer_format", Text, Plain),
];

const OAUTH2: &[Field] = &[
    f("description", "description", Text, Plain),
    f("flows", "flows", One(Message::Flows), Required),
    f("oauth2MetadataUrl", "oauth2_metadata_url", Text, Plain),
];

const OPEN_ID: &[Field] = &[
    f("description", "description", Text, Plain),
    f("openIdConnectUrl", "open_id_connect_url", Text, Required),
];

const MUTUAL_TLS: &[Field] = &[f("description", "description", Text, Plain)];

const FLOWS: &[Field] = &[
    f("authorizationCode", "authorization_code", One(Message::AuthorizationCode), Optional),
    f("clientCredentials", "client_credentials", One(Message::ClientCredentials), Optional),
    f("implicit", "implicit", One(Message::Implicit), Optional),
    f("password", "password", One(Message::Password), Optional),
    f("deviceCode", "device_code", One(Message::DeviceCode), Optional),
];

const AUTHORIZATION_CODE: &[Field] = &[
    f("authorizationUrl", "authorization_url", Text, Required),
    f("tokenUrl", "token_url", Text, Required),
    f("refreshUrl", "refresh_url", Text, Plain),
    f("scopes", "scopes", TextMap, Required),
    f("pkceRequired", "pkce_required", Bool, Plain),
];

const CLIENT_CREDENTIALS: &[Field] = &[
    f("tokenUrl", "token_url", Text, Required),
    f("refreshUrl", "refresh_url", Text, Plain),
    f("scopes", "scopes", TextMap, Required),
];

const IMPLICIT: &[Field] = &[
    f("authorizationUrl", "authorization_url", Text, Plain),
    f("refreshUrl", "refresh_url", Text, Plain),
    f("scopes", "scopes", TextMap, Plain),
];

const PASSWORD: &[Field] = &[
    f("tokenUrl", "token_url", Text, Plain),
    f("refreshUrl", "refresh_url", Text, Plain),
    f("scopes", "scopes", TextMap, Plain),
];

const DEVICE_CODE: &[Field] = &[
    f("deviceAuthorizationUrl", "device_authorization_url", Text, Required),
    f("tokenUrl", "token_url", Text, Required),
    f("refreshUrl", "refresh_url", Text, Plain),
    f("scopes", "scopes", TextMap, Required),
];
