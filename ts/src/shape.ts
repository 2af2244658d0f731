/**
 * Objects of the caller with named members: options, trusted keys, implementations of an interface.
 *
 * {@link shape} makes the reader of one kind of options. The reader reads every member once, refuses a member
 * that it does not know, and applies defaults. {@link printOptions} writes what was read for the engine.
 * {@link members} reads an object that may have more members.
 *
 * A member counts if the object has it or inherits it from a class or another object. `Object.prototype` does
 * not count: a careless merge of JSON elsewhere in the program can write to it, and must not change a verdict.
 *
 * @internal
 * @module
 */

import * as check from './check.js'
import { CountersignError } from './errors.js'

/** Checks one member and gives it. An absent member is `undefined`. */
export type Field<T> = (value: unknown, name: string) => T

/** A field for every member of the options `T`; `satisfies` makes the compiler compare them. */
export type Fields<T> = { readonly [Name in keyof Required<T>]: Field<unknown> }

/** What the fields `F` give. */
export type Read<F> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never
}

/** `T` as it is read: every member is there, if only as `undefined`, and none is looked up in `Object.prototype`. */
export type Open<T> = { readonly [Name in keyof Required<T>]: T[Name] | undefined }

/** Reads an object. `name` stands before its members in errors; options have none. */
export type Shape<T> = (value: unknown, name?: string) => T

/** What a field gives for an absent member, where that is always the same: then it is not asked. */
const usuals = new WeakMap<Field<unknown>, unknown>()

/** More levels than any hierarchy of classes has, and an end for a proxy that invents prototypes. */
const maxDepth = 32

/**
 * Makes the reader of an object that has these members and no others. `undefined` is read as no members.
 *
 * @example
 * ```ts
 * const readOptions = shape({
 *   kid: check.text,
 *   now: optional(check.seconds),
 *   strict: withDefault(check.boolean, true),
 * } satisfies Fields<sign.Options>)
 *
 * const { kid, now, strict } = readOptions(options)
 * ```
 */
export function shape<const F extends Readonly<Record<string, Field<unknown>>>>(
  fields: F,
): Shape<Read<F>> {
  const entries = Object.entries(fields)
  const known: Known = new Map(entries)
  // Every name stands in it, so that nothing is ever looked up in `Object.prototype`.
  const usual = Object.fromEntries(entries.map(([name, field]) => [name, usuals.get(field)]))
  const needed = entries.filter(([, field]) => !usuals.has(field)).map(([name]) => name)
  return (value, name) => {
    const label = name ?? 'options'
    const read: Record<string, unknown> = { ...usual }
    // All are read before one is checked: a getter is code of the caller.
    const names = value === undefined ? [] : fill(read, value, label, known)
    for (const member of needed) if (!names.includes(member)) names.push(member)
    for (const member of names) {
      const field = known.get(member) as Field<unknown>
      read[member] = field(read[member], name === undefined ? member : `${name}.${member}`)
    }
    return read as Read<F>
  }
}

/** The fields of a shape by their names. */
type Known = ReadonlyMap<string, Field<unknown>>

/** Reads the members of `value`, its own and inherited ones; gives their names. */
function fill(
  read: Record<string, unknown>,
  value: unknown,
  label: string,
  known: Known,
): string[] {
  const options = check.record(value, label)
  const names: string[] = []
  return check.readable(label, () => {
    for (const holder of levels(options))
      for (const name of Object.getOwnPropertyNames(holder)) {
        // What cannot be enumerated is a method of a class, or hidden: nobody wrote it for an option.
        if (names.includes(name) || !(known.has(name) || isEnumerable.call(holder, name))) continue
        const member = options[name]
        if (known.has(name)) {
          read[name] = member
          names.push(name)
        } else if (member !== undefined) throw unknown(name, label, known)
      }
    return names
  })
}

