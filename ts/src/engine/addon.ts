/**
 * Finds and loads the native addon, in Node.
 *
 * @internal
 * @module
 */

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { CountersignError } from '../errors.js'
import { contractName, type Engine } from '../generated/contract.js'
import { platforms } from '../generated/platforms.js'
import { reasonOf } from './address.js'
import { hotOfAddon } from './hot.js'
import { install } from './slot.js'

/** What the addon has beside its entries. */
type Addon = Engine & { engineContract?(): string; engineForget(): void }

const load = createRequire(import.meta.url)

/** Loads the addon at `path`, and installs it. Throws `ERR_NATIVE_INVALID`. */
export function installAddon(path: string): void {
  const engine = addonAt(path)
  if (engine.engineContract?.() !== contractName) throw otherBuild(path, engine)
  if (!isSound(engine)) throw unsound(path)
  install({ ...engine, hot: hotOfAddon(engine) }, 'native', { forget: engine.engineForget })
}

/** Whether it knows the answers that it is tested for. On a machine that computes wrongly the test may end in a panic. */
function isSound(engine: Engine): boolean {
  try {
    return engine.engineSelfTest()
  } catch {
    return false
  }
}

/** Where the addon is: in the package of this platform, or in a clone of the repository. Throws `ERR_NATIVE_MISSING`. */
export function findAddon(): string {
  const platform = platformName()
  const name = platforms.get(platform)
  const path = (name && inPackage(name)) ?? inClone()
  if (path !== undefined) return path
  throw new CountersignError(
    'ERR_NATIVE_MISSING',
    `there is no native addon for ${platform}: ${name ? `install \`${name}\`, of the version of \`countersign\`, or ` : ''}run \`npm run build:native\` in a clone of the repository, or use \`countersign\``,
  )
}

/** As the packages are named: `linux-x64-gnu`, `darwin-arm64`, … */
function platformName(): string {
  const { platform, arch } = process
  const own = `${platform}-${arch}`
  return platform === 'linux' ? `${own}-${hasGlibc() ? 'gnu' : 'musl'}` : own
}

function hasGlibc(): boolean {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report?.header?.glibcVersionRuntime !== undefined
}

function inPackage(name: string): string | undefined {
  try {
    return load.resolve(name)
  } catch {
    return undefined
  }
}

function inClone(): string | undefined {
  // No URL beside this module, since bundlers want the file of such a one to be there.
  const path = join(dirname(fileURLToPath(import.meta.url)), '../../generated/countersign.node')
  return existsSync(path) ? path : undefined
}

function addonAt(path: string): Addon {
  try {
    return load(path)
  } catch (cause) {
    const why = `${path} does not load on this machine${reasonOf(cause)}`
    throw new CountersignError('ERR_NATIVE_INVALID', `${why}; use \`countersign\``, { cause })
  }
}

/** No other engine takes its place: whoever asks for the addon would not see that it is gone. */
function unsound(path: string): CountersignError {
  const why = `${path} computes wrongly on this machine: it failed its self-test`
  return new CountersignError('ERR_NATIVE_INVALID', `${why}; use \`countersign\``)
}

function otherBuild(path: string, engine: Addon): CountersignError {
  const got = engine.engineContract?.() || 'none'
  return new CountersignError(
    'ERR_NATIVE_INVALID',
    `${path} is of another version or build (${engine.engineVersion()}, ${got}): install it and \`countersign\` in one version, or run \`npm run build:native\` in a clone`,
    { want: contractName, got },
  )
}
