import { describe, expect, it } from 'vitest'
import { draw, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { setPngMetadata } from '../../workers/codecs/formats/png/chunks.ts'
import { redKeeper } from './custom-models.ts'
import { rgbProfile, type Space } from './profiles.ts'
import { run } from './run.ts'

/** A background removal that keeps what is red, in no time. */
const quickly = { provider: 'wasm', models: { keeper: await redKeeper(48) } } as const
const gray = draw(24, 16, () => [90, 90, 90])
const NAMED = [200, 60, 30]
const color = '#C83C1E'

const tagged = async (image: ImageData, space?: Space) => {
  const file = await png(image)
  return space ? setPngMetadata(file, { profile: rgbProfile(space) }) : file
}

/** The color at a point as a screen shows it: the browser converts it from the file's profile to sRGB. */
async function shownAt(request: ProcessingRequest, x: number, y: number): Promise<number[]> {
  const { blob } = await run({ output_format: 'png', ...request }, quickly)
  const bitmap = await createImageBitmap(blob)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(bitmap, 0, 0)
  return [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)]
}

const expectNear = (actual: number[], expected: number[]) => {
  const difference = Math.max(...actual.map((value, c) => Math.abs(value - (expected[c] ?? 0))))
  expect(difference, `${actual} instead of ${expected}`).toBeLessThanOrEqual(3)
}

describe.each([undefined, 'adobeRgb', 'displayP3'] as const)('on a picture in %s', (space) => {
  it('background.color fills padding as it is named', async () => {
    const url = await tagged(gray, space)
    expectNear(await shownAt({ url, padding: 8, background: { color } }, 2, 2), NAMED)
  })

  it('background.color fills what is transparent as it is named', async () => {
    const url = await tagged(
      draw(8, 8, () => [0, 0, 0, 0]),
      space,
    )
    expectNear(await shownAt({ url, background: { color } }, 4, 4), NAMED)
  })

  it('background.color keeps its alpha', async () => {
    const background = { color: '#C83C1E80' } as const
    const url = await tagged(
      draw(8, 8, () => [200, 60, 30, 128]),
      space,
    )
    const request = { url, padding: 4, background, output_format: 'png' } as const
    const { data, width } = await fromPng((await run(request)).blob)
    expect([data[3], data[(8 * width + 8) * 4 + 3]]).toEqual([128, 192])
  })

  it('a caption looks as it does by itself', async () => {
    const caption = {
      url: draw(8, 8, () => [200, 60, 30]),
      target_width_percentage: 100,
      padding: 0,
    }
    expectNear(await shownAt({ url: await tagged(gray, space), caption }, 12, 12), NAMED)
  })

  it('a caption with a profile of its own does, too', async () => {
    // The numbers of this color in Display P3.
    const url = await tagged(
      draw(8, 8, () => [186, 72, 44]),
      'displayP3',
    )
    const alone = await shownAt({ url }, 4, 4)
    const caption = { url, target_width_percentage: 100, padding: 0 }
    expectNear(await shownAt({ url: await tagged(gray, space), caption }, 12, 12), alone)
  })

  it('a replacement for the background does, too', async () => {
    const url = await tagged(
      draw(48, 48, (x, y) => (Math.hypot(x - 24, y - 24) < 12 ? [200, 20, 20] : [235, 235, 235])),
      space,
    )
    const background = { remove: 'v2', replace: draw(8, 8, () => [200, 60, 30]) } as const
    expectNear(await shownAt({ url, background }, 1, 1), NAMED)
  })
})

it('background.color with alpha is over white in a jpeg', async () => {
  const request = { url: gray, padding: 16, background: { color: '#C83C1E80' } } as const
  const jpeg = { ...request, output_format: 'jpeg', quality: 100 } as const
  expectNear(await shownAt(jpeg, 4, 4), [227, 157, 142])
  const { warnings } = (await run(jpeg)).record
  expect(warnings).toMatchObject([{ code: 'CONVERTED', path: 'output_format' }])
})
