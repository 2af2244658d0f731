/**
 * @noble/hashes: HKDF and SHA-2 in JavaScript.
 *
 * @module
 */

import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import type { Jobs } from '../case.js'
import { digestJobs } from './work/digest.js'
import { hkdfJobs } from './work/hkdf.js'

export function load(): Jobs {
  return {
    ...hkdfJobs((secret, salt, info, length) => hkdf(sha256, secret, salt, info, length)),
    ...digestJobs({ 'sha-256': sha256, 'sha-512': sha512 }),
  }
}
