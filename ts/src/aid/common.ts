/**
 * What the profile `aid` of receipts, grants and identities shares: formats of AgenticIdentity 0.3.
 *
 * Its times are 64 bits of microseconds, so they are `bigint` here. Documents go in as they were
 * received, and come out as text, byte for byte as AgenticIdentity writes them: a parsed object loses
 * the spelling of numbers, which is hashed.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { print, receive, texts } from '../document.js'
import { call } from '../engine/slot.js'
import type { Row } from '../facts.js'
import { writeFrames } from '../frames.js'
import type { Engine } from '../generated/contract.js'
import { keyBytes } from '../key.js'
import { type Field, type Fields, optional, shape, withDefault } from '../shape.js'
import { checkSigner, type Signer } from '../signing.js'
import {
  isTrust,
  type ProvenKey,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustFields,
  trustHandle,
  trustOfMembers,
  trustRecord,
} from '../trust.js'

/** A document as received: text or bytes; or a parsed object, whose numbers may have lost their spelling. */
export type Input = string | Uint8Array | object

/** What every verifier takes; or identities, each the hash of a key that the document carries; or both. */
export type TrustSource =
  | Trust
  | (TrustInput & { readonly identities?: readonly string[] })
  | ({ readonly identities: readonly string[] } & Partial<TrustInput>)

/** What became of a witness. `unchecked`: `ERR_AID_UNTRUSTED`, it holds under a key that nobody trusts. */
export type WitnessFact = Row<
  {
    /** The key of the witness. */
    readonly signer: ProvenKey
  },
  { readonly identity: string; readonly witnessedAt: bigint }
>

/** The time of a verification. */
export type Now = {
  /** Microseconds since 1970. Default: the clock. */
  readonly now?: bigint
}

/** Microseconds as they cross: decimal text. Default: the clock. @internal */
export function micros(value: unknown, name: string): string {
  return check.integer64(value === undefined ? BigInt(Date.now()) * 1000n : value, name)
}

/** The fields of {@link Now}, as they cross. @internal */
export const nowFields: { readonly now: Field<string> } = { now: micros } satisfies Fields<Now>

const readNow = shape(nowFields)

/** The time of a verification as it crosses. @internal */
export function nowText(options: Now): string {
  return readNow(options).now
}

/** A trust input of this profile that was read: {@link aidHandle} crosses it. @internal */
export type AidTrusted = { readonly trust: Trust; readonly identities: Uint8Array }

/** Reads a trust input. @internal */
export function prepareAidTrust(trust: TrustSource): AidTrusted {
  if (isTrust(trust)) return { trust, identities: none }
  const { identities, ...rest } = readTrust(trustRecord(trust), 'trust')
  if (identities === undefined) return { trust: prepareTrust(rest as TrustInput), identities: none }
  const names = identities.map((identity) => check.text(identity, 'trust.identities'))
  return { trust: trustOfMembers(rest), identities: writeFrames(names, 'trust.identities') }
}

/** No identities, as they cross. */
const none = new Uint8Array()

/** As `trustHandle`, with the identities as they cross. @internal */
export function aidHandle({
  trust,
  identities,
}: AidTrusted): readonly [trust: number, identities: Uint8Array] {
  return [trustHandle(trust), identities]
}

/** Verifies a document of which nothing else is asked: `ask` passes all on to the function of the engine. @internal */
export function verifyAlone<T>(
  document: Input,
  name: string,
  trust: TrustSource,
  options: Now,
  ask: (engine: Engine, ...asked: [string, ...ReturnType<typeof aidHandle>, string]) => string,
): Result<T> {
  const { text } = receive(document, name)
  const [trusted, now] = [prepareAidTrust(trust), nowText(options)]
  return resultOf(call((engine) => ask(engine, text, ...aidHandle(trusted), now)))
}

const readTrust = shape({ identities: optional(check.list), ...trustFields })

/** The key of a signer as it crosses. @internal */
export function signerKey(signer: Signer): Uint8Array {
  return keyBytes(checkSigner(signer).publicKey)
}

/** Several documents as they cross. @internal */
export function documents(list: unknown, name: string): Uint8Array {
  return writeFrames(texts(check.list(list, name), name), name)
}

/** As {@link documents}; of none, if there is no list. @internal */
export const maybeDocuments: Field<Uint8Array> = withDefault(documents, new Uint8Array())

/** A draft as it crosses: text as it is, or an object whose times are `bigint`. @internal */
export function draftText(draft: unknown, name: string, times: readonly string[]): string {
  if (typeof draft === 'string') return check.text(draft, name)
  const record = { ...check.record(draft, name) }
  const spelled = times
    .filter((time) => Object.hasOwn(record, time) && typeof record[time] === 'bigint')
    .map((time) => [time, micros(record[time], `${name}.${time}`)])
  return print({ ...record, ...Object.fromEntries(spelled) }, name)
}

/** Members of results that have 64 bits, so that they cross as decimal text. */
const wideMembers = [
  'attempts',
  'createdAt',
  'end',
  'grantedAt',
  'maxGapSeconds',
  'maxUses',
  'notAfter',
  'notBefore',
  'revokedAt',
  'rotatedAt',
  'start',
  'timestamp',
  'validUntil',
  'witnessedAt',
] as const

const wide: ReadonlySet<string> = new Set(wideMembers)

/** Names of the members of `T`, at any depth, that are `bigint`. */
type NamesOfBigints<T> = T extends readonly (infer Item)[]
  ? NamesOfBigints<Item>
  : T extends Uint8Array
    ? never
    : T extends object
      ? {
          [Name in keyof T & string]-?: [Extract<T[Name], bigint>] extends [never]
            ? NamesOfBigints<T[Name]>
            : Name
        }[keyof T & string]
      : never

/** `T`, or nothing that fits if it has a `bigint` that {@link wideMembers} lacks. */
type Result<T> = [Exclude<NamesOfBigints<T>, (typeof wideMembers)[number]>] extends [never]
  ? T
  : { readonly missing: Exclude<NamesOfBigints<T>, (typeof wideMembers)[number]> }

/** A result as it crosses; decimal texts become `bigint`. @internal */
export function resultOf<T>(text: string): Result<T> {
  const result = JSON.parse(text)
  widen(result)
  return result as Result<T>
}

/** A result whose document stands behind a line break, with no escapes: as member `name`. @internal */
export function resultWith<T>(name: keyof T & string, text: string): Result<T> {
  const end = text.indexOf('\n')
  return { ...resultOf<T>(text.slice(0, end)), [name]: text.slice(end + 1) }
}

/** A function that `JSON.parse` calls for each value takes longer than all else that is done with a result. */
function widen(value: unknown): void {
  if (!check.isObject(value)) return
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) {
    const member = members[name]
    if (typeof member !== 'string') widen(member)
    else if (wide.has(name)) members[name] = BigInt(member)
  }
}
