import { jpeg } from '../../scripts/lib/degrade.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { encoded, linear } from '../../workers/image/srgb.ts'
import { brightness, hsv, turned } from '../lib/hues.ts'
import { psnr } from '../lib/psnr.ts'
import type { Row, Section } from './section.ts'

const types = ['contrast', 'hdr_light', 'hdr_light_advanced'] as const

/** Maps each channel of each pixel, from 0 to 255. */
function mapChannels(
  { data, width }: ImageData,
  change: (value: number, channel: number, x: number) => number,
): ImageData {
  const bytes = data.map((value, i) =>
    i % 4 === 3 ? 255 : Math.round(change(value, i % 4, (i >> 2) % width)),
  )
  return new ImageData(bytes, width)
}

const lightOf = (value: number) => linear[value] as number

const half = ({ data, width, height }: ImageData, from: number): ImageData => {
  const part = new ImageData(width >> 1, height)
  for (let y = 0; y < height; y++) {
    const at = (y * width + from) * 4
    part.data.set(data.subarray(at, at + part.width * 4), y * part.width * 4)
  }
  return part
}

/** Darkens each half in turn to 0.35 in linear light. */
const shaded = (type: (typeof types)[number]): Row => ({
  name: type,
  async measure(truth, _, develop) {
    const request: ProcessingRequest = {
      enhancements: ['light'],
      light_parameters: { type, level: 1 },
    }
    const middle = truth.width >> 1
    const figures: number[][] = []
    for (const dark of [0, middle]) {
      const input = mapChannels(truth, (value, _, x) =>
        x < middle === (dark === 0) ? encoded(0.35 * lightOf(value)) : value,
      )
      const result = await develop(input, request)
      const quality = (image: ImageData, from: number) => psnr(half(image, from), half(truth, from))
      figures.push([quality(result, dark) - quality(input, dark), quality(result, middle - dark)])
    }
    return [0, 1].map((i) => figures.reduce((sum, each) => sum + (each[i] as number), 0) / 2)
  },
})

const coloured = (type: (typeof types)[number], level: number): Row => ({
  name: `${type}, level ${level}`,
  async measure(truth, _, develop) {
    const request: ProcessingRequest = {
      enhancements: ['color'],
      color_parameters: { type, level },
    }
    const result = await develop(truth, request)
    const { mean, most } = turned(truth, result, hsv, 40)
    return [100 * (chroma(result) / chroma(truth) - 1), mean, most]
  },
})

/** Returns the sum of the chroma of all pixels. */
function chroma({ data }: ImageData): number {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) {
    sum += hsv(data[at] as number, data[at + 1] as number, data[at + 2] as number).chroma
  }
  return sum
}

/** Angle in degrees between the illuminants of two images of one scene. Ignores pixels that are clipped in either. */
function angle(image: ImageData, truth: ImageData): number {
  const sums = [0, 0, 0]
  for (let at = 0; at < truth.data.length; at += 4) {
    const both = [0, 1, 2].map((c) => [image.data[at + c] as number, truth.data[at + c] as number])
    if (both.flat().some((value) => value < 8 || value > 247)) continue
    both.forEach(([value = 0, right = 0], c) => {
      sums[c] = (sums[c] as number) + Math.log(lightOf(value) / lightOf(right))
    })
  }
  const count = truth.data.length / 4
  const light = sums.map((sum) => Math.exp(sum / count))
  const dot = light.reduce((a, b) => a + b) / Math.sqrt(3)
  return (Math.acos(Math.min(1, dot / Math.hypot(...light))) * 180) / Math.PI
}

const cast = (name: string, gains: [number, number, number]): Row => ({
  name,
  async measure(truth, seed, develop) {
    const input = mapChannels(truth, (value, channel) =>
      encoded(Math.min(1, lightOf(value) * (gains[channel] as number))),
    )
    const request: ProcessingRequest = {
      enhancements: ['white_balance'],
      white_balance_parameters: { level: 1 },
    }
    const saved = await jpeg(85)(input, seed)
    const results = [await develop(input, request), await develop(saved, request)]
    return [input, ...results].map((image) => angle(image, truth))
  },
})

const exposed = (gamma: number): Row => ({
  name: `gamma ${gamma}`,
  async measure(truth, _, develop) {
    const input = mapChannels(truth, (value) => 255 * (value / 255) ** gamma)
    const result = await develop(input, { enhancements: ['exposure_correction'] })
    const off = (image: ImageData) => 100 * Math.abs(brightness(image) / brightness(truth) - 1)
    return [off(input), off(result), psnr(input, truth), psnr(result, truth)]
  },
})

export const colour: Record<string, Section> = {
  light: {
    about: 'One half of the image is darkened to 0.35 of its light; dB, the mean of both halves.',
    pictures: 'photographs',
    columns: ['gain in the dark half', 'the other half against the original'],
    rows: types.map(shaded),
  },
  color: {
    about: 'How much chroma rises, and how far hues (HSV) of pixels with a chroma above 40 turn.',
    pictures: 'photographs',
    columns: ['chroma, %', 'hue, mean degrees', 'hue, 99th percentile'],
    rows: types.flatMap((type) => [0.5, 1].map((level) => coloured(type, level))),
  },
  white_balance: {
    about:
      'Degrees between the light of the result and that of the photograph, which has a light of its own, at level 1.',
    pictures: 'photographs',
    columns: ['cast', 'result', 'result of a JPEG 85'],
    rows: [
      cast('none', [1, 1, 1]),
      cast('warm', [1.15, 1, 0.8]),
      cast('warm, strong', [1.3, 1, 0.62]),
      cast('tungsten', [1.55, 1, 0.34]),
      cast('cool', [0.85, 1, 1.2]),
      cast('green', [0.9, 1.1, 0.9]),
      cast('magenta', [1.08, 0.88, 1.08]),
    ],
  },
  exposure_correction: {
    about: 'Mean luminance, and PSNR in dB, of images that a gamma has changed.',
    pictures: 'photographs',
    columns: ['off by, %', 'result, %', 'PSNR', 'result'],
    rows: [0.5, 0.7, 1, 1.4, 2].map(exposed),
  },
}
