// Reads what clients send, before anything is done with it.

import type { Answer } from './agents.ts'
import { Refusal } from './refusal.ts'

/** @throws Refusal unless a body has the members of an answer. */
export function readAnswer(body: unknown): Answer {
  const { did, proof, token } = (body ?? {}) as Readonly<Record<string, unknown>>
  if (typeof did !== 'string' || typeof token !== 'string') throw new Refusal(400, 'BAD_REQUEST')
  if (typeof proof !== 'object' || proof === null) throw new Refusal(400, 'BAD_REQUEST')
  return { did, proof, token }
}

/** @throws Refusal unless a text is a number of an entry. */
export function readIndex(text: string): number {
  if (!/^(0|[1-9]\d{0,14})$/.test(text)) throw new Refusal(400, 'BAD_REQUEST')
  return Number(text)
}
