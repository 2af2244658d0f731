// Writes THIRD_PARTY_NOTICES.txt: what is compiled into the engines, by whom, under which licence, and the texts.
//
// cargo knows what is compiled (`setup/crates.mjs`). Each licence is read in the crate's own source. Where a crate offers
// a choice, the first of `choices` is taken. Texts that differ only in who holds the copyright stand once.
//
// Run: npm run notices (with `--check`, this script fails if the file is not current)

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { bundledPackages } from './setup/bundled.mjs'
import { engineCrates } from './setup/crates.mjs'
import { prepareRust } from './setup/rust.mjs'
import { main, root, Stop } from './setup/shell.mjs'

const file = join(root, 'THIRD_PARTY_NOTICES.txt')

/** Licences that we take, most wanted first, and the names that their texts have in crates. */
const choices = {
  MIT: [/^(license|licence)[-_.]mit/i, /^(license|licence|copying)(\.(md|txt))?$/i],
  'BSD-3-Clause': [/^(license|licence)(\.(md|txt))?$/i],
  'BlueOak-1.0.0': [/^(license|licence)(\.(md|txt))?$/i],
  'Unicode-3.0': [/^license-unicode/i],
  'Apache-2.0': [],
}

/** Where the terms begin, after who holds the copyright. */
const beginning = /^\s*(Permission is hereby|Redistribution and use|# Blue Oak|UNICODE LICENSE)/

const introduction = `Third-party notices

The engines of Countersign (the WebAssembly files, their copies inside JavaScript, and the
native addon) contain the software below, under the licence that heads each part. The JavaScript
has no dependencies; the command "countersign bench" contains tinybench. Countersign itself: LICENSE.
`

await main(async ([flag]) => {
  const crates = await engineCrates(await prepareRust())
  const text = notices([...crates, ...bundledPackages()])
  if (flag !== '--check') return writeFileSync(file, text)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
    throw new Stop('THIRD_PARTY_NOTICES.txt is stale: run `npm run notices`')
  console.log('THIRD_PARTY_NOTICES.txt is current')
})

function notices(crates) {
  const groups = new Map()
  for (const { crate, licence, holders, terms } of [...crates.flatMap(taken), standardLibrary()]) {
    const key = terms.replace(/\s+/g, ' ')
    const group = groups.get(key) ?? { licence, terms, crates: [] }
    group.crates.push([`${crate.name} ${crate.version} (${crate.repository})`, ...holders])
    groups.set(key, group)
  }
  return `${introduction}\n${[...groups.values()].map(section).join('\n')}`
}

function section({ licence, terms, crates }) {
  const owners = crates.map((lines) => lines.join('\n  ')).join('\n')
  return `${'='.repeat(80)}\n${licence}\n\n${owners}\n\n${'-'.repeat(80)}\n\n${terms}\n`
}

/** What the compiler adds to every program. */
function standardLibrary() {
  const version = /channel\s*=\s*"([^"]+)"/.exec(read('rust/rust-toolchain.toml'))[1]
  const repository = 'https://github.com/rust-lang/rust'
  const crate = { name: 'The Rust standard library', version, repository }
  const holders = ['Copyright (c) The Rust Project Contributors']
  return { crate, licence: 'MIT', holders, terms: tidy(mit()) }
}

/** The licences that we take of a crate, one of each choice: `{ crate, licence, holders, terms }`. */
function taken(crate) {
  return (crate.license ?? '').split(' AND ').map((part) => {
    const offered = part.replace(/[()]/g, '').split(/\s+OR\s+|\//)
    const licence = Object.keys(choices).find((name) => offered.includes(name))
    if (!licence) throw new Stop(`${crate.name}: no licence that we take: ${crate.license}`)
    return { crate, licence, ...termsOf(crate, licence) }
  })
}

/** Who holds the copyright, and the text without them. */
function termsOf(crate, licence) {
  // Its own text holds a form of a notice, which is nobody's.
  if (licence === 'Apache-2.0') return { holders: noticeOf(crate), terms: tidy(apache()) }
  const lines = textOf(crate, licence).split('\n')
  const from = lines.findIndex((line) => beginning.test(line))
  if (from < 0) throw new Stop(`${crate.name}: the text of its licence was not understood`)
  const isHolder = (line) => /^\s*Copyright (\(c\)|©|\d)/i.test(line)
  const holders = lines.filter(isHolder).map((line) => line.trim())
  const terms = lines.slice(from).filter((line) => !isHolder(line))
  return { holders: holders.length ? holders : authors(crate), terms: tidy(terms.join('\n')) }
}

function textOf({ name, folder }, licence) {
  const names = readdirSync(folder).sort()
  const found = choices[licence].flatMap((form) => names.filter((name) => form.test(name)))[0]
  if (found) return readFileSync(join(folder, found), 'utf8')
  if (licence === 'MIT') return mit()
  throw new Stop(`${name}: its source has no text of ${licence}`)
}

function noticeOf(crate) {
  const path = join(crate.folder, 'NOTICE')
  return existsSync(path) ? [readFileSync(path, 'utf8').trim()] : authors(crate)
}

function authors({ authors, repository }) {
  return authors.length ? [`by ${authors.join(', ')}`] : [`by the authors of ${repository}`]
}

/** The texts that our own licence holds. */
function mit() {
  const text = read('LICENSE')
  const from = text.indexOf('Permission is hereby granted')
  return text.slice(from, text.indexOf('='.repeat(80), from))
}

function apache() {
  const text = read('LICENSE')
  return text.slice(text.search(/ *Apache License\n/))
}

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}

/** Without line ends and quotes that differ by system or taste. */
function tidy(text) {
  const plain = text.replaceAll('\r', '').replace(/[“”]/g, '"').replace(/``|''/g, '"')
  return plain.replace(/[ \t]+$/gm, '').trim()
}
