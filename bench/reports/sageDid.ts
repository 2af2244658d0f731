/**
 * Every row of SAGE's DID benchmark.
 *
 * Its tables 1 to 8, "Memory Usage Analysis", "Throughput Analysis" and "Appendix A" state the same 21
 * measurements; they stand here once, with all their figures. Then come the tables of percentiles, of the
 * registration, of other implementations, and the objectives. Its projections for more cores are products.
 *
 * @module
 */

import { go, type Report, type ReportRow } from './report.js'

const measured: readonly ReportRow[] = [
  { row: 'KeyGeneration/Ed25519KeyGeneration', case: 'generate Ed25519', ...go(17_002, 224, 6) },
  { row: 'KeyGeneration/ECDSAKeyGeneration', case: 'generate secp256k1', ...go(31_698, 256, 7) },
  {
    row: 'ProofOfPossession/Ed25519_GeneratePoP',
    case: 'prove Ed25519 (sage)',
    ...go(21_467, 360, 6),
  },
  {
    row: 'ProofOfPossession/ECDSA_GeneratePoP',
    case: 'prove ECDSA (sage)',
    ...go(49_915, 828, 16),
  },
  {
    row: 'ProofOfPossession/Ed25519_VerifyPoP',
    case: 'verify Ed25519 (sage)',
    ...go(47_532, 296, 5),
  },
  {
    row: 'ProofOfPossession/ECDSA_VerifyPoP',
    case: 'verify ECDSA (sage)',
    ...go(26_488, 728, 13),
    note: 'SAGE verifies with libsecp256k1 in C, called from Go',
  },
  {
    row: 'A2ACardProof/GenerateA2ACardWithProof',
    case: 'generate and sign (sage)',
    ...go(29_656, 2342, 22),
  },
  { row: 'A2ACardProof/VerifyA2ACardProof', case: 'verify (sage)', ...go(50_946, 1619, 9) },
  {
    row: 'A2ACardProof/ValidateA2ACardWithProof',
    case: 'validate with its metadata (sage)',
    ...go(51_029, 1618, 9),
  },
  {
    row: 'MultiKeyOperations/VerifyAllKeyProofs_1keys',
    case: 'verify all keys, 1 (sage)',
    ...go(48_467, 296, 5),
  },
  {
    row: 'MultiKeyOperations/VerifyAllKeyProofs_2keys',
    case: 'verify all keys, 2 (sage)',
    ...go(95_293, 592, 10),
  },
  {
    row: 'MultiKeyOperations/VerifyAllKeyProofs_5keys',
    case: 'verify all keys, 5 (sage)',
    ...go(237_702, 1481, 25),
  },
  {
    row: 'MultiKeyOperations/VerifyAllKeyProofs_10keys',
    case: 'verify all keys, 10 (sage)',
    ...go(475_177, 2962, 50),
  },
  {
    row: 'MetadataConversion/FromAgentMetadata',
    case: 'metadata V1 to V4',
    ...go(82.31, 352, 2),
    note: 'SAGE copies fields of structures; the case reads and writes JSON',
  },
  {
    row: 'MetadataConversion/ToAgentMetadata',
    case: 'metadata V4 to V1',
    ...go(74.35, 200, 2),
    note: 'SAGE copies fields of structures; the case reads and writes JSON',
  },
  { row: 'DIDParsing/SimpleEthereumDID', case: 'parse did:sage', ...go(62.59, 64, 1) },
  {
    row: 'DIDParsing/EthereumDIDWithNonce',
    case: 'parse did:sage with nonce',
    ...go(112.7, 104, 2),
  },
  {
    row: 'A2ACardValidation/ValidateA2ACard',
    case: 'validate structure, 1 keys (sage)',
    ...go(3.955, 0, 0),
    note: 'SAGE looks at fields of a structure in memory; the case reads JSON',
  },
  {
    row: 'A2ACardValidation/ValidateA2ACard_MultiKey',
    case: 'validate structure, 3 keys (sage)',
    ...go(7.245, 0, 0),
    note: 'SAGE looks at fields of a structure in memory; the case reads JSON',
  },
  {
    row: 'KeyMarshalUnmarshal/MarshalPublicKey_ECDSA',
    case: 'marshal secp256k1',
    ...go(305.5, 352, 7),
    note: 'a copy of X and Y; the report calls it ASN.1',
  },
  {
    row: 'KeyMarshalUnmarshal/MarshalPublicKey_Ed25519',
    case: 'marshal Ed25519',
    ...go(20.88, 24, 1),
  },
]

