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

/** More than any hierarchy of classes has, and an end for a proxy that invents prototypes. */
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
  const names = Object.keys(fields)
  const known: ReadonlySet<string> = new Set(names)
  const checks = names.map((name) => [name, fields[name] as Field<unknown>] as const)
  // Every name stands in it, so that nothing is ever looked up in `Object.prototype`.
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(
    names.map((name) => [name, undefined]),
  )
  return (value, name) => {
    const label = name ?? 'options'
    const read: Record<string, unknown> = { ...empty }
    // All are read before one is checked: a getter is code of the caller.
    if (value !== undefined) fill(read, check.record(value, label), label, names, known)
    for (const [member, field] of checks)
      read[member] = field(read[member], name === undefined ? member : `${name}.${member}`)
    return read as Read<F>
  }
}

function fill(
  read: Record<string, unknown>,
  options: Record<string, unknown>,
  name: string,
  names: readonly string[],
  known: ReadonlySet<string>,
): void {
  try {
    if (Object.getPrototypeOf(options) === Object.prototype) fillOwn(read, options, name, known)
    else fillAll(read, options, name, names, known)
  } catch (cause) {
    throw check.unreadable(name, cause)
  }
}

/** By what is given, which is less than what may be: sessions are made by the thousand. */
function fillOwn(
  read: Record<string, unknown>,
  options: Record<string, unknown>,
  name: string,
  known: ReadonlySet<string>,
): void {
  for (const member of Object.getOwnPropertyNames(options))
    if (known.has(member)) read[member] = options[member]
    else refuseMember(options, options, member, name, known)
}

/** With what is inherited. */
function fillAll(
  read: Record<string, unknown>,
  options: Record<string, unknown>,
  name: string,
  names: readonly string[],
  known: ReadonlySet<string>,
): void {
  const holders = parents(options)
  refuseUnknown(options, holders, name, known)
  for (const member of names)
    if (hasMember(options, holders, member)) read[member] = options[member]
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
  return (value, name) => (value === undefined ? undefined : field(value, name))
}

/** A field that has `usual` where it is absent. */
export function withDefault<T, const U extends T>(field: Field<T>, usual: U): Field<T> {
  return (value, name) => (value === undefined ? usual : field(value, name))
}

/** A field that is passed on as it is, for whatever checks it later. */
export const anything: Field<unknown> = (value) => value

/** Members of an object that may have others, each read once. */
export function members<const Name extends string>(
  value: unknown,
  name: string,
  names: readonly Name[],
): Record<Name, unknown> {
  const record = check.record(value, name)
  return check.readable(name, () => readMembers(record, parents(record), names))
}

function readMembers<Name extends string>(
  record: Record<string, unknown>,
  holders: readonly object[],
  names: readonly Name[],
): Record<Name, unknown> {
  const read = new Bare() as Record<Name, unknown>
  for (const member of names)
    read[member] = hasMember(record, holders, member) ? record[member] : undefined
  return read
}

/**
 * An object that inherits no member. V8 keeps what `Object.create(null)` gives as a hash table, which takes longer to make
 * than its members take to read.
 */
class Bare {}
Object.setPrototypeOf(Bare.prototype, null)
Reflect.deleteProperty(Bare.prototype, 'constructor')

function hasMember(value: object, holders: readonly object[], member: string): boolean {
  if (Object.hasOwn(value, member)) return true
  for (const holder of holders) if (Object.hasOwn(holder, member)) return true
  return false
}

function refuseUnknown(
  value: object,
  holders: readonly object[],
  name: string,
  known: ReadonlySet<string>,
): void {
  refuseOwn(value, value, name, known)
  for (const holder of holders) refuseOwn(holder, value, name, known)
}

function refuseOwn(holder: object, value: object, name: string, known: ReadonlySet<string>): void {
  for (const member of Object.getOwnPropertyNames(holder))
    if (!known.has(member)) refuseMember(holder, value, member, name, known)
}

/** What cannot be enumerated is a method of a class, or hidden: nobody wrote it for an option. */
function refuseMember(
  holder: object,
  value: object,
  member: string,
  name: string,
  known: ReadonlySet<string>,
): void {
  if (!isEnumerable.call(holder, member)) return
  if ((value as Record<string, unknown>)[member] === undefined) return
  throw new CountersignError('ERR_ARGUMENT', unknown(member, name, known), { member })
}

const none: readonly object[] = []
const isEnumerable = Object.prototype.propertyIsEnumerable

/** What `value` inherits from, without the `Object.prototype` of any realm. */
function parents(value: object): readonly object[] {
  if (Object.getPrototypeOf(value) === Object.prototype) return none
  const all: object[] = []
  let holder: object | null = Object.getPrototypeOf(value)
  while (holder !== null && !isRoot(holder)) {
    all.push(holder)
    if (all.length > maxDepth)
      throw new CountersignError(
        'ERR_ARGUMENT',
        `an object inherits over more than ${maxDepth} levels`,
        { limit: maxDepth, member: 'prototype' },
      )
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

function unknown(member: string, name: string, known: ReadonlySet<string>): string {
  const said = JSON.stringify(member.slice(0, 64))
  const near = nearest(member, known)
  const what = name === 'options' ? `there is no option ${said}` : `${name} has no member ${said}`
  const all = [...known].join(', ')
  return `${what}; ${near === undefined ? `choose from ${all}` : `did you mean "${near}"?`}`
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
