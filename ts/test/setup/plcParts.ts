// What the logs of `plcCases.ts` are made of.

import {
  cidOf,
  didKey,
  didOf,
  type Entry,
  type Key,
  rotationKey,
  signed,
  sizeOf,
} from './plcLog.js'

/** A log, and the document or the code that it gives. */
export type Case = {
  readonly name: string
  readonly did: string
  readonly log: unknown
  readonly document?: object
  readonly code?: string
  /** Place of the operation that is refused. */
  readonly at?: number
}

export type Operation = Entry['operation']
export type Told = {
  readonly hours?: number
  readonly nullified?: boolean
  readonly createdAt?: string
}

export const strong: Key = rotationKey('secp256k1', 1)
export const middle: Key = rotationKey('P-256', 2)
export const weak: Key = rotationKey('secp256k1', 3)
export const stranger: Key = rotationKey('secp256k1', 4)
export const ed25519: string = didKey([0xed, 0x01], new Uint8Array(32).fill(5))
const services = {
  atproto_pds: { type: 'AtprotoPersonalDataServer', endpoint: 'https://pds.example' },
}

/** An operation without signature; `name` tells its document from others. */
export const update = (name: string, prev: string | null, more: object = {}): Operation => ({
  type: 'plc_operation',
  rotationKeys: [strong.did, middle.did, weak.did],
  verificationMethods: { atproto: weak.did },
  alsoKnownAs: [`at://${name}.example`],
  services,
  prev,
  ...more,
})
export const tombstone = (prev: string): Operation => ({ type: 'plc_tombstone', prev })

export const genesis: Operation = signed(update('genesis', null), strong)
export const did: string = didOf(genesis)
export const first: string = cidOf(genesis)
/** The second operation, by a key and of a name. */
export const second = (name: string, by: Key, more: object = {}): Operation =>
  signed(update(name, first, more), by)

export const entry = (operation: Operation, told: Told = {}, of: string = did): Entry => ({
  did: of,
  operation,
  cid: cidOf(operation),
  nullified: told.nullified ?? false,
  createdAt:
    told.createdAt ?? new Date(1_760_000_000_000 + (told.hours ?? 0) * 3_600_000).toISOString(),
})

/** An operation of this many bytes. */
export function padded(size: number): Operation {
  const of = (length: number) => second('a', weak, { alsoKnownAs: ['a'.repeat(length)] })
  const letters = [...Array(600).keys()]
    .map((fewer) => size - fewer)
    .find((length) => sizeOf(of(length)) === size)
  return of(letters ?? 0)
}
