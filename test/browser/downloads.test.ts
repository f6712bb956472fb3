import { expect, it } from 'vitest'
import { requiresIccConversion } from '../../workers/codecs/formats/tiff/decode.ts'
import { formats } from '../../workers/codecs/formats.ts'
import { openFile } from '../../workers/codecs/open-file.ts'
import type { Sample } from '../grid.ts'

const FOLDER = '/shared-data/formats/good'
const samples: Sample[] = await (await fetch(`${FOLDER}/manifest.json`)).json()
/** Formats that people have every day: their files must not cost the download of ImageMagick. */
const COMMON = ['JPEG', 'MPO', 'PNG', 'WEBP', 'AVIF', 'GIF', 'BMP', 'DIB', 'TIFF']
const inFormats = samples.filter(({ format }) => COMMON.includes(format))
const files = [
  ...inFormats.map(({ file }) => `formats/good/${file}`),
  'made/animated.avif',
  'made/turned-6.avif',
]

performance.setResourceTimingBufferSize(10_000)

it.for(files)('%s needs no ImageMagick', async (file, { skip }) => {
  const opened = await openFile(await (await fetch(`/shared-data/${file}`)).blob(), 'url')
  if (opened.format === 'tiff' && requiresIccConversion(opened.bytes))
    skip('its colors are converted by their profile, which ImageMagick does')
  const [first] = formats[opened.reader.format].codecs
  const { width, height } = (await first?.decode(opened, opened.header)) ?? {}
  expect((width ?? 0) * (height ?? 0)).toBeGreaterThan(0)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  // With a query it is the module that holds the URL.
  expect(loaded.filter((name) => /magick[^?]*\.wasm$/.test(name))).toEqual([])
})
