/**
 * hpke-js (`@hpke/core`): RFC 9180 over WebCrypto and JavaScript. The recipient's own key is ready; to seal, their
 * public key is read in each call, as ours is.
 *
 * @module
 */

import { Chacha20Poly1305 } from '@hpke/chacha20poly1305'
import { CipherSuite, HkdfSha256 } from '@hpke/core'
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519'
import { x25519 } from '@noble/curves/ed25519.js'
import type { Jobs } from '../case.js'
import { secret } from '../input.js'
import { info, text } from './work/hpke.js'

export async function load(): Promise<Jobs> {
  const suite = new CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Chacha20Poly1305(),
  })
  const raw = x25519.getPublicKey(secret(3)).slice().buffer as ArrayBuffer
  const recipientKey = await suite.kem.importKey('raw', secret(3).slice().buffer, false)
  const seal = async () =>
    suite.seal(
      { recipientPublicKey: await suite.kem.deserializePublicKey(raw), info: info.slice() },
      text.slice(),
    )
  const open = async ({ enc, ct }: Awaited<ReturnType<typeof seal>>) =>
    new Uint8Array(await suite.open({ recipientKey, enc, info: info.slice() }, ct))
  return {
    'HPKE seal, X25519': () => ({
      later: true,
      run: seal,
      agree: async () => open(await seal()),
    }),
    'HPKE open, X25519': async () => {
      const sealed = await seal()
      const run = () => open(sealed)
      return { later: true, run, agree: run }
    },
  }
}
