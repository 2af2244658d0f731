/**
 * Which IP addresses are public.
 *
 * The tables are IANA's special-purpose registries (RFC 6890 and later entries) as of 2026: what is not plainly public
 * is not. An IPv6 address that carries an IPv4 address is judged by the IPv4 address.
 *
 * @internal
 * @module
 */

/** IPv4 ranges that are not public: prefix, bits. */
const privateV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Global unicast is 2000::/3; these ranges of it are not public. */
const privateV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

/** Ranges whose last 32 bits are an IPv4 address: mapped, and NAT64 (RFC 6052). */
const carriers = [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
] as const

/** Tells whether `address` is public. `false` for what is no IP address. */
export function isPublic(address: string): boolean {
  const v4 = parseV4(address)
  if (v4 !== undefined) return !privateV4.some(([prefix, bits]) => sameV4(v4, prefix, bits))
  const v6 = parseV6(address)
  if (v6 === undefined) return false
  if (carriers.some(([prefix, bits]) => sameV6(v6, prefix, bits)))
    return isPublic(formatAddress(v6))
  return sameV6(v6, '2000::', 3) && !privateV6.some(([prefix, bits]) => sameV6(v6, prefix, bits))
}

/** Tells whether `host`, as a URL spells it without brackets, is an address and not a name. */
export function isAddress(host: string): boolean {
  return parseV4(host) !== undefined || parseV6(host) !== undefined
}

function parseV4(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  const parts = match?.slice(1).map(Number)
  if (!parts || parts.some((part) => part > 255)) return undefined
  return parts.reduce((value, part) => value * 256 + part, 0)
}

/** Eight groups of 16 bits. A zone (`%eth0`) makes an address local, so it is none here. */
function parseV6(text: string): readonly number[] | undefined {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  if (tail) {
    const v4 = parseV4(tail[2] ?? '')
    if (v4 === undefined) return undefined
    return parseV6(`${tail[1]}${Math.floor(v4 / 65536).toString(16)}:${(v4 % 65536).toString(16)}`)
  }
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head = [], rest = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - rest.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  const groups = [...head, ...Array<string>(missing).fill('0'), ...rest]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined
}

function sameV4(address: number, prefix: string, bits: number): boolean {
  const size = 2 ** (32 - bits)
  return Math.floor(address / size) === Math.floor((parseV4(prefix) ?? Number.NaN) / size)
}

function sameV6(address: readonly number[], prefix: string, bits: number): boolean {
  const want = parseV6(prefix) ?? []
  return address.every((group, index) => {
    const size = 2 ** (16 - Math.max(0, Math.min(16, bits - 16 * index)))
    return Math.floor(group / size) === Math.floor((want[index] ?? 0) / size)
  })
}

function formatAddress(address: readonly number[]): string {
  const [high = 0, low = 0] = address.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
