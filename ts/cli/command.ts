/**
 * What a command is: its words, its options, and what it does.
 *
 * @internal
 * @module
 */

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type CountersignError, isCountersignError } from 'countersign'
import { misuse } from './misuse.js'

/** An option of a command. */
export type Option = {
  /** What stands after it in the help, as `FILE`. An option without one is a switch. */
  readonly value?: string
  readonly help: string
  /** Whether it may stand several times. */
  readonly multiple?: true
}

/** Options by name. */
export type Options = Readonly<Record<string, Option>>

/** One command. */
export type Command = {
  /** Its words after `countersign`, as `card sign`. */
  readonly name: string
  readonly summary: string
  /** What stands after the options, as `[FILE]`. */
  readonly operands?: string
  readonly options: Options
  /** More to know, a paragraph each. */
  readonly notes?: readonly string[]
  /** Lines that can be typed. */
  readonly examples: readonly string[]
  run(line: Line): Promise<Outcome> | Outcome
}

/** What a command says. */
export type Outcome = {
  /** For people, and for pipes where it is a document. */
  readonly text: string | Uint8Array
  /** For `--json`. */
  readonly data: unknown
  /** Why the document is refused, where there is more to say than that. */
  readonly refused?: CountersignError
}

/** Options that every command has. */
export const common: Options = {
  json: { help: 'print one JSON value, also of an error' },
  out: { value: 'FILE', help: 'write the result to a new file, not to standard output' },
  help: { help: 'print this text' },
}

type Value = string | boolean | readonly (string | boolean)[] | undefined

/** A command line that was read. */
export class Line {
  readonly #values: Readonly<Record<string, Value>>
  readonly operands: readonly string[]

  constructor(command: Command, args: readonly string[]) {
    const { values, positionals } = parse(command, args)
    this.#values = values
    this.operands = positionals
  }

  /** Whether a switch is set. */
  has(name: string): boolean {
    return this.#values[name] === true
  }

  /** The value of an option, if it is there. */
  text(name: string): string | undefined {
    const value = this.#values[name]
    return typeof value === 'string' ? value : undefined
  }

  /** The value of an option that must be there. */
  needed(name: string, why: string): string {
    const value = this.text(name)
    if (value === undefined) throw misuse(`--${name} is missing: ${why}`)
    return value
  }

  /** All values of an option that may stand several times. */
  all(name: string): readonly string[] {
    const value = this.#values[name]
    return Array.isArray(value) ? value.map(String) : []
  }

  /** A whole number, if it is there. */
  number(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (!/^\d{1,9}$/.test(value)) throw misuse(`--${name} takes a whole number, not "${value}"`)
    return Number(value)
  }

  /** The only operand, if there is one. */
  get operand(): string | undefined {
    const [first, ...rest] = this.operands
    if (rest.length > 0) throw misuse(`there is one operand too many: "${rest[0]}"`)
    return first
  }
}

function parse({ name, options }: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: configOf({ ...options, ...common }),
      allowPositionals: true,
      allowNegative: false,
    })
  } catch (error) {
    if (isCountersignError(error)) throw error
    const { message } = error as Error
    throw misuse(`${message.split('. ')[0]}. countersign ${name} --help lists the options`)
  }
}

function configOf(options: Options): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value, multiple = false }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple } as const,
    ]),
  )
}
