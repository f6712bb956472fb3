import { describe, expect, it } from 'vitest'
import { draw, encoded, png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { chunk } from '../../workers/codecs/formats/png/chunks.ts'
import { animatedWebp, gif } from './files.ts'
import { gradient } from './pictures.ts'
import { run } from './run.ts'

const opaque = gradient(24, 16)
const holed = draw(24, 16, (x) => [200, 30, 30, x < 12 ? 255 : 0])

const warnedOf = async (request: ProcessingRequest) => {
  const { warnings } = (await run(request)).record
  for (const { message } of warnings) expect(message.length).toBeGreaterThan(20)
  return warnings.map(({ path }) => path)
}

describe('a warning names the field that had no effect', () => {
  it('quality, where the result is a png', async () => {
    expect(await warnedOf({ url: await png(opaque), quality: 50 })).toEqual(['quality'])
    const url = await encoded(opaque, 'image/jpeg')
    expect(await warnedOf({ url, quality: 50 })).toEqual([])
  })

  it('keep_exif, where the source has none', async () => {
    const url = await encoded(opaque, 'image/jpeg')
    for (const output_format of ['jpeg', 'png', 'webp'] as const)
      expect(await warnedOf({ url, output_format, keep_exif: true })).toEqual(['keep_exif'])
    expect(await warnedOf({ url, max_file_size: '20kb', keep_exif: true })).toEqual(['keep_exif'])
    expect(await warnedOf({ url: opaque, keep_exif: true })).toEqual(['keep_exif'])
    expect(await warnedOf({ url, keep_exif: false })).toEqual([])
  })

  it('text_x4, where nothing is enlarged', async () => {
    const request = { url: opaque, upscale_parameters: { type: 'text_x4' } } as const
    expect(await warnedOf(request)).toEqual(['upscale_parameters.type'])
    expect(await warnedOf({ ...request, width: '50%' })).toEqual(['upscale_parameters.type'])
    expect(await warnedOf({ ...request, width: '200%' })).toEqual([])
    expect(await warnedOf({ url: opaque, preset: 'enhance_document' })).toEqual([])
  })

  it('upscale_parameters.mode, where nothing is enlarged', async () => {
    const request = { url: opaque, upscale_parameters: { mode: 'faithful' } } as const
    expect(await warnedOf(request)).toEqual(['upscale_parameters.mode'])
    expect(await warnedOf({ ...request, width: '50%' })).toEqual(['upscale_parameters.mode'])
    expect(await warnedOf({ ...request, width: '200%' })).toEqual([])
    // Its default is `faithful` here, which nobody wrote.
    const faces = await warnedOf({ url: opaque, enhancements: ['face_enhance'] })
    expect(faces).not.toContain('upscale_parameters.mode')
  })

  it('background.color, where nothing is transparent or padded', async () => {
    const background = { color: '#102030' } as const
    expect(await warnedOf({ url: opaque, background })).toEqual(['background.color'])
    expect(await warnedOf({ url: opaque, background, width: 12 })).toEqual(['background.color'])
    expect(await warnedOf({ url: opaque, background, padding: 3 })).toEqual([])
    expect(await warnedOf({ url: holed, background })).toEqual([])
    expect(await warnedOf({ url: opaque, background, width: 9, height: 9 })).toEqual([])
  })

  it('but no limit that is kept anyway, and no enhancement that finds nothing', async () => {
    const limits = { max_length: 9000, min_length: 10, safe: true } as const
    expect(await warnedOf({ url: opaque, ...limits })).toEqual([])
    expect(await warnedOf({ url: opaque, enhancements: ['light', 'face_enhance'] })).toEqual([])
  })

  it('background.color: transparent, whether or not the image is', async () => {
    const background = { color: 'transparent' } as const
    for (const url of [opaque, holed]) {
      const { warnings } = (await run({ url, background })).record
      expect(warnings).toMatchObject([{ path: 'background.color' }])
      expect(warnings[0]?.message).toMatch(/where nothing is padded or cut out$/)
    }
  })
})

it('a size that a limit changes is told of', async () => {
  const limits = { max_length: 50, min_length: 8 }
  const { warnings } = (await run({ url: opaque, width: '400%', ...limits })).record
  expect(warnings).toMatchObject([{ code: 'LIMITED', path: 'width' }])
  expect(await warnedOf({ url: opaque, width: '200%', ...limits })).toEqual([])
  expect(await warnedOf({ url: opaque, height: 10, max_length: 12 })).toEqual(['height'])
  expect(await warnedOf({ url: opaque, width: 20, height: 10, max_length: 15 })).toEqual([
    ...['width', 'height'],
  ])
  expect(await warnedOf({ url: opaque, preset: 'real_estate_upscaled', max_length: 40 })).toEqual(
    [],
  )
})

describe('a warning tells what was lost', () => {
  it('transparency, in a jpeg', async () => {
    expect(await warnedOf({ url: holed, max_file_size: '20kb' })).toEqual(['max_file_size'])
    expect(await warnedOf({ url: holed, output_format: 'jpeg' })).toEqual(['output_format'])
    expect(await warnedOf({ url: opaque, max_file_size: '20kb' })).toEqual([])
  })

  const still = async () => new Uint8Array(await (await png(opaque)).arrayBuffer())
  const frames = (count: number) => chunk('acTL', Uint8Array.of(0, 0, 0, count, 0, 0, 0, 0))
  const apng = async (count: number) => {
    const bytes = await still()
    return new Blob([bytes.subarray(0, 33), frames(count), bytes.subarray(33)])
  }
  const twice = async (file: Blob) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const start = 19 // after the header and its palette
    const block = bytes.subarray(start, -1)
    return new Blob([bytes.subarray(0, start), block, block, bytes.subarray(-1)])
  }
  it.each([
    ['a gif', () => twice(gif), ['url']],
    ['a gif of one frame', async () => gif, []],
    ['an apng', () => apng(2), ['url']],
    ['an apng of one frame', () => apng(1), []],
    [
      'a webp',
      async () => animatedWebp(await encoded(gradient(8, 8), 'image/webp'), 0, 0),
      ['url'],
    ],
  ])('the frames of an animation but the first: %s', async (_, make, paths) => {
    expect(await warnedOf({ url: await make() })).toEqual(paths)
  })
})
