/**
 * `countersign/stores/contract`: what every store promises, as cases that any test runner can call.
 *
 * @module
 */

export {
  type ContractCase,
  type ContractOptions,
  type Figures,
  type OpenedStores,
  type Race,
  runRace,
  storeContract,
} from '../../stores/contract.js'
export type * from '../../stores/types.js'
