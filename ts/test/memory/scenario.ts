/** What a scenario is, and what it is run with. */

import { randomBytes } from 'node:crypto'

import type { Masked } from './wanted.js'

export type Bytes = Uint8Array<ArrayBuffer>

export type Tools = {
  /** Takes note of a secret that the engine gave out, and wipes these bytes. */
  learn(name: string, bytes: Uint8Array): void
  /** Compares: between two calls nothing may come that stays. */
  steady(): void
  /** Drops the engine for a fresh one. */
  reload(): void
}

export type Scenario = {
  readonly name: string
  /** Only where the memory of a dropped engine stays: in an addon. */
  readonly native?: boolean
  /** Lengths of the secrets that the host gives. */
  readonly given?: Readonly<Record<string, number>>
  /** What the engine makes of them, by other implementations. */
  readonly inside?: (
    inputs: Readonly<Record<string, Bytes>>,
  ) => Readonly<Record<string, Uint8Array>>
  /** Uses the secrets, and closes all. */
  run(inputs: Readonly<Record<string, Bytes>>, tools: Tools): void | Promise<void>
}

/** Fresh secrets for a scenario, and all that must not stay, under `mask`. */
export function prepare(
  scenario: Scenario,
  mask: Uint8Array,
): { readonly given: Masked[]; readonly wanted: Masked[] } {
  const named = (bytes: Readonly<Record<string, Uint8Array>>): Masked[] =>
    Object.entries(bytes).map(([name, value]) => ({ name, masked: masked(value, mask) }))
  const secrets = Object.fromEntries(
    Object.entries(scenario.given ?? {}).map(([name, size]) => [name, scalar(size)]),
  )
  const chosen = named(secrets)
  const inside = named(scenario.inside?.(secrets) ?? {})
  return { given: chosen, wanted: [...chosen, ...inside] }
}

/** Below the order of every curve, and as a scalar of X25519 unchanged by the clamp. */
function scalar(size: number): Bytes {
  const bytes = new Uint8Array(randomBytes(size))
  bytes[0] = ((bytes[0] as number) & 0x78) | 8
  bytes[31] = ((bytes[31] as number) & 63) | 64
  return bytes
}

/** The bytes under the mask. */
export function masked(bytes: Uint8Array, mask: Uint8Array): number[] {
  return Array.from(bytes, (byte, index) => byte ^ (mask[index] as number))
}

/** The secrets themselves, in memory that no garbage collector moves; `wipe` ends them. */
export function unmask(
  inputs: readonly Masked[],
  mask: Uint8Array,
): { readonly secrets: Record<string, Bytes>; wipe(): void } {
  const secrets: Record<string, Bytes> = {}
  for (const { name, masked } of inputs) {
    const bytes = new Uint8Array(new ArrayBuffer(4_096), 0, masked.length)
    for (let index = 0; index < masked.length; index += 1)
      bytes[index] = (masked[index] as number) ^ (mask[index] as number)
    secrets[name] = bytes
  }
  const wipe = () => {
    for (const bytes of Object.values(secrets)) bytes.fill(0)
  }
  return { secrets, wipe }
}
