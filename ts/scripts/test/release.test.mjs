// The parts of a release that need no build. The tarballs themselves are tested by `ts/packaging/release.mjs`.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { changelogFaults, sectionOf } from '../release/changelog.mjs'
import { writeSums } from '../release/checksums.mjs'
import { withAddresses } from '../release/links.mjs'
import { addressOf, manifestOf, originOf } from '../release/manifest.mjs'
import { withContents } from '../release/materials.mjs'
import { isNamedCopy } from '../release/named.mjs'
import { faultOf } from '../release/tarballs.mjs'
import { commandsFor } from '../release.mjs'

const repository = 'https://git.example/countersign'

function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-release-'))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a manifest says where the sources are, and names the addons in its own version', () => {
  const source = { name: 'countersign', version: '1.2.3', scripts: { test: 'x' }, files: ['dist'] }
  const { scripts, ...packed } = manifestOf(source, { repository, natives: ['@a/linux-x64-gnu'] })
  assert.equal(scripts, undefined)
  assert.deepEqual(packed, {
    name: 'countersign',
    version: '1.2.3',
    files: ['dist'],
    repository: { type: 'git', url: 'git+https://git.example/countersign.git' },
    homepage: 'https://git.example/countersign#readme',
    bugs: { url: 'https://git.example/countersign/issues' },
    optionalDependencies: { '@a/linux-x64-gnu': '1.2.3' },
  })
  assert.deepEqual(manifestOf(source, { natives: [] }), {
    name: 'countersign',
    version: '1.2.3',
    files: ['dist'],
  })
  for (const ending of ['.git', '/', '.git/'])
    assert.deepEqual(originOf(`${repository}${ending}`), originOf(repository))
})

test('links to files become addresses; those of code, of pages and of headings stay', () => {
  const address = (path) => addressOf(repository, '1.2.3', path)
  const text = `[a](trust.md#who) [b](../../README.md) [c](https://x.example) [d](#here) \`[e](f.md)\`
\`\`\`md
[g](h.md)
\`\`\`
[i](./jws.md)`
  const wanted = `[a](${repository}/blob/v1.2.3/ts/docs/trust.md#who) [b](${repository}/blob/v1.2.3/README.md) [c](https://x.example) [d](#here) \`[e](f.md)\`
\`\`\`md
[g](h.md)
\`\`\`
[i](${repository}/blob/v1.2.3/ts/docs/jws.md)`
  assert.equal(withAddresses(text, 'ts/docs/cli.md', address), wanted)
})

test('a version without a section, with an empty one, or beside changes of none is no release', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.1.0]\n\n- New.\n\n## [1.0.0]\n'
  assert.equal(sectionOf(changelog, '1.1.0'), '- New.')
  assert.deepEqual(changelogFaults(changelog, '1.1.0'), [])
  assert.match(changelogFaults(changelog, '1.0.0').join(), /\[1\.0\.0\] of CHANGELOG\.md is empty/)
  assert.match(changelogFaults(changelog, '2.0.0').join(), /has no section \[2\.0\.0\]/)
  const open = changelog.replace('## [1.1.0]', '- More.\n\n## [1.1.0]')
  assert.match(
    changelogFaults(open, '1.1.0').join(),
    /changes under \[Unreleased\]: .* raise the version/,
  )
  assert.match(
    changelogFaults(open, '1.2.0').join(),
    /changes under \[Unreleased\]: put them under/,
  )
})

test('sums have the form of their tools', () => {
  inFolder((folder) => {
    writeFileSync(join(folder, 'a.tgz'), 'abc')
    writeSums(folder, [join(folder, 'a.tgz')])
    // FIPS 180-2, appendix B.1.
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    assert.equal(readFileSync(join(folder, 'SHA256SUMS'), 'utf8'), `${abc}  a.tgz\n`)
    assert.match(
      readFileSync(join(folder, 'SHA512SUMS'), 'utf8'),
      /^ddaf35a193617aba.{112} {2}a\.tgz\n$/,
    )
  })
})

test('an addon that is missing, of another build, or for one machine alone is told', () => {
  inFolder((folder) => {
    const addon = join(folder, 'countersign.node')
    assert.match(faultOf({ addon }, 'contract-a').why, /^not built/)
    writeFileSync(addon, 'code contract-a code')
    assert.deepEqual(faultOf({ addon }, 'contract-a'), undefined)
    assert.deepEqual(faultOf({ addon }, 'contract-b').isGrave, true)
    assert.deepEqual(faultOf({ addon, isLocal: true }, 'contract-a').isGrave, false)
  })
})

test('a module with names is the shipped one and a section more', () => {
  const magic = [0, 97, 115, 109, 1, 0, 0, 0]
  // A section of types, whose length is written in two bytes, and one of names.
  const [types, names] = [
    [1, 0x81, 0, 0],
    [0, 5, 4, ...Buffer.from('name')],
  ]
  const module = (...sections) => Buffer.from([magic, ...sections].flat())
  const shipped = module(types)
  assert(isNamedCopy(module(types, names), shipped))
  assert(!isNamedCopy(shipped, shipped))
  assert(!isNamedCopy(module(names), shipped))
  assert(!isNamedCopy(module(types, [0, 5, 4, ...Buffer.from('mane')]), shipped))
  assert(!isNamedCopy(module(types, types, names), shipped))
  assert(!isNamedCopy(false, shipped))
})

test('the bill names what the packages of the release contain', () => {
  const bill = {
    specVersion: '1.5',
    metadata: { component: { name: 'folder', scope: 'required' } },
    components: [],
    dependencies: [{ ref: 'countersign@1.2.3', dependsOn: [] }],
  }
  const license = 'MIT OR Apache-2.0'
  const manifests = ['countersign', '@a/linux-x64-gnu'].map((name) => ({
    name,
    version: '1.2.3',
    license,
  }))
  const crates = [{ name: 'sha2', version: '0.10.9', license: 'MIT/Apache-2.0' }]
  const bundled = [{ name: 'timer', version: '6.0.0', license: 'MIT' }]
  const { metadata, components, dependencies } = withContents(bill, manifests, { crates, bundled })
  assert.equal(metadata.component.name, 'countersign')
  assert.deepEqual(
    components.map(({ purl }) => purl),
    ['pkg:npm/%40a/linux-x64-gnu@1.2.3', 'pkg:npm/timer@6.0.0', 'pkg:cargo/sha2@0.10.9'],
  )
  assert.equal(components[2].licenses[0].expression, license)
  const known = new Set(['countersign@1.2.3', ...components.map((each) => each['bom-ref'])])
  for (const { ref, dependsOn } of dependencies)
    for (const name of [ref, ...dependsOn]) assert.ok(known.has(name), name)
  assert.equal(dependencies.length, 2)
})

test('packages are published in order, with provenance', () => {
  const packages = [{ path: 'b.tgz' }, { path: 'a.tgz' }]
  const commands = commandsFor(packages)
  assert.deepEqual(
    commands.map((line) => line.split(' ').at(-1)),
    ['b.tgz', 'a.tgz'],
  )
  for (const line of commands) assert.match(line, /^npm publish --provenance --access public /)
})
