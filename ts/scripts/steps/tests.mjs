// The tests. `../steps.mjs` says what the members are.

import { engines } from '../setup/engines.mjs'
import { machineNames } from '../setup/machines.mjs'
import { serverPath } from '../setup/servers.mjs'
import { servicePath } from '../setup/services.mjs'
import {
  addWasi,
  bin,
  cargo,
  conformance,
  examples,
  inFamily,
  longTest,
  longTestIn,
  node,
  scriptTests,
  verdicts,
  verdictsOf,
  vitest,
} from './commands.mjs'

/** The curves over 2^255 - 19 on the fields of WebAssembly; natively they are on another field. */
const models = ['model-fused', 'model-limbs']

/**
 * What compares the kernels with the libraries of others, and how many cases `long` has of each property: on each engine in
 * its field. On secp256k1 a case of keys and signatures has twelve verdicts, on P-256 six; with the other properties that is
 * over a million.
 */
const comparisons = {
  differential: '1000000',
  differential_secp256k1: '200000',
  differential_p256: '400000',
  ring: '1000000',
}

/** Of the kernels with a field of WebAssembly, what compares with the libraries of others. */
const kernelModel = (model) =>
  ['-p', 'countersign-kernels', '--features', model].concat(
    ['differential', 'ring', 'x25519'].flatMap((file) => ['--test', file]),
  )

