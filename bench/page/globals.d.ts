// What Vite puts in when it builds the page (`build.mjs`).

/** Of the package that is timed. */
declare const __BUILD__: {
  /** Its version. */
  readonly countersign: string
  readonly commit: string
  /** SHA-256 of each engine's file. */
  readonly wasm: Readonly<Record<string, string>>
}

/** The headers that isolate a page. */
declare const __ISOLATING__: Readonly<Record<string, string>>

declare module '*?url' {
  const url: string
  export default url
}

/** What Vite puts in the place of a call. */
// biome-ignore lint/style/useConsistentTypeDefinitions: it is added to one of the platform
interface ImportMeta {
  glob<T>(pattern: string, options: object): Readonly<Record<string, T>>
}
