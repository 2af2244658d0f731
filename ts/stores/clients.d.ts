// What the checks use of `pg`, which has no types of its own.

declare module 'pg' {
  type Row = Readonly<Record<string, unknown>>
  type Query = string | { readonly text: string; readonly values: unknown[] }
  class Client {
    constructor(options: { connectionString: string })
    connect(): Promise<void>
    query(query: Query): Promise<{ readonly rows: readonly Row[] }>
    end(): Promise<void>
  }
  class Pool {
    constructor(options: { connectionString: string; max?: number })
    on(event: 'error', listener: (error: Error) => void): this
    query(query: Query): Promise<{ readonly rows: readonly Row[] }>
    end(): Promise<void>
  }
  const pg: { Client: typeof Client; Pool: typeof Pool }
  export default pg
}
