import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import components from '../../rust/vectors/http-signatures/rfc9421_components.json' with {
  type: 'json',
}
import examples from '../../rust/vectors/http-signatures/rfc9421_examples.json' with {
  type: 'json',
}
import { HttpSig, Keys } from '../src/subpath/all.js'
import {
  base64,
  body,
  code,
  fromBase64,
  header,
  now,
  plain,
  shared,
  signer,
  url,
  utf8,
} from './setup/httpSig.js'

describe('the base, made independently', () => {
  test('is what is signed', () => {
    const signed = HttpSig.sign(plain(), signer, { keyid: 'k', nonce: 'n', created: now })
    const digest = `sha-256=:${base64(sha256(utf8(body)))}:`
    const parameters =
      '("@method" "@target-uri" "content-digest");created=1760000000;keyid="k";nonce="n"'
    const base = [
      '"@method": POST',
      `"@target-uri": ${url}`,
      `"content-digest": ${digest}`,
      `"@signature-params": ${parameters}`,
    ].join('\n')
    expect(header(signed, 'Content-Digest')).toBe(digest)
    expect(header(signed, 'Signature-Input')).toBe(`sig1=${parameters}`)
    const [, signature] = /^sig1=:(.*):$/.exec(header(signed, 'Signature')) as unknown as string[]
    expect(
      ed25519.verify(fromBase64(signature as string), utf8(base), signer.publicKey.bytes),
    ).toBe(true)
    expect(HttpSig.base(signed, parameters)).toBe(base)
  })

  test('of a shared secret', () => {
    const signed = HttpSig.sign(plain({ body: '' }), shared, { created: now, nonce: false })
    const base = `"@method": POST\n"@target-uri": ${url}\n"@signature-params": ("@method" "@target-uri");created=1760000000`
    expect(header(signed, 'Signature')).toBe(
      `sig1=:${base64(hmac(sha256, shared.secret, utf8(base)))}:`,
    )
  })

  test('digests', () => {
    expect(HttpSig.contentDigest(body, { hash: 'sha-512' })).toBe(
      `sha-512=:${base64(sha512(utf8(body)))}:`,
    )
    HttpSig.verifyContentDigest(HttpSig.contentDigest(body), utf8(body))
    expect(() => HttpSig.verifyContentDigest(HttpSig.contentDigest(body), '')).toThrowError(
      code('ERR_HTTP_SIG_DIGEST'),
    )
  })

  test('the components of the RFC', () => {
    for (const { message, expected_lines } of components) {
      const lines = expected_lines.map((line) => line.slice(0, line.indexOf(': ')))
      const own = rfc(message as Row)
      expect(
        HttpSig.base(own, `(${lines.join(' ')})`)
          .split('\n')
          .slice(0, -1),
      ).toEqual(expected_lines)
    }
  })
})

type Row = Record<string, unknown>

function rfc(message: Row): HttpSig.PlainMessage {
  const headers = (message['headers'] as [string, string][]).filter(
    ([name]) => !name.startsWith('Signature'),
  )
  const content = message['body'] === null ? {} : { body: message['body'] as string }
  if (message['type'] === 'response')
    return { kind: 'response', status: message['status'] as number, headers, ...content }
  const address = `https://${headers[0]?.[1]}${message['target']}`
  return {
    kind: 'request',
    method: message['method'] as string,
    url: address,
    headers,
    ...content,
  }
}

describe('the examples of the RFC', () => {
  test.each(examples.cases.filter(({ alg }) => alg !== 'rsa-pss-sha512'))('$id', async (row) => {
    const related = row.request && { request: rfc(row.request as Row) as HttpSig.PlainRequest }
    const message = { ...rfc(row.message as Row), ...related } as HttpSig.PlainMessage
    if (row.expect === 'valid')
      expect(HttpSig.base(message, row.signature_input_member)).toBe(row.signature_base)
    const fields: [string, string][] = [
      ['Signature-Input', `${row.label}=${row.signature_input_member}`],
      ['Signature', `${row.label}=:${row.signature_b64}:`],
    ]
    const keys = examples.keys_jwk as Record<string, Row>
    const who =
      row.alg === 'hmac-sha256'
        ? { secret: fromBase64(examples.shared_secret_b64) }
        : { key: publicOf(keys[row.keyid] as Row) }
    const verdict = HttpSig.verify({ ...message, headers: [...message.headers, ...fields] }, who, {
      required: [],
      allowUncoveredBody: true,
      maxAge: 1e9,
    })
    if (row.expect === 'valid') await expect(verdict).resolves.toMatchObject({ label: row.label })
    else await expect(verdict).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
  })
})

function publicOf({ d: _, ...jwk }: Row) {
  return Keys.publicKeyFromJwk(jwk as never)
}
