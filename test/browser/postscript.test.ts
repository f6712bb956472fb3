import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { createDarkroom, type Darkroom } from '../../src/index.ts'
import { decode } from '../../workers/codecs/decode.ts'
import { distance, type Sample } from '../grid.ts'
import { gradient } from './pictures.ts'

const PROGRAM = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 8 4\n0 0 4 4 rectfill showpage\n'
const eps = (program: string) => new Blob([program])

/**
 * A stub of a Ghostscript module compiled by Emscripten. It draws the one image of which the page has bytes, fails if
 * the program says so, and does not end if the program does not.
 */
async function fake(): Promise<string> {
  const picture = [...new Uint8Array(await (await png(gradient(8, 4))).arrayBuffer())]
  return moduleOf(`
    const picture = new Uint8Array(${JSON.stringify(picture)})
    const needed = ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-dEPSCrop', '-r72', '-sDEVICE=png16m']
    export default async ({ noInitialRun, printErr }) => {
      const files = new Map()
      return {
        FS: {
          writeFile: (path, data) => files.set(path, new TextDecoder().decode(data)),
          readFile: (path) => files.get(path),
        },
        callMain(options) {
          const program = files.get(options.at(-1))
          if (!noInitialRun || !needed.every((option) => options.includes(option))) return 2
          while (program.includes('loop'));
          if (!program.includes('rectfill')) {
            printErr('Error: /undefined in draw')
            return 1
          }
          files.set(options.find((option) => option.startsWith('-sOutputFile=')).slice(13), picture)
          return 0
        },
      }
    }`)
}

const moduleOf = (code: string) =>
  URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))

const open: Darkroom[] = []
function darkroomOf(postscript?: string, decodeSeconds = 30): Darkroom {
  const darkroom = createDarkroom({
    persist: false,
    provider: 'wasm',
    limits: { decodeSeconds },
    ...(postscript && { postscript }),
  })
  open.push(darkroom)
  return darkroom
}
afterAll(() => {
  for (const darkroom of open) darkroom.dispose()
})

async function develop(darkroom: Darkroom, url: Blob) {
  const { result_url } = await darkroom.run({ url, width: '100%', output_format: 'png' })
  return decode({ image: await (await fetch(result_url as string)).blob() })
}

describe('an EPS that only a program can draw', () => {
  let darkroom: Darkroom
  beforeAll(async () => {
    darkroom = darkroomOf(await fake())
  })

  it('is drawn by the interpreter that the page names', async () => {
    const { pixels, ...picture } = await develop(darkroom, eps(PROGRAM))
    expect(picture).toMatchObject({ width: 8, height: 4 })
    expect([...pixels]).toEqual([...gradient(8, 4).data])
  })

  it('is planned as one, at the size of its page', async () => {
    const { source } = await darkroom.plan({ url: eps(PROGRAM), width: '100%' })
    expect(source).toMatchObject({ format: 'eps', width: 8, height: 4 })
  })

  it('says what the interpreter says of it', async () => {
    const failing = develop(darkroom, eps(PROGRAM.replace('rectfill', 'draw')))
    await expect(failing).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      path: 'url',
      message: expect.stringContaining('/undefined in draw'),
    })
  })

  it('is refused before it is drawn where its box is too large', async () => {
    const huge = develop(darkroom, eps(PROGRAM.replace('8 4', '90000 90000')))
    await expect(huge).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      message: expect.stringContaining('90000 x 90000'),
    })
  })

  it('ends with its worker where it does not end, and the next one is drawn', async () => {
    const hasty = darkroomOf(await fake(), 5)
    const endless = develop(hasty, eps(`${PROGRAM}loop\n`))
    await expect(endless).rejects.toMatchObject({ code: 'TIMEOUT', path: 'url' })
    expect(await develop(hasty, eps(PROGRAM))).toMatchObject({ width: 8, height: 4 })
  })

  it('names what cannot be loaded', async () => {
    const without = darkroomOf('/no/such/gs.mjs')
    await expect(develop(without, eps(PROGRAM))).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining(`${location.origin}/no/such/gs.mjs`),
    })
  })

  it('says which option would open it', async () => {
    await expect(develop(darkroomOf(), eps(PROGRAM))).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      message: expect.stringMatching(/Ghostscript.*`postscript`/),
    })
  })
})

/** URL of a real Ghostscript module, which is not part of the project. Set by VITE_POSTSCRIPT. */
const real: string | undefined = import.meta.env.VITE_POSTSCRIPT
const FOLDER = '/shared-data/formats/good'

describe('Ghostscript', async () => {
  beforeEach(({ skip }) => {
    if (!real) skip('needs VITE_POSTSCRIPT, the URL of a Ghostscript module')
  })

  const samples: Sample[] = await (await fetch(`${FOLDER}/manifest.json`)).json()

  it.for(samples.filter(({ format }) => format === 'EPS'))('$file', async (sample) => {
    const file = await (await fetch(`${FOLDER}/${sample.file}`)).blob()
    const picture = await develop(darkroomOf(real), file)
    expect([picture.width, picture.height]).toEqual([sample.width, sample.height])
    expect(distance(picture, sample)).toBeLessThanOrEqual(4)
  })
})
