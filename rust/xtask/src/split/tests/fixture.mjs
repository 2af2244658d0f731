// Runs the fixture whole and in parts, and compares what each export gives. Arguments: the whole, the parts' folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [whole, folder] = process.argv.slice(-2)
const parts = JSON.parse(readFileSync(join(folder, 'parts.json'), 'utf8'))
const compile = (file) => new WebAssembly.Module(readFileSync(file))
const modules = new Map(Object.keys(parts).map((name) => [name, compile(join(folder, `${name}.wasm`))]))
const original = compile(whole)

/** What the exports give of the names, called in turn with small numbers. */
function calls(exports, names) {
  const numbers = [...Array(12).keys()]
  return numbers.flatMap((number) => names.map((name) => exports[name](number)))
}

function* orders(names) {
  if (names.length === 0) yield []
  for (const name of names) {
    for (const rest of orders(names.filter((other) => other !== name))) yield [name, ...rest]
  }
}

function load(order) {
  const exports = {}
  for (const name of order) {
    Object.assign(exports, new WebAssembly.Instance(modules.get(name), { p: exports }).exports)
  }
  return exports
}

/** Each prefix of the order works by itself: its exports give what the whole gives. */
function compare(order) {
  for (let length = 1; length <= order.length; length++) {
    const loaded = order.slice(0, length)
    const names = loaded.flatMap((name) => parts[name].exports)
    const [have, want] = [load(loaded), new WebAssembly.Instance(original, {}).exports]
    if (`${calls(have, names)}` !== `${calls(want, names)}`) throw new Error(`${loaded} differ`)
  }
}

const fits = (order) =>
  order.every((name, place) => parts[name].loads.every((needed) => order.indexOf(needed) <= place))
const all = [...orders(Object.keys(parts))].filter(fits)
for (const order of all) compare(order)

// A part of another build does not link.
const shared = load(['main'])
const memory = WebAssembly.Module.imports(modules.get('alone')).find(({ kind }) => kind === 'memory')
const { [memory.name]: _, ...other } = shared
try {
  new WebAssembly.Instance(modules.get('alone'), { p: { ...other, another: shared[memory.name] } })
  throw new Error('a part linked to another build')
} catch (error) {
  if (!(error instanceof WebAssembly.LinkError)) throw error
}
console.log(`${all.length} orders, ${all.length * (modules.size - 1)} parts`)
