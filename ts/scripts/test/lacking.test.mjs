// Whatever is missing on a machine is named with the command that gets it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { another } from '../guard/baseline.mjs'
import { unable } from '../guard/counts.mjs'
import { browser } from '../setup/browser.mjs'
import { prepareDriver } from '../setup/drivers.mjs'
import { noFuzzer } from '../setup/fuzzer.mjs'
import { machineNames, prepareMachine } from '../setup/machines.mjs'
import { muslLoader } from '../setup/muslLoaders.mjs'
import { prepareServer } from '../setup/servers.mjs'
import { Stop } from '../setup/shell.mjs'
import { command, lastLine, tryTo, whyNot } from '../setup/system.mjs'

const { PATH, COUNTERSIGN_NO_BROWSER, FIREFOX_PATH } = process.env

before(() => {
  Object.assign(process.env, { PATH: '', COUNTERSIGN_NO_BROWSER: '1' })
  delete process.env.FIREFOX_PATH
})

after(() => {
  for (const [name, value] of Object.entries({ PATH, COUNTERSIGN_NO_BROWSER, FIREFOX_PATH }))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
})

const reasons = {
  browser: async () => (await browser()).lacking,
  firefox: () => prepareDriver('firefox'),
  guard: () => unable(),
  fuzzer: () => noFuzzer(),
  redis: () => prepareServer('redis'),
  'a loader for arm64': async () => (await muslLoader('linux-arm64-musl')).lacking,
  'another compiler': () => another('compiler', 'new', 'old'),
  ...Object.fromEntries(machineNames.slice(0, 1).map((name) => [name, () => prepareMachine(name)])),
}

for (const [name, reason] of Object.entries(reasons))
  test(`${name}: a machine without it is told what to do`, async () => {
    assert.match(await reason(), /`[^`]*(npm run|apt-get) [^`]+`|the same command/)
  })

test('an installation that fails is shown, and is not the end of the work', async () => {
  const said = []
  const { error } = console
  console.error = (text) => said.push(text)
  try {
    assert.equal(
      await tryTo(() => {
        throw new Stop('no network')
      }),
      undefined,
    )
    assert.equal(await tryTo(() => 'there'), 'there')
    await assert.rejects(
      tryTo(() => {
        throw new TypeError('a fault')
      }),
      TypeError,
    )
  } finally {
    console.error = error
  }
  assert.deepEqual(said, ['no network'])
  const why = await whyNot(() => {
    throw new Stop('what it printed\n`it` ended with code 1\n')
  })
  assert.equal(lastLine(why), '`it` ended with code 1')
  assert.equal(await whyNot(() => 'there'), undefined)
  assert.equal(command('stores', 'tries again'), '`npm run check -- --only stores` tries again')
})
