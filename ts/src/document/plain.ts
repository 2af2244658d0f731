/**
 * JSON text of plain values, for which `JSON.stringify` need not ask about each member.
 *
 * @internal
 * @module
 */

/** Deeper values are left to `JSON.stringify`, which also finds circles. */
const maxDepth = 64

/** And so are more values, each of which takes a byte or more: what is given may hold one of them in many places. */
const maxValues = 1 << 20

/** That a value is not plain. */
const other = Symbol('other')

/**
 * The text that `JSON.stringify` writes for text, finite numbers, booleans, null, and arrays and objects of these. A
 * member that is `undefined` counts as absent. Nothing for what has any other value in it.
 *
 * What is written is a copy, of which each part was read once: a getter cannot give one value to the check and another to
 * the text.
 */
export function plainText(value: unknown): string | undefined {
  const copy = new Copier().copy(value, 0)
  // What somebody added there would be asked of the copy.
  return copy === other || 'toJSON' in Array.prototype ? undefined : JSON.stringify(copy)
}

class Copier {
  #left = maxValues

  copy(value: unknown, depth: number): unknown {
    this.#left -= 1
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) ? value : other
      case 'object':
        return value === null ? null : this.#structure(value, depth)
      default:
        return other
    }
  }

  #structure(value: object, depth: number): unknown {
    if (depth === maxDepth || this.#left < 0 || 'toJSON' in value) return other
    if (Array.isArray(value)) return this.#array(value, depth + 1)
    // The text of a number, where the host has objects for it.
    const isRaw = (JSON as { isRawJSON?: (value: object) => boolean }).isRawJSON?.(value)
    return !isRaw && tag(value) === '[object Object]' ? this.#object(value, depth + 1) : other
  }

  #array(items: readonly unknown[], depth: number): unknown {
    const { length } = items
    const copies: unknown[] = []
    for (let index = 0; index < length; index += 1) {
      const copy = this.copy(items[index], depth)
      if (copy === other || index in copies) return other
      copies[index] = copy
    }
    return copies
  }

  #object(members: object, depth: number): unknown {
    const copies: Record<string, unknown> = {}
    for (const name of Object.keys(members)) {
      const value = (members as Record<string, unknown>)[name]
      if (value === undefined) continue
      const copy = this.copy(value, depth)
      // A prototype that has the name would be asked, or set.
      if (copy === other || name in copies) return other
      copies[name] = copy
    }
    return copies
  }
}

/** What a value is, as the language itself says, unless it says otherwise by a member of its own. */
export function tag(value: unknown): string {
  return Object.prototype.toString.call(value)
}
