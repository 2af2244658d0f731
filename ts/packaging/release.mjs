// What `npm run release -- --dry-run` makes, of the real package: installed, checked against its sums, and read.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { nameHere } from '../scripts/natives.mjs'
import { sumFiles, sumOf } from '../scripts/release/checksums.mjs'
import { isNamedCopy } from '../scripts/release/named.mjs'
import { makeRelease } from '../scripts/release.mjs'
import { platforms } from '../scripts/setup/engines.mjs'
import { capture, npm, root, run } from '../scripts/setup/shell.mjs'
import { engineNames } from '../scripts/sizes.mjs'
import { timeIn } from './bench.mjs'

const repository = 'https://git.example/countersign'
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The cases; `close` removes what was made. */
export async function releaseCases(project) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-release-'))
  const before = statusOf()
  const made = await makeRelease(folder, repository)
  return {
    cases: [
      ['release: leaves the checkout as it is', () => assert.equal(statusOf(), before)],
      ['release: holds what it lists, with its sums', () => checkFiles(folder, made)],
      ['release: engines with names', () => checkNamed(project, made)],
      ['release: says what is lacking', () => checkFaults(made)],
      ['release: is none where something is lacking', refuse],
      ['release: bill of materials', () => checkBill(folder, made)],
      ['release: installed, with its addon', () => install(project, folder, made)],
    ],
    close: () => rmSync(folder, { recursive: true }),
  }
}

function statusOf() {
  return execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
}

function checkFiles(folder, { files }) {
  const names = files.map((path) => basename(path))
  assert.deepEqual(readdirSync(folder).sort(), [...names, ...Object.values(sumFiles)].sort())
  for (const [algorithm, name] of Object.entries(sumFiles)) {
    const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
    assert.deepEqual(
      lines,
      files.map((path) => `${sumOf(path, algorithm)}  ${basename(path)}`),
    )
  }
}

/** Each platform is a package or a fault, and never a package without an addon. */
function checkFaults({ packages, faults }) {
  const { list, scope } = platforms()
  const packed = packages.map(({ manifest }) => manifest.name)
  for (const { name } of list)
    assert.notEqual(
      packed.includes(`${scope}/${name}`),
      faults.some((fault) => fault.startsWith(`${name}: not built`)),
      name,
    )
  assert(!faults.some((fault) => fault.includes('address of')))
}

/** Their names stand in a stack trace, so they are what a page may load in the place of the shipped ones. */
function checkNamed(project, { files, faults }) {
  const path = files.find((file) => basename(file).startsWith('countersign-named-'))
  assert(path, faults.join('\n'))
  const unpacked = mkdtempSync(join(tmpdir(), 'countersign-named-'))
  try {
    execFileSync('tar', ['xzf', path, '-C', unpacked])
    assert(readdirSync(join(unpacked, 'package')).includes('THIRD_PARTY_NOTICES.txt'))
    for (const engine of engineNames) {
      const shipped = join(project, 'node_modules/countersign/dist/generated', engine)
      const parts = readdirSync(shipped).filter((file) => file.endsWith('.wasm'))
      const named = join(unpacked, 'package', engine)
      assert.deepEqual(readdirSync(named).sort(), parts.sort())
      for (const part of parts)
        assert(
          isNamedCopy(readFileSync(join(named, part)), readFileSync(join(shipped, part))),
          part,
        )
    }
  } finally {
    rmSync(unpacked, { recursive: true })
  }
}

/** Without an address of the repository, nothing says how to publish. */
async function refuse() {
  const { code, output } = await capture(process.execPath, ['ts/scripts/release.mjs'])
  assert.equal(code, 1)
  assert.match(output, /^ {2}the address of the repository is not given/m)
  assert.match(output, /this is no release/)
  assert.doesNotMatch(output, /npm publish/)
}

function checkBill(folder, { packages }) {
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.cdx.json'))
  const bill = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  assert.equal(`${bill.bomFormat} ${bill.specVersion}`, 'CycloneDX 1.5')
  assert.equal(bill.metadata.component.name, 'countersign')
  const names = new Set(bill.components.map(({ name }) => name))
  for (const { manifest } of packages.slice(0, -1)) assert(names.has(manifest.name))
  // The notices list the same crates.
  const notices = readFileSync(join(root, 'THIRD_PARTY_NOTICES.txt'), 'utf8')
  const crates = bill.components.filter(({ purl }) => purl.startsWith('pkg:cargo/'))
  assert(crates.length > 20)
  for (const { name, version } of crates) assert(notices.includes(`\n${name} ${version} (`), name)
}

/** As a user does it, but for the registry: there, npm finds the addon by the manifest. */
async function install(project, folder, { packages }) {
  const consumer = join(folder, 'consumer')
  cpSync(join(project, 'proof.js'), join(consumer, 'proof.js'))
  cpSync(join(project, 'node-native-installed.mjs'), join(consumer, 'start.mjs'))
  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }')
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  // Others may be built too, and npm refuses those where they are asked for by name.
  const fits = ['countersign', `${platforms().scope}/${nameHere()}`]
  const paths = packages
    .filter(({ manifest }) => fits.includes(manifest.name))
    .map(({ path }) => path)
  await npm(['install', ...quiet, ...paths], { cwd: consumer })
  assert.match(await run(process.execPath, ['start.mjs'], { cwd: consumer }), /^proven$/m)
  const installed = join(consumer, 'node_modules/countersign')
  checkManifest(manifestIn(installed), packages)
  checkBench(await timeIn(consumer))
  checkLinks(readFileSync(join(installed, 'README.md'), 'utf8'))
  await checkHelp(consumer)
}

/** An error says where its page is. */
async function checkHelp(cwd) {
  const script =
    "import('countersign').then(({ Did }) => Did.parse('x')).catch((e) => console.log(e.help))"
  assert.equal(
    (await run(process.execPath, ['-e', script], { cwd })).trim(),
    `${repository}/blob/v${manifestIn(root).version}/ts/docs/errors.md#err_did_syntax`,
  )
}

/** With its addon, the package times both. */
function checkBench({ rows, environment }) {
  const timed = new Set(rows.map(({ engine }) => engine))
  assert(timed.has('native') && timed.has('wasm'), [...timed].join())
  assert.equal(environment.missing?.native, undefined)
}

function checkManifest(manifest, packages) {
  const { version } = manifestIn(root)
  const natives = packages.slice(0, -1).map((made) => made.manifest)
  assert(natives.length > 0, 'no addon is built')
  const named = Object.fromEntries(natives.map(({ name }) => [name, version]))
  assert.deepEqual(manifest.optionalDependencies, named)
  for (const { repository: origin, homepage } of [manifest, ...natives]) {
    assert.deepEqual(origin, { type: 'git', url: `git+${repository}.git` })
    assert.equal(homepage, `${repository}#readme`)
  }
}

function checkLinks(readme) {
  assert.match(
    readme,
    /\]\(https:\/\/git\.example\/countersign\/blob\/v[\d.]+\/ts\/docs\/cli\.md\)/,
  )
  assert.doesNotMatch(readme, /\]\((?!https:|#)/)
}
