import { expect, it } from 'vitest'
import { codecs } from '../../workers/codecs/codecs.ts'
import { openFile } from '../../workers/codecs/open-file.ts'
import type { Sample } from '../grid.ts'

const FOLDER = '/shared-data/formats/good'
const samples: Sample[] = await (await fetch(`${FOLDER}/manifest.json`)).json()
/** Formats that people have every day: their files must not cost the download of ImageMagick. */
const COMMON = ['JPEG', 'PNG', 'WEBP', 'GIF', 'BMP']

it.for(samples.filter(({ format }) => COMMON.includes(format)))(
  '$file needs no ImageMagick',
  async ({ file }) => {
    const opened = await openFile(await (await fetch(`${FOLDER}/${file}`)).blob(), 'url')
    const [first] = codecs[opened.reader.format]
    expect(first?.by).toBe('browser')
    const { width, height } = (await first?.decode(opened, opened.header)) ?? {}
    expect((width ?? 0) * (height ?? 0)).toBeGreaterThan(0)
  },
)
