// Makes the two modules that run.mjs measures, in .cache/mlDsa: one of libcrux as it is, and one of a copy whose parts are
// not inlined into each other, so that a profile can tell them apart.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { cache, root } from '../../ts/scripts/setup/shell.mjs'

const home = join(cache, 'mlDsa')
const here = import.meta.dirname
const target = 'wasm32-unknown-unknown'
const features =
  '+simd128,+relaxed-simd,+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext'

/** The functions that get a name of their own in the profile, by file. */
const marked = {
  'ml-dsa/src/sample.rs': [
    'rejection_sample_less_than_field_modulus',
    'rejection_sample_less_than_eta',
  ],
  'ml-dsa/src/ntt.rs': ['ntt', 'invert_ntt_montgomery', 'ntt_multiply_montgomery'],
  'ml-dsa/src/matrix.rs': ['compute_as1_plus_s2', 'compute_matrix_x_mask', 'compute_w_approx'],
  'ml-dsa/src/arithmetic.rs': ['power2round_vector', 'decompose_vector', 'make_hint', 'use_hint'],
  'ml-dsa/src/encoding/commitment.rs': ['serialize_vector'],
  'ml-dsa/src/encoding/error.rs': ['serialize', 'deserialize'],
  'ml-dsa/src/encoding/gamma1.rs': ['serialize', 'deserialize'],
  'ml-dsa/src/encoding/signature.rs': ['serialize', 'deserialize'],
  'ml-dsa/src/encoding/t0.rs': ['serialize', 'deserialize'],
  'ml-dsa/src/encoding/t1.rs': ['serialize', 'deserialize'],
  'sha3/src/generic_keccak.rs': ['keccakf1600'],
}

/** Shows the transforms, which libcrux keeps to itself. */
const hook = `
/// The transforms, for the measurement.
pub mod hook {
    use crate::{ntt, polynomial::PolynomialRingElement, simd::portable::PortableSIMDUnit};
    pub struct Polynomial(PolynomialRingElement<PortableSIMDUnit>);
    impl Polynomial {
        pub fn new(from: &[i32; 256]) -> Self {
            let mut inner = PolynomialRingElement::zero();
            PolynomialRingElement::from_i32_array(from, &mut inner);
            Self(inner)
        }
        pub fn get(&self) -> [i32; 256] { self.0.to_i32_array() }
        pub fn ntt(&mut self) { ntt::ntt(&mut self.0) }
        pub fn inverse(&mut self) { ntt::invert_ntt_montgomery(&mut self.0) }
        pub fn multiply(&mut self, by: &Self) { ntt::ntt_multiply_montgomery(&mut self.0, &by.0) }
    }
}
`

/** Builds both and gives the paths of the modules. */
export function prepare(env) {
  rmSync(join(home, 'src'), { recursive: true, force: true })
  mkdirSync(join(home, 'src'), { recursive: true })
  for (const name of ['module', 'intrinsics'])
    cpSync(join(here, name), join(home, 'src', name), { recursive: true })
  const plain = build('plain', [], env)
  copyMarked(env)
  const patch = ([crate, path]) => [
    '--config',
    `patch.crates-io.${crate}.path=${JSON.stringify(join(home, 'src', path))}`,
  ]
  const patches = [
    ['libcrux-ml-dsa', 'ml-dsa'],
    ['libcrux-sha3', 'sha3'],
  ].flatMap(patch)
  return { plain, parts: build('parts', ['--features', 'hook', ...patches], env) }
}

function build(name, args, env) {
  const rustflags = `-Ctarget-feature=${features} -Clink-arg=-zstack-size=1048576`
  execFileSync(
    'cargo',
    [
      'build',
      '--release',
      '--quiet',
      '--target',
      target,
      '--target-dir',
      join(home, name),
      ...args,
    ],
    {
      cwd: join(home, 'src/module'),
      env: { ...process.env, ...env, RUSTFLAGS: rustflags },
      stdio: 'inherit',
    },
  )
  return join(home, name, target, 'release/ml_dsa_measured.wasm')
}

function copyMarked(env) {
  for (const [crate, path] of Object.entries({
    'libcrux-ml-dsa': 'ml-dsa',
    'libcrux-sha3': 'sha3',
  }))
    cpSync(sourceOf(crate, env), join(home, 'src', path), { recursive: true })
  for (const [file, names] of Object.entries(marked)) edit(file, (text) => names.reduce(mark, text))
  edit('ml-dsa/src/lib.rs', (text) => text + hook)
}

function edit(file, change) {
  const path = join(home, 'src', file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, change(text))
}

/** Keeps the function `name` out of its callers. */
function mark(text, name) {
  const lines = text.split('\n')
  const first = lines.findIndex((line) =>
    new RegExp(`^ {0,4}(pub(\\(\\w+\\))? )?fn ${name}\\b`).test(line),
  )
  if (first < 0) throw new Error(`libcrux has no ${name} where it was`)
  const from = lines.findLastIndex((line, index) => index < first && /^ {0,4}}|^$/.test(line))
  const inline = lines.findIndex(
    (line, index) => index > from && index < first && line.includes('#[inline'),
  )
  if (inline >= 0) lines[inline] = '#[inline(never)]'
  else lines.splice(first, 0, '#[inline(never)]')
  return lines.join('\n')
}

/** Where cargo keeps the sources of a crate of the workspace. */
function sourceOf(crate, env) {
  const text = execFileSync('cargo', ['metadata', '--format-version', '1', '--locked'], {
    cwd: join(root, 'rust'),
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  })
  return dirname(JSON.parse(text).packages.find(({ name }) => name === crate).manifest_path)
}
