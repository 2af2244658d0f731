/**
 * Every row of SAGE's baseline benchmark: its 45 measurements, what it compares with, and its targets. Its
 * projections for more cores, and for operations a second, are products and inverses of these rows.
 *
 * @module
 */

import { type Figures, go, type Report, type ReportRow } from './report.js'

/** A measurement: row, case, figures. */
const rows = (
  list: readonly (readonly [row: string, name: string, figures: Figures, note?: string])[],
): readonly ReportRow[] =>
  list.map(([row, name, figures, note]) => ({
    row,
    case: name,
    ...figures,
    ...(note !== undefined && { note }),
  }))

const mb = (megabytesPerSecond: number, figures: Figures): Figures => ({
  ...figures,
  megabytesPerSecond,
})

const limit =
  'SAGE ends a session after 1000 messages, so its row needs a patch that lifts the limit'

const compared = rows([
  ['Baseline_vs_SAGE/Baseline_NoSecurity', 'copy 1024 B, no security', go(129.8, 1024, 1)],
  ['Baseline_vs_SAGE/Baseline_SimpleHash', 'SHA-256 of 1 KB, simple hash', go(469.4, 0, 0)],
  ['Baseline_vs_SAGE/SAGE_FullSecure', 'seal and open 1024 B', go(3473, 3344, 4), limit],
])

const throughput = rows([
  ['Throughput/Baseline_64B', 'copy 64 B, no security', mb(3159.83, go(19.32, 64, 1))],
  ['Throughput/SAGE_64B', 'seal and open 64 B', mb(65.02, go(938.7, 256, 4)), limit],
  ['Throughput/Baseline_256B', 'copy 256 B, no security', mb(6383.33, go(38.25, 256, 1))],
  ['Throughput/SAGE_256B', 'seal and open 256 B', mb(153.74, go(1588, 848, 4)), limit],
  ['Throughput/Baseline_1KB', 'copy 1024 B, no security', mb(7882.69, go(123.9, 1024, 1))],
  ['Throughput/SAGE_1KB', 'seal and open 1024 B', mb(281.12, go(3474, 3344, 4)), limit],
  ['Throughput/Baseline_4KB', 'copy 4096 B, no security', mb(7603.73, go(513.7, 4096, 1))],
  ['Throughput/SAGE_4KB', 'seal and open 4096 B', mb(363.49, go(10_747, 13_840, 4)), limit],
  ['Throughput/Baseline_16KB', 'copy 16384 B, no security', mb(6327.6, go(2469, 16_384, 1))],
  ['Throughput/SAGE_16KB', 'seal and open 16384 B', mb(400.64, go(39_000, 53_265, 4)), limit],
]).map((row) => ({ ...row, note: [row.note, 'MB/s of 2^20 bytes'].filter(Boolean).join('; ') }))

const latency = rows([
  [
    'Latency/Baseline_RoundTrip',
    'round trip of 1 KB, copied',
    { ns: 1436, p95: 1541, p99: 1250 },
    'the median is 1,083 ns; the report took its percentiles from an array that it had not sorted',
  ],
  [
    'Latency/SAGE_RoundTrip',
    'round trip of 1 KB, sealed and opened',
    { ns: 3624, p95: 3125, p99: 3125 },
    'the median is 3,208 ns; the report took its percentiles from an array that it had not sorted',
  ],
])

const memory = rows([
  [
    'MemoryUsage/Baseline_1000Messages',
    '1000 messages of 1 KB, copied',
    go(128_077, 1_024_028, 1000),
  ],
  [
    'MemoryUsage/SAGE_1000Sessions',
    'create 1000 sessions',
    go(617_480, 128_080, 5000),
    'this measures an error: all sessions but the first have an id that exists, and are refused',
  ],
])

