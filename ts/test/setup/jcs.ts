/** JCS of values whose names are ASCII and whose numbers are whole, written from RFC 8785 alone. */
export function jcs(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jcs).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${jcs(item)}`).join(',')}}`
}
