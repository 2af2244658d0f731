/**
 * Every row of ring-go's benchmark: three tables, of rings of 2 to 128 members.
 *
 * @module
 */

import type { Report, ReportRow } from './report.js'

const sizes = [2, 4, 8, 16, 32, 64, 128] as const

/** A line for each size: nanoseconds, and bytes and allocations where the table has them. */
type Lines = readonly (readonly [ns: number, allocatedBytes?: number, allocations?: number])[]
type Table = Readonly<Record<'Sign' | 'Verify', Readonly<Record<'Secp256k1' | 'Ed25519', Lines>>>>

const noot: Table = {
  Sign: {
    Secp256k1: [
      [1_113_687],
      [1_832_647],
      [3_389_785],
      [6_279_636],
      [12_556_732],
      [24_592_647],
      [47_949_180],
    ],
    Ed25519: [
      [338_455],
      [561_543],
      [1_024_334],
      [1_959_393],
      [3_812_862],
      [7_554_431],
      [15_137_610],
    ],
  },
  Verify: {
    Secp256k1: [
      [759_506],
      [1_507_848],
      [3_060_683],
      [6_173_042],
      [12_352_394],
      [25_246_452],
      [51_882_164],
    ],
    Ed25519: [[238_406], [457_389], [932_592], [1_823_156], [3_781_398], [7_524_581], [14_955_353]],
  },
}

const before: Table = {
  Sign: {
    Secp256k1: [
      [1_026_322, 5021, 84],
      [1_733_693, 8536, 140],
      [3_251_426, 15_567, 252],
      [6_046_313, 29_633, 476],
      [11_699_021, 57_812, 925],
      [22_926_795, 114_472, 1825],
      [45_918_672, 227_992, 3634],
    ],
    Ed25519: [
      [417_582, 4672, 70],
      [721_830, 8032, 119],
      [1_305_862, 14_706, 214],
      [2_494_322, 28_041, 403],
      [4_961_154, 54_882, 791],
      [9_775_632, 109_027, 1579],
      [19_487_283, 216_505, 3103],
    ],
  },
  Verify: {
    Secp256k1: [
      [725_005, 3404, 53],
      [1_384_662, 6814, 105],
      [2_760_680, 13_646, 209],
      [5_600_718, 27_366, 419],
      [11_323_208, 55_044, 843],
      [22_912_945, 111_577, 1708],
      [47_007_356, 228_492, 3502],
    ],
    Ed25519: [
      [294_033, 3217, 44],
      [584_609, 6436, 87],
      [1_209_195, 12_993, 180],
      [2_421_635, 25_969, 356],
      [4_801_361, 51_904, 704],
      [9_620_050, 104_307, 1407],
      [19_432_527, 211_098, 2869],
    ],
  },
}

const after: Table = {
  Sign: {
    Secp256k1: [
      [995_215, 4254, 75],
      [1_629_372, 6985, 121],
      [2_901_838, 12_447, 213],
      [5_481_979, 23_384, 397],
      [10_596_642, 45_218, 767],
      [21_016_084, 89_338, 1510],
      [42_112_324, 178_167, 3010],
    ],
    Ed25519: [
      [407_265, 3513, 56],
      [702_718, 5840, 94],
      [1_243_208, 10_326, 159],
      [2_346_752, 19_381, 294],
      [4_615_297, 37_654, 574],
      [9_010_359, 74_074, 1113],
      [18_047_776, 147_841, 2223],
    ],
  },
  Verify: {
    Secp256k1: [
      [646_071, 2643, 43],
      [1_259_166, 5249, 85],
      [2_522_735, 10_494, 169],
      [5_053_713, 21_021, 339],
      [10_319_757, 42_287, 682],
      [20_688_756, 85_595, 1381],
      [42_974_759, 175_867, 2839],
    ],
    Ed25519: [
      [275_322, 2178, 31],
      [547_658, 4334, 61],
      [1_096_213, 8649, 121],
      [2_203_613, 17_300, 241],
      [4_414_711, 34_675, 484],
      [8_848_523, 69_692, 973],
      [18_091_954, 141_032, 1969],
    ],
  },
}

/** The rows of one table; `label` tells its version, where there is one. */
function rowsOf(table: Table, label: string, platform?: string): ReportRow[] {
  return (['Sign', 'Verify'] as const).flatMap((what) =>
    (['Secp256k1', 'Ed25519'] as const).flatMap((type) =>
      sizes.map((size, index) => {
        const [ns = 0, allocatedBytes, allocations] = table[what][type][index] ?? []
        const curve = type === 'Ed25519' ? type : 'secp256k1'
        return {
          row: `Benchmark${what}${size}_${type}${label}`,
          case: `${what.toLowerCase()} in a ring of ${size}, ${curve} (ring-go)`,
          ns,
          ...(allocatedBytes !== undefined && { allocatedBytes }),
          ...(allocations !== undefined && { allocations }),
          ...(platform !== undefined && { platform }),
        }
      }),
    ),
  )
}

const ryzen = 'AMD Ryzen 9 5950X, Go'

export const ringGo: Report = {
  file: '003_b3e8077489be6b74.txt',
  system: 'ring-go',
  platform: 'Intel i7-1280P, Go',
  rows: [
    ...rowsOf(noot, ''),
    ...rowsOf(before, ', v0.1.0', ryzen),
    ...rowsOf(after, ', v0.2.0', ryzen),
  ],
}
