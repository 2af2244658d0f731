/**
 * canonicalize: JCS (RFC 8785) by one of its authors. JSON.parse reads the text: duplicate members, lone surrogates
 * and numbers beyond I-JSON pass, which ours refuses.
 *
 * @module
 */

import canonicalize from 'canonicalize'
import type { Jobs } from '../case.js'
import { card } from '../input.js'
import { sha256 } from './work/sha256.js'

const text = JSON.stringify(card)

export async function load(): Promise<Jobs> {
  const hash = await sha256()
  const encoder = new TextEncoder()
  const canonical = () => canonicalize(JSON.parse(text)) ?? ''
  const digest = () => hash(encoder.encode(canonical()))
  return {
    'canonicalize A2A card': () => ({ run: canonical, agree: canonical }),
    'parse, canonicalize and hash a card': () => ({ run: digest, agree: digest }),
  }
}
