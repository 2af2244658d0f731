/**
 * Documents beside the signatures in them: what a signed text costs over its bare signature.
 *
 * Each call gets the next of 1,000 texts, all different. A bare operation has a message of about as many bytes as the
 * document signs, and a key in the same state: one that was read before for each signer, and for trust that was used before,
 * a key with tables, of which a batch of one key gives the time. `ratios.ts` divides.
 *
 * @module
 */

import type { HttpSig } from 'countersign/http'
import type { Api, Case } from '../case.js'
import { card, secret } from '../input.js'
import { claimOf, count, each, lengths, now, numbered, row, signerOf } from './documentInput.js'

const created = now
const later = new Date('2026-01-01T01:00:00Z')

const bare = lengths.flatMap((length): Case[] => [
  row(`bare sign, ${length} B`, (api) => {
    const signer = signerOf(api)
    return each(
      (index) => numbered(length, index),
      (message) => signer.sign(message),
    )
  }),
  row(`bare verify, ${length} B, keys not seen before`, (api) =>
    each(
      (index) => claimOf(numbered(length, index), signerOf(api, index)),
      (claim) => api.Keys.verify(claim),
    ),
  ),
  row(
    `bare verify, ${length} B, 100 of one key`,
    (api) => {
      const signer = signerOf(api)
      const batches = Array.from({ length: 10 }, (_, batch) =>
        Array.from({ length: 100 }, (_, index) =>
          claimOf(numbered(length, 100 * batch + index), signer),
        ),
      )
      return each(
        (index) => batches[index % 10] as (typeof batches)[number],
        (claims) => api.Keys.verifyBatch(claims).every(Boolean),
      )
    },
    { n: 100 },
  ),
])

const kid = 'did:web:agent.example#key-1'
const cardText = (index: number) => JSON.stringify({ ...card, name: `Bench agent ${index}` })

const cards = [
  row('Card.sign', (api) => {
    const signer = signerOf(api)
    return each(cardText, (text) => api.Card.sign(text, signer, { kid }))
  }),
  row('Card.verify', (api) => {
    const signer = signerOf(api)
    const trust = api.Trust.of({ keys: [{ id: kid, key: signer.publicKey }] })
    return each(
      (index) => JSON.stringify(api.Card.sign(cardText(index), signer, { kid })),
      (text) => api.Card.verify(text, trust, { now }),
    )
  }),
]

const actionOf = (index: number) => ({
  action: 'tool.call',
  content: { tool: 'search', query: `weather ${index}` },
})

const receipts = [
  row('Receipt.issue', (api) => {
    const signer = signerOf(api)
    return each(actionOf, (action) => api.Receipt.issue(action, signer, { now }))
  }),
  row('Receipt.verify, trust not seen before', (api) =>
    each(
      (index) => {
        const signer = signerOf(api, index)
        const text = JSON.stringify(api.Receipt.issue(actionOf(index), signer, { now }))
        return { text, trust: { key: signer.publicKey } }
      },
      ({ text, trust }) => api.Receipt.verify(text, trust, { now }),
    ),
  ),
  row(
    'Receipt.verifyChain, 100',
    (api) => {
      const signer = signerOf(api)
      const trust = api.Trust.of({ key: signer.publicKey })
      const chains = Array.from({ length: 10 }, (_, first) => {
        const chain: object[] = []
        for (let index = 0; index < 100; index += 1) {
          const previous = chain.at(-1)
          const options = { now, ...(previous && { previous }) }
          chain.push(api.Receipt.issue(actionOf(100 * first + index), signer, options))
        }
        return chain.map((receipt) => JSON.stringify(receipt))
      })
      return each(
        (index) => chains[index % 10] as string[],
        (texts) => api.Receipt.verifyChain(texts, trust, { now }).facts,
      )
    },
    { n: 100 },
  ),
]

function people(api: Api, links: number) {
  return Array.from({ length: links + 1 }, (_, index) => {
    const signer = signerOf(api, index + 1)
    return { signer, did: api.Did.fromKey(signer.publicKey) }
  })
}

type Person = ReturnType<typeof people>[number]

const termsOf = ({ did, signer }: Person, delegation: number, index: number) => ({
  subject: did,
  subjectKey: signer.publicKey,
  capabilities: [`read:docs/${index}/**`],
  constraints: { expires: later },
  delegation,
})

/** A chain of grants, each to the next person. */
function chainOf(api: Api, persons: readonly Person[], index: number): string {
  const last = persons.length - 1
  const [first, second] = persons as [Person, Person]
  const chain = [
    api.Grant.issue({ issuer: first.did, ...termsOf(second, last - 1, index) }, first.signer, {
      now,
    }),
  ]
  for (let link = 1; link < last; link += 1) {
    const [by, to] = [persons[link], persons[link + 1]] as [Person, Person]
    const terms = termsOf(to, last - 1 - link, index)
    chain.push(api.Grant.delegate(chain, by.signer, { ...terms, now }))
  }
  return JSON.stringify(chain)
}

