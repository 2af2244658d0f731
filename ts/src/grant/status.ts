/**
 * Asking a store what is known of the grants of a chain.
 *
 * @module
 */

import * as check from '../check.js'
import { type JsonValue, texts } from '../document.js'
import { call } from '../engine/slot.js'
import { CountersignError, hostCodes } from '../errors.js'
import { type Field, type Fields, members, shape } from '../shape.js'
import { prepareTrust, type Trust, type TrustInput } from '../trust.js'
import { chainText } from './common.js'
import type { StatusStore } from './stores.js'
import type { ChainInput, Report } from './types.js'
import { judgeChain, type Policy, policyFields, type Settings } from './verify.js'

/** Where revocations are looked up. */
export type Lookup = {
  /** Asked for every link. */
  readonly store: StatusStore
}

/** Where revocations are looked up. @internal */
export const statusStore: Field<StatusStore> = (value, name) => {
  check.callable(members(value, name, ['find']).find, `${name}.find`)
  return value as StatusStore
}

const readPolicy = shape({
  ...policyFields,
  store: statusStore,
} satisfies Fields<verifyChainWithStatus.Options>)

/**
 * As {@link verifyChain}, with what a {@link StatusStore} knows of revocations, beside those of the policy.
 *
 * Costs at most 272 signature checks: 1 for each of 16 links, and 1 for each of 256 status records.
 *
 * @example
 * ```ts
 * const report = await Grant.verifyChainWithStatus(chain, { key: human.publicKey }, { store })
 * ```
 *
 * @throws as {@link verifyChain}; `ERR_GRANT_STATUS_MISSING` if the store fails.
 */
export async function verifyChainWithStatus(
  chain: ChainInput,
  trust: Trust | TrustInput,
  options: verifyChainWithStatus.Options,
): Promise<Report> {
  const shown = chainText(chain)
  const trusted = prepareTrust(trust)
  const { store, ...rest } = readPolicy(options)
  return judgeChain(shown, trusted, await lookUp(shown.text, rest, store))
}

export declare namespace verifyChainWithStatus {
  type Options = Policy & Lookup
}

/** The policy with what a store knows of the links. @internal */
export async function lookUp<P extends Settings>(
  chain: string,
  policy: P,
  store: StatusStore,
): Promise<P> {
  const ids = describe(chain).map(({ id }) => id)
  try {
    const found = texts(await store.find(ids), 'what the store found')
    return { ...policy, revocations: [...(policy.revocations ?? []), ...found] }
  } catch (cause) {
    const message = 'the status store failed, so nobody knows what is revoked'
    throw new CountersignError('ERR_GRANT_STATUS_MISSING', message, { cause })
  }
}

/** The ids and custom constraints of a chain; nothing of one that cannot be read. @internal */
export function describe(
  chain: string,
): readonly { id: string; custom: Record<string, JsonValue> }[] {
  try {
    return JSON.parse(call((engine) => engine.grantDescribe(chain)))
  } catch (error) {
    // A chain that cannot be read is a fact of the report. That the engine, or a part of it, is not there is none: the
    // store would be asked about no link.
    if (error instanceof CountersignError && !engineFaults.has(error.code)) return []
    throw error
  }
}

const engineFaults: ReadonlySet<string> = new Set([...hostCodes, 'ERR_PART_MISSING'])
