/**
 * Scenarios of other delegation systems, made again with our grants.
 *
 * A party of a vector gets a key of its own, because its secret is not known. A link goes through
 * `Grant.delegate`; one that this refuses is signed by hand, as an attacker would, so that the verifier
 * is judged too.
 *
 * @module
 */

import { type Api, attempt } from './case.js'
import { recordMessage } from './ownRecord.js'

export type Signer = ReturnType<typeof import('countersign').Keys.generate<'Ed25519'>>

/** What a link of a vector says, in our terms. */
export type LinkData = {
  readonly issuer: string
  readonly subject: string
  readonly capabilities: readonly string[]
  readonly notBefore?: Date
  readonly expires?: Date
  readonly issued: Date
  /** How many links may follow. */
  readonly delegation: number
  /** Whether its signature holds in the vector. */
  readonly signed: boolean
}

/** A key for each party, by its name. */
export class Parties {
  readonly #api: Api
  readonly #keys = new Map<string, Signer>()

  constructor(api: Api) {
    this.#api = api
  }

  key(name: string): Signer {
    const known = this.#keys.get(name)
    if (known) return known
    const key = this.#api.Keys.generate('Ed25519')
    this.#keys.set(name, key)
    return key
  }

  /** The name itself if it is a DID, else that of the key. */
  did(name: string): string {
    return name.startsWith('did:') ? name : this.#api.Did.fromKey(this.key(name).publicKey)
  }

  close(): void {
    for (const key of this.#keys.values()) key.close()
  }
}

/** A grant below `above`, or a root. */
export function link(
  api: Api,
  parties: Parties,
  above: readonly object[],
  data: LinkData,
): Record<string, unknown> {
  const signer = parties.key(data.issuer)
  const { notBefore, expires } = data
  const issuer = parties.did(data.issuer)
  const terms = {
    subject: parties.did(data.subject),
    subjectKey: parties.key(data.subject).publicKey,
    capabilities: data.capabilities,
    constraints: { ...(notBefore && { notBefore }), ...(expires && { expires }) },
    delegation: data.delegation,
  }
  const now = data.issued
  const made =
    above.length === 0
      ? api.Grant.issue({ issuer, ...terms }, signer, { now })
      : passedOn(api, above, signer, { issuer, terms, now })
  const record = { ...made } as Record<string, unknown>
  return data.signed
    ? record
    : { ...record, nonce: api.Encoding.base64url.encode(new Uint8Array(16)) }
}

type Link = {
  readonly issuer: string
  readonly terms: import('countersign/grant').Grant.Terms
  readonly now: Date
}

function passedOn(
  api: Api,
  above: readonly object[],
  signer: Signer,
  { issuer, terms, now }: Link,
): object {
  // Below another grant, its subject is the issuer, and nothing else can be said.
  const made = attempt(() => api.Grant.delegate(above, signer, { ...terms, now }))
  if ('value' in made) return made.value
  const root = api.Grant.issue({ issuer, ...terms }, signer, { now })
  const { signature: _, ...body } = { ...root } as Record<string, unknown>
  const parent = api.Grant.id(above[above.length - 1] as object)
  return sealed(api, signer, { ...body, parent })
}

/** Signs a record by hand. */
function sealed(api: Api, signer: Signer, body: Record<string, unknown>): object {
  const signature = signer.sign(recordMessage(api, body))
  return { ...body, signature: api.Encoding.base64url.encode(signature) }
}

/** The codes of all facts that are refused. */
export function failures(report: { readonly facts: object }): string[] {
  const facts = Object.values(report.facts) as { readonly state: string; readonly code?: string }[]
  return facts.flatMap((fact) => (fact.code === undefined ? [] : [fact.code]))
}
