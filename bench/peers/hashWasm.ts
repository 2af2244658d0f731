/**
 * hash-wasm: SHA-2 and Argon2id in WebAssembly. A hash keeps its instance; Argon2id makes one in each call, as ours does.
 *
 * @module
 */

import { argon2id, createSHA256, createSHA512, type IHasher } from 'hash-wasm'
import type { Jobs } from '../case.js'
import { argon2idCost, argon2idInput, argon2idName } from './work/argon2id.js'
import { digestJobs } from './work/digest.js'

export async function load(): Promise<Jobs> {
  return {
    ...digestJobs({
      'sha-256': hashBy(await createSHA256()),
      'sha-512': hashBy(await createSHA512()),
    }),
    [argon2idName]: () => {
      const run = () => argon2id({ ...argon2idInput, ...argon2idCost, outputType: 'binary' })
      return { later: true, run, agree: run }
    },
  }
}

function hashBy(hasher: IHasher) {
  return (body: Uint8Array) => hasher.init().update(body).digest('binary')
}
