// Looks at each addon that `npm run natives` has built, and runs those for which this machine can stand in.
//
// The addons of macOS run nowhere here: their files are looked at alone.
//
// Run: npm run check -- --only natives

import { existsSync } from 'node:fs'

import { builtNatives, nameHere } from '../scripts/natives.mjs'
import { llvmTools } from '../scripts/setup/llvm.mjs'
import { muslLoader } from '../scripts/setup/muslLoaders.mjs'
import { main, Stop } from '../scripts/setup/shell.mjs'
import { fileCases } from './addonFile.mjs'
import { runCases } from './addonRuns.mjs'
import { runGroups } from './cases.mjs'

await main(async (machines) => {
  const built = builtNatives().filter(({ addon, isLocal }) => existsSync(addon) && !isLocal)
  if (built.length === 0) throw new Stop('no addon is built: npm run natives')
  const read = await llvmTools()
  const groups = built.map((one) => async () => {
    const loader = await loaderOf(one.name)
    return { cases: [...fileCases(one, read, loader), ...running(one, machines)] }
  })
  await runGroups(groups, 'natives')
})

/** What starts the loader of musl, for an addon of that. */
async function loaderOf(name) {
  if (!name.endsWith('-musl')) return
  const { command, lacking } = await muslLoader(name)
  if (lacking) console.log(`!! ${name}: not in its loader: ${lacking}`)
  return command
}

/** The cases that run an addon, where its machine is this one or among the given; `!` and a reason stand for one that is not. */
function running(one, machines) {
  const { name } = one
  if (name === nameHere()) return runCases(one, true)
  if (machines.includes(name)) return runCases(one, false)
  const why = machines.find((text) => text.startsWith(`!${name}: `))
  if (why) console.log(`!! ${why.slice(1)}`)
  return []
}
