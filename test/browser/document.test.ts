import { describe, expect, it } from 'vitest'
import { hsv } from '../../bench/lib/hues.ts'
import { decoded, draw, noise, random } from '../../scripts/lib/pictures.ts'
import { enhanced, kodak, remade } from './light-and-color.ts'
import { maxDifference, needed } from './pictures.ts'

type Colour = [number, number, number]

/** Runs only the lighting step of the preset. */
const flattened = (image: ImageData) =>
  enhanced(image, {
    preset: 'enhance_document',
    enhancements: [],
    upscale_parameters: { type: 'v1' },
  })

const [WIDTH, HEIGHT] = [700, 900]
const STAMP = { x: 520, y: 760 }
const photo = draw(220, 160, (x, y) => [60 + x * 0.7, 40 + y, 120 + 50 * Math.sin(x / 9)])

/** Draws lines of text, a photograph and a red stamp on white. */
function page(): ImageData {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.fillStyle = 'rgb(250 250 250)'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = 'rgb(30 30 30)'
  context.font = '18px serif'
  for (let y = 60; y < 860; y += 28) {
    const beside = y > 260 && y < 480
    const text = 'ink and paper under a lamp, read by a window, copied in haste '.repeat(2)
    context.fillText(text.slice(y % 9, beside ? 42 : 84), beside ? 330 : 50, y)
  }
  context.putImageData(photo, 60, 280)
  context.strokeStyle = context.fillStyle = 'rgb(200 40 50)'
  context.lineWidth = 10
  context.fillRect(STAMP.x - 20, STAMP.y - 20, 40, 40)
  context.strokeRect(STAMP.x - 70, STAMP.y - 50, 140, 100)
  return context.getImageData(0, 0, WIDTH, HEIGHT)
}

/** Simulates a photograph of a page: multiplies linear light by `light(x, y)`, x and y from 0 to 1, and adds noise. */
function under(light: (x: number, y: number) => number, cast: Colour = [1, 1, 1], sigma = 0) {
  const next = random(11)
  return remade(page(), (colour, x, y) => {
    const falls = light(x / WIDTH, y / HEIGHT)
    return colour.map(
      (c, i) =>
        255 * ((c / 255) ** 2.2 * falls * (cast[i] as number)) ** (1 / 2.2) + noise(next, sigma),
    ) as Colour
  })
}

const luma = ({ data }: ImageData, at: number) =>
  0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number)

/** Returns which pixels of the clean page are paper and which are text. */
function parts(clean: ImageData) {
  const paper: number[] = []
  const text: number[] = []
  for (let at = 0; at < clean.data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = clean.data.subarray(at, at + 3)
    if (Math.min(r, g, b) > 248) paper.push(at)
    if (Math.max(r, g, b) < 70) text.push(at)
  }
  return { paper, text }
}

function measured(image: ImageData, { paper, text }: ReturnType<typeof parts>) {
  const darkest = paper
    .map((at) => Math.min(...image.data.subarray(at, at + 3)))
    .sort((a, b) => a - b)
  const mean = (places: number[]) =>
    places.reduce((sum, at) => sum + luma(image, at), 0) / places.length
  const [white, ink] = [mean(paper), mean(text)]
  return {
    median: darkest[darkest.length >> 1] as number,
    contrast: white - ink,
    michelson: (white - ink) / (white + ink),
  }
}

/** Returns the mean colour of 9 x 9 pixels. */
function patch(image: ImageData, x: number, y: number): Colour {
  const colours = Array.from({ length: 81 }, (_, i) =>
    at(image, x - 4 + (i % 9), y - 4 + ((i / 9) | 0)),
  )
  return [0, 1, 2].map(
    (c) => colours.reduce((sum, one) => sum + (one[c] as number), 0) / 81,
  ) as Colour
}

const at = ({ data, width }: ImageData, x: number, y: number) =>
  [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)] as Colour