const us = (p50: number, p95: number, p99: number, p999: number) => ({
  ns: p50 * 1000,
  p95: p95 * 1000,
  p99: p99 * 1000,
  p999: p999 * 1000,
  kind: 'estimate' as const,
})

/** "Percentile Latencies (Estimated)". */
const percentiles: readonly ReportRow[] = [
  { row: 'percentiles: Ed25519 Key Gen', case: 'generate Ed25519', ...us(17, 20, 25, 35) },
  { row: 'percentiles: ECDSA Key Gen', case: 'generate secp256k1', ...us(32, 38, 45, 60) },
  { row: 'percentiles: Ed25519 PoP Gen', case: 'prove Ed25519 (sage)', ...us(22, 26, 32, 45) },
  { row: 'percentiles: ECDSA PoP Gen', case: 'prove ECDSA (sage)', ...us(50, 60, 75, 100) },
  {
    row: 'percentiles: A2A Card Cycle',
    case: 'generate, sign and verify (sage)',
    ...us(81, 95, 110, 140),
  },
]

/** "Production Capacity Planning": sums of the rows above. */
const registration: readonly ReportRow[] = [
  ['Generate 2 keys', 'registration: generate 2 keys', 49_000],
  ['Generate 2 PoPs', 'registration: prove 2 keys', 71_000],
  ['Verify 2 PoPs', 'registration: verify 2 proofs', 74_000],
  ['Generate A2A card', 'generate and sign (sage)', 30_000],
  ['Verify A2A card', 'verify (sage)', 51_000],
  ['Total CPU time', 'registration: all of it', 275_000],
].map(([row, name, ns]) => ({
  row: `registration: ${row}`,
  case: name as string,
  ns: ns as number,
  kind: 'estimate',
  note: 'a sum of other rows',
}))

/** "Performance Comparison with Industry Standards"; nobody measured the others there. */
const others: readonly ReportRow[] = [
  ['Go stdlib Ed25519 key generation', 'generate Ed25519', 18_000],
  ['Go-Ethereum ECDSA key generation', 'generate secp256k1', 32_000],
  ['Go stdlib Ed25519 verification', 'verify Ed25519 (sage)', 46_000],
  ['Go-Ethereum ECDSA verification', 'verify ECDSA (sage)', 25_000],
].map(([row, name, ns]) => ({
  row: row as string,
  case: name as string,
  ns: ns as number,
  kind: 'estimate',
}))

/** "Production Monitoring Recommendations": objectives for one cryptographic operation. */
const objectives: readonly ReportRow[] = [
  {
    row: 'objective: crypto p99',
    case: 'registration: all of it',
    p99: 200_000,
    kind: 'target',
    note: 'for each operation; the capacity test measures the service',
  },
  {
    row: 'objective: API p99',
    case: 'registration: all of it',
    p99: 50_000_000,
    kind: 'target',
    note: 'for the whole service, which the capacity test measures',
  },
  {
    row: 'objective: throughput',
    case: 'registration: all of it',
    perSecond: 5000,
    kind: 'target',
    note: 'for the whole service, which the capacity test measures',
  },
  {
    row: 'objective: registrations on 24 cores',
    case: 'registration: all of it',
    perSecond: 10_000,
    kind: 'target',
    note: 'for the whole service, which the capacity test measures',
  },
]

export const sageDid: Report = {
  file: '000_656f9a9c71a2d414.txt',
  system: 'SAGE DID',
  platform: 'Apple M2 Max, Go 1.22',
  rows: [...measured, ...percentiles, ...registration, ...others, ...objectives],
}
