/**
 * Decodes the inlined engines.
 *
 * @internal
 * @module
 */

/** Bytes of standard base64. The text is our own build output, so nothing is checked. */
export function decode(text: string): Uint8Array {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}
