// Which answer an error gets. The body has its code and nothing else.

import { isCountersignError } from 'countersign'

/** A code of the registry itself. */
export type OwnCode =
  | 'BUSY'
  | 'NOT_FOUND'
  | 'NOT_YET'
  | 'NOT_YOURS'
  | 'UNKNOWN_AGENT'
  | 'BAD_REQUEST'

/** A request that the registry refuses by its own rules. */
export class Refusal extends Error {
  readonly status: number
  readonly code: OwnCode

  constructor(status: number, code: OwnCode) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** Codes of the package that say that this side cannot do it now. Nothing was accepted. */
const unavailable = /^ERR_(STORE_|REPLAY_FULL|LIMIT_EXCEEDED)/
/** Codes that contradict what is recorded. */
const conflict = /^ERR_(REPLAY$|RECEIPT_FORK)/
/** Codes that blame the request. */
const blamed = /^ERR_(DID|FETCH|JSON|JWS|KEY|MERKLE_RANGE|POP|RECEIPT|TRUST)/

/** Status and code of what a handler threw. */
export function judge(error: unknown): { readonly status: number; readonly code: string } {
  if (error instanceof Refusal) return error
  if (isCountersignError(error)) {
    const { code } = error
    if (unavailable.test(code)) return { status: 503, code }
    if (conflict.test(code)) return { status: 409, code }
    if (blamed.test(code)) return { status: 400, code }
  }
  // What Fastify says of a request that it cannot read.
  const { statusCode = 500, code = '' } = error as { statusCode?: number; code?: string }
  if (statusCode >= 400 && statusCode < 500) return { status: statusCode, code }
  return { status: 500, code: 'ERR_INTERNAL' }
}
