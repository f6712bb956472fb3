import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { codecs } from '../../../workers/codecs/codecs.ts'
import { sniff } from '../../../workers/codecs/sniff/sniff.ts'
import { mutated, randomFrom } from '../../mutate.ts'

const folder = fileURLToPath(new URL('../../../../shared/data/formats/good/', import.meta.url))
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const MUTATIONS = 4500
/** Larger files only take longer. */
const MOST_BYTES = 40_000
const MOST_PIXELS = 1e6
/** No decoder needs so long for a file that small. */
const HANGS_MS = 5000
/** Their players draw on a canvas, which Node does not have. */
const DRAWN = ['wmf', 'emf']

const names = existsSync(folder) ? readdirSync(folder) : []
const files = names
  .filter((name) => !/\.(txt|md|json|Pillow)$/.test(name))
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(folder + name)) }))
  .filter(({ bytes }) => bytes.length <= MOST_BYTES && builtInFor(bytes))

/** The decoder of ours that would open a file. */
function builtInFor(bytes: Uint8Array) {
  const format = sniff(bytes)
  if (!format || DRAWN.includes(format)) return undefined
  return codecs[format].find(({ by }) => by === 'built-in')
}

it.skipIf(files.length === 0)(
  `${MUTATIONS} mutated files end in a picture or an error (seed ${SEED})`,
  { timeout: 300_000 },
  async () => {
    console.log(`FUZZ_SEED=${SEED}, ${files.length} files`)
    const random = randomFrom(SEED)
    const failures: string[] = []
    for (let i = 0; i < MUTATIONS; i++) {
      const { name, bytes } = files[i % files.length] as (typeof files)[number]
      const failure = await tried(mutated(bytes, random))
      if (failure) failures.push(`mutation ${i} of ${name}: ${failure}`)
    }
    expect(failures).toEqual([])
  },
)

/** What is wrong with the answer, if anything. */
async function tried(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const codec = builtInFor(bytes)
  if (!codec) return undefined
  const start = performance.now()
  try {
    const header = await codec.header(bytes)
    const { width, height } = header
    if (!(width * height > 0 && width * height <= MOST_PIXELS)) return undefined
    const picture = await codec.decode({ bytes, blob: new Blob([bytes]) }, header)
    if (picture.pixels.length !== picture.width * picture.height * 4)
      return 'pixels of another size'
  } catch (error) {
    if (!(error instanceof Error)) return `threw ${error}`
    if (/alloc|memory|call stack/i.test(error.message)) return error.message
  }
  return performance.now() - start > HANGS_MS ? 'took too long' : undefined
}
