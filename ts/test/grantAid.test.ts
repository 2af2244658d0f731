import { describe, expect, test } from 'vitest'
import capabilities from '../../rust/vectors/agentic-identity/capability_matching.json' with {
  type: 'json',
}
import chains from '../../rust/vectors/agentic-identity/trust_chains.json' with { type: 'json' }
import vectors from '../../rust/vectors/agentic-identity/trust_grants.json' with { type: 'json' }
import { Aid, Keys, requireFacts } from '../src/subpath/all.js'

const aid = Aid.Grant
const withCode = (code: string): Error => expect.objectContaining({ code }) as never
const key = (byte: number) => Keys.fromSecret('Ed25519', new Uint8Array(32).fill(byte))
const [root, agent, sub] = [key(1), key(2), key(3)]
const embedded = { allowEmbeddedKey: true } as const
const anchor = { identities: [Aid.Identity.id(root.publicKey)] }
const now = 1735689600000000n

const draft = (uri: string, depth: number): Aid.Grant.Draft => ({
  capabilities: [{ uri }],
  constraints: { not_before: now, not_after: now + 10n },
  granted_at: now,
  delegation_allowed: depth > 0,
  max_delegation_depth: depth,
})

const issued = vectors.cases.filter((vector) => 'grant_json_compact' in vector)

describe('a grant', () => {
  test.each(issued)('is upstream’s byte for byte: $name', (vector) => {
    const text = vector.grant_json_compact as string
    const facts = aid.verify(text, embedded)
    expect(facts.grant).toBe(text)
    expect(facts.hashInput).toBe(vector.hash_input_utf8)
    const state = 'grantee_seed_hex' in vector ? 'ok' : 'unchecked'
    expect(facts.acknowledgment).toEqual({ state })
  })

  test('is issued, acknowledged, delegated, revoked', () => {
    const first = aid.acknowledge(
      aid.issue(draft('storage/*', 1), root, { grantee: agent.publicKey }),
      agent,
    )
    expect(aid.verify(first, anchor)).toMatchObject({
      acknowledgment: { state: 'ok' },
      signer: { trust: 'trusted' },
    })
    const second = aid.issue(draft('storage/a', 0), agent, {
      grantee: sub.publicKey,
      parent: first,
    })
    const request = { capability: 'storage/a', revocations: [], now: now + 5n }
    const chain = aid.verifyChain([first, second], anchor, request)
    expect(requireFacts(chain)).toMatchObject({
      capabilities: ['storage/a'],
      notAfter: now + 10n,
      grantee: Aid.Identity.id(sub.publicKey),
    })
    expect(() => aid.authorize(second, anchor, request)).toThrow(withCode('ERR_AID_UNTRUSTED'))
    expect(() => aid.authorize(second, embedded, request)).toThrow(withCode('ERR_AID_LINK'))
    const revocation = aid.revoke(
      {
        trust_id: chain.ids[1] as string,
        revoked_at: now,
        reason: 'Compromised',
      },
      root,
    )
    expect(aid.verifyRevocation(revocation, anchor).reason).toBe('compromised')
    const revoked = { ...request, revocations: [revocation] }
    expect(() => requireFacts(aid.verifyChain([first, second], anchor, revoked))).toThrow(
      withCode('ERR_AID_REVOKED'),
    )
    const wide = () => aid.issue(draft('*', 0), agent, { grantee: sub.publicKey, parent: first })
    expect(wide).toThrow(withCode('ERR_AID_WIDENED'))
    expect(() => aid.validateDelegation(second, { capabilities: ['storage/a'] })).toThrow(
      withCode('ERR_AID_DELEGATION'),
    )
  })

  test('holds in its context alone', () => {
    const bounded = aid.issue(
      {
        capabilities: [{ uri: 'a' }],
        constraints: { not_before: now, max_uses: 2n, ip_allowlist: ['10.0.0.0/8'] },
        granted_at: now,
      },
      root,
      { grantee: agent.publicKey },
    )
    const { id } = aid.verify(bounded, embedded)
    const ask = (more: object) =>
      aid.authorize(bounded, embedded, { capability: 'a', revocations: [], now, ...more })
    const [uses, ip] = [{ [id]: 1 }, '10.1.2.3']
    expect(ask({ uses, ip }).maxUses).toBe(2n)
    expect(() => ask({ ip })).toThrow(withCode('ERR_AID_USES'))
    expect(() => ask({ ip, uses: { [id]: 2 } })).toThrow(withCode('ERR_AID_USES'))
    expect(() => ask({ uses })).toThrow(withCode('ERR_AID_CONSTRAINT'))
    expect(() => ask({ uses, ip: '11.0.0.1' })).toThrow(withCode('ERR_AID_CONSTRAINT'))
    expect(() => ask({ uses, ip, now: now - 1n })).toThrow(withCode('ERR_AID_NOT_YET'))
    expect(() => ask({ uses, ip, capability: 'b' })).toThrow(withCode('ERR_AID_CAPABILITY'))
    expect(() => ask({ revocations: undefined })).toThrow(withCode('ERR_ARGUMENT'))
  })
})

test('a custom constraint holds if the caller looked at it', () => {
  const custom = { tier: 'gold' }
  const text = aid.issue(
    {
      capabilities: [{ uri: 'a' }],
      constraints: { not_before: now, custom },
      granted_at: now,
    },
    root,
    { grantee: agent.publicKey },
  )
  const ask = (customChecked: unknown) => () =>
    aid.authorize(text, embedded, {
      capability: 'a',
      revocations: [],
      now,
      customChecked: customChecked as never,
    })
  expect(ask([custom])().id).toMatch(/^atrust_/)
  expect(ask([{ tier: 'silver' }])).toThrow(withCode('ERR_AID_CONSTRAINT'))
  expect(ask([])).toThrow(withCode('ERR_AID_CONSTRAINT'))
  expect(ask(true)).toThrow(withCode('ERR_ARGUMENT'))
})

test.each(chains.cases)(
  'a chain: $name',
  ({ chain, capability, revocations, now: time, ...rest }) => {
    const request = { capability, revocations, now: BigInt(time) }
    const act = () => requireFacts(aid.verifyChain(chain, embedded, request))
    if (rest.successor_should.startsWith('accept')) expect(act().length).toBe(chain.length)
    else if (chain.length === 0) expect(act).toThrow(withCode('ERR_FACT_UNCHECKED'))
    else expect(act).toThrow(withCode(expect.stringMatching(/^ERR_AID_/) as never))
  },
)

test('capabilities are strict, and upstream’s reading has a name', () => {
  for (const { pattern, uri, allowed } of capabilities.cases) {
    expect(aid.covers(pattern, uri, { reading: 'upstream' })).toBe(allowed)
    if (!allowed) expect(aid.covers(pattern, uri)).toBe(false)
  }
  expect(aid.covers('storage/*', 'storage/../etc/passwd')).toBe(false)
  expect(aid.covers('read:*', 'read:c\u{430}lendar')).toBe(false)
})
