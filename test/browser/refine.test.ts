import resize from '@jsquash/resize'
import { describe, expect, it } from 'vitest'
import { cutOuts, onePass } from '../../bench/lib/cut-outs.ts'
import { crop, decoded, draw, fromPng } from '../../scripts/lib/pictures.ts'
import { mapPlane, type Plane } from '../../workers/image/plane.ts'
import { neededCutOut } from './cut-out.ts'
import { needed } from './pictures.ts'
import { run } from './run.ts'

const alphaIn = (image: ImageData): Plane =>
  mapPlane((i) => (image.data[i * 4 + 3] as number) / 255, image)

/** The alpha of an image that is cut out by a mask of its size. */
async function refined({ data, width, height }: ImageData, mask: Plane): Promise<Plane> {
  const given = draw(width, height, (x, y) => {
    const value = 255 * (mask.values[y * width + x] as number)
    return [value, value, value]
  })
  const url = new ImageData(
    data.map((value, i) => (i % 4 === 3 ? 255 : value)),
    width,
    height,
  )
  const { blob } = await run({ url, background: { mask: given }, output_format: 'png' })
  return alphaIn(await fromPng(blob))
}

describe('on photographs', () => {
  /**
   * Agreement of the edges of alpha with those of the image: the mean of |grad alpha . grad image|, divided by the
   * length of alpha's gradient.
   */
  function agreement({ data, width, height }: ImageData, alpha: Plane): number {
    const light = (i: number) =>
      ((data[i * 4] as number) + (data[i * 4 + 1] as number) + (data[i * 4 + 2] as number)) / 765
    let [sum, weight] = [0, 0]
    for (let y = 1; y < height - 1; y++) {
      for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
        const slope = (value: (at: number) => number, step: number) =>
          value(i + step) - value(i - step)
        const drawn = (at: number) => alpha.values[at] as number
        const [across, down] = [slope(drawn, 1), slope(drawn, width)]
        if (across === 0 && down === 0) continue
        sum += Math.abs(across * slope(light, 1) + down * slope(light, width))
        weight += Math.hypot(across, down)
      }
    }
    return sum / weight
  }

  it.for(cutOuts)(
    'the edge of the mask moves to the edge in the photograph: %s',
    async (name, test) => {
      const found = await neededCutOut(name, test)
      const image = await decoded(found.photograph)
      const mask = alphaIn(await onePass(image))
      const after = agreement(image, await refined(image, mask))
      const before = agreement(image, mask)
      expect(after).toBeGreaterThan(before * 1.15)
    },
  )
})

describe('strands, spokes and corners whose alpha is known', () => {
  const SIDE = 640

  function drawn(): ImageData {
    const canvas = new OffscreenCanvas(SIDE, SIDE)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.ellipse(240, 384, 120, 160, 0, 0, 2 * Math.PI)
    context.fill()
    for (let i = 0; i < 90; i++) {
      const angle = (-Math.PI * i) / 90
      const at = (share: number) => {
        const turned = angle + 0.2 * share
        const [across, down] = [32 + ((i * 37) % 48), 32 + ((i * 53) % 40)]
        return [
          240 + (112 + across * share) * Math.cos(turned),
          384 + (152 + down * share) * Math.sin(turned),
        ] as const
      }
      context.lineWidth = 1 + (i % 3)
      context.beginPath()
      context.moveTo(...at(0))
      context.quadraticCurveTo(...at(0.5), ...at(1))
      context.stroke()
    }
    context.lineWidth = 8
    context.beginPath()
    context.arc(496, 480, 70, 0, 2 * Math.PI)
    context.stroke()
    context.lineWidth = 3
    for (let i = 0; i < 8; i++) {
      const angle = (i * Math.PI) / 4
      context.beginPath()
      context.moveTo(496, 480)
      context.lineTo(496 + 70 * Math.cos(angle), 480 + 70 * Math.sin(angle))
      context.stroke()
    }
    context.beginPath()
    context.moveTo(416, 80)
    context.lineTo(608, 112)
    context.lineTo(512, 336)
    context.fill()
    return context.getImageData(0, 0, SIDE, SIDE)
  }

  const as = (width: number) =>
    ({ width, height: width, method: 'triangle', linearRGB: false, premultiply: false }) as const

  const error = (a: Plane, b: Plane) =>
    a.values.reduce((sum, value, i) => sum + Math.abs(value - (b.values[i] as number)), 0) / SIDE

  it.for([
    ['03', '23'],
    ['15', '13'],
    ['05', '21'],
    ['09', '07'],
  ] as const)('cut out of photograph %s before %s', async ([item, behind], test) => {
    const side = async (number: string) => {
      const file = await needed(`kodak/kodim${number}.png`, test)
      return resize(await crop(file, 100, 0, 512, 512), as(SIDE))
    }
    const [front, back] = [await side(item), await side(behind)]
    const image = drawn()
    const truth = alphaIn(image)
    const mask = alphaIn(await resize(await resize(image, as(320)), as(SIDE)))
    for (let i = 0; i < image.data.length; i++) {
      const share = truth.values[i >> 2] as number
      image.data[i] = share * (front.data[i] as number) + (1 - share) * (back.data[i] as number)
    }
    const after = await refined(image, mask)
    expect(error(after, truth)).toBeLessThan(error(mask, truth) * 0.8)
  })
})

it('a mask that is vague far and wide fades out, without edges of its own', async () => {
  const size = { width: 500, height: 400 }
  const vague = mapPlane((i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    return 0.55 * Math.exp(-((x - 250) ** 2 + (y - 200) ** 2) / 2 / 60 ** 2)
  }, size)
  const gray = draw(size.width, size.height, () => [128, 128, 128])
  const alpha = await refined(gray, vague)
  const steps = Array.from({ length: alpha.values.length - size.width }, (_, i) =>
    Math.abs((alpha.values[i] as number) - (alpha.values[i + size.width] as number)),
  )
  expect(steps.reduce((a, b) => Math.max(a, b))).toBeLessThan(0.1)
})
