/**
 * `countersign/stores/postgres`: stores for many machines, which lose nothing that they acknowledged.
 *
 * @module
 */

export { type PostgresPool, type PostgresQuery, postgresStores } from '../../stores/postgres.js'
export type * from '../../stores/types.js'
