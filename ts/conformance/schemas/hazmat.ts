/**
 * Wycheproof HKDF and HMAC with SHA-256.
 *
 * @module
 */

import { attempt, judge, Skip, same } from '../case.js'
import { hex, type Schema } from '../schema.js'
import { hkdf, hmac, hmacVerify } from '../subject.js'
import { verdictOf, wycheproof } from './wycheproof.js'

export const hkdfTest: Schema = wycheproof(
  'HkdfTest',
  (api, test, _, root) => {
    if (root['algorithm'] !== 'HKDF-SHA-256') throw new Skip('algorithm not offered')
    const [secret, salt, info] = [hex(test['ikm']), hex(test['salt']), hex(test['info'])]
    const outcome = attempt(() => hkdf(api, { secret, salt, info, length: Number(test['size']) }))
    judge('value' in outcome, verdictOf(test))
    if ('value' in outcome) same(outcome.value, hex(test['okm']), 'okm')
  },
  ['result', 'okm'],
)

export const macTest: Schema = wycheproof(
  'MacTest',
  (api, test, group, root) => {
    if (root['algorithm'] !== 'HMACSHA256') throw new Skip('algorithm not offered')
    const [key, message, tag] = [hex(test['key']), hex(test['msg']), hex(test['tag'])]
    const full = hmac(api, key, message)
    const begins = Buffer.from(full).subarray(0, tag.length).equals(tag)
    judge(begins && group['tagSize'] === tag.length * 8, verdictOf(test), 'tag')
    // Only whole tags are taken.
    judge(hmacVerify(api, key, message, tag), tag.length === 32 ? verdictOf(test) : 'reject')
  },
  ['result', 'tag'],
)
