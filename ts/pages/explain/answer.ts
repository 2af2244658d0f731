/**
 * What the page says of a text: what it is, what it claims, and whether that holds.
 *
 * @module
 */

import { type CountersignError, isCountersignError, type TrustInput } from 'countersign'
import 'countersign/cures'
import { type Found, type Rows, recognise } from '../../cli/recognise.js'
import { verify } from './verify.js'

/** `open`: nothing was verified, or not all of it could be. */
export type Answer = {
  readonly state: 'none' | 'open' | 'verified' | 'refused'
  readonly verdict: string
  /** What was checked. */
  readonly proven: Rows
  /** What the document says of itself. */
  readonly claims: Rows
  /** Whether it matters where the text was received. */
  readonly isRequest: boolean
}

const nothing = { proven: [], claims: [] } as const

/** Answers for a text; `trust` is missing where nobody is trusted yet. */
export async function answerTo(
  text: string,
  trust: TrustInput | undefined,
  origin: string | undefined,
): Promise<Answer> {
  if (text.trim() === '')
    return { state: 'none', verdict: 'There is no document yet.', ...nothing, isRequest: false }
  let found: Found | undefined
  try {
    found = await recognise(text.trim())
    if (!found) return refusal('This is nothing that the page knows.', undefined)
    return await judge(found, text, trust, origin)
  } catch (error) {
    return refusal(reasonOf(error), found)
  }
}

async function judge(
  found: Found,
  text: string,
  trust: TrustInput | undefined,
  origin: string | undefined,
): Promise<Answer> {
  const { kind, form, rows: claims } = found
  const said = (what: string) => ({
    verdict: `This is ${kind}. ${what}`,
    claims,
    isRequest: isRequest(found),
  })
  if (!form) return { state: 'open', proven: [], ...said('It proves nothing by itself.') }
  if (!trust)
    return { state: 'open', proven: [], ...said('Nothing is verified: say whom you trust.') }
  const { whole, rows, refused } = await verify(form, text, { trust, ...(origin && { origin }) })
  if (refused) return { ...refusal(reasonOf(refused), found), proven: rows }
  return whole
    ? { state: 'verified', proven: rows, ...said('It is verified.') }
    : { state: 'open', proven: rows, ...said(partly) }
}

const partly = 'Its signatures hold; what is unchecked below, a page cannot know.'

function isRequest(found: Found | undefined): boolean {
  return found?.kind === 'a signed HTTP request'
}

function refusal(why: string, found: Found | undefined): Answer {
  const what = found ? `This is ${found.kind}. It is refused: ` : ''
  return {
    state: 'refused',
    verdict: `${what}${why}`,
    proven: [],
    claims: found?.rows ?? [],
    isRequest: isRequest(found),
  }
}

function reasonOf(error: unknown): string {
  if (!isCountersignError(error)) throw error
  const { code, message, cure } = error as CountersignError
  return `${code}: ${message}. ${cure}`
}
