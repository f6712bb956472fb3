import { random } from '../../scripts/lib/pictures.ts'
import { isCutOut } from '../../workers/operations/background/is-cut-out.ts'
import type { Row, Section } from './section.ts'

/** An alpha channel, 0 to 1, of an image of a width and height. */
interface Alpha {
  width: number
  height: number
  at(x: number, y: number): number
}
type Shape = (thing: Alpha, next: () => number) => Alpha

const clamped = (value: number) => Math.min(1, Math.max(0, value))
const among = (next: () => number, from: number, to: number) => from + next() * (to - from)

/** The box around what is visible of an alpha, as [left, top, right, bottom]. */
function boxOf({ width, height, at }: Alpha): [number, number, number, number] {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (at(x, y) < 0.5) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
    }
  }
  return [left, top, right, bottom]
}

/** A part of an alpha; outside of it is nothing. */
const part = ({ width, height, at }: Alpha, x0: number, y0: number, x1: number, y1: number) => ({
  width: Math.round(x1 - x0),
  height: Math.round(y1 - y0),
  at: (x: number, y: number) => {
    const [u, v] = [x + Math.round(x0), y + Math.round(y0)]
    return u < 0 || v < 0 || u >= width || v >= height ? 0 : at(u, v)
  },
})

/** Alpha by the distance from the edge of a rounded rectangle, inwards, in pixels. */
function rounded(
  { width, height }: Alpha,
  { margin = 0, radius = 0, angle = 0, soft = 1, bars = false },
): Alpha {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [half, tall] = [width / 2 - margin, height / 2 - (bars ? 0 : margin)]
  const corner = radius * Math.min(half, tall)
  return {
    width,
    height,
    at(x, y) {
      const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2]
      const u = Math.abs(dx * cos + dy * sin) - half + corner
      const v = Math.abs(dy * cos - dx * sin) - tall + corner
      const outside = Math.hypot(Math.max(u, 0), Math.max(v, 0)) + Math.min(Math.max(u, v), 0)
      return clamped((corner - outside) / soft + 0.5)
    },
  }
}

const shorter = ({ width, height }: Alpha) => Math.min(width, height)
const over = (alpha: Alpha, at: Alpha['at']): Alpha => ({ ...alpha, at })
const whole: Shape = (thing) => over(thing, () => 1)

/** What has lost its background. */
const finishedShapes: Record<string, Shape> = {
  'cut-out': (thing) => thing,
  'cut-out, trimmed': (thing) => part(thing, ...boxOf(thing)),
  'cut-out, its lower third cut off': (thing) => {
    const [left, top, right, bottom] = boxOf(thing)
    const margin = 0.1 * (right - left)
    return part(thing, left - margin, top - margin, right + margin, top + (bottom - top) * 0.67)
  },
  'cut-out with a shadow': (thing) =>
    over(thing, (x, y) => {
      const side = Math.round(shorter(thing) / 20)
      const behind = x < side || y < side ? 0 : thing.at(x - side, y - side)
      return Math.max(thing.at(x, y), 0.4 * behind)
    }),
  'cut-out and one opaque pixel in a corner': (thing) =>
    over(thing, (x, y) => (x + y === 0 ? 1 : thing.at(x, y))),
  'rectangle on a margin': (thing, next) =>
    rounded(thing, { margin: among(next, 0.02, 0.2) * shorter(thing) }),
  'rectangle, turned by 2 to 15 degrees': (thing, next) =>
    rounded(thing, {
      margin: among(next, 0.12, 0.25) * shorter(thing),
      angle: among(next, 0.035, 0.26),
    }),
  'rectangle between two bars': (thing, next) =>
    rounded(thing, { margin: among(next, 0.05, 0.2) * thing.width, bars: true }),
  'rounded rectangle on a margin': (thing, next) =>
    rounded(thing, {
      margin: among(next, 0.02, 0.2) * shorter(thing),
      radius: among(next, 0.1, 0.5),
    }),
  'circle or ellipse': ({ width, height }) => ({
    width,
    height,
    at: (x, y) =>
      clamped(
        (1 - Math.hypot((2 * x + 1) / width - 1, (2 * y + 1) / height - 1)) *
          (Math.min(width, height) / 2) +
          0.5,
      ),
  }),
  'frame on a margin': (thing, next) => {
    const margin = among(next, 0.03, 0.15) * shorter(thing)
    const outer = rounded(thing, { margin })
    const inner = rounded(thing, { margin: margin + 0.1 * shorter(thing) })
    return over(thing, (x, y) => outer.at(x, y) - inner.at(x, y))
  },
  'rectangle with a soft edge': (thing, next) => {
    const soft = among(next, 0.05, 0.2) * shorter(thing)
    return rounded(thing, { margin: soft, radius: 0.3, soft: 2 * soft })
  },
}

