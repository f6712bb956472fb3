/** A paper size in inches, in the orientation of its table. */
export interface Paper {
  width: number
  height: number
}

const MM = 1 / 25.4

/** ISO 216 (A, B) and ISO 269 (C), in millimetres, sizes 0 to 10. */
const iso = {
  A: [
    '841x1189',
    '594x841',
    '420x594',
    '297x420',
    '210x297',
    '148x210',
    '105x148',
    '74x105',
    '52x74',
    '37x52',
    '26x37',
  ],
  B: [
    '1000x1414',
    '707x1000',
    '500x707',
    '353x500',
    '250x353',
    '176x250',
    '125x176',
    '88x125',
    '62x88',
    '44x62',
    '31x44',
  ],
  C: [
    '917x1297',
    '648x917',
    '458x648',
    '324x458',
    '229x324',
    '162x229',
    '114x162',
    '81x114',
    '57x81',
    '40x57',
    '28x40',
  ],
}

/** North American sizes (ANSI/ASME Y14.1 and common use), in inches. */
const northAmerican = {
  letter: '8.5x11',
  legal: '8.5x14',
  tabloid: '11x17',
  ledger: '17x11',
  executive: '7.25x10.5',
  statement: '5.5x8.5',
  'half letter': '5.5x8.5',
  'junior legal': '5x8',
  'government letter': '8x10.5',
  'government legal': '8.5x13',
  folio: '8.5x13',
  'ansi a': '8.5x11',
  'ansi b': '11x17',
  'ansi c': '17x22',
  'ansi d': '22x34',
  'ansi e': '34x44',
  'arch a': '9x12',
  'arch b': '12x18',
  'arch c': '18x24',
  'arch d': '24x36',
  'arch e': '36x48',
  'arch e1': '30x42',
}

function sheet(size: string, unit: number): Paper {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width: width * unit, height: height * unit }
}

const papers = new Map<string, Paper>([
  ...Object.entries(iso).flatMap(([series, sizes]) =>
    sizes.map((size, i): [string, Paper] => [`${series}${i}`.toLowerCase(), sheet(size, MM)]),
  ),
  ...Object.entries(northAmerican).map(([name, size]): [string, Paper] => [name, sheet(size, 1)]),
])

/** Case does not matter, nor whether words are separated by a space, `-` or `_`; a leading `US` is ignored. */
const normalizeName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ')
    .replace(/^us /, '')
    .replace(/^([abc]) (\d+)$/, '$1$2')

/** The paper size of this name, if there is one. */
export const paperSize = (name: string): Paper | undefined => papers.get(normalizeName(name))

export const paperNames = (): string[] => [...papers.keys()]
