// Installs the package as a user gets it, and uses it as users do.
//
// `npm pack` makes the tarball; npm installs it (copied, never linked: Vite
// treats a linked package in another way) into a project in a temporary folder.
// There each entry runs in this Node and in a current one, as a module, by
// `require`, and bundled; in Chromium behind Vite (dev and build), esbuild and
// no bundler at all; and its types are checked as a consumer's compiler sees them.
//
// With the name of another browser family, only that family's pages are opened.
//
// Run: npm run check -- --only packaging

import { rmSync } from 'node:fs'

import { browserRefused } from '../scripts/setup/browser.mjs'
import { main, Stop, since } from '../scripts/setup/shell.mjs'
import { browserCases, familyCases } from './browser.mjs'
import { nodeCases } from './node.mjs'
import { makeProject } from './project.mjs'
import { tarballCases } from './tarball.mjs'

await main(async ([currentNode = process.execPath, family]) => {
  const project = await makeProject()
  try {
    const groups = family ? [() => familyCases(project, family)] : all(project, currentNode)
    const tally = { passed: 0, failed: 0 }
    for (const group of groups) await runGroup(await group(), tally)
    if (!family && browserRefused())
      console.log('!! packaging in the browser: not run (COUNTERSIGN_NO_BROWSER=1)')
    console.log(`${tally.passed} passed, ${tally.failed} failed`)
    if (tally.failed > 0) throw new Stop('packaging failed')
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

function all(project, currentNode) {
  return [
    () => tarballCases(project),
    () => nodeCases(project, [process.execPath, currentNode]),
    ...(browserRefused() ? [] : [() => browserCases(project)]),
  ]
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
