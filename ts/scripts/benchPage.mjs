// Builds the browser bench page and serves it on loopback, or writes it to a folder that can be hosted anywhere,
// or does a run in Chromium without a window, and writes its result.
//
// Run: npm run bench:page [-- --port N] [-- --build DIR]
//      npm run bench:page -- --json FILE [--targets] [--filter TEXT,…] [--engines a,b] [--peers] [--quick]

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { cache, main, root, Stop, step } from './setup/shell.mjs'
import { setup } from './setup.mjs'

const options = {
  port: { type: 'string', default: '4780' },
  build: { type: 'string' },
  json: { type: 'string' },
  targets: { type: 'boolean', default: false },
  filter: { type: 'string' },
  engines: { type: 'string' },
  peers: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
}

await main(async (args) => {
  const { values } = parseArgs({ args, options })
  const { env, missing } = await setup(values.json ? ['dist', 'browser'] : ['dist'])
  if (missing.browser) throw new Stop(missing.browser)
  // Vite comes with the packages, which the set-up has just installed.
  const { buildPage, servePage } = await import('../../bench/page/build.mjs')
  const folder = values.build ? resolve(values.build) : join(cache, 'bench-page')
  await step('building the page', () => buildPage(folder))
  if (values.build) return console.log(`${folder}: put it on any web server`)
  if (values.json) return run(folder, env.CHROME_PATH, values)
  const { url } = await servePage(folder, { port: Number(values.port) })
  console.log(`\n  ${url}\n\nCtrl+C ends it.`)
})

/** A run in a worker of a page that is isolated, so that its clock is fine. */
async function run(folder, executablePath, values) {
  const { runHeadless } = await import('../../bench/page/headless.mjs')
  const tell = (text) => console.error(`  ${text}`)
  const { said, text } = await runHeadless({ folder, query: query(values), executablePath, tell })
  mkdirSync(dirname(resolve(values.json)), { recursive: true })
  writeFileSync(values.json, text)
  const tool = (name) => import(join(root, 'dist-tools/bench', `${name}.js`))
  const { environment, rows } = (await tool('result')).readResult(text)
  console.log(`\n${(await tool('table')).targetTable(rows)}\n\n${environment.platform}: ${said}`)
  for (const [name, why] of Object.entries(environment.missing ?? {}))
    console.log(`${name}: n/a (${why})`)
  console.log('A browser has no native engine, no addon of Node, and no cold start: n/a there.')
  if (environment.isolated !== true)
    throw new Stop('the page was not isolated: its clock is coarse')
  const lost = (values.engines?.split(',') ?? []).filter((name) => environment.missing?.[name])
  const faults = [...(environment.failed ?? []), ...lost.map((name) => `${name} did not start`)]
  if (faults.length > 0) throw new Stop(faults.map((fault) => `FAILED ${fault}`).join('\n'))
}

/** The address of the run that `npm run bench` makes of the same options. */
function query({ targets, filter, engines, peers, quick }) {
  const asked = new URLSearchParams({ rounds: quick ? '5' : '25', ms: '20', run: '' })
  asked.set('cases', targets ? 'targets' : 'all')
  if (!peers) asked.set('peers', '')
  if (filter) asked.set('filter', filter)
  if (engines) asked.set('engines', engines)
  return `?${asked}`
}
