import { once } from 'node:events'
import { connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { HttpSig, Keys } from '../../src/subpath/all.js'
import type { Incoming } from '../setup/httpSigHost.js'

test('over HTTP/2, method and address come among the fields and are none', async () => {
  using signer = Keys.generate('Ed25519')
  const origin = 'https://api.example'
  const guard = HttpSig.middleware({ key: signer.publicKey }, { origin })
  const server = createServer((request, response) => {
    const incoming = request as unknown as Incoming
    void guard(incoming, response as never, () => {
      response.end(String(incoming.signature?.signer?.trust))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const ask = async (path: string) => {
    const unsigned = { kind: 'request', method: 'GET', url: `${origin}/orders` } as const
    const { headers } = HttpSig.sign({ ...unsigned, headers: [] }, signer)
    const stream = client.request({ ':path': path, ...Object.fromEntries(headers) })
    let body = ''
    stream.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    const [[answer]] = await Promise.all([once(stream, 'response'), once(stream, 'end')])
    return [answer[':status'], body]
  }
  try {
    expect(await ask('/orders')).toEqual([200, 'trusted'])
    expect(await ask('/others')).toEqual([401, '{"error":"ERR_HTTP_SIG_INVALID"}'])
  } finally {
    client.close()
    server.close()
  }
})
