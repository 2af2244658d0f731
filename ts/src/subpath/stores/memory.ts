/**
 * `countersign/stores/memory`: stores for one process.
 *
 * @module
 */

export { memoryStores } from '../../stores/memory.js'
export type * from '../../stores/types.js'
