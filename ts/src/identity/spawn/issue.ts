/**
 * Makes the records of spawn.
 *
 * @module
 */

import * as check from '../../check.js'
import { print, receive, receiveList } from '../../document.js'
import { call } from '../../engine/slot.js'
import { nonceText, signerOf } from '../../grant/common.js'
import type { PublicKey } from '../../key.js'
import { type Field, type Fields, optional, printOptions, shape, withDefault } from '../../shape.js'
import { multikeyOf } from '../../signing/named.js'
import { signJson } from '../../signing/unsigned.js'
import type { Signed, Signer } from '../../signing.js'
import type { Acceptance, Completion, Input, LineageInput, Spawn, Termination } from './types.js'

/** Who is made, by whom, what for, and the bounds of its life. */
export type NewSpawn = {
  /** DID of the child. */
  readonly child: string
  /** The key with which it acts; the child makes it. */
  readonly childKey: PublicKey
  /** What for: 1 to 8192 bytes. */
  readonly purpose: string
  /** All that it may ever be granted, as `read:docs/**`. 1 to 64 capabilities. */
  readonly ceiling: readonly string[]
  /** First moment after its life. */
  readonly expires: Date
  /** Which child of its parent it is, from 0. Never the same number twice. */
  readonly number: number
  /** How many generations may follow, 0 to 15. Default: 0. */
  readonly depth?: number
  /** How many children it may have, 0 to 65,535. Default: 0. */
  readonly children?: number
  /** Another key that may end it, for example of a person. */
  readonly guardian?: PublicKey
} & (
  | {
      /** DID of the parent. The spawn does not limit the parent's own lifetime. */
      readonly parent: string
      readonly above?: never
    }
  | {
      readonly parent?: never
      /** The lineage of the parent. */
      readonly above: LineageInput
    }
)

/**
 * Makes a child. At once for a local signer, which holds the parent's key.
 *
 * @example
 * ```ts
 * const life = {
 *   parent: did,
 *   child: childDid,
 *   childKey: child.publicKey,
 *   purpose: 'reads the docs',
 *   ceiling: ['read:docs/**'],
 *   expires: new Date(Date.now() + 3_600_000),
 *   number: 0,
 * }
 * const spawn = Identity.spawn.issue(life, parent)
 * const lineage = [{ spawn, acceptance: Identity.spawn.accept(spawn, child) }]
 * ```
 *
 * @throws `ERR_SPAWN_SELF`, `ERR_SPAWN_IDENTITY`, `ERR_SPAWN_MALFORMED`, `ERR_CAPABILITY_MALFORMED`; below
 * a lineage `ERR_SPAWN_LINK` for another signer, `ERR_SPAWN_WIDENED`, `ERR_SPAWN_DEPTH`,
 * `ERR_SPAWN_CHILDREN`, `ERR_SPAWN_CYCLE`, `ERR_SPAWN_NOT_YET`, `ERR_SPAWN_EXPIRED`; `ERR_SIGNER_INVALID`.
 */
export function issue<S extends Signer>(
  spawn: NewSpawn,
  signer: S,
  options: issue.Options = {},
): Signed<S, Spawn> {
  const { above, ...members } = readSpawn(check.record(spawn, 'spawn'), 'spawn')
  const { key, algorithm } = signerOf(signer)
  const { now, ...rest } = readIssue(options)
  const draft = print({ ...members, ...rest, algorithm, parentKey: key, issued: now }, 'spawn')
  return signJson(signer, (engine) => engine.spawnUnsigned(engine.spawnPrepare(above ?? '', draft)))
}

const count: Field<number> = withDefault(check.integer, 0)

const readSpawn = shape({
  parent: optional(check.text),
  above: optional((value) => lineageText(value)),
  child: check.text,
  childKey: multikeyOf,
  purpose: check.text,
  ceiling: check.list,
  depth: count,
  children: count,
  number: check.integer,
  guardian: optional(multikeyOf),
  expires: check.seconds,
} satisfies Fields<NewSpawn>)

const readIssue = shape({
  keyId: optional(check.text),
  now: check.secondsOrNow,
  nonce: nonceText,
} satisfies Fields<issue.Options>)