/** What has its background still. */
const unfinishedShapes: Record<string, Shape> = {
  photograph: whole,
  'one stray transparent pixel': (thing, next) => {
    const [u, v] = [next(), next()].map((share) => Math.floor(share * shorter(thing)))
    return over(thing, (x, y) => (x === u && y === v ? 0 : 1))
  },
  'a transparent line at one side': (thing) => over(thing, (x) => (x === 0 ? 0 : 1)),
  'a transparent line around it': (thing) => rounded(thing, { margin: 1 }),
  'rounded corners, 2 to 20 %': (thing, next) =>
    rounded(thing, { radius: 2 * among(next, 0.02, 0.2) }),
  'a soft line around it': (thing) =>
    over(thing, (x, y) =>
      x === 0 || y === 0 || x === thing.width - 1 || y === thing.height - 1 ? 0.5 : 1,
    ),
  'half transparent everywhere': (thing, next) => {
    const alpha = among(next, 0.2, 0.9)
    return over(thing, () => alpha)
  },
  'a hole in its middle': (thing, next) => {
    const hole = rounded(thing, { margin: among(next, 0.2, 0.4) * shorter(thing), radius: 0.3 })
    return over(thing, (x, y) => 1 - hole.at(x, y))
  },
  'the thing as a hole': (thing) => {
    const [left, top, right, bottom] = boxOf(thing)
    const around = part(thing, left - 8, top - 8, right + 8, bottom + 8)
    return over(around, (x, y) => 1 - around.at(x, y))
  },
  'fading at one side': (thing, next) => {
    const end = among(next, 0.1, 0.4) * thing.height
    return over(thing, (_, y) => clamped(y / end))
  },
}

function imageOf({ width, height, at }: Alpha): ImageData {
  const image = new ImageData(width, height)
  for (let i = 0; i < width * height; i++) {
    image.data[i * 4 + 3] = Math.round(255 * at(i % width, Math.floor(i / width)))
  }
  return image
}

/** A file with alpha is one; an opaque file is the alpha of another. */
function alphaOf({ data, width, height }: ImageData): Alpha {
  const isOpaque = data.every((value, i) => i % 4 < 3 || value === 255)
  const channel = isOpaque ? 0 : 3
  return { width, height, at: (x, y) => (data[(y * width + x) * 4 + channel] as number) / 255 }
}

const row = ([name, shape]: [string, Shape], expected: boolean): Row => ({
  name,
  async measure(truth, seed) {
    const { data, width, height } = imageOf(shape(alphaOf(truth), random(seed)))
    const pixels = data as Uint8ClampedArray<ArrayBuffer>
    const is = isCutOut({ width, height, pixels, alpha: true })
    return [100 * Number(is), 100 * Number(is === expected)]
  },
})

export const finished: Record<string, Section> = {
  'finished cut-outs': {
    about:
      'Alpha channels of cut-outs, some of them drawn by a network, and shapes of the same size; above, those that are finished cut-outs and stay as they are, below, those that are not. The rule was chosen on as many other files.',
    pictures: 'alphas',
    needs: ['matting', 'cutout'],
    columns: ['finished, %', 'right, %'],
    rows: [
      ...Object.entries(finishedShapes).map((each) => row(each, true)),
      ...Object.entries(unfinishedShapes).map((each) => row(each, false)),
    ],
  },
}