const grants = [
  row('Grant.issue', (api) => {
    const [by, to] = people(api, 1) as [Person, Person]
    const job = each(
      (index) => ({ issuer: by.did, ...termsOf(to, 0, index) }),
      (terms) => api.Grant.issue(terms, by.signer, { now }),
    )
    // A grant has a nonce of its own.
    return { ...job, agree: () => by.did }
  }),
  ...[2, 16].map((n) =>
    row(
      `Grant.verifyChain, ${n} links`,
      (api) => {
        const persons = people(api, n)
        const trust = api.Trust.of({ key: (persons[0] as Person).signer.publicKey })
        const chains = Array.from({ length: n === 2 ? count : 100 }, (_, index) =>
          chainOf(api, persons, index),
        )
        const job = each(
          (index) => chains[index % chains.length] as string,
          (text) => api.Grant.verifyChain(text, trust, { now, revocations: [] }),
        )
        return { ...job, agree: () => n }
      },
      { n },
    ),
  ),
]

const request = (index: number, body?: Uint8Array): HttpSig.PlainRequest => ({
  kind: 'request',
  method: body ? 'POST' : 'GET',
  url: `https://agent.example/a2a?trace=${index}`,
  headers: [['Content-Type', 'application/json']],
  ...(body && { body }),
})

const requests = ['GET', 'POST of 1 KB'].flatMap((kind) => {
  const of = (index: number) => request(index, kind === 'GET' ? undefined : numbered(1_024, index))
  const options = (index: number) => ({ keyid: kid, nonce: `nonce-${index}`, created })
  return [
    row(`HttpSig.sign, ${kind}`, (api) => {
      const signer = signerOf(api)
      return each(
        (index) => ({ message: of(index), told: options(index) }),
        ({ message, told }) => api.HttpSig.sign(message, signer, told),
      )
    }),
    row(`HttpSig.verify, ${kind}`, (api) => {
      const signer = signerOf(api)
      const trust = api.Trust.of({ keys: [{ id: kid, key: signer.publicKey }] })
      const job = each(
        (index) => api.HttpSig.sign(of(index), signer, options(index)),
        (message) => api.HttpSig.verify(message, trust, { now }),
      )
      return { ...job, later: true }
    }),
  ]
})

const payload = (index: number) => numbered(256, index)

const jws = [
  row('Jws.sign, 256 B', (api) => {
    const signer = signerOf(api)
    return each(payload, (message) => api.Jws.sign(message, signer))
  }),
  row('Jws.verify, 256 B', (api) => {
    const signer = signerOf(api)
    const trust = api.Trust.of({ key: signer.publicKey })
    return each(
      (index) => api.Jws.sign(payload(index), signer),
      (text) => api.Jws.verify(text, trust),
    )
  }),
]

const did = 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const audience = 'https://registry.example'

function challengeOf(api: Api, index: number) {
  const nonce = secret(2)
  new DataView(nonce.buffer).setUint32(0, index)
  return api.Pop.challenge({ audience, nonce, now })
}

const proofs = [
  row('Pop.prove', (api) => {
    const signer = signerOf(api)
    return each(
      (index) => challengeOf(api, index),
      (challenge) => api.Pop.prove(challenge, signer, { did, now }),
    )
  }),
  row('Pop.verify', (api) => {
    const signer = signerOf(api)
    const trust = api.Trust.of({ key: signer.publicKey })
    return each(
      (index) => {
        const challenge = challengeOf(api, index)
        return { challenge, proof: JSON.stringify(api.Pop.prove(challenge, signer, { did, now })) }
      },
      ({ challenge, proof }) => api.Pop.verify(proof, trust, { did, challenge, now }),
    )
  }),
  row('Sage.Pop.prove', (api) => {
    const signer = signerOf(api)
    const key = { type: 'Ed25519', data: api.Sage.Keys.marshal(signer.publicKey) } as const
    return each(
      (index) => `${did}-${index}`,
      (name) => api.Sage.Pop.prove(key, signer, { did: name }),
    )
  }),
  row('Sage.Pop.verify', (api) => {
    const signer = signerOf(api)
    const key = { type: 'Ed25519', data: api.Sage.Keys.marshal(signer.publicKey) } as const
    const trust = api.Trust.of({ key: signer.publicKey })
    return each(
      (index) => {
        const name = `${did}-${index}`
        return { name, proof: api.Sage.Pop.prove(key, signer, { did: name }) }
      },
      ({ name, proof }) => api.Sage.Pop.verify(proof, trust, { did: name }),
    )
  }),
]

export const documentCases: readonly Case[] = [
  ...bare,
  ...cards,
  ...receipts,
  ...grants,
  ...requests,
  ...jws,
  ...proofs,
]
