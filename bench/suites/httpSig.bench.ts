/**
 * HTTP signatures of a request with a body of 1 KB: ours, and the form of SAGE. No report has such a row.
 *
 * @module
 */

import type { HttpSig } from 'countersign/http'
import type { Api, Case } from '../case.js'
import { bytes, secret } from '../input.js'
import { hashes, nameOf, sizes } from '../peers/work/digest.js'

const now = new Date('2026-01-01T00:00:00Z')
const group = 'HTTP signatures'
const types = ['Ed25519', 'P-256', 'secp256k1'] as const

function request(body: Uint8Array): HttpSig.PlainRequest {
  return {
    kind: 'request',
    method: 'POST',
    url: 'https://agent.example/a2a?trace=1',
    headers: [
      ['Content-Type', 'application/json'],
      ['User-Agent', 'bench'],
    ],
    body,
  }
}

const message = request(bytes(1_024))
const options = { keyid: 'did:web:agent.example#key-1', nonce: 'nonce', created: now }

const pairs = types.flatMap((type): Case[] => [
  {
    name: `sign request ${type}`,
    group,
    bytes: 1_024,
    prepare: (api) => {
      const signer = api.Keys.fromSecret(type, secret(1))
      const run = () => api.HttpSig.sign(message, signer, options)
      return { run, agree: run }
    },
  },
  {
    name: `verify request ${type}`,
    group,
    bytes: 1_024,
    prepare: (api) => {
      const signer = api.Keys.fromSecret(type, secret(1))
      const signed = api.HttpSig.sign(message, signer, options)
      return verification(api, signed, { key: signer.publicKey })
    },
  },
])

const shared: Case[] = [
  {
    name: 'sign request hmac-sha256',
    group,
    bytes: 1_024,
    prepare: (api) => {
      const run = () => api.HttpSig.sign(message, { secret: secret(1) }, options)
      return { run, agree: run }
    },
  },
  {
    name: 'verify request hmac-sha256',
    group,
    bytes: 1_024,
    prepare: (api) => {
      const key = { secret: secret(1) }
      return verification(api, api.HttpSig.sign(message, key, options), key)
    },
  },
]

function verification(api: Api, signed: HttpSig.PlainRequest, trust: HttpSig.TrustSource) {
  const run = () => api.HttpSig.verify(signed, trust, { now })
  return { run, later: true as const, agree: run }
}

const sage: Case[] = [
  {
    name: 'sign request Ed25519 (sage)',
    group,
    bytes: 1_024,
    prepare: (api) => {
      const signer = api.Keys.fromSecret('Ed25519', secret(1))
      const run = () => api.Sage.HttpSig.sign(message, signer, options)
      return { run, agree: run }
    },
  },
  {
    name: 'verify request Ed25519 (sage)',
    group,
    bytes: 1_024,
    prepare: (api) => {
      const signer = api.Keys.fromSecret('Ed25519', secret(1))
      const signed = api.Sage.HttpSig.sign(message, signer, options)
      const trust = { key: signer.publicKey }
      const run = () => api.Sage.HttpSig.verify(signed, trust, { now })
      return { run, later: true, agree: run }
    },
  },
]

const digests: Case[] = hashes.flatMap((hash) =>
  sizes.map((size) => ({
    name: nameOf(hash, size),
    group,
    bytes: size,
    prepare: (api) => {
      const body = bytes(size)
      const run = () => api.HttpSig.contentDigest(body, { hash })
      return { run, agree: run }
    },
  })),
)

export const httpSigCases: readonly Case[] = [...pairs, ...shared, ...sage, ...digests]
