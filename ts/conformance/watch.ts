/**
 * Notes what every public function gives, whatever the case that calls it makes of it.
 *
 * @module
 */

import type { Api } from './case.js'
import { wordsFor } from './verdict.js'

type Call = (...args: unknown[]) => unknown

/** The words for what was given since this was cleared. */
export const noted: string[] = []

/** An error that passes through several functions is one refusal. */
const seen = new WeakSet<object>()

/** The same API, with every function of every namespace watched. Methods of handles are not. */
export function watched(api: Api): Api {
  return watchedMembers(api) as Api
}

/** Notes a refusal, once. */
export function note(error: unknown): void {
  if (!(error instanceof Error) || seen.has(error)) return
  seen.add(error)
  noted.push(...wordsFor(error))
}

function watchedMembers(holder: object): object {
  return Object.fromEntries(
    Object.entries(holder).map(([name, value]) => [name, watchedValue(value)]),
  )
}

function watchedValue(value: unknown): unknown {
  if (typeof value === 'function') return isClass(value) ? value : watchedFunction(value as Call)
  return isNamespace(value) ? watchedMembers(value) : value
}

/** A module, or what a bundler makes of one; a constant record is copied with its members. */
function isNamespace(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function watchedFunction(call: Call): Call {
  return (...args: unknown[]) => {
    const result = notingErrors(() => call(...args))
    if (!(result instanceof Promise)) return notingWords(result)
    return result.then(notingWords, (error) => {
      note(error)
      throw error
    })
  }
}

function notingErrors(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    note(error)
    throw error
  }
}

function notingWords<T>(result: T): T {
  noted.push(...wordsFor(result))
  return result
}

function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}
