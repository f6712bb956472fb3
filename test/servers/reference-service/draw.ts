import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import { ADVANCE, LINE, write } from './font.ts'

/** The longest side of an image, in pixels, as services of diffusion models limit it. */
const MAX_SIDE = 2048
/** Size of an image that is made from a text prompt alone. */
const DEFAULT_SIZE = { width: 1024, height: 1024 }

interface Size {
  width: number
  height: number
}

/**
 * Draws the request's fields as text on a colour that is derived from them, in place of a diffusion model.
 * The same request gives the same bytes.
 */
export function draw(request: Record<string, unknown>, source?: Size): Buffer {
  const { width, height } = sizeOf(request, source)
  const png = new PNG({ width, height })
  const lines = linesOf(request)
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(lines.join('\n')).digest()
  const removed = (request.background as { remove?: string } | undefined)?.remove === 'generative'
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const outside = removed && (x / width - 0.5) ** 2 + (y / height - 0.5) ** 2 > 0.2
      const at = (y * width + x) * 4
      png.data.set([red / 2 + 96, green / 2 + 96, blue / 2 + 96, outside ? 0 : 255], at)
    }
  }
  const longest = Math.max(...lines.map(({ length }) => length), 1)
  const scale = Math.max(1, Math.floor(width / (longest * ADVANCE + 8)))
  for (const [i, line] of lines.entries()) {
    write(line, (x, y) => square(png, (x + 4) * scale, (y + 4 + i * LINE) * scale, scale))
  }
  return PNG.sync.write(png)
}

/** The requested size. Default: twice the source for an upscale, else the size of the source. */
function sizeOf(
  { width, height, generative_upscale, background }: Record<string, unknown>,
  source?: Size,
): Size {
  const from = source ?? DEFAULT_SIZE
  const share = (length: unknown, of: number) =>
    typeof length === 'string' ? (Number.parseFloat(length) / 100) * of : Number(length)
  const w = width === undefined ? undefined : share(width, from.width)
  const h = height === undefined ? undefined : share(height, from.height)
  const guided = generative_upscale && !(background && w === undefined && h === undefined)
  const factor = generative_upscale || guided ? 2 : 1
  const wanted = {
    width: w ?? (h === undefined ? from.width * factor : (from.width * h) / from.height),
    height: h ?? (w === undefined ? from.height * factor : (from.height * w) / from.width),
  }
  const fit = Math.min(1, MAX_SIDE / Math.max(wanted.width, wanted.height))
  return {
    width: Math.max(1, Math.round(wanted.width * fit)),
    height: Math.max(1, Math.round(wanted.height * fit)),
  }
}

/** One line `path: value` for each field, sorted by path. */
function linesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${path}: ${JSON.stringify(value)}`.slice(0, 60)]
  }
  return Object.entries(value)
    .filter(([key]) => !['url', 'urls', 'webhooks', 'target'].includes(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, inner]) => linesOf(inner, path ? `${path}.${key}` : key))
}

function square(png: PNG, left: number, top: number, side: number): void {
  for (let y = top; y < Math.min(top + side, png.height); y++) {
    for (let x = left; x < Math.min(left + side, png.width); x++) {
      png.data.set([20, 20, 20, 255], (y * png.width + x) * 4)
    }
  }
}
