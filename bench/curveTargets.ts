/**
 * What each curve is held to on each engine, beside the same curve in other packages. Data only.
 *
 * @module
 */

import { list, peer, type Target, times } from './target.js'

const signatures = (type: string) => ['generate', 'sign', 'verify'].map((what) => `${what} ${type}`)
const agreement = ['generate X25519', 'agree X25519']

/** A case on `wasm-fma` beside another of it, `factor` times over. */
const beside = (name: string, other: string, factor: number): readonly Target[] =>
  list([name], { held: { to: 'case', case: other }, atMost: factor })

const p256: readonly Target[] = [
  ...beside('verify P-256', 'verify Ed25519', 3),
  ...beside('agree P-256', 'agree X25519', 3),
  ...list(signatures('P-256'), { held: peer('node:crypto') }),
  ...list(signatures('P-256'), { held: peer('WebCrypto') }),
  ...list(signatures('P-256'), { held: peer('@noble/curves'), atMost: times(8) }),
]

/** On hosts that have no fused multiply-add. */
const plain: readonly Target[] = [
  ...list([...signatures('secp256k1'), 'recover secp256k1'], {
    engine: 'wasm',
    held: peer('@bitauth/libauth'),
  }),
  ...list([...signatures('Ed25519'), ...agreement], {
    engine: 'wasm',
    held: peer('libsodium-wrappers'),
    atMost: times(1.3),
  }),
  ...list(signatures('P-256'), {
    engine: 'wasm',
    held: peer('@noble/curves'),
    atMost: times(4),
  }),
]

const addon: readonly Target[] = [
  ...list(signatures('secp256k1'), { engine: 'native', held: peer('secp256k1') }),
  ...list([...signatures('P-256'), ...agreement], { engine: 'native', held: peer('node:crypto') }),
]

/** Each member of a ring beside a signature. */
const rings = ['Ed25519', 'secp256k1'].flatMap((type) =>
  [2, 32, 128].flatMap((members) =>
    list([`verify in a ring of ${members}, ${type}`], {
      held: { to: 'case', case: `verify ${type}`, times: members },
      atMost: 2.3,
    }),
  ),
)

const seals: readonly Target[] = [
  ...['seal', 'open'].flatMap((what) => [
    ...beside(`${what} 64 B into memory of the caller`, 'verify Ed25519', 0.012),
    ...list([`${what} 16384 B`], { held: peer('node:crypto') }),
  ]),
]

export const curveTargets: readonly Target[] = [...p256, ...plain, ...addon, ...rings, ...seals]
