// Firefox and WebKit for the second tier of the tests, each with its driver.
//
// They are packages of the system, so they are installed only where that was asked for: in CI
// (`CI=true`) and with `--system`. Elsewhere the step says what is missing and how to get it.
// geckodriver comes from crates.io, is compiled once, and kept in `.cache`.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { cache, capture, root, Stop, step, which } from './shell.mjs'

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
  if (lacks(family)) return cure(family)
  if (!programs(family).driver) await build(env)
  return undefined
}

/** Whether this run may install packages of the system. */
export function mayInstall(args) {
  return args.includes('--system') || process.env.CI === 'true'
}

/** What is compiled here does not count: only packages of the system can be missing. */
function lacks(family) {
  const { driver, ...rest } = programs(family)
  const needed = families[family].build ? rest : { ...rest, driver }
  return Object.values(needed).includes(undefined)
}

function cure(family) {
  const command = `apt-get install ${families[family].packages.join(' ')}`
  return `${family}: NOT RUN, as it is not installed. On Debian: \`${command}\`, or \`npm run check -- --only ${family} --system\``
}

async function installPackages(packages) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  const apt = (...args) => {
    const [program, ...all] = [...sudo, 'apt-get', ...args]
    return capture(program, all, options)
  }
  await step(`installing ${packages.join(' ')} with apt-get`, async () => {
    await apt('update', '-qq')
    const { code, output } = await apt(
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      ...packages,
    )
    if (code !== 0) console.error(output)
  })
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
