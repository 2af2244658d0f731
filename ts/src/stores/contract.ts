/**
 * What every store promises, as cases. Each makes names of its own, so that cases may run in any order, at once, and on a
 * database that is in use.
 *
 * @module
 */

import * as check from '../check.js'
import { type Field, type Fields, optional, shape, withDefault } from '../shape.js'
import { edgeCases } from './contract/edges.js'
import { keepingCases } from './contract/keeping.js'
import { raceCases } from './contract/races.js'
import type { ContractCase, ContractOptions } from './contract/types.js'

export { runRace } from './contract/races.js'
export type {
  ContractCase,
  ContractOptions,
  Figures,
  OpenedStores,
  Race,
} from './contract/types.js'

/**
 * The cases for a store. Each throws an `Error` that says what was promised and not kept, or gives its figures.
 *
 * @example
 * ```ts
 * const open = async (options?: StoreOptions) => ({ stores: options ? memoryStores(options) : stores, close() {} })
 * const cases = storeContract({ open, isSingle: true })
 * for (const { name, run } of cases) console.log(name, await run())
 * ```
 */
export function storeContract(options: ContractOptions): readonly ContractCase[] {
  const { open, isSingle, race } = readOptions(options)
  const fleet = { open, isSingle, ...(race && { race }) }
  const cases = [...raceCases(fleet), ...keepingCases(fleet), ...edgeCases(fleet)]
  return cases.filter(({ needsInstances }) => !(needsInstances && isSingle))
}

const readOptions = shape({
  open: check.callable as Field<ContractOptions['open']>,
  isSingle: withDefault(check.boolean, false),
  race: optional(check.callable as Field<NonNullable<ContractOptions['race']>>),
} satisfies Fields<ContractOptions>)
