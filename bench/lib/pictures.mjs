import { readFileSync } from 'node:fs'
import { kodakFiles } from './kodak.mjs'

const face = new URL('../../../shared/data/faces/ffhq-clean.png', import.meta.url)

/** What the pictures are drawn from, for `serve`. */
export const originals = () => new Map([...kodakFiles(), ['/face', readFileSync(face)]])

/**
 * What a picture is tiled or filled with, and how it is encoded. `soiled` has the artifacts that restoring networks look
 * for; `enlarged` is as after an enlargement by interpolation; the lower half of `veiled` is translucent.
 */
const kinds = {
  photograph: { tile: '/kodak/15', type: 'image/jpeg', quality: 0.92 },
  soiled: { tile: '/kodak/15', type: 'image/jpeg', quality: 0.3 },
  enlarged: { tile: '/kodak/15', scale: 1.5, type: 'image/jpeg', quality: 0.92 },
  face: { tile: '/face', fills: true, type: 'image/jpeg', quality: 0.3 },
  veiled: { tile: '/kodak/15', type: 'image/png', veil: true },
}

/** Draws a picture in a page whose site serves `originals`. */
export async function drawPicture(page, site, kind, [width, height]) {
  const path = `/picture/${kind}-${width}x${height}`
  await page.evaluate(draw, { ...kinds[kind], width, height, path })
  return [path, site.files.get(path)]
}

async function draw({ tile, fills, scale = 1, veil, width, height, type, quality, path }) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  const source = await createImageBitmap(await (await fetch(tile)).blob())
  const [stepX, stepY] = fills ? [width, height] : [source.width * scale, source.height * scale]
  for (let y = 0; y < height; y += stepY) {
    for (let x = 0; x < width; x += stepX) context.drawImage(source, x, y, stepX, stepY)
  }
  if (veil) {
    context.globalCompositeOperation = 'destination-out'
    context.fillStyle = '#0008'
    context.fillRect(0, height / 2, width, height / 2)
  }
  const body = await canvas.convertToBlob({ type, quality })
  await fetch(path, { method: 'PUT', body })
}
