import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findData } from '../../../scripts/lib/shared-data.mjs'
import { formats, sniff } from '../../../workers/codecs/formats.ts'
import { mutated, randomFrom } from '../../mutate.ts'

const folder = findData('formats/good') as string
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const MUTATIONS = 4500
/** Larger files are slower and add no coverage. */
const MOST_BYTES = 40_000
const MOST_PIXELS = 1e6
/** A decoder that takes longer is considered to hang. */
const HANGS_MS = 5000
/** Formats that are drawn on a canvas, which Node does not have. */
const DRAWN = ['wmf', 'emf']

const files = readdirSync(folder)
  .filter((name) => !/\.(txt|md|json|Pillow)$/.test(name))
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }))
  .filter(({ bytes }) => bytes.length <= MOST_BYTES && builtInFor(bytes))

/** Returns Darkroom's own decoder of a file, if there is one. */
function builtInFor(bytes: Uint8Array) {
  const format = sniff(bytes)
  if (!format || DRAWN.includes(format)) return undefined
  return formats[format].codecs.find(({ by }) => by === 'built-in')
}

it(`${MUTATIONS} mutated files end in an image or an error (seed ${SEED})`, {
  timeout: 300_000,
}, async () => {
  console.log(`FUZZ_SEED=${SEED}, ${files.length} files`)
  const random = randomFrom(SEED)
  const failures: string[] = []
  for (let i = 0; i < MUTATIONS; i++) {
    const { name, bytes } = files[i % files.length] as (typeof files)[number]
    const failure = await tried(mutated(bytes, random))
    if (failure) failures.push(`mutation ${i} of ${name}: ${failure}`)
  }
  expect(failures).toEqual([])
})

/** Decodes a file. Returns why the decoder failed the test, if it did. */
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
