/**
 * Forms of an Ed25519 key: JWK and PEM, public and private. SAGE's baseline report exports and imports the
 * private ones. And JWS, which no report has, beside jose.
 *
 * @module
 */

import type { Api, Case, Job } from '../case.js'
import { bytes, secret } from '../input.js'

const group = 'key forms'

function signerOf(api: Api) {
  return api.Keys.fromSecret('Ed25519', secret(1))
}

const exported = (name: string, make: (api: Api) => () => unknown): Case => ({
  name,
  group,
  prepare: (api) => {
    const run = make(api)
    return { run, agree: run }
  },
})

/** Reads a private key, and closes it: the next one takes its place. */
const imported = (name: string, make: (api: Api) => () => ReturnType<typeof signerOf>): Case => ({
  name,
  group,
  prepare: (api): Job => {
    const read = make(api)
    return { run: () => read().close(), agree: () => read().publicKey.bytes }
  },
})

export const formCases: readonly Case[] = [
  exported('export JWK Ed25519', (api) => {
    const { publicKey } = signerOf(api)
    return () => api.Keys.toJwk(publicKey)
  }),
  exported('export private JWK Ed25519', (api) => {
    const signer = signerOf(api)
    return () => api.Keys.dangerouslyExportJwk(signer)
  }),
  imported('import private JWK Ed25519', (api) => {
    const jwk = api.Keys.dangerouslyExportJwk(signerOf(api))
    return () => api.Keys.signerFromJwk(jwk)
  }),
  exported('export PEM Ed25519', (api) => {
    const { publicKey } = signerOf(api)
    return () => api.Keys.toPem(publicKey)
  }),
  exported('export private PEM Ed25519', (api) => {
    const signer = signerOf(api)
    return () => api.Keys.dangerouslyExportPem(signer)
  }),
  exported('import PEM Ed25519', (api) => {
    const pem = api.Keys.toPem(signerOf(api).publicKey)
    return () => api.Keys.publicKeyFromPem(pem)
  }),
  imported('import private PEM Ed25519', (api) => {
    const pem = api.Keys.dangerouslyExportPem(signerOf(api))
    return () => api.Keys.signerFromPem(pem)
  }),
]

const jws = (['Ed25519', 'P-256'] as const).flatMap((type): Case[] => [
  {
    name: `sign JWS ${type}`,
    group: 'JWS',
    bytes: 256,
    prepare: (api) => {
      const signer = api.Keys.fromSecret(type, secret(1))
      const payload = bytes(256)
      const trust = { key: signer.publicKey }
      const run = () => api.Jws.sign(payload, signer)
      return { run, agree: () => api.Jws.verify(run(), trust).payload }
    },
  },
  {
    name: `verify JWS ${type}`,
    group: 'JWS',
    bytes: 256,
    prepare: (api) => {
      const signer = api.Keys.fromSecret(type, secret(1))
      const text = api.Jws.sign(bytes(256), signer)
      const trust = { key: signer.publicKey }
      const run = () => api.Jws.verify(text, trust)
      return { run, agree: () => run().payload }
    },
  },
])

export const jwsCases: readonly Case[] = jws
