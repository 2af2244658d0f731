// Calls of every public function that takes an object of options.

import { documents } from './optionCalls/documents.js'
import { identity } from './optionCalls/identity.js'
import { keys } from './optionCalls/keys.js'
import { messages } from './optionCalls/messages.js'
import type { Call, Calls } from './optionCalls/values.js'

export type { Call } from './optionCalls/values.js'

/** Every public function with an object of options, and a member of it. That none is left out: `node/options.test.ts`. */
export const calls: Calls = [...documents, ...identity, ...keys, ...messages]

/** What a call throws, now or later. */
export async function refusal(call: Call, options: unknown): Promise<unknown> {
  try {
    await call(options as never)
    return undefined
  } catch (error) {
    return error
  }
}