export const tests = [
  {
    name: 'scripts',
    tier: 1,
    oneCore: true,
    needs: ['packages'],
    commands: () => [node('--test', ...scriptTests())],
  },
  {
    name: 'rust',
    tier: 1,
    needs: ['rust'],
    commands: () => [
      cargo('test', '--quiet', '--locked'),
      ...models.map((model) => cargo('test', '--quiet', '--locked', ...kernelModel(model))),
      verdicts('rust'),
    ],
  },
  {
    name: 'wasm',
    tier: 1,
    needs: ['dist', 'panic'],
    commands: () => [vitest(process.execPath, 'wasm')],
  },
  {
    name: 'native',
    tier: 1,
    needs: ['dist', 'panic'],
    commands: () => [vitest(process.execPath, 'native')],
  },
  {
    name: 'wasm-fma',
    tier: 1,
    needs: ['dist', 'panic', 'node'],
    commands: ({ program }) => [vitest(program, 'wasm-fma')],
  },
  {
    name: 'browser',
    tier: 1,
    needs: ['dist', 'browser'],
    commands: () => [vitest(process.execPath, 'browser')],
  },
  {
    // The consumers of tier 1 (`packaging/consumers.mjs`).
    name: 'packaging',
    tier: 1,
    oneCore: true,
    needs: ['dist', 'node'],
    wants: ['browser'],
    commands: ({ program }) => [node('ts/packaging/run.mjs', program)],
  },
  {
    name: 'conformance',
    tier: 1,
    oneCore: true,
    needs: ['dist', 'node'],
    commands: ({ program }) => [
      ...engines().map((name) => conformance(program, name)),
      verdicts('vectors', ...engines().map((name) => verdictsOf(name))),
    ],
  },
  {
    // Its own tests; then the engines must agree on every case.
    name: 'bench',
    tier: 1,
    oneCore: true,
    needs: ['dist', 'node'],
    commands: ({ program }) => [
      vitest(program, 'bench'),
      [program, ['dist-tools/bench/main.js', '--agree', '--engines', 'native,wasm-fma,wasm']],
    ],
  },
  {
    name: 'bench-page',
    tier: 1,
    oneCore: true,
    needs: ['dist', 'browser'],
    commands: () => [node('--test', 'bench/page/test/page.test.mjs')],
  },
  {
    name: 'explain-page',
    tier: 1,
    oneCore: true,
    needs: ['dist', 'browser'],
    commands: () => [node('--test', 'ts/pages/explain/test/page.test.mjs')],
  },
  {
    // Where there is no browser, those that open a tab do the same in Node.
    name: 'examples',
    tier: 1,
    oneCore: true,
    needs: ['dist', 'node'],
    wants: ['browser'],
    commands: ({ program }) => examples(program),
  },
  {
    // Those of doc comments and of Markdown.
    name: 'doc-examples',
    tier: 1,
    oneCore: true,
    needs: ['dist'],
    commands: () => [node('ts/scripts/docExamples.mjs')],
  },
  {
    // The suite on the module that the parts of `wasm` are cut from: the same verdicts and bytes.
    name: 'unsplit',
    tier: 2,
    needs: ['dist', 'panic'],
    commands: () => [[...vitest(process.execPath, 'wasm'), { env: { COUNTERSIGN_UNSPLIT: '1' } }]],
  },
  {
    // The consumers of tier 2.
    name: 'consumers',
    tier: 2,
    oneCore: true,
    needs: ['dist', 'node', 'browser'],
    commands: ({ program }) => [node('ts/packaging/run.mjs', program, '--further')],
  },
  {
    name: 'firefox',
    tier: 2,
    needs: ['dist', 'node', 'firefox'],
    commands: ({ program }) => inFamily('firefox', program),
  },
  {
    // It is tested with an option that makes it sound; how it computes without is counted, and fails nothing.
    name: 'webkit',
    tier: 2,
    needs: ['dist', 'node', 'webkit'],
    commands: ({ program }) => [
      ...inFamily('webkit', program),
      node('ts/scripts/webkitFaults.mjs'),
    ],
  },
  {
    // The contract of the stores in several processes, and the faults of their databases, over real servers.
    name: 'stores',
    tier: 2,
    needs: ['dist', 'node'],
    wants: ['postgres', 'redis', 'valkey', 's3'],
    commands: ({ program, missing }) => [
      [program, ['dist-tools/stores/main.js', ...servers(missing, 'valkey', 's3')]],
    ],
  },
  {
    // The adapters over key services: SoftHSM, a Vault and AWS's client with a stand-in for the service; and whether the
    // types of all clients fit.
    name: 'signers',
    tier: 2,
    needs: ['dist', 'node'],
    wants: ['softhsm', 'services'],
    commands: ({ program, missing }) => [
      [program, ['dist-tools/signers/main.js', ...signerArgs(missing)]],
      ...(missing.services ? [] : [bin('typescript/bin/tsc', '-p', 'ts/tools/signers')]),
    ],
  },
  {
    // The applications of `examples`: three instances of the registry, of which one is killed while requests run; and the
    // console in Chromium.
    name: 'apps',
    tier: 2,
    needs: ['dist', 'node'],
    wants: ['browser', 'postgres', 'redis'],
    commands: ({ program, missing }) => [
      [program, ['dist-tools/apps/main.js', ...servers(missing), ...browserArgs(missing)]],
    ],
  },
  {
    // The addons of all platforms, built here: their files are looked at, and what another machine can be had for runs there.
    name: 'natives',
    tier: 2,
    needs: ['dist', 'panic'],
    wants: machineNames,
    commands: ({ missing }) => [
      node('ts/scripts/natives.mjs'),
      node(
        'ts/packaging/addons.mjs',
        ...machineNames.map((name) => (missing[name] ? `!${missing[name]}` : name)),
      ),
    ],
  },
  {
    // Faults that are put into the core, a small draw; a test must notice each.
    name: 'mutants',
    tier: 2,
    needs: ['packages', 'rust', 'engines'],
    commands: () => [node('ts/scripts/mutants.mjs', '--count', '30')],
  },
  {
    // Each target for a few seconds, which finds what a random input would in minutes.
    name: 'fuzz',
    tier: 2,
    needs: ['packages', 'fuzzer'],
    commands: () => [node('ts/scripts/fuzz.mjs', 'all', '3')],
  },
  {
    // A planted leak must be found, and no other.
    name: 'timing',
    tier: 2,
    needs: ['dist', 'node'],
    commands: ({ program }) => [
      [
        program,
        [
          'dist-tools/bench/timing/main.js',
          '--samples',
          '40000',
          '--engines',
          'wasm-fma,wasm,native',
        ],
      ],
    ],
  },
  {
    // Chains and logs of a million; numbers in text; kernels and the libraries that they stand in for.
    name: 'long',
    tier: 2,
    needs: ['rust', 'node'],
    commands: ({ program }) => [
      longTest(
        'core',
        { COUNTERSIGN_LINKS: '1000000' },
        '--test',
        'all',
        'receipt_chain::a_long_chain',
      ),
      longTest('core', { COUNTERSIGN_LEAVES: '1000000' }, '--test', 'all', 'merkle::a_log_grows'),
      longTest('core', {}, '--lib', 'print::decimal', '--', '--ignored'),
      addWasi(),
      ...Object.entries(comparisons).flatMap(([file, cases]) => {
        const test = [{ COUNTERSIGN_CASES: cases }, '--test', file]
        return [
          longTest('kernels', ...test),
          ...engines()
            .filter((name) => name !== 'native')
            .map((engine) => longTestIn(engine, program, ...test)),
        ]
      }),
    ],
  },
]

/** Where each server is, or why it is not there. */
function servers(missing, ...more) {
  return ['postgres', 'redis', ...more].flatMap((name) => [
    `--${name}`,
    serverPath(name) ?? `!${missing[name]}`,
  ])
}

/** Where SoftHSM and the key services are, or why they are not there. */
function signerArgs({ softhsm, services }) {
  return [
    '--softhsm',
    serverPath('softhsm') ?? `!${softhsm}`,
    '--services',
    services === undefined ? servicePath : `!${services}`,
  ]
}

/** Why there is no browser. */
function browserArgs({ browser }) {
  return browser === undefined ? [] : ['--browser', browser]
}
