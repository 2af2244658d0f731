/**
 * The A2A 1.0 Agent Card as types: the messages of `a2a.proto` in their JSON form.
 *
 * @module
 */

/** What an agent says about itself (A2A 1.0.1, section 4.4.1). */
export type AgentCard = {
  readonly name: string
  readonly description: string
  /** In order of preference. */
  readonly supportedInterfaces: readonly AgentInterface[]
  readonly provider?: AgentProvider
  /** Version of the agent, not of the protocol. */
  readonly version: string
  readonly documentationUrl?: string
  readonly capabilities: AgentCapabilities
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  /** Alternatives: one of them must be met. */
  readonly securityRequirements?: readonly SecurityRequirement[]
  /** Media types. */
  readonly defaultInputModes: readonly string[]
  /** Media types. */
  readonly defaultOutputModes: readonly string[]
  readonly skills: readonly AgentSkill[]
  readonly signatures?: readonly AgentCardSignature[]
  readonly iconUrl?: string
}

/** Where and how the agent is reached. */
export type AgentInterface = {
  readonly url: string
  /** `JSONRPC`, `GRPC`, `HTTP+JSON`, or another. */
  readonly protocolBinding: string
  readonly tenant?: string
  /** `1.0`, `0.3`. */
  readonly protocolVersion: string
}

/** Who offers the agent. */
export type AgentProvider = { readonly url: string; readonly organization: string }

/** What the agent can do beyond answering. */
export type AgentCapabilities = {
  readonly streaming?: boolean
  readonly pushNotifications?: boolean
  readonly extensions?: readonly AgentExtension[]
  /** A fuller card is served to authenticated callers. */
  readonly extendedAgentCard?: boolean
}

/** A protocol extension. */
export type AgentExtension = {
  readonly uri?: string
  readonly description?: string
  readonly required?: boolean
  readonly params?: Readonly<Record<string, unknown>>
}

/** One thing that the agent does. */
export type AgentSkill = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly examples?: readonly string[]
  readonly inputModes?: readonly string[]
  readonly outputModes?: readonly string[]
  readonly securityRequirements?: readonly SecurityRequirement[]
}

/** One signature: a flattened JWS without its payload (RFC 7515, appendix F). */
export type AgentCardSignature = {
  /** The protected header, base64url. */
  readonly protected: string
  /** base64url. */
  readonly signature: string
  /** Not covered by the signature, and never trusted. */
  readonly header?: Readonly<Record<string, unknown>>
}

/** Schemes that must all be met, with their scopes. */
export type SecurityRequirement = {
  readonly schemes?: Readonly<Record<string, { readonly list?: readonly string[] }>>
}

/** How a caller authenticates; exactly one member. */
export type SecurityScheme =
  | { readonly apiKeySecurityScheme: ApiKeySecurityScheme }
  | { readonly httpAuthSecurityScheme: HttpAuthSecurityScheme }
  | { readonly oauth2SecurityScheme: OAuth2SecurityScheme }
  | { readonly openIdConnectSecurityScheme: OpenIdConnectSecurityScheme }
  | { readonly mtlsSecurityScheme: MutualTlsSecurityScheme }

/** A key in a header, a query or a cookie. */
export type ApiKeySecurityScheme = {
  readonly description?: string
  readonly location: string
  readonly name: string
}

/** HTTP authentication (RFC 9110). */
export type HttpAuthSecurityScheme = {
  readonly description?: string
  readonly scheme: string
  readonly bearerFormat?: string
}

/** OAuth 2.0. */
export type OAuth2SecurityScheme = {
  readonly description?: string
  readonly flows: OAuthFlows
  readonly oauth2MetadataUrl?: string
}

/** OpenID Connect discovery. */
export type OpenIdConnectSecurityScheme = {
  readonly description?: string
  readonly openIdConnectUrl: string
}

/** Mutual TLS. */
export type MutualTlsSecurityScheme = { readonly description?: string }

/** An OAuth flow; exactly one member. */
export type OAuthFlows =
  | { readonly authorizationCode: AuthorizationCodeOAuthFlow }
  | { readonly clientCredentials: ClientCredentialsOAuthFlow }
  | { readonly deviceCode: DeviceCodeOAuthFlow }
  | { readonly implicit: ImplicitOAuthFlow }
  | { readonly password: PasswordOAuthFlow }

/** Scopes and what they allow. */
export type OAuthScopes = Readonly<Record<string, string>>

/** The authorization code flow. */
export type AuthorizationCodeOAuthFlow = {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly refreshUrl?: string
  readonly scopes: OAuthScopes
  readonly pkceRequired?: boolean
}

/** The client credentials flow. */
export type ClientCredentialsOAuthFlow = {
  readonly tokenUrl: string
  readonly refreshUrl?: string
  readonly scopes: OAuthScopes
}

/** The device code flow (RFC 8628). */
export type DeviceCodeOAuthFlow = {
  readonly deviceAuthorizationUrl: string
  readonly tokenUrl: string
  readonly refreshUrl?: string
  readonly scopes: OAuthScopes
}

/** @deprecated Use the authorization code flow with PKCE. */
export type ImplicitOAuthFlow = {
  readonly authorizationUrl?: string
  readonly refreshUrl?: string
  readonly scopes?: OAuthScopes
}

/** @deprecated Use the authorization code flow with PKCE, or the device code flow. */
export type PasswordOAuthFlow = {
  readonly tokenUrl?: string
  readonly refreshUrl?: string
  readonly scopes?: OAuthScopes
}
