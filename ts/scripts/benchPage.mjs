// Builds the browser bench page and serves it on loopback, or writes it to a folder that can be hosted anywhere.
//
// Run: npm run bench:page [-- --port N] [-- --build DIR]

import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { cache, main, step } from './setup/shell.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const options = { port: { type: 'string', default: '4780' }, build: { type: 'string' } }
  const { values } = parseArgs({ args, options })
  await setup(['dist'])
  // Vite comes with the packages, which the set-up has just installed.
  const { buildPage, servePage } = await import('../../bench/page/build.mjs')
  const folder = values.build ? resolve(values.build) : join(cache, 'bench-page')
  await step('building the page', () => buildPage(folder))
  if (values.build) return console.log(`${folder}: put it on any web server`)
  const { url } = await servePage(folder, { port: Number(values.port) })
  console.log(`\n  ${url}\n\nCtrl+C ends it.`)
})
