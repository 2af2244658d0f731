// Firefox and WebKit for the second tier of the tests, each with its driver.
//
// They are packages of the system (`system.mjs`). Where these are missing and may not be installed, the step
// says so and how to get them. geckodriver comes from crates.io, is compiled once, and kept in `.cache`.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { cache, capture, root, Stop, step, which } from './shell.mjs'
import { command, cure, installPackages, tryTo } from './system.mjs'

const gecko = '0.37.1'

const families = {
  firefox: {
    browser: () => process.env.FIREFOX_PATH ?? which('firefox-esr') ?? which('firefox'),
    driver: () => existing(join(cache, `geckodriver-${gecko}/bin/geckodriver`)),
    build: buildGeckodriver,
    packages: ['firefox-esr'],
  },
  webkit: {
    browser: () => process.env.WEBKIT_PATH ?? miniBrowser(),
    driver: () => which('WebKitWebDriver'),
    screen: () => which('Xvfb'),
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
}

/** The programs of `family` by what they are for; undefined where one is not installed. */
export function programs(family) {
  const { browser, driver, screen } = families[family]
  return { browser: browser(), driver: driver(), ...(screen && { screen: screen() }) }
}

/**
 * Makes the programs of `family` be there. Gives undefined, or why its tests cannot run here and the
 * cure.
 *
 * - `system`: whether packages of the system may be installed.
 */
export async function prepareDriver(family, { env = {}, system = false } = {}) {
  const { build, packages } = families[family]
  if (system && lacks(family)) await installPackages(packages)
  if (lacks(family)) return `it is not installed. ${cure(packages, family)}`
  if (!programs(family).driver) await tryTo(() => build(env))
  if (!programs(family).driver)
    return `its driver could not be built. ${command(family, 'tries again')}`
  return undefined
}

/** What is compiled here does not count: only packages of the system can be missing. */
function lacks(family) {
  const { driver, ...rest } = programs(family)
  const needed = families[family].build ? rest : { ...rest, driver }
  return Object.values(needed).includes(undefined)
}

/** Without optimisation: it passes on a few hundred commands. */
async function buildGeckodriver(env) {
  const folder = join(cache, `geckodriver-${gecko}`)
  const args = [
    'install',
    'geckodriver',
    '--version',
    gecko,
    '--locked',
    '--debug',
    '--root',
    folder,
  ]
  await step('building geckodriver (minutes, the first time)', async () => {
    const { code, output } = await capture('cargo', args, { cwd: join(root, 'rust'), env })
    if (code !== 0) throw new Stop(`${output}geckodriver could not be built`)
  })
}

function miniBrowser() {
  const roots = ['/usr/lib', '/usr/libexec'].filter((root) => existsSync(root))
  const folders = roots.flatMap((root) => [
    root,
    ...readdirSync(root).map((name) => join(root, name)),
  ])
  const places = folders.flatMap((folder) =>
    ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) =>
      join(folder, name, 'MiniBrowser'),
    ),
  )
  return places.find((path) => existsSync(path))
}

function existing(path) {
  return existsSync(path) ? path : undefined
}
