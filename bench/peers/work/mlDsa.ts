/**
 * ML-DSA and the hybrid key by `@noble/post-quantum`: the same keys, messages and bytes.
 *
 * Both have the expanded key at hand when they sign, and the bytes of the public key when they verify.
 *
 * @module
 */

import type { Case, Job } from '../../case.js'
import { bytes, fresh, secret } from '../../input.js'
import type { PqType } from '../../suites/mlDsa.bench.js'

/** One type of key; `deterministic` signing draws nothing. */
type Scheme = {
  pair: () => { publicKey: Uint8Array; sign: (message: Uint8Array, fixed?: boolean) => Uint8Array }
  generate: () => unknown
  verify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean
}

async function plain(type: Exclude<PqType, 'Ed25519+ML-DSA-65'>): Promise<Scheme> {
  const { ml_dsa44, ml_dsa65, ml_dsa87 } = await import('@noble/post-quantum/ml-dsa.js')
  const dsa = { 'ML-DSA-44': ml_dsa44, 'ML-DSA-65': ml_dsa65, 'ML-DSA-87': ml_dsa87 }[type]
  return {
    pair() {
      const { publicKey, secretKey } = dsa.keygen(secret(1))
      const sign = (message: Uint8Array, fixed = false) =>
        dsa.sign(message, secretKey, fixed ? { extraEntropy: false } : {})
      return { publicKey, sign }
    },
    generate: () => dsa.keygen(),
    verify: (publicKey, message, signature) => dsa.verify(signature, message, publicKey),
  }
}

/** `MLDSA65-Ed25519-SHA512`, as `rust/core/src/keys/composite.rs` describes it. */
async function hybrid(): Promise<Scheme> {
  const { ml_dsa65 } = await import('@noble/post-quantum/ml-dsa.js')
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  const { sha512 } = await import('@noble/hashes/sha2.js')
  const { concatBytes, utf8ToBytes } = await import('@noble/hashes/utils.js')
  const context = utf8ToBytes('COMPSIG-MLDSA65-Ed25519-SHA512')
  const prefix = utf8ToBytes('CompositeAlgorithmSignatures2025')
  const composed = (message: Uint8Array) =>
    concatBytes(prefix, context, Uint8Array.of(0), sha512(message))
  return {
    pair() {
      const seeds = bytes(64)
      const { publicKey, secretKey } = ml_dsa65.keygen(seeds.slice(0, 32))
      const seed = seeds.slice(32)
      return {
        publicKey: concatBytes(publicKey, ed25519.getPublicKey(seed)),
        sign(message, fixed = false) {
          const input = composed(message)
          const options = fixed ? { context, extraEntropy: false as const } : { context }
          return concatBytes(ml_dsa65.sign(input, secretKey, options), ed25519.sign(input, seed))
        },
      }
    },
    generate: () => [ml_dsa65.keygen(), ed25519.keygen()],
    verify(publicKey, message, signature) {
      const input = composed(message)
      const [first, second] = [signature.subarray(0, 3_309), signature.subarray(3_309)]
      return (
        ed25519.verify(second, input, publicKey.subarray(1_952)) &&
        ml_dsa65.verify(first, input, publicKey.subarray(0, 1_952), { context })
      )
    },
  }
}

type Make = (scheme: Scheme, size: number) => Job

const generate: Make = (scheme) => ({
  run: scheme.generate,
  agree: () => scheme.pair().publicKey,
})

const sign: Make = (scheme, size) => {
  const [pair, next] = [scheme.pair(), fresh(size)]
  return { run: () => pair.sign(next()), agree: () => pair.sign(bytes(size), true) }
}

const verify: Make = (scheme, size) => {
  const [{ publicKey, sign }, next] = [scheme.pair(), fresh(size)]
  const claims = Array.from({ length: 16 }, () => {
    const message = next().slice()
    return { message, signature: sign(message) }
  })
  let turn = 0
  const run = () => {
    const { message, signature } = claims[turn++ % claims.length] as (typeof claims)[0]
    return scheme.verify(publicKey, message, signature)
  }
  const [first, second] = claims as [(typeof claims)[0], (typeof claims)[0]]
  const mixed = () => scheme.verify(publicKey, first.message, second.signature)
  return { run, agree: () => [...claims.map(run), mixed()] }
}

const makes: Readonly<Record<'generate' | 'sign' | 'verify', Make>> = { generate, sign, verify }

/** The peer of a row. */
export function mlDsaPeers(
  what: keyof typeof makes,
  type: PqType,
  size: number,
): NonNullable<Case['peers']> {
  const scheme = () => (type === 'Ed25519+ML-DSA-65' ? hybrid() : plain(type))
  return { '@noble/post-quantum': async () => makes[what](await scheme(), size) }
}