const keys = rows([
  ['KeyGeneration/Ed25519', 'generate Ed25519', go(17_688, 224, 6)],
  ['KeyGeneration/Secp256k1', 'generate secp256k1', go(33_847, 256, 7)],
  ['KeyGeneration/X25519', 'generate X25519', go(42_015, 288, 8)],
  ['Signing/Ed25519', 'sign Ed25519, 1024 B', go(23_778, 64, 1)],
  ['Signing/Secp256k1', 'sign secp256k1, 1024 B', go(56_943, 564, 12)],
  ['Verification/Ed25519', 'verify Ed25519, 1024 B', go(50_421, 0, 0)],
  ['Verification/Secp256k1', 'verify secp256k1, 1024 B', go(173_487, 3027, 65)],
  ['KeyExport/JWK', 'export private JWK Ed25519', go(512.2, 568, 7)],
  ['KeyExport/PEM', 'export private PEM Ed25519', go(1834, 2496, 33)],
  ['KeyImport/JWK', 'import private JWK Ed25519', go(18_933, 704, 16)],
  ['KeyImport/PEM', 'import private PEM Ed25519', go(18_421, 688, 17)],
  ['MessageSizes/64B', 'sign Ed25519, 64 B', mb(2.86, go(22_341, 64, 1))],
  ['MessageSizes/256B', 'sign Ed25519', mb(11.38, go(22_502, 64, 1))],
  ['MessageSizes/1KB', 'sign Ed25519, 1024 B', mb(42.62, go(24_026, 64, 1))],
  ['MessageSizes/4KB', 'sign Ed25519, 4096 B', mb(147.33, go(27_802, 64, 1))],
  ['MessageSizes/16KB', 'sign Ed25519, 16384 B', mb(367.34, go(44_602, 64, 1))],
  ['MessageSizes/64KB', 'sign Ed25519, 65536 B', mb(589.34, go(111_202, 64, 1))],
])

const sessions = rows([
  ['SessionCreation', 'create a session', go(2369, 2961, 38)],
  ['SessionEncryption/64B', 'seal 64 B', mb(104.05, go(615.1, 192, 3)), limit],
  ['SessionEncryption/256B', 'seal 256 B', mb(274.94, go(931.1, 592, 3)), limit],
  ['SessionEncryption/1024B', 'seal 1024 B', mb(523.71, go(1955, 2320, 3)), limit],
  ['SessionEncryption/4096B', 'seal 4096 B', mb(705.27, go(5808, 9744, 3)), limit],
  ['SessionEncryption/16384B', 'seal 16384 B', mb(801.66, go(20_438, 36_880, 3)), limit],
  ['SessionDecryption/64B', 'open 64 B', mb(193, go(331.6, 64, 1)), limit],
  ['SessionDecryption/256B', 'open 256 B', mb(370.51, go(690.9, 256, 1)), limit],
  ['SessionDecryption/1024B', 'open 1024 B', mb(634.21, go(1615, 1024, 1)), limit],
  ['SessionDecryption/4096B', 'open 4096 B', mb(754.4, go(5429, 4096, 1)), limit],
  ['SessionDecryption/16384B', 'open 16384 B', mb(851.2, go(19_248, 16_384, 1)), limit],
])

const as = (kind: 'estimate' | 'target', list: readonly ReportRow[]) =>
  list.map((row) => ({ ...row, kind }))

/** Tables 5.1 and 5.2, "Performance Targets", and what the text asks of a batch. */
const targets = as(
  'target',
  rows([
    ['target: Session Creation', 'create a session', { ns: 1500, allocations: 10 }],
    ['target: Small Message Encryption (64B)', 'seal 64 B', { ns: 400 }],
    ['target: Ed25519 Signing', 'sign Ed25519, 1024 B', { ns: 20_000 }],
    ['target: JWK Export', 'export private JWK Ed25519', { ns: 350 }],
    ['target: Memory/session', 'create a session', { allocatedBytes: 2048 }],
    [
      'target: Batch Encryption API',
      'seal 100 messages of 64 B in a batch',
      {},
      'two to three times the throughput of one by one, for messages under 256 B',
    ],
  ]),
)

/** Sections 6.2, 7.1 and 7.2: what the report says of others, and of memory, without a measurement. */
const estimates = as(
  'estimate',
  rows([
    ['Per active session', 'create a session', { allocatedBytes: 3200 }],
    ['TLS 1.3: Handshake Time', 'handshake, both sides, X25519', { ns: 1_500_000 }, '1 to 2 ms'],
    ['TLS 1.3: Encryption (1KB)', 'seal 1024 B', { ns: 1500 }, '1 to 2 us'],
    [
      'TLS 1.3: Throughput (16KB)',
      'seal 16384 B',
      { megabytesPerSecond: 1000 },
      '800 to 1200 MB/s',
    ],
    ['libsodium: Ed25519 Sign', 'sign Ed25519, 1024 B', { ns: 20_000 }],
    ['libsodium: Ed25519 Verify', 'verify Ed25519, 1024 B', { ns: 45_000 }],
    ['libsodium: X25519 KeyGen', 'generate X25519', { ns: 35_000 }],
  ]),
)

export const sageBaseline: Report = {
  file: '001_4db5d9ee404b110d.txt',
  system: 'SAGE baseline',
  platform: 'Apple M2 Max, Go 1.22',
  rows: [
    ...compared,
    ...throughput,
    ...latency,
    ...memory,
    ...keys,
    ...sessions,
    ...targets,
    ...estimates,
  ],
}
