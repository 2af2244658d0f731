/**
 * The records of spawn, and what is found out about a lineage. The core describes them member by member.
 *
 * @module
 */

import type { Facts, Refused } from '../../facts.js'
import type { Report } from '../../grant/types.js'
import type { Algorithm } from '../../key.js'
import type { ProvenKey } from '../../trust.js'

/** A record as received: text or bytes; or a parsed object. */
export type Input = string | Uint8Array | object

/** A lineage, the first generation first: text or bytes of a JSON array; or an array. */
export type LineageInput = string | Uint8Array | readonly Generation[]

/** A signed spawn. Proves nothing before its lineage is verified. Times are Unix seconds. */
export type Spawn = {
  readonly type: 'countersign/spawn/v1'
  readonly parent: string
  /** Multikey. */
  readonly parentKey: string
  /** Name of the parent's key in a trust input. */
  readonly keyId?: string
  readonly child: string
  /** Multikey. */
  readonly childKey: string
  readonly purpose: string
  /** Capabilities: all that it may ever be granted in this lineage. */
  readonly ceiling: readonly string[]
  /** How many generations may follow. */
  readonly depth: number
  /** How many children it may have. */
  readonly children: number
  /** Which child of its parent it is, from 0. */
  readonly number: number
  /** Id of the parent's own spawn. */
  readonly above?: string
  /** Multikey of who else may end it. */
  readonly guardian?: string
  readonly issued: number
  /** First second after its life. */
  readonly expires: number
  readonly nonce: string
  readonly algorithm: Algorithm
  readonly signature: string
}

/** What a child signs to accept its spawn, and to prove that the key is its own. */
export type Acceptance = {
  readonly type: 'countersign/spawn-acceptance/v1'
  readonly spawn: string
  readonly key: string
  readonly issued: number
  readonly algorithm: Algorithm
  readonly signature: string
}

/** What ends a child, and all below it. */
export type Termination = {
  readonly type: 'countersign/spawn-termination/v1'
  readonly spawn: string
  readonly terminator: string
  readonly key: string
  readonly keyId?: string
  readonly issued: number
  readonly effective: number
  readonly reason?: string
  readonly algorithm: Algorithm
  readonly signature: string
}

/** What a child signs when its work is done: it ends itself. */
export type Completion = {
  readonly type: 'countersign/spawn-completion/v1'
  readonly spawn: string
  readonly key: string
  readonly issued: number
  readonly outcome?: string
  readonly algorithm: Algorithm
  readonly signature: string
}

/** One generation of a lineage. */
export type Generation = {
  readonly spawn: Spawn
  /** Without it the fact `acceptance` stays unchecked. */
  readonly acceptance?: Acceptance
}

/** A question about a lineage. */
export type FactName =
  | 'form'
  | 'root'
  | 'identities'
  | 'signatures'
  | 'acceptance'
  | 'linkage'
  | 'narrowing'
  | 'depth'
  | 'children'
  | 'time'
  | 'termination'

/** One generation as it was read. */
export type LineageGeneration = {
  readonly id: string
  readonly parent: string
  readonly child: string
  /** Multikey. */
  readonly childKey: string
  readonly purpose: string
  readonly ceiling: readonly string[]
  readonly depth: number
  readonly children: number
  readonly number: number
  readonly guardian?: string
  readonly issued: number
  readonly expires: number
  /** Whether an acceptance was given. */
  readonly accepted: boolean
}

/** What was found out about a lineage: facts, not a green light. */
export type LineageReport = {
  /** The key of the first parent, trusted by itself or by grants from a key that is; `null` if it is not trusted. */
  readonly signer: ProvenKey | null
  /**
   * Each question and its answer, `at` a generation, from 0; for `ERR_SPAWN_TERMINATION` the end that cannot be read;
   * of `authority`, the grant. `identities`: each DID is that of its key. `family`: no relative contradicts, if
   * relatives were given or one generation does. `authority`: the grants are along the lineage, if some were given.
   */
  readonly facts: Facts<FactName, 'family' | 'authority'>
  /** The generations, the first one first. */
  readonly generations: readonly LineageGeneration[]
  /** Records that count for nothing here, by their list and place. */
  readonly ignored: readonly ({
    readonly list: 'ends' | 'family'
    readonly record: number
  } & Refused)[]
  /** What was found out about the grants; `null` if none were given. */
  readonly grants: Omit<Report, 'parsed'> | null
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}
