import { type Colour, dim, relit } from './optics.ts'

/** Outline of the sky in photograph 19, clockwise, in pixels of the photograph. */
const sky = parsed(`
  0,0 512,0 512,473 502,470 500,442 468,439 452,437 460,425 466,411 464,404 457,398 445,395 433,398 426,405
  424,420 410,419 400,416 392,418 388,405 384.5,396 379.5,353 374.5,323 370.5,299 365,262 360.5,227 366,215
  366,172 361,165 346,159 348,150 340,138 328,131 317,128 316,117 311,109 309,98 308,109 303,117 303,128
  293,131 280,138 272,147 273,162 257,170 254,182 254,220 259,227 253,290 248,344 186,320 137,357 0,306
`)

/** Mask of the sky, with an edge as soft as in the photograph. */
function skyOf(width: number, height: number): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  const scale = width / 494
  context.filter = 'blur(0.7px)'
  context.beginPath()
  for (const [x = 0, y = 0] of sky) context.lineTo((x - 9) * scale, (y - 74) * scale)
  context.fill()
  return context.getImageData(0, 0, width, height).data
}

/** Simulates backlight: brightens the sky and darkens the rest. */
export function backlit(image: ImageData, seed: number): ImageData {
  const mask = skyOf(image.width, image.height)
  const shaded = dim(image, [0.07, 0.075, 0.085], 1e-5, 2e-4, seed)
  const bright = relit(image, (light) => light.map((each) => each * 2.2) as Colour)
  const out = new ImageData(image.width, image.height)
  out.data.forEach((_, i) => {
    const share = (mask[i | 3] as number) / 255
    const [sky, rest] = [bright.data[i] as number, shaded.data[i] as number]
    out.data[i] = Math.round(share * sky + (1 - share) * rest)
  })
  return out
}

function parsed(text: string): number[][] {
  return text
    .trim()
    .split(/\s+/)
    .map((point) => point.split(',').map(Number))
}