export declare namespace issue {
  type Options = {
    /** Name of the parent's key, for trust inputs that name keys. */
    readonly keyId?: string
    /** Default: the clock. */
    readonly now?: Date
    /** 16 to 64 bytes. Default: 16 random ones. */
    readonly nonce?: Uint8Array
  }
}

/**
 * Accepts a spawn as its child. `signer` holds the key of the child, and proves it.
 *
 * @example
 * ```ts
 * const acceptance = Identity.spawn.accept(spawn, child)
 * ```
 *
 * @throws `ERR_SPAWN_ACCEPTANCE` for another signer.
 */
export function accept<S extends Signer>(
  spawn: Input,
  signer: S,
  options: accept.Options = {},
): Signed<S, Acceptance> {
  const { text } = receive(spawn, 'spawn')
  const { now } = readAcceptance(options)
  const draft = printOptions({ ...signerOf(signer), issued: now })
  return signJson(signer, (engine) => engine.spawnUnsigned(engine.spawnAccept(text, draft)))
}

const readAcceptance = shape({ now: check.secondsOrNow } satisfies Fields<accept.Options>)

export declare namespace accept {
  type Options = {
    /** Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Ends the life that `signer` was given, and all below it.
 *
 * @example
 * ```ts
 * const completion = Identity.spawn.complete(spawn, child, { outcome: 'report delivered' })
 * ```
 *
 * @throws `ERR_SPAWN_ACCEPTANCE` for another signer.
 */
export function complete<S extends Signer>(
  spawn: Input,
  signer: S,
  options: complete.Options = {},
): Signed<S, Completion> {
  const { text } = receive(spawn, 'spawn')
  const { outcome, now } = readCompletion(options)
  const draft = printOptions({ ...signerOf(signer), issued: now, outcome })
  return signJson(signer, (engine) => engine.spawnUnsigned(engine.spawnComplete(text, draft)))
}

const readCompletion = shape({
  outcome: optional(check.text),
  now: check.secondsOrNow,
} satisfies Fields<complete.Options>)

export declare namespace complete {
  type Options = {
    /** Why, for people to read. */
    readonly outcome?: string
    /** Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Ends a child for ever, and with it all identities below.
 *
 * It counts if `signer` is the parent, an ancestor, or a guardian of the child or of one above it.
 *
 * @example
 * ```ts
 * const end = Identity.spawn.terminate(spawn, parent, { terminator: did, reason: 'task done' })
 * ```
 *
 * @throws `ERR_SPAWN_MALFORMED`; `ERR_SIGNER_INVALID`.
 */
export function terminate<S extends Signer>(
  spawn: Input,
  signer: S,
  options: terminate.Options,
): Signed<S, Termination> {
  const { text } = receive(spawn, 'spawn')
  const { now, effective = now, ...members } = readTermination(options)
  const draft = printOptions({ ...signerOf(signer), ...members, issued: now, effective })
  return signJson(signer, (engine) => engine.spawnUnsigned(engine.spawnTerminate(text, draft)))
}

const readTermination = shape({
  terminator: check.text,
  effective: optional(check.seconds),
  reason: optional(check.text),
  keyId: optional(check.text),
  now: check.secondsOrNow,
} satisfies Fields<terminate.Options>)

export declare namespace terminate {
  type Options = {
    /** DID of who ends it. */
    readonly terminator: string
    /** When it takes effect. Default: now. */
    readonly effective?: Date
    /** Why, for people to read. */
    readonly reason?: string
    /** Name of the signer's key, for trust inputs that name keys. */
    readonly keyId?: string
    /** Default: the clock. */
    readonly now?: Date
  }
}

/**
 * The id of a spawn: a hash of all of it.
 *
 * @example
 * ```ts
 * Identity.spawn.id(spawn) // 'spawn:…'
 * ```
 */
export function id(spawn: Input): string {
  const { text } = receive(spawn, 'spawn')
  return call((engine) => engine.spawnId(text))
}

/** The text of a lineage, which has at most 16 generations. @internal */
export function lineageText(lineage: unknown): string {
  return receiveList(lineage, 'lineage', 16).text
}
