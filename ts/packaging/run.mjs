// Installs the package as a user gets it, and uses it as users do.
//
// `npm pack` makes the tarball; npm installs it (copied, never linked: Vite
// treats a linked package in another way) into a project in a temporary folder.
// There each entry runs in this Node and in a current one, as a module, by
// `require`, and bundled; in Chromium behind Vite (dev and build), esbuild and
// no bundler at all; and its types are checked as a consumer's compiler sees them.
//
// With `--further`, the consumers of the second tier; with the name of another browser family, only that family's
// pages are opened.
//
// Run: npm run check -- --only packaging (or `consumers`, `firefox`, `webkit`)

import { rmSync } from 'node:fs'

import { main, Stop, since } from '../scripts/setup/shell.mjs'
import { browserCases, familyCases } from './browser.mjs'
import { consumersOf } from './consumers.mjs'
import { nativeCases } from './native.mjs'
import { nodeCases } from './node.mjs'
import { makeProject } from './project.mjs'
import { tarballCases } from './tarball.mjs'
import { toolCases } from './tools.mjs'

await main(async ([currentNode = process.execPath, what]) => {
  const project = await makeProject()
  try {
    const groups = groupsOf(project, [process.execPath, currentNode], what)
    const tally = { passed: 0, failed: 0 }
    for (const group of groups) await runGroup(await group(), tally)
    console.log(`${tally.passed} passed, ${tally.failed} failed`)
    if (tally.failed > 0) throw new Stop('packaging failed')
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

function groupsOf(project, programs, what) {
  if (what === '--further') return consumerGroups(project, programs, 2)
  if (what) return [() => familyCases(project, what)]
  return [() => tarballCases(project), ...consumerGroups(project, programs, 1)]
}

function consumerGroups(project, programs, tier) {
  const inNode = () => nodeCases(project, consumersOf(tier, 'node'), programs)
  const withTools = () => toolCases(project, consumersOf(tier, 'tools'))
  const inChromium = () => browserCases(project, consumersOf(tier, 'chromium'))
  const groups = tier === 1 ? [inNode] : [withTools, () => nativeCases(project)]
  if (process.env.CHROME_PATH) return [...groups, inChromium]
  console.log('!! the pages in Chromium; the step `browser` says why')
  return groups
}

/** Runs `{ cases: [[name, run]], close? }`; a case fails by throwing. */
async function runGroup({ cases, close }, tally) {
  for (const [name, run] of cases) {
    const start = performance.now()
    try {
      await run()
      tally.passed += 1
      console.log(`ok   ${name} (${since(start)})`)
    } catch (error) {
      tally.failed += 1
      console.log(`FAIL ${name} (${since(start)})\n${error.stack ?? error}`)
    }
  }
  await close?.()
}
