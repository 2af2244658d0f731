import { describe, expect, test } from 'vitest'
import competence from '../../rust/vectors/agentic-identity/competence_attempts.json' with {
  type: 'json',
}
import negative from '../../rust/vectors/agentic-identity/negative_capabilities.json' with {
  type: 'json',
}
import spawns from '../../rust/vectors/agentic-identity/spawn_records.json' with { type: 'json' }
import { Aid, memoryReplayStore, Sage } from '../src/subpath/all.js'
import {
  agreement,
  child,
  did,
  entry,
  id,
  key,
  notary,
  now,
  own,
  seen,
  shape,
  signer,
  trust,
  witness,
} from './setup/provenKey.js'

describe('the profiles', () => {
  const identity = Aid.Identity.id(signer.publicKey)
  const listed = { keys: [{ id, controller: identity, key: signer.publicKey }] }
  const proven = shape(signer, { id, controller: identity })
  const time = BigInt(+now) * 1000n

  test('Sage.Card', () => {
    const sageDid = 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    const metadata: Sage.Metadata.V4 = {
      did: sageDid,
      name: 'Ledger',
      description: 'Keeps the books',
      endpoint: 'https://agent.example/a2a',
      capabilities: null,
      owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      is_active: true,
      created_at: '2025-10-19T13:00:00Z',
      updated_at: '2025-10-19T13:00:00Z',
      keys: [{ ...Sage.Metadata.agentKey(signer.publicKey), verified: true }],
      public_kem_key: null,
    }
    const signed = Sage.Card.sign(Sage.Card.generate(metadata), signer)
    const keys = [{ id: `${sageDid}#key-1`, controller: sageDid, key: signer.publicKey }]
    const named = shape(signer, { id: `${sageDid}#key-1`, controller: sageDid })
    expect(Sage.Card.verify(signed, { keys }).signer).toEqual(named)
    const alone = shape(signer, { trust: 'self-asserted' })
    expect(Sage.Card.verify(signed, { allowEmbeddedKey: true }).signer).toEqual(alone)
  })

  test('Sage.Guard', () => {
    const message = {
      agentDid: did,
      messageId: 'm',
      timestamp: now.toISOString(),
      nonce: 'n',
      body: 'b',
    }
    const signature = Sage.Guard.sign(message, signer)
    expect(Sage.Guard.verify({ message, signature }, trust, { now }).signer).toEqual(own)
    const foreign = { keys: [{ ...entry, id: `${witness}#key-1`, controller: witness }] }
    expect(() => Sage.Guard.verify({ message, signature }, foreign, { now })).toThrow(
      expect.objectContaining({ code: 'ERR_MESSAGE_SAGE_SIGNATURE' }),
    )
  })

  test('Sage.Pop', () => {
    const stored = { type: 'Ed25519', data: signer.publicKey.bytes } as const
    const proof = Sage.Pop.prove(stored, signer, { did })
    expect(Sage.Pop.verify(proof, trust, { did }).signer).toEqual(own)
    expect(Sage.Pop.verify(proof, trust, { did, stored, now }).signer).toEqual(own)
    expect(() => Sage.Pop.verify(proof, { keys: [seen] }, { did, stored })).toThrow(
      expect.objectContaining({ code: 'ERR_POP_KEY' }),
    )
  })

  test('Sage.Handshake', async () => {
    const server = 'did:web:server.example'
    const kem = { key: agreement.publicKey, controller: server }
    const answers = { key: notary.publicKey, controller: server }
    const options = { did, peer: server, context: 'c' }
    const { request, pending } = Sage.Handshake.initiate(signer, { keys: [answers, kem] }, options)
    const replay = memoryReplayStore()
    const { reply, session } = await Sage.Handshake.respond(request, notary, trust, {
      did: server,
      agreement,
      peer: did,
      replay,
    })
    expect(session.facts.signer).toEqual(own)
    const finished = pending.finish(reply, { keys: [kem, answers] })
    expect(finished.facts.signer).toEqual(shape(notary, { controller: server }))
    for (const closing of [session, finished]) closing.close()
  })

  test('Aid.Receipt', () => {
    const draft = {
      action_type: 'Decision',
      action: { description: 'Chose', references: [] },
      timestamp: time,
    } as const
    const made = Aid.Receipt.issue(draft, signer)
    const text = Aid.Receipt.witness(made, notary, { at: time })
    const verified = Aid.Receipt.verify(text, listed, { now: time })
    expect(verified.signer).toEqual(proven)
    expect(verified.witnesses[0]).toMatchObject({ state: 'unchecked', code: 'ERR_AID_UNTRUSTED' })
    expect(Aid.Receipt.verify(text, { identities: [identity] }).signer).toEqual(shape(signer, {}))
    expect(Aid.Receipt.verifyChain([text], listed, { now: time }).signer).toEqual(proven)
  })

  test('Aid.Grant', () => {
    const draft = {
      capabilities: [{ uri: 'read:*' }],
      constraints: { not_before: time, not_after: time + 10n },
      granted_at: time,
    }
    const grant = Aid.Grant.issue(draft, signer, { grantee: child.publicKey })
    const asked = { capability: 'read:a', revocations: [], now: time }
    expect(Aid.Grant.authorize(grant, listed, asked).signer).toEqual(proven)
    expect(Aid.Grant.verifyChain([grant], listed, asked).signer).toEqual(proven)
    const { id: grantId } = Aid.Grant.verify(grant, listed)
    const ended = { trust_id: grantId, revoked_at: time, reason: 'Compromised' } as const
    const revocation = Aid.Grant.revoke(ended, signer)
    expect(Aid.Grant.verifyRevocation(revocation, listed).signer).toEqual(proven)
  })

  test('Aid.Identity', () => {
    const document = Aid.Identity.issueDocument({ created_at: time }, signer)
    expect(Aid.Identity.verifyDocument(document, listed).signer).toEqual(proven)
    const known = [1, 2, 3, 7].map((fill) => ({ key: key(fill).publicKey }))
    const form = {
      publicKeyMultibase: expect.stringMatching(/^z6Mk/),
      type: 'Ed25519',
      trust: 'trusted',
    }
    const [spawned] = spawns.cases as unknown as [{ readonly record: object }]
    expect(Aid.Identity.verifySpawn(spawned.record, { keys: known }).signer).toEqual(form)
    const declared = negative.cases.find((row) => 'declaration' in row) as unknown as {
      readonly declaration: object
    }
    const { signer: declarer } = Aid.Identity.verifyDeclaration(declared.declaration, {
      keys: known,
    })
    expect(declarer).toEqual(form)
    const attempted = competence.cases.find((row) => 'attempt' in row) as unknown as {
      readonly attempt: object
    }
    const { signer: tried } = Aid.Identity.verifyAttempt(attempted.attempt, { keys: known })
    expect(tried).toEqual(form)
  })
})
