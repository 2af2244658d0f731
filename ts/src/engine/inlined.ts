/**
 * Reads the inlined engine: gzip in base64, in rows, so that no tool prints all of it with an error.
 *
 * @internal
 * @module
 */

/** What browsers have since 2025, and the compiler does not know. */
type Decoder = { fromBase64?(text: string): Uint8Array<ArrayBuffer> }

/** Bytes of standard base64. The text is our own build output, so nothing is checked. */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const host = Uint8Array as Decoder
  if (host.fromBase64) return host.fromBase64(text)
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}

/** What `bytes` of gzip hold. */
export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
