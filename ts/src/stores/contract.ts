/**
 * What every store promises, as cases. Each makes names of its own, so that cases may run in any order, at once, and on a
 * database that is in use.
 *
 * @module
 */

import * as check from '../check.js'
import { type Field, type Fields, optional, shape, withDefault } from '../shape.js'
import { documentCases } from './contract/documents.js'
import { edgeCases } from './contract/edges.js'
import { keepingCases } from './contract/keeping.js'
import { logCases } from './contract/logs.js'
import { raceCases } from './contract/races.js'
import { senderCases } from './contract/senders.js'
import type { ContractCase, Fleet, LogFleet } from './contract/types.js'

export { runLogRace } from './contract/logs.js'
export { runRace } from './contract/races.js'
export type {
  ConnectedLogs,
  ConnectedStores,
  ContractCase,
  Figures,
  LogRace,
  Race,
  RaceOf,
} from './contract/types.js'

/**
 * The cases for a database; those of {@link logContract} are further ones. Each throws an `Error` that says what was promised and not kept, or gives its figures.
 *
 * @example
 * ```ts
 * const connect = async (options?: memoryStores.Options) => ({ stores: options ? memoryStores(options) : stores, close() {} })
 * const cases = storeContract({ connect, isSingle: true })
 * for (const { name, run } of cases) console.log(name, await run())
 * ```
 */
export function storeContract(options: storeContract.Options): readonly ContractCase[] {
  const { connect, isSingle, race } = readOptions(options)
  const fleet = { connect, isSingle, ...(race && { race }) }
  const cases = [raceCases, keepingCases, documentCases, senderCases, edgeCases]
  return fitting(
    cases.flatMap((make) => make(fleet)),
    isSingle,
  )
}

export declare namespace storeContract {
  type Options = Fleet
}

/**
 * The cases for the logs of a database, a folder or a bucket. Each throws and gives as those of {@link storeContract}.
 *
 * @example
 * ```ts
 * const cases = logContract({ connect: async () => ({ logs: stores, close() {} }), isSingle: true })
 * for (const { name, run } of cases) console.log(name, await run())
 * ```
 */
export function logContract(options: logContract.Options): readonly ContractCase[] {
  const { connect, isSingle, race } = readLogOptions(options)
  return fitting(logCases({ connect, ...(race && { race }) }), isSingle)
}

export declare namespace logContract {
  type Options = LogFleet
}

function fitting(cases: readonly ContractCase[], isSingle: boolean): readonly ContractCase[] {
  return cases.filter(({ needsInstances }) => !(needsInstances && isSingle))
}

const readOptions = shape({
  connect: check.callable as Field<Fleet['connect']>,
  isSingle: withDefault(check.boolean, false),
  race: optional(check.callable as Field<NonNullable<Fleet['race']>>),
} satisfies Fields<storeContract.Options>)

const readLogOptions = shape({
  connect: check.callable as Field<LogFleet['connect']>,
  isSingle: withDefault(check.boolean, false),
  race: optional(check.callable as Field<NonNullable<LogFleet['race']>>),
} satisfies Fields<logContract.Options>)
