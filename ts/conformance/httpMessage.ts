/**
 * What the schemas of HTTP signatures share.
 *
 * @module
 */

import { attempt } from './case.js'

export type PlainMessage = import('countersign/http').HttpSig.PlainMessage
export type PlainRequest = import('countersign/http').HttpSig.PlainRequest

/** The code with which an operation refuses, or nothing if it does not. Other errors fail the case. */
export async function refusal(use: () => Promise<unknown>): Promise<string | undefined> {
  const settled = await use().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (settled === undefined) return undefined
  const outcome = attempt(() => {
    throw settled.error
  }, true)
  return 'refused' in outcome ? outcome.refused : undefined
}
