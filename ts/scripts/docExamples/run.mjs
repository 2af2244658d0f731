// Runs examples one after the other in one process, and writes to RESULTS which of them failed.
//
// Run: node run.mjs RESULTS FILE…

import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** For an example that waits for what never comes. */
const limit = 300_000

const [results, ...files] = process.argv.slice(2)
const failures = []
for (const [index, file] of files.entries()) {
  const error = await failureOf(file)
  if (error) failures.push({ index, error })
}
writeFileSync(results, JSON.stringify(failures))
// Workers and servers of the examples would keep it alive.
process.exit(0)

async function failureOf(file) {
  let timer
  const hangs = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${limit} ms`)), limit)
  })
  try {
    await Promise.race([import(pathToFileURL(file).href), hangs])
  } catch (error) {
    if (!(error instanceof Error)) return String(error)
    return [error.code, error.message].filter(Boolean).join(': ')
  } finally {
    clearTimeout(timer)
  }
}
