/**
 * JSON text of plain values, without a call of `JSON.stringify` for each member.
 *
 * @internal
 * @module
 */

/** Deeper values are left to `JSON.stringify`, which also finds circles. */
const maxDepth = 64

/**
 * The text that `JSON.stringify` writes for text, finite numbers, booleans, null, and arrays and objects of these. A
 * member that is `undefined` counts as absent. Nothing for what has any other value in it.
 */
export function plainText(value: unknown, depth: number = 0): string | undefined {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined
    case 'boolean':
      return String(value)
    case 'object':
      return value === null ? 'null' : structureText(value, depth)
    default:
      return undefined
  }
}

function structureText(value: object, depth: number): string | undefined {
  if (depth === maxDepth || 'toJSON' in value) return undefined
  if (Array.isArray(value)) return arrayText(value, depth + 1)
  return tag(value) === '[object Object]' ? objectText(value, depth + 1) : undefined
}

function arrayText(items: readonly unknown[], depth: number): string | undefined {
  const { length } = items
  let text = '['
  for (let index = 0; index < length; index += 1) {
    const item = plainText(items[index], depth)
    if (item === undefined) return undefined
    text += index === 0 ? item : `,${item}`
  }
  return `${text}]`
}

function objectText(members: object, depth: number): string | undefined {
  let text = ''
  for (const name of Object.keys(members)) {
    const value = (members as Record<string, unknown>)[name]
    if (value === undefined) continue
    const written = plainText(value, depth)
    if (written === undefined) return undefined
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${written}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** What a value is, as the language itself says, unless it says otherwise by a member of its own. */
export function tag(value: unknown): string {
  return Object.prototype.toString.call(value)
}
