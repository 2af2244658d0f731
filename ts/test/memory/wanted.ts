/**
 * Looks for secrets in memory, in every form that this package could have left them in.
 *
 * What is looked for is kept under a mask, so that a process which looks through all of its own memory
 * does not find what it looks for. A window of eight bytes is enough to be found: half a key is a secret too.
 */

/** A secret as it crosses to another process: its name, and its bytes under the mask. */
export type Masked = { readonly name: string; readonly masked: number[] }

/** Where a part of a secret was found. */
export type Found = { readonly name: string; readonly form: string; readonly address: number }

type Part = { readonly name: string; readonly form: string; readonly masked: Uint8Array }

const window = 8
/** Coefficients of ML-DSA are small: of many in a row, none is there by chance. */
const wide = 128

export class Wanted {
  readonly #mask: Uint8Array
  /** Parts by their first two bytes, and whether there is one. */
  readonly #byStart = new Map<number, Part[]>()
  readonly #starts = new Uint8Array(1 << 16)
  readonly #names: string[] = []

  constructor(mask: Uint8Array) {
    this.#mask = mask
  }

  /** What is looked for. */
  get names(): readonly string[] {
    return this.#names
  }

  /** Looks for a secret from now on. With `text` also for its base64 and hex. */
  add({ name, masked }: Masked, text: boolean): void {
    this.#names.push(name)
    const plain = (index: number) =>
      ((masked[index] as number) ^ (this.#mask[index] as number)) & 255
    const bytes = masked.map((_, index) => () => plain(index))
    for (const [form, parts] of formsOf(bytes)) this.#addForm(name, form, parts, window)
    if (text) for (const [form, parts] of textsOf(bytes)) this.#addForm(name, form, parts, window)
    if (name.endsWith('s1')) this.#addForm(name, 'coefficients', coefficients(bytes), wide)
  }

  #addForm(name: string, form: string, bytes: readonly Byte[], size: number): void {
    for (let start = 0; start + size <= bytes.length; start += size) {
      const part = bytes.slice(start, start + size)
      const masked = Uint8Array.from(part, (byte, index) => byte() ^ (this.#mask[index] as number))
      const head = part[0]?.() as number
      const first = head | ((part[1]?.() as number) << 8)
      // What could as well be empty memory is no secret.
      if (first === 0 && size === window) continue
      this.#starts[first] = 1
      this.#byStart.set(first, [...(this.#byStart.get(first) ?? []), { name, form, masked }])
    }
  }

  /** All that is found in `memory`, which starts at `base`. */
  find(memory: Uint8Array, base: number = 0): Found[] {
    const found: Found[] = []
    const [last, starts] = [memory.length - window, this.#starts]
    for (let index = 0; index <= last; index += 1) {
      const first = (memory[index] as number) | ((memory[index + 1] as number) << 8)
      if (starts[first] === 0) continue
      for (const { name, form, masked } of this.#byStart.get(first) as Part[])
        if (this.#isAt(memory, index, masked)) found.push({ name, form, address: base + index })
    }
    return found
  }

  #isAt(memory: Uint8Array, offset: number, masked: Uint8Array): boolean {
    for (let i = masked.length - 1; i >= 0; i -= 1)
      if (((memory[offset + i] as number) ^ (this.#mask[i] as number)) !== masked[i]) return false
    return true
  }
}

/** A byte that is computed when it is needed, and stays nowhere. */
type Byte = () => number

/** As bytes, as little-endian limbs, as words of SHA-2, and as the padded key of HMAC. */
function formsOf(bytes: readonly Byte[]): [string, readonly Byte[]][] {
  const words = bytes
    .map((_, index) => bytes[index ^ 3] as Byte)
    .filter((byte) => byte !== undefined)
  const with_ = (all: readonly Byte[], pad: number) => all.map((byte) => () => byte() ^ pad)
  return [
    ['bytes', bytes],
    ['reversed', [...bytes].reverse()],
    ['words', words],
    ['inner pad', with_(bytes, 0x36)],
    ['outer pad', with_(bytes, 0x5c)],
    ['words, inner pad', with_(words, 0x36)],
    ['words, outer pad', with_(words, 0x5c)],
  ]
}

/** As hex and base64 of either alphabet, wherever its three bytes begin. */
function textsOf(bytes: readonly Byte[]): [string, readonly Byte[]][] {
  const hex = bytes.flatMap((byte) => [
    () => digit('0123456789abcdef', byte() >> 4),
    () => digit('0123456789abcdef', byte() & 15),
  ])
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const alphabets = [`${letters}+/`, `${letters}-_`]
  const texts = alphabets.flatMap((alphabet, kind) =>
    [0, 1, 2].map((skip): [string, readonly Byte[]] => [
      kind === 0 ? 'base64' : 'base64url',
      base64(bytes.slice(skip), alphabet),
    ]),
  )
  return [['hex', hex], ...texts]
}

function base64(bytes: readonly Byte[], alphabet: string): Byte[] {
  const out: Byte[] = []
  for (let index = 0; index + 3 <= bytes.length; index += 3) {
    const number = () =>
      [0, 1, 2].reduce((sum, next) => (sum << 8) | (bytes[index + next]?.() as number), 0)
    for (const shift of [18, 12, 6, 0]) out.push(() => digit(alphabet, (number() >> shift) & 63))
  }
  return out
}

function digit(alphabet: string, value: number): number {
  return alphabet.charCodeAt(value)
}

/** The coefficients of an `s1` of ML-DSA-44 or -87, three bits each, as words of 32 bits (FIPS 204, 7.1). */
function coefficients(bytes: readonly Byte[]): Byte[] {
  const bit = (position: number) => ((bytes[position >> 3]?.() as number) >> (position & 7)) & 1
  return Array.from({ length: (bytes.length * 8) / 3 }, (_, index) => index).flatMap((index) => {
    const value = () => 2 - (bit(3 * index) | (bit(3 * index + 1) << 1) | (bit(3 * index + 2) << 2))
    return [0, 8, 16, 24].map((shift) => () => (value() >> shift) & 255)
  })
}
