/**
 * Every row of the benchmark of libp2p-identity-pqc. It calls its own figures examples.
 *
 * @module
 */

import type { Report, ReportRow } from './report.js'

/** Microseconds and bytes, as the report has them. Sizes of keys are raw; those of encodings too. */
const types = [
  {
    label: 'Dilithium (PQC)',
    type: 'ML-DSA-87',
    generate: 1200,
    sign: [480, 485, 510],
    verify: 180,
    keypair: [25, 180, 4896],
    publicKey: [15, 85, 2592],
    id: 95,
    sizes: { signature: 4627, private: 4896, public: 2592 },
  },
  {
    label: 'Ed25519',
    type: 'Ed25519',
    generate: 50,
    sign: [15, 16, 18],
    verify: 50,
    keypair: [8, 12, 64],
    publicKey: [3, 5, 32],
    id: 30,
    sizes: { signature: 64, private: 32, public: 32 },
  },
  {
    label: 'ECDSA',
    type: 'P-256',
    generate: 120,
    sign: [95, 96, 98],
    verify: 220,
    keypair: [15, 35, 121],
    publicKey: [8, 15, 91],
    id: 45,
    sizes: { signature: 72, private: 32, public: 33 },
  },
  {
    label: 'Secp256k1',
    type: 'secp256k1',
    generate: 180,
    sign: [75, 76, 78],
    verify: 160,
    keypair: [12, 18, 32],
    publicKey: [5, 8, 33],
    id: 35,
    sizes: { signature: 64, private: 32, public: 33 },
  },
] as const

type Type = (typeof types)[number]

const us = (microseconds: number) => ({ ns: microseconds * 1000 })
const envelope = 'without the 4 or 5 bytes that the protobuf puts around it'
/** Of PeerIds, and of encodings where they were measured. */
const example = 'on an x86-64 server the same program takes less than a fiftieth of this time'
const encoded: readonly string[] = ['ML-DSA-87', 'Ed25519']

const times = ({ label, type, sign, ...measured }: Type): ReportRow[] => [
  {
    row: `Key Generation: ${label}`,
    case: `generate a keypair of ${type}, with its PeerId`,
    ...us(measured.generate),
  },
  ...(['Small (20B)', 'Medium (256B)', 'Large (4KB)'] as const).map((size, index) => ({
    row: `Signing, ${size}: ${label}`,
    case: `sign ${[20, 256, 4096][index]} B for libp2p, ${type}`,
    ...us(sign[index] ?? 0),
  })),
  { row: `Verification: ${label}`, case: `verify for libp2p, ${type}`, ...us(measured.verify) },
  {
    row: `PeerId: ${label}`,
    case: `PeerId of a key of ${type}`,
    ...us(measured.id),
    note: example,
  },
]

const encodings = ({ label, type, keypair, publicKey }: Type): ReportRow[] =>
  (
    [
      ['Keypair', 'a keypair', keypair],
      ['Public Key', 'a public key', publicKey],
    ] as const
  ).flatMap(([row, what, [encode, decode, bytes]]) => [
    {
      row: `${row} Encode: ${label}`,
      case: `encode ${what} of ${type}`,
      ...us(encode),
      ...(encoded.includes(type) && { note: example }),
    },
    { row: `${row} Decode: ${label}`, case: `decode ${what} of ${type}`, ...us(decode) },
    {
      row: `${row} Size: ${label}`,
      case: `size of ${what} of ${type}, encoded`,
      bytes,
      note: envelope,
    },
  ])

const sizes = ({ label, type, sizes: { signature, ...key } }: Type): ReportRow[] => [
  {
    row: `Signature Size: ${label}`,
    case: `size of a signature of ${type}`,
    bytes: signature,
    ...(type === 'P-256' && { note: '70 to 72 bytes, because libp2p uses DER' }),
  },
  {
    row: `Private Key: ${label}`,
    case: `size of a private key of ${type}`,
    bytes: key.private,
    ...(type === 'ML-DSA-87' && {
      note: 'the expanded key; ours is the seed of 32 bytes that it comes from',
    }),
  },
  { row: `Public Key: ${label}`, case: `size of a public key of ${type}`, bytes: key.public },
  {
    row: `Keys, Total: ${label}`,
    case: `size of both keys of ${type}`,
    bytes: key.private + key.public,
  },
]

/** "Throughput Analysis", of Dilithium alone. */
const throughput: readonly ReportRow[] = (
  [
    ['Signing', 'sign', [2083, 2062, 1960, 1869]],
    ['Verification', 'verify', [5555, 5494, 5347, 5102]],
  ] as const
).flatMap(([row, what, figures]) =>
  [32, 256, 1024, 4096].map((size, index) => ({
    row: `${row} Throughput, ${size < 1024 ? `${size}B` : `${size / 1024}KB`}: Dilithium (PQC)`,
    case: `${what} ${size} B for libp2p, ML-DSA-87`,
    ns: 1e9 / (figures[index] ?? 1),
    perSecond: figures[index] ?? 0,
    ...(what === 'sign' && {
      note: 'the report signs one message with one key, so the time depends on the rejections of that pair',
    }),
  })),
)

export const libp2p: Report = {
  file: '004_f8ee2709f637d4f2.txt',
  system: 'libp2p-identity-pqc',
  platform: 'Apple M1 Pro, Rust 1.73, examples',
  rows: [
    ...types.flatMap(times),
    ...types.flatMap(encodings),
    ...throughput,
    ...types.flatMap(sizes),
  ],
}
