// Installs the package as a user gets it, and uses it as users do.
//
// `npm pack` makes the tarball; npm installs it (copied, never linked: Vite
// treats a linked package in another way) into a project in a temporary folder.
// There each entry runs in this Node and in a current one, as a module, by
// `require`, and bundled; in Chromium behind Vite (dev and build), esbuild and
// no bundler at all; and its types are checked as a consumer's compiler sees them.
//
// With `--further`, the consumers of the second tier, or those of them that are named; with the name of another browser family, only that family's
// pages are opened.
//
// Run: npm run check -- --only packaging (or `consumers`, `firefox`, `webkit`)

import { rmSync } from 'node:fs'

import { main } from '../scripts/setup/shell.mjs'
import { appCases } from './apps.mjs'
import { browserCases, familyCases, inChromium, launch } from './browser.mjs'
import { runGroups } from './cases.mjs'
import { consumersOf } from './consumers.mjs'
import { nativeCases } from './native.mjs'
import { nodeCases } from './node.mjs'
import { makeProject } from './project.mjs'
import { releaseCases } from './release.mjs'
import { tarballCases } from './tarball.mjs'
import { installTools, toolCases } from './tools.mjs'

await main(async ([currentNode = process.execPath, what, ...named]) => {
  const project = await makeProject()
  try {
    await runGroups(groupsOf(project, currentNode, what, named), 'packaging')
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

function groupsOf(project, currentNode, what, named) {
  if (what === '--further') return furtherGroups(project, currentNode, named)
  if (what) return [() => familyCases(project, what)]
  const programs = [process.execPath, currentNode]
  const inNode = () => nodeCases(project, consumersOf(1, 'node'), programs)
  const pages = pageGroups(project, consumersOf(1, 'chromium'))
  return [() => tarballCases(project), () => releaseCases(project), inNode, ...pages]
}

function furtherGroups(project, current, named) {
  const namesOn = (host) =>
    consumersOf(2, host).filter((name) => named.length === 0 || named.includes(name))
  const [pages, apps] = [namesOn('chromium'), namesOn('apps')]
  return [
    async () => toolCases(project, namesOn('tools'), await installTools()),
    ...(named.length === 0 ? [() => nativeCases(project)] : []),
    ...(pages.length > 0 ? pageGroups(project, pages, installTools) : []),
    ...(apps.length > 0 ? [() => inApps(project, apps, current)] : []),
  ]
}

function pageGroups(project, names, install = () => undefined) {
  if (process.env.CHROME_PATH) return [async () => browserCases(project, names, await install())]
  console.log('!! the pages in Chromium: `npm run check -- --only browser` says why, and the cure')
  return []
}

async function inApps(project, names, current) {
  const browser = await launch()
  const visit = (url, how) => inChromium(browser, url, how)
  const { cases, close } = await appCases(project, names, {
    oldest: process.execPath,
    current,
    visit,
  })
  return { cases, close: () => Promise.all([browser.close(), close()]) }
}
