// Packages of others that the shipped JavaScript contains: what the notices and the bill of materials list besides crates.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './shell.mjs'

/** Their names: the timer of `npx countersign bench`. */
export const bundled = ['tinybench']

/** In the form in which cargo describes a crate. */
export function bundledPackages() {
  return bundled.map((name) => {
    const folder = join(root, 'node_modules', name)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const { version, license, repository } = manifest
    return { name, version, license, folder, repository: addressOf(repository), authors: [] }
  })
}

/** npm has three ways to write it. */
function addressOf(repository) {
  const text = typeof repository === 'string' ? repository : repository.url
  return text
    .replace(/^git\+/, '')
    .replace(/^github:|^(?=[\w-]+\/[\w-]+$)/, 'https://github.com/')
    .replace(/\.git$/, '')
}
