import { describe, expect, it } from 'vitest'
import { decoded, fromPng, png, psnrY, shared } from './pictures.ts'
import { run } from './run.ts'

async function corrected(image: ImageData) {
  const { blob } = await run({
    url: await png(image),
    enhancements: ['exposure_correction'],
    output_format: 'png',
  })
  return fromPng(blob)
}

function withGamma(image: ImageData, gamma: number): ImageData {
  const bytes = image.data.map((value, i) =>
    i % 4 === 3 ? value : Math.round(255 * (value / 255) ** gamma),
  )
  return new ImageData(bytes, image.width, image.height)
}

/** The mean luminance, 0 to 255. */
function brightness({ data }: ImageData): number {
  let sum = 0
  for (let i = 0; i < data.length; i += 4) {
    sum += 0.2126 * (data[i] as number)
    sum += 0.7152 * (data[i + 1] as number) + 0.0722 * (data[i + 2] as number)
  }
  return sum / (data.length / 4)
}

const offBy = (a: ImageData, b: ImageData) => Math.abs(brightness(a) / brightness(b) - 1)
const average = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length

const numbers = ['01', '03', '05', '07', '09', '11', '13', '15', '17', '19', '21', '23']
async function photographs(): Promise<ImageData[]> {
  const files = await Promise.all(numbers.map((number) => shared(`kodak/kodim${number}.png`)))
  return Promise.all(files.filter((file) => file !== undefined).map(decoded))
}

describe('photographs', () => {
  it.each([0.5, 2])('given a gamma of %f come back', async (gamma, ...rest) => {
    const images = await photographs()
    if (images.length < numbers.length) {
      const [test] = rest as unknown as [{ skip(note: string): void }]
      return test.skip('the shared data is not here')
    }
    const [off, gained]: [number[], number[]] = [[], []]
    for (const image of images) {
      const given = withGamma(image, gamma)
      const result = await corrected(given)
      off.push(offBy(result, image))
      gained.push(psnrY(result, image, 0) - psnrY(given, image, 0))
    }
    expect(average(off)).toBeLessThan(0.15)
    expect(off.filter((value) => value < 0.15).length).toBeGreaterThan(images.length / 2)
    expect(average(gained)).toBeGreaterThan(8)
  })

  it('that are well exposed change little, most of them not at all', async (test) => {
    const images = await photographs()
    if (images.length < numbers.length) return test.skip('the shared data is not here')
    const off: number[] = []
    for (const image of images) off.push(offBy(await corrected(image), image))
    expect(average(off)).toBeLessThan(0.1)
  })
})
