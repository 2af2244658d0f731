/**
 * Wycheproof ChaCha20-Poly1305, XChaCha20-Poly1305 and AES-GCM.
 *
 * A nonce or key of a length that is not offered must be refused with the code for it. Where the
 * vector holds it for valid, the case then counts as skipped.
 *
 * @module
 */

import { type Api, attempt, judge, Mismatch, Skip, same } from '../case.js'
import { hex, type Schema, toHex } from '../schema.js'
import { type AeadName, aead } from '../subject.js'
import { type Row, verdictOf, wycheproof } from './wycheproof.js'

const names: Readonly<Record<string, AeadName | undefined>> = {
  'CHACHA20-POLY1305 256': 'chacha20-poly1305',
  'XCHACHA20-POLY1305 256': 'xchacha20-poly1305',
  'AES-GCM 128': 'aes-128-gcm',
  'AES-GCM 256': 'aes-256-gcm',
}

export const aeadTest: Schema = wycheproof(
  'AeadTest',
  (api, test, group, root) => {
    const name = names[`${String(root['algorithm'])} ${String(group['keySize'])}`]
    if (name === undefined) throw refusedKey(api, test, root)
    const bits = name === 'xchacha20-poly1305' ? 192 : 96
    if (group['ivSize'] !== bits) refusedNonce(api, test, name)
    else judged(api, test, name)
  },
  ['result', 'ct', 'tag'],
)

function judged(api: Api, test: Row, name: AeadName): void {
  const { seal, open } = aead(api, name, inputs(test))
  const [plaintext, sealed] = [hex(test['msg']), sealedOf(test)]
  const opened = attempt(() => open(sealed))
  judge('value' in opened, verdictOf(test))
  if (!('value' in opened)) return
  same(opened.value, plaintext, 'plaintext')
  same(seal(plaintext), sealed, 'ciphertext and tag')
}

function refusedNonce(api: Api, test: Row, name: AeadName): void {
  const { seal, open } = aead(api, name, inputs(test))
  for (const use of [() => open(sealedOf(test)), () => seal(hex(test['msg']))])
    mustRefuse(use, 'ERR_AEAD_NONCE')
  if (verdictOf(test) !== 'reject') throw new Skip('nonce length not offered')
}

/** AES-192: its keys fit neither of the two that are offered. */
function refusedKey(api: Api, test: Row, root: Row): Skip {
  if (root['algorithm'] !== 'AES-GCM') return new Skip('algorithm not offered')
  for (const name of ['aes-128-gcm', 'aes-256-gcm'] as const)
    mustRefuse(() => aead(api, name, inputs(test)).open(sealedOf(test)), 'ERR_AEAD_KEY')
  return new Skip('AES-192 not offered')
}

function mustRefuse(use: () => Uint8Array, code: string): void {
  const outcome = attempt(use)
  if ('value' in outcome) throw new Mismatch(`gave ${toHex(outcome.value)}, expected ${code}`)
  same(outcome.refused, code, 'code')
}

function inputs(test: Row) {
  return { key: hex(test['key']), nonce: hex(test['iv']), associatedData: hex(test['aad']) }
}

function sealedOf(test: Row): Uint8Array {
  return Uint8Array.from([...hex(test['ct']), ...hex(test['tag'])])
}
