/**
 * The memory of an engine, as far as the boundary uses it: what waits for a call or came out of one.
 *
 * Arguments and results stand in places of eight bytes. `rust/bindings/src/host_wasm.rs` says what is in each.
 *
 * @internal
 * @module
 */

import { decode, encode, writeAscii } from './text.js'

/** What every engine exports beside its entries. */
export type Boundary = {
  readonly memory: WebAssembly.Memory
  boundaryArea(): number
  boundaryTake(length: number): number
  boundaryRelease(start: number, capacity: number): void
}

/** More places than any entry has arguments. */
const PLACES = 16

/**
 * Reads and writes the memory. Nothing here frees what was taken for a call that then does not come: who throws in
 * between has lost the engine (`call` in `slot.ts`).
 */
export class Memory {
  readonly #boundary: Boundary
  // Empty, as they are again when the memory has grown.
  #bytes = new Uint8Array()
  #words = new Uint32Array()
  #numbers = new Float64Array()

  constructor(boundary: Boundary) {
    this.#boundary = boundary
  }

  /** All bytes, as long as nothing is taken. */
  get bytes(): Uint8Array {
    if (this.#bytes.length === 0) this.#renew()
    return this.#bytes
  }

  get #places(): Uint32Array {
    if (this.#words.length === 0) this.#renew()
    return this.#words
  }

  #renew(): void {
    const { buffer } = this.#boundary.memory
    const area = this.#boundary.boundaryArea()
    this.#bytes = new Uint8Array(buffer)
    this.#words = new Uint32Array(buffer, area, 2 * PLACES)
    this.#numbers = new Float64Array(buffer, area, PLACES)
  }

  putNumber(place: number, number: number): void {
    if (this.#numbers.length === 0) this.#renew()
    this.#numbers[place] = number
  }

  /** Puts a whole number below 2^32; true is 1. */
  putWord(place: number, number: number | boolean): void {
    this.#places[2 * place] = number as number
  }

  putBytes(place: number, bytes: Uint8Array): void {
    const { length } = bytes
    const start = this.#take(length)
    if (length > 0) this.bytes.set(bytes, start)
    this.#putSpan(place, start, length)
  }

  putText(place: number, text: string): void {
    const { length } = text
    const start = this.#take(length)
    if (writeAscii(text, this.bytes, start)) this.#putSpan(place, start, length)
    else this.#putEncoded(place, text, start)
  }

  /** Puts text that has more bytes than units, and leaves the room from `start`, which is too small for it. */
  #putEncoded(place: number, text: string, start: number): void {
    this.#boundary.boundaryRelease(start, text.length)
    const encoded = encode(text)
    this.putBytes(place, encoded)
    encoded.fill(0)
  }

  #putSpan(place: number, start: number, length: number): void {
    const places = this.#places
    places[2 * place] = start
    places[2 * place + 1] = length
  }

  /** Allocates `length` bytes; address 0 for none. */
  #take(length: number): number {
    return length === 0 ? 0 : this.#boundary.boundaryTake(length) >>> 0
  }

  /** The number that an entry gave. */
  takeNumber(): number {
    if (this.#numbers.length === 0) this.#renew()
    return this.#numbers[0] as number
  }

  /** The word that an entry gave. */
  takeWord(): number {
    return this.#places[0] as number
  }

  /** The bytes that an entry gave, copied; the engine's own are wiped. */
  takeBytes(): Uint8Array {
    const { start, length, capacity } = this.#result
    const copy = this.bytes.slice(start, start + length)
    if (capacity > 0) this.#boundary.boundaryRelease(start, capacity)
    return copy
  }

  /** As {@link Memory.takeBytes}, for text. */
  takeText(): string {
    const { start, length, capacity } = this.#result
    const text = decode(this.bytes, start, length)
    if (capacity > 0) this.#boundary.boundaryRelease(start, capacity)
    return text
  }

  get #result(): { start: number; length: number; capacity: number } {
    const places = this.#places
    return {
      start: places[0] as number,
      length: places[1] as number,
      capacity: places[2] as number,
    }
  }

  /** Text that stands in the engine for good, and that `place` points at. */
  constant(place: number): string {
    const places = this.#places
    return decode(this.bytes, places[2 * place] as number, places[2 * place + 1] as number)
  }
}
