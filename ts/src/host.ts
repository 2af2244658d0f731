/**
 * Types of the host, as its own declarations have them. Where a compiler knows none (no DOM, no Node), as much of each
 * as this package uses: so the package's types stand without any library but that of the language.
 *
 * @module
 */

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: it merges with that of `esnext.disposable` and of Node
  interface SymbolConstructor {
    readonly dispose: unique symbol
  }
}

/** What the host's class `Name` makes. */
type Made<Name extends string, Otherwise> = typeof globalThis extends {
  readonly [Key in Name]: { readonly prototype: infer Type }
}
  ? Type
  : Otherwise

type Headers = {
  get(name: string): string | null
  forEach(use: (value: string, name: string) => void): void
}

type Body = {
  readonly headers: Headers
  readonly bodyUsed: boolean
  arrayBuffer(): Promise<ArrayBuffer>
  text(): Promise<string>
}

/** `Request`. */
export type HostRequest = Made<
  'Request',
  Body & { readonly method: string; readonly url: string; clone(): HostRequest }
>

/** `Response`. */
export type HostResponse = Made<
  'Response',
  Body & { readonly status: number; readonly url: string; clone(): HostResponse }
>

/** `fetch`. */
export type HostFetch = typeof globalThis extends { readonly fetch: infer Type }
  ? Type
  : (input: string | HostUrl | HostRequest, init?: object) => Promise<HostResponse>

/** `URL`. */
export type HostUrl = Made<'URL', { readonly href: string; readonly protocol: string }>

/** `AbortSignal`. */
export type HostSignal = Made<
  'AbortSignal',
  {
    readonly aborted: boolean
    readonly reason: unknown
    addEventListener(type: 'abort', listener: () => void): void
    removeEventListener(type: 'abort', listener: () => void): void
  }
>

/** `Buffer` of Node. */
export type HostBuffer = Made<'Buffer', Uint8Array>

/** `CryptoKeyPair`, which is no class. */
export type HostKeyPair = {
  readonly privateKey: Made<'CryptoKey', object>
  readonly publicKey: Made<'CryptoKey', object>
}

/** `CredentialsContainer`: what passkeys need of it. */
export type HostCredentials = Pick<
  Made<
    'CredentialsContainer',
    {
      create(options?: object): Promise<unknown>
      get(options?: object): Promise<unknown>
    }
  >,
  'create' | 'get'
>

/** `WebAssembly.Module`. */
export type WasmModule = typeof globalThis extends {
  readonly WebAssembly: { readonly Module: { readonly prototype: infer Type } }
}
  ? Type
  : object