/**
 * Options as they cross: the JSON text of what a {@link Shape} read, and of what else the engine needs beside it. What
 * is `undefined` is left out, and the core then has its default.
 *
 * A call that is made by the thousand passes a few numbers one by one instead, as `receiptVerify` does: a text would
 * have to be written and parsed each time. A document of the caller crosses by `print` of `document.ts`, which looks
 * at every value.
 */
export function printOptions(read: object): string {
  return JSON.stringify(read)
}

/** A field that may be absent. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return withDefault<T | undefined, undefined>(field, undefined)
}

/** A field that has `usual` where it is absent. */
export function withDefault<T, const U extends T>(field: Field<T>, usual: U): Field<T> {
  const either: Field<T> = (value, name) => (value === undefined ? usual : field(value, name))
  usuals.set(either, usual)
  return either
}

/** A field that is passed on as it is, for whatever checks it later. */
export const anything: Field<unknown> = optional((value) => value)

/** Members of an object that may have others, each read once. */
export function members<const Name extends string>(
  value: unknown,
  name: string,
  names: readonly Name[],
): Record<Name, unknown> {
  const record = check.record(value, name)
  return check.readable(name, () => readMembers(record, levels(record), names))
}

function readMembers<Name extends string>(
  record: Record<string, unknown>,
  holders: readonly object[],
  names: readonly Name[],
): Record<Name, unknown> {
  const read = new Bare() as Record<Name, unknown>
  for (const member of names) read[member] = hasMember(holders, member) ? record[member] : undefined
  return read
}

/**
 * An object that inherits no member. V8 keeps what `Object.create(null)` gives as a hash table, which takes longer to make
 * than its members take to read.
 */
class Bare {}
Object.setPrototypeOf(Bare.prototype, null)
Reflect.deleteProperty(Bare.prototype, 'constructor')

function hasMember(holders: readonly object[], member: string): boolean {
  for (const holder of holders) if (Object.hasOwn(holder, member)) return true
  return false
}

const isEnumerable = Object.prototype.propertyIsEnumerable

/** `value` and what it inherits from, without the `Object.prototype` of any realm. */
function levels(value: object): readonly object[] {
  const all = [value]
  let holder: object | null = Object.getPrototypeOf(value)
  while (holder !== null && !isRoot(holder)) {
    if (all.length > maxDepth)
      throw new CountersignError(
        'ERR_ARGUMENT',
        `an object inherits over more than ${maxDepth} levels`,
        { limit: maxDepth, member: 'prototype' },
      )
    all.push(holder)
    holder = Object.getPrototypeOf(holder)
  }
  return all
}

/** `Object.prototype`, or that of a frame or a context of `node:vm`, known by what only it holds. */
function isRoot(holder: object): boolean {
  if (holder === Object.prototype) return true
  return (
    Object.getPrototypeOf(holder) === null &&
    Object.hasOwn(holder, 'hasOwnProperty') &&
    Object.hasOwn(holder, '__lookupGetter__')
  )
}

function unknown(member: string, name: string, known: Known): CountersignError {
  const said = JSON.stringify(member.slice(0, 64))
  const near = nearest(member, known.keys())
  const what = name === 'options' ? `there is no option ${said}` : `${name} has no member ${said}`
  const all = [...known.keys()].join(', ')
  const cure = near === undefined ? `choose from ${all}` : `did you mean "${near}"?`
  return new CountersignError('ERR_ARGUMENT', `${what}; ${cure}`, { member })
}

/** The name that `member` was meant to be: a third of its letters may be wrong. */
function nearest(member: string, known: Iterable<string>): string | undefined {
  if (member.length > 64) return undefined
  let best: string | undefined
  let least = Math.max(1, Math.floor(member.length / 3)) + 1
  for (const name of known) {
    const steps = distance(member.toLowerCase(), name.toLowerCase())
    if (steps < least) [best, least] = [name, steps]
  }
  return best
}

/** Letters to add, drop or change (Levenshtein), row by row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
