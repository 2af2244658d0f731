// A copy of the project below .cache, where the mutants live. Nothing is ever changed in place.
//
// A file is written only if it differs, so that cargo builds again what has to be, and no more.

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { cache, root, run } from '../setup/shell.mjs'

/** The top of the copy. */
export const tree = join(cache, 'mutants/tree')

/** The tool that finds mutants and writes them: `rust/mutants`. Its paths begin below `rust`. */
export async function tool(args) {
  const command = ['run', '--quiet', '--locked', '-p', 'countersign-mutants', '--', ...args]
  return run('cargo', command, { cwd: join(root, 'rust') })
}

/** Brings the copy to the state of the project, as it lies on the disk. */
export async function copy() {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = (await run('git', list, { cwd: root })).split('\0').filter(Boolean)
  for (const file of files) {
    const from = join(root, file)
    if (existsSync(from) && lstatSync(from).isFile()) put(file, source(file, from))
  }
  removeSources(new Set(files))
  const modules = join(tree, 'node_modules')
  if (!existsSync(modules)) symlinkSync(join(root, 'node_modules'), modules, 'junction')
}

const planted = new Set()

/** Writes the mutants into the copy, each asleep under its `number`. */
export async function plant(mutants) {
  for (const { file } of mutants) planted.add(file)
  for (const file of planted) {
    // One that no longer holds any is written as it was.
    const inside = mutants.filter((mutant) => mutant.file === file)
    const chosen = inside.map(({ index, number }) => `${index}=${number}`)
    const written = await tool(['write', file.replace(/^rust\//, ''), ...chosen])
    put(file, withoutConstants(written))
  }
  const most = Math.max(0, ...mutants.map(({ number }) => number))
  put('rust/core/src/mutant.rs', awake(most))
  const lib = 'rust/core/src/lib.rs'
  const text = readFileSync(join(tree, lib), 'utf8')
  if (!text.includes('pub mod mutant;')) put(lib, `${text}\n#[doc(hidden)]\npub mod mutant;\n`)
}

/** Restores the sources of the core, and puts one mutant in its place. */
export async function plantAlone(mutant) {
  await copy()
  const written = await tool(['alone', mutant.file.replace(/^rust\//, ''), mutant.index])
  put(mutant.file, withoutConstants(written))
}

/** A file as it goes into the copy. */
function source(file, from) {
  const bytes = readFileSync(from)
  return file.endsWith('.rs') ? withoutConstants(bytes.toString()) : bytes
}

/** A function with a mutant is not `const`, so nothing that lives in a thread may be made while compiling. */
function withoutConstants(text) {
  return text.replace(/^(\s*static \w+: .* = )const \{ (.*) \};$/gm, '$1$2;')
}

function put(file, content) {
  const to = join(tree, file)
  if (existsSync(to) && readFileSync(to).equals(Buffer.from(content))) return
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, content)
}

/** A test or source that the project no longer has must not stay in the copy. */
function removeSources(files) {
  for (const folder of ['rust/core/src', 'rust/core/tests', 'ts/test', 'ts/src'])
    for (const file of readdirSync(join(tree, folder), { recursive: true })) {
      const path = `${folder}/${file.replaceAll('\\', '/')}`
      if (lstatSync(join(tree, path)).isFile() && !files.has(path)) rmSync(join(tree, path))
    }
}

/** The module that says which mutant is awake, and writes down which were met. */
const awake = (
  most,
) => `//! Which mutant is awake: the number in COUNTERSIGN_MUTANT. Those that a program meets go to COUNTERSIGN_MUTANTS_MET.

use std::{env, fs::{File, OpenOptions}, io::Write, sync::{LazyLock, atomic::{AtomicBool, Ordering}}};

static AWAKE: LazyLock<usize> =
    LazyLock::new(|| env::var("COUNTERSIGN_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0));
static LIST: LazyLock<Option<File>> = LazyLock::new(|| {
    OpenOptions::new().append(true).create(true).open(env::var_os("COUNTERSIGN_MUTANTS_MET")?).ok()
});
static MET: [AtomicBool; ${most + 1}] = [const { AtomicBool::new(false) }; ${most + 1}];

#[must_use]
pub fn is(number: usize) -> bool {
    if let Some(mut list) = LIST.as_ref()
        && !MET[number].swap(true, Ordering::Relaxed)
    {
        let _ = list.write_all(format!("{number}\\n").as_bytes());
    }
    number == *AWAKE
}
`
