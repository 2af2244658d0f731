/**
 * `countersign/stores/contract`: what every store promises, as cases that any test runner can call.
 *
 * @module
 */

export {
  type ConnectedLogs,
  type ConnectedStores,
  type ContractCase,
  type Figures,
  type LogRace,
  logContract,
  type Race,
  type RaceOf,
  runLogRace,
  runRace,
  storeContract,
} from '../../stores/contract.js'
export type * from '../../stores/types.js'
