// A store in a folder: modes, whole replacement, and nothing outside the folder.

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Identity } from '../../src/subpath/all.js'
import { refusal } from '../setup/help.js'

const root = mkdtempSync(join(tmpdir(), 'countersign-store-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const mode = (path: string) => statSync(path).mode & 0o777

test('files and folder are their owner’s alone', async () => {
  const folder = join(root, 'identities')
  const store = Identity.fileStore({ folder })
  expect(await store.get('agent')).toBeUndefined()
  expect(await store.list()).toEqual([])
  await store.set('agent', 'one')
  await store.set('agent', 'two')
  expect(await store.get('agent')).toBe('two')
  if (process.platform !== 'win32') {
    expect(mode(folder)).toBe(0o700)
    expect(mode(join(folder, 'agent.json'))).toBe(0o600)
  }
  // Nothing is left of the files that were written beside.
  expect(readdirSync(folder)).toEqual(['agent.json'])
  expect(await store.list()).toEqual(['agent'])
  expect(await store.delete('agent')).toBe(true)
  expect(await store.delete('agent')).toBe(false)
})

test('a name stays in the folder', async () => {
  writeFileSync(join(root, 'outside.json'), 'secret')
  const store = Identity.fileStore({ folder: join(root, 'inside') })
  for (const name of ['../outside', '..', '/etc/passwd', 'a/../../outside', 'outside\0', 'C:x'])
    for (const use of [store.get(name), store.set(name, ''), store.delete(name)])
      await expect(use).rejects.toThrowError(refusal('ERR_STORE_NAME'))
})

test('what cannot be written leaves nothing behind', async () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  await expect(Identity.fileStore({ folder: file }).set('agent', 'x')).rejects.toThrowError()
  const taken = join(root, 'taken')
  const store = Identity.fileStore({ folder: taken })
  await store.set('agent', 'x')
  rmSync(join(taken, 'agent.json'))
  const { mkdirSync } = await import('node:fs')
  mkdirSync(join(taken, 'agent.json', 'x'), { recursive: true })
  await expect(store.set('agent', 'y')).rejects.toThrowError()
  expect(readdirSync(taken)).toEqual(['agent.json'])
})
