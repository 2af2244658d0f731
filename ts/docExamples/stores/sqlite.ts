/** As of `node:sqlite`. */
export declare class DatabaseSync {
  constructor(path: string)
  readonly isTransaction: boolean
  exec(script: string): void
  prepare(statement: string): { all(values: Record<string, unknown>): unknown[] }
}
