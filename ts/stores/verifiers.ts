// The real verifiers over a shared store: four processes each get the same request, and one may take it.

import { Did, isCountersignError, Keys, requireFacts } from 'countersign'
import { Grant, Pop } from 'countersign/grant'
import { HttpSig } from 'countersign/http'
import { Session } from 'countersign/session'
import type { Stores } from 'countersign/stores/contract'

/** What is judged, as it was received. Bytes are lists of numbers, since it is sent to a process. */
export type Judging = {
  readonly kind: 'judge'
  readonly human: string
  readonly agent: string
  readonly request: { readonly url: string; readonly headers: Record<string, string> }
  readonly proof: string
  readonly challenge: Pop.Challenge
  readonly chain: readonly Grant.Grant[]
  readonly revoked: readonly Grant.Grant[]
  readonly ticketKey: readonly number[]
  readonly resumption: readonly number[]
}

const audience = 'https://registry.example'
/** How often each process gets the same. */
const times = 8

/** What is judged, and how many of all may be accepted. */
export const rows = [
  ['HttpSig.verify takes a request once', 1],
  ['Pop.verifyOnce takes a proof once', 1],
  ['Grant.authorizeOnce takes a grant three times', 3],
  ['Grant.authorizeOnce takes no grant that was revoked', 0],
  ['Session.answerResumption takes a ticket once', 1],
] as const

/** What an agent sends; and what the fleet knows: a revocation and a ticket. */
export async function prepare({ status, tickets }: Stores): Promise<Judging> {
  const [signer, holder] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
  const [human, agent] = [Did.fromKey(signer.publicKey), Did.fromKey(holder.publicKey)]
  const issue = (uses: number) =>
    Grant.issue(
      {
        issuer: human,
        subject: agent,
        subjectKey: holder.publicKey,
        capabilities: ['read:**'],
        constraints: { uses, expires: new Date(Date.now() + 3_600_000) },
      },
      signer,
    )
  const [grant, revoked] = [issue(rows[2][1]), issue(100)]
  const revocation = Grant.revoke({ revoker: human, grant: Grant.id(revoked) }, signer)
  const trust = { key: signer.publicKey }
  await status.add(Grant.verifyRevocation(revocation, trust, { chain: [revoked] }))
  const challenge = Pop.challenge({ audience })
  const url = `${audience}/orders`
  const request = await HttpSig.sign(new Request(url), holder, {
    keyid: Did.keyId(holder.publicKey),
  })
  return {
    kind: 'judge',
    human,
    agent,
    request: { url, headers: Object.fromEntries(request.headers) },
    proof: JSON.stringify(Pop.prove(challenge, holder, { did: agent })),
    challenge,
    chain: [grant],
    revoked: [revoked],
    ...(await sessionIn(tickets)),
  }
}

/** A session that both sides put away, and the message of the peer that takes it up again. */
async function sessionIn(tickets: Stores['tickets']) {
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const end = (role: Session.Role) => Session.create({ secret, role })
  const [mine, theirs] = [end('initiator'), end('responder')]
  const ticketKey = crypto.getRandomValues(new Uint8Array(32))
  await tickets.put(
    theirs.id,
    theirs.export({ key: Session.ticketKey({ key: ticketKey }) }),
    later(),
  )
  const key = Session.ticketKey()
  const resumption = await Session.resume(mine.export({ key }), { key, replay: once })
  return { ticketKey: [...ticketKey], resumption: [...resumption.message] }
}

const once = { checkAndMark: () => true }
const later = () => Math.floor(Date.now() / 1000) + 600

/** How much of each this process accepted, in the order of {@link rows}. */
export async function judge(stores: Stores, task: Judging): Promise<readonly number[]> {
  const { replay } = stores
  const key = Did.toKey(task.agent)
  const keys = HttpSig.didKeys(Did.resolver())
  return Promise.all([
    accepted(() => HttpSig.verify(new Request(task.request.url, task.request), keys, { replay })),
    accepted(() =>
      Pop.verifyOnce(task.proof, { key }, { did: task.agent, challenge: task.challenge, replay }),
    ),
    accepted(() => use(stores, task.chain, task)),
    accepted(() => use(stores, task.revoked, task)),
    accepted(() => resume(stores, task)),
  ])
}

async function accepted(verify: () => Promise<unknown>): Promise<number> {
  const answers = await Promise.allSettled(Array.from({ length: times }, verify))
  for (const answer of answers)
    if (answer.status === 'rejected' && !isCountersignError(answer.reason)) throw answer.reason
  return answers.filter(({ status }) => status === 'fulfilled').length
}

async function use({ uses, status }: Stores, chain: readonly Grant.Grant[], { human }: Judging) {
  const trust = { key: Did.toKey(human) }
  const asked = { capability: 'read:orders', audience, uses, store: status }
  requireFacts(await Grant.authorizeOnce(chain, trust, asked), { unchecked: ['holder'] })
}

async function resume({ tickets, replay }: Stores, { ticketKey, resumption }: Judging) {
  const message = Uint8Array.from(resumption)
  const ticket = await tickets.find(Session.readResumedId(message))
  if (ticket === undefined) throw new Error('the ticket is not there')
  const key = Session.ticketKey({ key: Uint8Array.from(ticketKey) })
  return Session.answerResumption(message, ticket, { key, replay })
}
