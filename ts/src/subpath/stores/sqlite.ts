/**
 * `countersign/stores/sqlite`: stores for the processes of one machine.
 *
 * @module
 */

export { type NodeDatabase, sqliteStores } from '../../stores/sqlite.js'
export type * from '../../stores/types.js'
