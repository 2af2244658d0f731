import { describe, expect, test } from 'vitest'
import { isAddress, isPublic } from '../src/http/address.js'
import { checkUrl, limits } from '../src/http/policy.js'

describe('public addresses', () => {
  test.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
  ])('%s', (address) => expect(isPublic(address)).toBe(true))
  test.each(['::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b::808:808'])(
    '%s carries a public one',
    (address) => expect(isPublic(address)).toBe(true),
  )
})

describe('addresses that are not public', () => {
  test.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared by a carrier', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, where clouds keep secrets', '169.254.169.254'],
    ['protocol assignments', '192.0.0.170'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarks', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback in hex', '::ffff:7f00:1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['NAT64 of a private one', '64:ff9b::10.0.0.1'],
    ['NAT64, local', '64:ff9b:1::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['IPv4-compatible', '::7f00:1'],
    ['no address', 'localhost'],
    ['empty', ''],
    ['too many groups', '1:2:3:4:5:6:7:8:9'],
    ['two gaps', '2606::1::1'],
    ['octet over 255', '1.1.1.256'],
  ])('%s: %s', (_, address) => expect(isPublic(address)).toBe(false))
})

describe('a URL under the strict policy', () => {
  test.each([
    ['http', 'http://example.com/'],
    ['file', 'file:///etc/passwd'],
    ['data', 'data:application/json,{}'],
    ['password', 'https://user:secret@example.com/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback as one number', 'https://2130706433/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['loopback, short', 'https://127.1/'],
    ['loopback, IPv6', 'https://[::1]/'],
    ['mapped', 'https://[::ffff:127.0.0.1]/'],
    ['metadata service', 'https://169.254.169.254/latest'],
    ['local name', 'https://localhost/'],
    ['local name, in full', 'https://LocalHost./'],
    ['local name, below', 'https://a.localhost/'],
  ])('is blocked: %s', (_, url) => {
    expect(() => checkUrl(url, limits())).toThrowError(
      expect.objectContaining({ code: 'ERR_FETCH_BLOCKED' }),
    )
  })

  test('passes for a name', () =>
    expect(checkUrl('https://example.com/a', limits()).host).toBe('example.com'))
  test('a name that only looks local passes', () =>
    expect(checkUrl('https://notlocalhost.com/', limits()).host).toBe('notlocalhost.com'))
  test('a name is no address', () => expect(isAddress('example.com')).toBe(false))

  test.each([
    ['maxBytes 0', { maxBytes: 0 }],
    ['timeout text', { timeout: '5' }],
    ['allowHttp 1', { allowHttp: 1 }],
  ])('a policy is checked: %s', (_, policy) => {
    expect(() => limits(policy as never)).toThrowError(
      expect.objectContaining({ code: 'ERR_ARGUMENT' }),
    )
  })
})
