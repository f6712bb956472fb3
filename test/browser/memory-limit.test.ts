import { describe, expect, it } from 'vitest'
import { decoded, png, psnrY } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { gradient, lined } from './pictures.ts'
import { darkroomWith, run } from './run.ts'

const url = png(gradient(800, 600))
const peakOf = async (request: ProcessingRequest) =>
  (await darkroomWith().plan({ ...request, url: await url })).peak_bytes
const within = (bytes: number) => ({ provider: 'wasm' as const, memory: { bytes } })
const refused = async (request: ProcessingRequest, bytes: number) =>
  run({ ...request, url: await url }, within(bytes)).then(
    () => undefined,
    ({ code, path, message }) => ({ code, path, message: message as string }),
  )

describe('a job that needs more memory than it may', () => {
  it('is refused before it starts, with the largest size that fits', async () => {
    const limit = await peakOf({ width: 2000, height: 300 })
    const error = await refused({ width: 4000, height: 600 }, limit)
    expect(error).toMatchObject({ code: 'TOO_LARGE', path: 'width' })
    const [, width, height] = error?.message.match(/: width: (\d+), height: (\d+) would fit$/) ?? []
    expect(Number(width)).toBeGreaterThan(1900)
    const fitting = { width: Number(width), height: Number(height) }
    const { record } = await run({ ...fitting, url: await url }, within(limit))
    expect(record.details).toMatchObject(fitting)
    const larger = { width: fitting.width + 40, height: fitting.height + 6 }
    expect(await refused(larger, limit)).toMatchObject({ code: 'TOO_LARGE' })
  })

  it.each<[ProcessingRequest, number, RegExp, string]>([
    [{ width: '400%' }, 30e6, /width: \d+ would fit$/, 'width'],
    [{ print_size: 'A4' }, 30e6, /dpi: \d+ would fit$/, 'print_size'],
    [{ min_length: 2400 }, 30e6, /: min_length: \d+ would fit$/, 'min_length'],
    [{ width: 700, min_length: 2400 }, 30e6, /: min_length: \d+ would fit$/, 'min_length'],
    [{ padding: 3000 }, 30e6, /: padding: \d+ would fit$/, 'padding'],
    [{ padding: '300%' }, 30e6, /: padding: "\d+%" would fit$/, 'padding'],
    [{ preset: 'auto_enhance' }, 150e6, /width: \d+ would fit$/, 'preset'],
    [{ enhancements: ['denoise'] }, 5e6, /an image of \d+ x \d+ would fit$/, 'url'],
  ])('%j in %d bytes: names what would fit', async (request, bytes, hint, path) => {
    const error = await refused(request, bytes)
    expect(error).toMatchObject({ code: 'TOO_LARGE', path, message: expect.stringMatching(hint) })
  })

  it('is refused by plan() alike', async () => {
    const asked = { url: await url, width: 4000, height: 600 }
    await expect(darkroomWith(within(10e6)).plan(asked)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      path: 'width',
    })
  })

  it('says so without a size where nothing fits', async () => {
    expect(await refused({ width: 200 }, 1000)).toMatchObject({
      code: 'TOO_LARGE',
      path: 'width',
      message: expect.not.stringContaining('would fit'),
    })
  })
})

it('gets the smallest tiles in one view where those fit, with nearly the same pixels', async () => {
  const request = {
    url: await png(gradient(320, 320)),
    enhancements: ['denoise'],
    denoise_parameters: { type: 'v2' },
  } satisfies ProcessingRequest
  const usual = await darkroomWith().plan(request)
  const options = within(usual.peak_bytes - 1)
  const { peak_bytes: small } = await darkroomWith(options).plan(request)
  expect(small).toBeLessThan(usual.peak_bytes - 20e6)
  const [whole, tiled] = [await run(request), await run(request, options)]
  expect(psnrY(await decoded(whole.blob), await decoded(tiled.blob), 0)).toBeGreaterThan(48)
})

it('gets the largest tiles that fit, of three sizes, with the same pixels but for rounding', async () => {
  const request = {
    url: lined(600, 590, 180),
    width: '200%',
    upscale_parameters: { mode: 'faithful' },
  } satisfies ProcessingRequest
  const peak = async (options = {}) => (await darkroomWith(options).plan(request)).peak_bytes
  const large = await peak()
  const options = within(large - 1)
  const usual = await peak(options)
  expect(usual).toBeLessThan(large - 20e6)
  expect(await peak(within(usual - 1))).toBeLessThan(usual - 20e6)
  const [one, other] = [await run(request), await run(request, options)]
  expect(psnrY(await decoded(one.blob), await decoded(other.blob), 0)).toBeGreaterThan(60)
})
