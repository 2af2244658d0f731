/**
 * `countersign/stores/files`: logs in a folder, for the processes of one machine.
 *
 * @module
 */

export { fileStores } from '../../stores/files.js'
export type * from '../../stores/types.js'
