/**
 * A SQL database as the statements see it.
 *
 * @module
 */

/** A value: bytes, or a whole number. Texts are passed as bytes, since a text of SQL cannot hold every character. */
export type Value = Uint8Array | number

export type Row = Readonly<Record<string, unknown>>

/** Where statements are sent. */
export type Sql = {
  /** The rows of one statement. */
  ask(statement: string, values: readonly Value[]): Promise<readonly Row[]>
  /** A statement in the words of the database. */
  translate(statement: string): string
}

/** Thrown by {@link Sql.ask} if the `check` of a table refuses a statement. @internal */
export class Refused extends Error {}

/** What a database calls the parts of a statement. */
export type Dialect = {
  readonly key: (value: string) => string
  readonly value: (index: string) => string
  readonly now: string
  readonly bytes: string
  readonly whole: string
  /** After a query whose rows are about to be deleted: rows that somebody else deletes are passed over. */
  readonly skipLocked: string
  /** A trigger of a table, so that each new row adds one to `amount` of the same `chain` in another table. */
  readonly counted: (table: string, counts: string) => string
}

/** What a trigger does with a new row, in any database. */
export function addToCount(counts: string): string {
  // SQLite before 3.51 knows no other name of a table in a trigger.
  return `insert into ${counts} (chain, amount) values (new.chain, 1) on conflict (chain) do update set amount = ${counts}.amount + 1;`
}

/** Makes the function that puts statements into the words of a database. Each is read once. */
export function translator(dialect: Dialect, prefix: string): (statement: string) => string {
  const known = new Map<string, string>()
  const read = (statement: string) =>
    statement
      .replace(/@(\w+)/g, (_, name) => prefix + name)
      .replace(/count inserts of (\S+) in (\S+);/g, (_, table, counts) =>
        dialect.counted(table, counts),
      )
      .replace(/key\((\?\d+)\)/g, (_, value) => dialect.key(value))
      .replace(/now\(\)/g, dialect.now)
      .replace(/\bbytes\b/g, dialect.bytes)
      .replace(/\bwhole\b/g, dialect.whole)
      .replace(/ skip locked/g, dialect.skipLocked)
      .replace(/\?(\d+)/g, (_, index) => dialect.value(index))
  return (statement) => {
    const text = known.get(statement) ?? read(statement)
    // Lists of different lengths make different statements.
    if (known.size < 256) known.set(statement, text)
    return text
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const toBytes = (text: string): Uint8Array => encoder.encode(text)

/** Bytes of a row, as any client gives them. */
export function bytesIn(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined
}

/** A text of a row, which was written as bytes. */
export function textIn(value: unknown): string | undefined {
  const bytes = bytesIn(value)
  return bytes && decoder.decode(bytes)
}

/** `key(?3), key(?4)` and so on, for `count` values from `first` on. */
export function keys(count: number, first: number): string {
  return Array.from({ length: count }, (_, index) => `key(?${first + index})`).join(', ')
}
