// Packages of the system: installed in CI (`CI=true`) and with `--system`, nowhere else.

import { capture, Stop, step } from './shell.mjs'

/** Whether this run may install packages of the system. */
export function mayInstall({ system = false } = {}) {
  return system || process.env.CI === 'true'
}

/** How to get what is missing: `packages` of Debian by hand, or by the step `name` itself. */
export function cure(packages, name) {
  return `On Debian: \`apt-get install ${packages.join(' ')}\`, or \`npm run check -- --only ${name} --system\``
}

/** What is said where nothing is to be installed: the command that runs the step `name`, and `when`. */
export function command(name, when) {
  return `\`npm run check -- --only ${name}\` ${when}`
}

/** Gives what `install` gives. A failure is shown; the caller looks whether what it wants is there now. */
export async function tryTo(install) {
  let result
  const why = await whyNot(async () => {
    result = await install()
  })
  if (why) console.error(why)
  return result
}

/** Gives undefined where `install` ends well, or what it failed with. */
export async function whyNot(install) {
  try {
    await install()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return error.message
  }
}

/** The line of `why` that says most: what a command prints comes before it. */
export function lastLine(why) {
  return why.trim().split('\n').at(-1)
}

/** Installs packages of Debian. A failure is shown; the caller looks whether what it wants is there now. */
export async function installPackages(packages) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']
  const apt = (...args) => {
    const [program, ...rest] = [...sudo, 'apt-get', ...args]
    return capture(program, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  await step(`installing ${packages.join(' ')} with apt-get`, async () => {
    await apt('update', '-qq')
    const wanted = ['-y', '-qq', '--no-install-recommends', ...packages]
    const { code, output } = await apt('install', ...wanted)
    if (code !== 0) console.error(output)
  })
}