describe('a page', () => {
  const cases: [string, ImageData][] = [
    ['as it was printed', page()],
    [
      'under a gradient, on yellowed paper',
      under((x, y) => 0.25 + 0.4 * x + 0.3 * y, [1, 0.93, 0.72], 3),
    ],
    [
      'in a soft shadow',
      under((x, y) => 0.8 - 0.5 / (1 + Math.exp((0.9 - x - 0.6 * y) / 0.05)), [1, 0.97, 0.92], 4),
    ],
    [
      'beyond a hard shadow',
      under((x, y) => (x + 0.4 * y > 0.9 ? 0.35 : 0.85), [0.96, 0.98, 1], 3),
    ],
    [
      'by the light of a lamp, with noise',
      under(
        (x, y) => 0.12 + 0.5 * Math.exp(-2 * ((x - 0.4) ** 2 + (y - 0.4) ** 2)),
        [1, 0.88, 0.62],
        7,
      ),
    ],
  ]

  it.each(cases)('%s gets white paper, darker ink, and keeps its colours', async (_, image) => {
    const where = parts(page())
    const result = await flattened(image)
    const [before, after] = [measured(image, where), measured(result, where)]
    expect(after.median).toBeGreaterThanOrEqual(245)
    expect(after.contrast).toBeGreaterThan(before.contrast)
    expect(after.michelson).toBeGreaterThan(before.michelson)
    const stamp = at(result, STAMP.x, STAMP.y)
    const away = hsv(...stamp).hue - hsv(200, 40, 50).hue
    expect(Math.abs(away)).toBeLessThan(10)
    expect(hsv(...stamp).chroma).toBeGreaterThan(120)
    const [own, print] = [patch(photo, 30, 140), patch(result, 90, 420)]
    expect(Math.abs(hsv(...print).hue - hsv(...own).hue)).toBeLessThan(10)
    expect(Math.abs(print[1] - own[1])).toBeLessThan(40)
  })

  it('on a desk: the desk stays dark', async () => {
    const sheet = under((x) => 0.4 + 0.4 * x, [1, 0.95, 0.85])
    const desk = draw(WIDTH + 300, HEIGHT + 200, (x, y) => {
      const inside = x >= 150 && y >= 100 && x < WIDTH + 150 && y < HEIGHT + 100
      return inside ? at(sheet, x - 150, y - 100) : [92 + (x % 7), 58, 34]
    })
    const result = await flattened(desk)
    expect(Math.min(...at(result, 180, 130))).toBeGreaterThan(245)
    expect(Math.max(...at(result, 40, 500))).toBeLessThan(150)
  })

  it('with transparent surroundings keeps their alpha', async () => {
    const image = page()
    for (let i = 3; i < image.data.length / 6; i += 4) image.data[i] = 0
    const result = await flattened(image)
    expect(result.data.filter((_, i) => i % 4 === 3)).toEqual(
      image.data.filter((_, i) => i % 4 === 3),
    )
    expect(Math.min(...at(result, 20, 800))).toBeGreaterThanOrEqual(250)
  })
})

it('on a book cover white stays white, and print keeps its colour', async (test) => {
  const file = await needed('real/ppt3.png', test)
  const image = await decoded(file)
  const result = await flattened(image)
  expect(at(result, 150, 160)).toEqual([255, 255, 255])
  const [before, after] = [at(image, 100, 5), at(result, 100, 5)]
  expect(Math.abs(hsv(...before).hue - hsv(...after).hue)).toBeLessThan(3)
  expect(luma(result, (5 * 240 + 100) * 4)).toBeLessThan(190)
})

describe('an image that is no page is unchanged', () => {
  it('photographs', async (test) => {
    const images = await kodak(test, '01', '07', '09', '15', '19', '23')
    for (const image of images) expect(maxDifference(await flattened(image), image)).toBe(0)
  })

  it('old portraits', async (test) => {
    for (const name of ['oldphoto2', 'Lincoln']) {
      const file = await needed(`real/${name}.png`, test)
      const image = await decoded(file)
      expect(maxDifference(await flattened(image), image)).toBe(0)
    }
  })

  it.each([
    ['one colour', draw(120, 80, () => [240, 240, 240])],
    ['one pixel', draw(1, 1, () => [250, 250, 250])],
    ['nothing visible', draw(60, 60, () => [0, 0, 0, 0])],
    ['white on black', remade(page(), ([r, g, b]) => [255 - r, 255 - g, 255 - b])],
  ])('%s', async (_, image) => {
    expect(maxDifference(await flattened(image), image)).toBe(0)
  })
})
