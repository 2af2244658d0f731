import { expect, test } from 'vitest'
import { connect, serve, withProgress } from '../src/entry/worker.js'
import { Identity } from '../src/subpath/all.js'
import { refusal } from './setup/help.js'

const passphrase = new TextEncoder().encode('correct horse battery')
const cost = { memory: 35_840, iterations: 1, parallelism: 1 }

function remote() {
  const { port1, port2 } = new MessageChannel()
  serve(port1)
  port1.start()
  return { api: connect(port2), close: () => port1.close() }
}

test('new slots and unlocks cross from a worker, with an estimate of how far it is', async () => {
  const { api, close } = remote()
  const slot = await api.Identity.passphraseSlot({ ...cost, passphrase })
  using vault = Identity.create({ identity: 'did:web:agent.example' })
  vault.addSlot(slot)
  const file = vault.seal()
  const expected = await api.Identity.estimateUnlock(file)
  const parts: number[] = []
  const work = api.Identity.unlock(file, { passphrase })
  const unlock = await withProgress(work, { expected, report: (part) => parts.push(part) })
  expect([parts.at(0), parts.at(-1)]).toEqual([0, 1])
  expect(parts).toEqual([...parts].sort((a, b) => a - b))
  using opened = Identity.open(file, unlock)
  expect(opened.info().identity).toBe('did:web:agent.example')
  const wrong = api.Identity.unlock(file, { passphrase: passphrase.slice(1) })
  await expect(wrong).rejects.toThrowError(refusal('ERR_IDENTITY_FILE_LOCKED'))
  close()
})

test('an opened identity stays where it is', async () => {
  const { api, close } = remote()
  await expect(api.Identity.create()).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  close()
})

test('progress ends with the work, also when it fails', async () => {
  const parts: number[] = []
  const report = (part: number) => parts.push(part)
  const fails = () => withProgress(Promise.reject(new Error('no')), { expected: 1, report })
  await expect(fails()).rejects.toThrowError('no')
  expect(parts).toEqual([0])
  const slow = new Promise((resolve) => setTimeout(resolve, 60))
  await withProgress(slow, { expected: 10, interval: 5, report })
  expect(parts.at(-2)).toBe(0.99)
  const never = withProgress(slow, { expected: 0, report })
  await expect(never).rejects.toThrowError(refusal('ERR_ARGUMENT'))
})
