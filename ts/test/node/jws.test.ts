// Against `jose`, an implementation that shares no code with ours.

import {
  CompactSign,
  compactVerify,
  exportJWK,
  FlattenedSign,
  flattenedVerify,
  generateKeyPair,
} from 'jose'
import { describe, expect, test } from 'vitest'
import { Jws, Keys } from '../../src/subpath/all.js'

const payload = new TextEncoder().encode('{"a":"€.b"}')

describe.each(['EdDSA', 'ES256'])('%s', (alg) => {
  test('what jose signs, we verify', async () => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'a' }] }
    const compact = await new CompactSign(payload)
      .setProtectedHeader({ alg, kid: 'a' })
      .sign(privateKey)
    expect(Jws.verify(compact, { jwks }).payload).toEqual(payload)
    const unencoded = await new FlattenedSign(payload)
      .setProtectedHeader({ alg, b64: false, crit: ['b64'] })
      .setUnprotectedHeader({ kid: 'a' })
      .sign(privateKey)
    expect(Jws.verify({ ...unencoded, payload: undefined }, { jwks }, { payload }).payload).toEqual(
      payload,
    )
  })

  test('what we sign, jose verifies', async () => {
    const pair = await generateKeyPair(alg, { extractable: true })
    const signer = await Keys.fromCryptoKey(pair)
    const compact = await Jws.sign(payload, signer)
    expect((await compactVerify(compact, pair.publicKey)).payload).toEqual(payload)
    const header = { b64: false, crit: ['b64'] }
    const flattened = JSON.parse(await Jws.sign(payload, signer, { form: 'flattened', header }))
    const verified = await flattenedVerify(flattened, pair.publicKey)
    expect(new Uint8Array(verified.payload)).toEqual(payload)
  })
})
