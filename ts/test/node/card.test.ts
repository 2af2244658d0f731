import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Card, Keys } from '../../src/subpath/all.js'
import { weather as card } from '../setup/card.js'

const signer = Keys.generate('Ed25519')
const policy = { allowHttp: true, allowPrivate: true }

let server: Server
let origin: string
let type = 'application/json'

beforeAll(async () => {
  const text = JSON.stringify(Card.sign(card, signer, { kid: 'k' }))
  server = createServer((request, response) => {
    const found = request.url === Card.wellKnownPath
    response.writeHead(found ? 200 : 404, { 'content-type': type }).end(found ? text : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

test.each(['application/json', 'application/a2a+json; charset=utf-8'])(
  'a card served as %s is fetched as it is, and verifies',
  async (served) => {
    type = served
    const { url, bytes } = await Card.fetch(origin, { policy })
    expect(url).toBe(`${origin}/.well-known/agent-card.json`)
    const verified = Card.verify(bytes, { keys: [{ id: 'k', key: signer.publicKey }] })
    expect(verified).toMatchObject({ card, parsed: false, signer: { trust: 'trusted' } })
  },
)

test('the policy of the resolver holds', async () => {
  await expect(Card.fetch(origin)).rejects.toMatchObject({ code: 'ERR_FETCH_BLOCKED' })
  const small = { ...policy, maxBytes: 10 }
  await expect(Card.fetch(origin, { policy: small })).rejects.toMatchObject({
    code: 'ERR_FETCH_LIMIT',
  })
  type = 'text/html'
  await expect(Card.fetch(origin, { policy })).rejects.toMatchObject({ code: 'ERR_FETCH_TYPE' })
})
