import { describe, expect, it } from 'vitest'
import { draw, fromPng, png } from '../../scripts/lib/pictures.ts'
import { missing } from '../missing.ts'
import { gradient, needed } from './pictures.ts'
import { run } from './run.ts'

/** The first byte of a PNG file. */
const PNG = 0x89

/** The scores of nsfwjs 4.4.0 (MobileNetV2, tfjs on a CPU) for these files: drawing, hentai, neutral, porn, sexy. */
const known = {
  'kodak/kodim07.png': [0.996658, 0.001079, 0.002256, 0.000004, 0.000003],
  'kodak/kodim13.png': [0.002483, 0.00011, 0.996932, 0.00034, 0.000135],
  'kodak/kodim17.png': [0.009434, 0.005803, 0.267333, 0.043364, 0.674065],
  'kodak/kodim21.png': [0.008008, 0.000005, 0.990052, 0.000011, 0.001924],
  'faces/ffhq-clean.png': [0.000031, 0.000014, 0.998906, 0.001015, 0.000034],
  'real/chip.png': [0.00312, 0.002168, 0.67203, 0.272115, 0.050567],
}

/** Scored between two classes: JPEG compression changes the score by 0.05, and test/fixtures has only a JPEG. */
const LOSSLESS = 'kodak/kodim17.png'
const isPng = async (file: Blob) => new Uint8Array(await file.slice(0, 1).arrayBuffer())[0] === PNG

describe('the score', () => {
  it.for(Object.entries(known))(
    'of %s is that of nsfwjs, within 0.001',
    async ([path, expected], test) => {
      const url = await needed(path, test)
      if (path === LOSSLESS && !(await isPng(url))) test.skip(missing(path))
      const { record } = await run({ url, safe: true, output_format: 'png' })
      const { classes, score, triggered } = record.details?.nsfw ?? {}
      const values = Object.values(classes ?? {})
      expect(values).toHaveLength(5)
      for (const [i, value] of values.entries())
        expect(Math.abs(value - (expected[i] ?? -1))).toBeLessThan(0.001)
      expect(score).toBeCloseTo((classes?.hentai ?? -1) + (classes?.porn ?? -1), 6)
      expect(triggered).toBe(false)
    },
  )

  it('is that of the result, and absent unless requested', async () => {
    const url = await png(gradient(40, 30))
    const { record } = await run({ url, output_format: 'png' })
    expect(record.details?.nsfw).toBeUndefined()
    const scoreOf = async (request: object) =>
      (await run({ url, safe: true, output_format: 'png', ...request })).record.details?.nsfw?.score
    const caption = {
      url: await png(draw(30, 20, () => [255, 0, 0])),
      target_width_percentage: 100,
      padding: 0,
    }
    expect(await scoreOf({ caption })).not.toBeCloseTo((await scoreOf({})) as number, 6)
  })
})

describe('an image above the threshold', () => {
  const source = () => png(gradient(40, 30))

  it.each([
    ['threshold', 'nsfw_image_url'],
    ['thresold', 'image_url'],
  ])('is replaced by the substitute: %s, %s', async (threshold, image) => {
    const substitute = draw(7, 5, (x) => [x * 30, 200, 10])
    const parameters = { [threshold]: 0, [image]: await png(substitute) }
    const request = { url: await source(), safe: true, nsfw_parameters: parameters }
    const { record, blob } = await run({ ...request, output_format: 'png' })
    const result = await fromPng(blob)
    expect([result.width, result.height]).toEqual([7, 5])
    expect(result.data).toEqual(substitute.data)
    expect(record.details?.nsfw?.triggered).toBe(true)
  })

  it('becomes one plain colour if there is no substitute', async () => {
    const request = { url: await source(), safe: true, nsfw_parameters: { threshold: 0 } }
    const { blob } = await run({ ...request, output_format: 'png' })
    const { width, height, data } = await fromPng(blob)
    expect([width, height]).toEqual([40, 30])
    expect(new Set(new Uint32Array(data.buffer)).size).toBe(1)
  })

  it('is unchanged below the threshold', async () => {
    const request = { url: await source(), safe: true, nsfw_parameters: { threshold: 1 } }
    const { blob } = await run({ ...request, output_format: 'png' })
    expect((await fromPng(blob)).data).toEqual(gradient(40, 30).data)
  })
})
