// How often a call of several parts has the engine verify. What one verification costs is counted in
// rust/core/tests/checks.

import { expect, test } from 'vitest'
import { call } from '../src/engine/slot.js'
import { Did, Grant, HttpSig, Keys, requireFacts } from '../src/subpath/all.js'

const { webBotAuth } = HttpSig
const code = (code: string): Error => expect.objectContaining({ code }) as never

/** What `run` gives, and how many signatures of HTTP the engine verified for it. */
async function counted<T>(run: () => Promise<T>): Promise<[T, number]> {
  let count = 0
  const real = call((engine) => engine.httpSigVerify)
  const watched: typeof real = (...args) => {
    count += 1
    return real(...args)
  }
  try {
    call((engine) => Object.assign(engine, { httpSigVerify: watched }))
    return [await run(), count]
  } finally {
    call((engine) => Object.assign(engine, { httpSigVerify: real }))
  }
}

test('a directory has each signature verified once, and no more than a message may have', async () => {
  const request = new Request(`https://bot.example${webBotAuth.directoryPath}`)
  const signers = Array.from({ length: 17 }, () => Keys.generate('Ed25519'))
  const answer = await webBotAuth.serveDirectory(request, signers.slice(0, 16))
  const [keys, count] = await counted(() => webBotAuth.readDirectory(answer, { request }))
  expect([keys.length, count]).toEqual([16, 16])
  const many = async () =>
    webBotAuth.readDirectory(await webBotAuth.serveDirectory(request, signers), { request })
  await expect(many()).rejects.toThrowError(code('ERR_LIMIT_EXCEEDED'))
})

test('a request with a grant has one signature verified beside those of its chain', async () => {
  const [human, agent] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
  const grant = Grant.issue(
    {
      issuer: Did.fromKey(human.publicKey),
      subject: Did.fromKey(agent.publicKey),
      subjectKey: agent.publicKey,
      capabilities: ['read:docs'],
    },
    human,
  )
  const request = new Request('https://api.example/docs', {
    headers: { [Grant.headerName]: Grant.toHeader([grant]) },
  })
  const signed = await HttpSig.sign(request, agent, {
    tag: Grant.signatureTag,
    components: [...Grant.signatureComponents],
  })
  const trust = { key: human.publicKey }
  const judge = () => HttpSig.authorize(signed, trust, { capability: 'read:docs', revocations: [] })
  const [{ authorization }, count] = await counted(judge)
  requireFacts(authorization)
  expect(count).toBe(1)
})
