import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDarkroom, type Darkroom } from '../../src/index.ts'
import { decode } from '../../workers/codecs/decode.ts'
import { distance, type Sample } from '../grid.ts'
import { type Read, report } from './formats-report.ts'

interface BadSample {
  file: string
  format: string | null
  /** The error of Pillow, or "OK". */
  pillow: string
}

const FOLDER = '/shared-data/formats'
/** PostScript programs without an embedded image. */
const POSTSCRIPT = [
  'eps__eps__illu10_no_preview.eps',
  'eps__eps__zero_bb_emptyline.eps',
  'eps__eps__zero_bb_trailer.eps',
]
/** Files of formats that the corpus lacks. */
const MADE = {
  'rotated.heic': 'HEIC',
  'alpha.heic': 'HEIC',
  'plain.jxl': 'JPEG XL',
  'alpha.jxl': 'JPEG XL',
  'alpha.qoi': 'QOI',
  'bayer.dng': 'DNG',
  'bayer.arw': 'ARW',
  'bayer.orf': 'ORF',
  'bayer.pef': 'RAW',
  'bayer.rw2': 'RW2',
  'bright-none.exr': 'OpenEXR',
  'bright-zip.exr': 'OpenEXR',
  'bright-piz.exr': 'OpenEXR',
  'bright.hdr': 'Radiance HDR',
  'animated.avif': 'AVIF',
}
/** The number of files that docs/formats.md counts. */
const ALL = 211
/** The largest allowed difference of a mean from the reference, in levels. */
const TOLERANCE = 4
/** The longest time that a broken file may take. */
const SOON_MS = 5000

const good = await manifest<Sample>('good')
const bad = await manifest<BadSample>('bad')
const fetched = async (path: string) => (await fetch(`${FOLDER}/${path}`)).blob()

async function manifest<T>(folder: string): Promise<T[]> {
  return (await fetch(`${FOLDER}/${folder}/manifest.json`)).json()
}

let darkroom: Darkroom
beforeAll(() => {
  darkroom = createDarkroom({ persist: false, provider: 'wasm', workers: 1 })
})
afterAll(() => darkroom.dispose())

/** Decodes a file through the public API, at its original size. */
async function develop(url: Blob) {
  const { result_url } = await darkroom.run({ url, width: '100%', output_format: 'png' })
  return decode({ image: await (await fetch(result_url as string)).blob() })
}

const reads: Read[] = []

describe('a good file decodes like the reference', () => {
  it.for(good)('$format $file', async (sample) => {
    const { file, format, width, height, compare } = sample
    const blob = await fetched(`good/${file}`)
    const read: Read = { format, bytes: new Uint8Array(await blob.arrayBuffer()) }
    reads.push(read)
    if (POSTSCRIPT.includes(file)) {
      read.refused = true
      await expect(develop(blob)).rejects.toMatchObject({
        code: 'UNIDENTIFIED_IMAGE',
        path: 'url',
        message: expect.stringContaining('Ghostscript'),
      })
      return
    }
    const picture = await develop(blob)
    expect([picture.width, picture.height]).toEqual([width, height])
    if (compare !== 'size') {
      read.distance = distance(picture, sample)
      expect(read.distance).toBeLessThanOrEqual(TOLERANCE)
    }
    read.right = true
  })

  it.for(Object.entries(MADE))('%s, made for the tests', async ([file, format]) => {
    const blob = await (await fetch(`/shared-data/made/${file}`)).blob()
    const picture = await develop(blob)
    expect(picture.width * picture.height).toBeGreaterThan(0)
    reads.push({ format, bytes: new Uint8Array(await blob.arrayBuffer()), right: true })
  })

  it('docs/formats.md lists the results', async ({ skip }) => {
    if (good.length < ALL)
      skip(`needs the ${ALL} files of ../shared/data/formats/good; found ${good.length}`)
    if (reads.length < good.length + Object.keys(MADE).length)
      skip('only some files were read: other tests of this file were filtered out')
    await expect(report(reads)).toMatchFileSnapshot('../../docs/formats.md')
  })
})

describe('a broken file', () => {
  it.for(bad)('$format $file', async ({ file, pillow }) => {
    const opened = develop(await fetched(`bad/${file}`))
    const answer = await soon(opened.then(() => 'a picture', (error) => error.code)) // biome-ignore format: a pair
    const answers = ['a picture', ...(pillow.startsWith('OK') ? [] : ['UNIDENTIFIED_IMAGE', 'TOO_LARGE'])] // biome-ignore format: a table
    expect(answers, await opened.then(String, String)).toContain(answer)
  })

  it('does not stop the worker from decoding the next one', async () => {
    const picture = await develop(await fetched('good/jpeg__gen_a_cmyk.jpg'))
    expect(picture.width).toBe(97)
  })
})

/** Rejects if a promise takes longer than SOON_MS. */
function soon<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<T>((_, reject) =>
      setTimeout(() => reject(new Error(`no answer within ${SOON_MS} ms`)), SOON_MS),
    ),
  ])
}
