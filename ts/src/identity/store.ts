/**
 * What a store is.
 *
 * @module
 */

/** Keeps texts by name. */
export type Store = {
  /** The text of a name, or `undefined`. */
  get(name: string): Promise<string | undefined>
  /** Stores a text, in the place of an older one. */
  set(name: string, text: string): Promise<void>
  /** Deletes a name. Tells whether it was there. */
  delete(name: string): Promise<boolean>
  /** All names, sorted. */
  list(): Promise<string[]>
}
