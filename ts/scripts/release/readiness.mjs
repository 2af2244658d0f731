// What a release lacks besides addons, each in a sentence that says what to do. A dry run shows it; a release ends there.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { capture, root } from '../setup/shell.mjs'
import { changelogFaults } from './changelog.mjs'

/** For a release of `version`, of which `repository` is the address that was given. */
export async function faultsOf(version, repository) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  return [
    ...repositoryFaults(repository),
    ...changelogFaults(changelog, version),
    ...(await treeFaults(`v${version}`)),
  ]
}

/** A provenance statement is refused unless the manifest names the repository that made it. */
function repositoryFaults(repository) {
  if (repository === undefined)
    return ['the address of the repository is not given: --repository URL']
  return /^https:\/\/[^/\s]+\/\S+$/.test(repository)
    ? []
    : [`${repository} is no https address of a repository`]
}

/** What is published is what a tag names. */
async function treeFaults(tag) {
  const { code, output } = await capture('git', ['status', '--porcelain'])
  if (code !== 0) return ['this is no clone: releases are made from one']
  const tags = await capture('git', ['tag', '--points-at', 'HEAD'])
  return [
    ...(output.trim() ? ['the tree has changes that are not committed'] : []),
    ...(tags.output.split('\n').includes(tag) ? [] : [`the commit has no tag ${tag}`]),
  ]
}
