import { kodakNames } from './kodak.mjs'

const JPEG = { type: 'image/jpeg', quality: 0.92 }

/**
 * What a picture is tiled or filled with, and how it is encoded. `soiled` has the artifacts that restoring networks look
 * for; the lower half of `veiled` is translucent.
 */
const kinds = {
  photographs: { tiles: kodakNames.slice(0, 9).map((name) => `/kodak/${name}`), ...JPEG },
  photograph: { tiles: ['/kodak/15'], ...JPEG },
  soiled: { tiles: ['/kodak/15'], type: 'image/jpeg', quality: 0.3 },
  face: { tiles: ['/face'], fills: true, type: 'image/jpeg', quality: 0.3 },
  'noisy-face': { tiles: ['/face'], fills: true, sigma: 10, ...JPEG },
  veiled: { tiles: ['/kodak/15'], type: 'image/png', veil: true },
}

/**
 * Draws a picture of any size in a page whose site serves the tiles. Returns its path and bytes. `sigma`: the standard
 * deviation of noise that is added, of 255.
 */
export async function picture(page, site, kind, [width, height], sigma = kinds[kind].sigma ?? 0) {
  const path = `/picture/${kind}-${width}x${height}-${sigma}`
  await page.evaluate(draw, { ...kinds[kind], width, height, sigma, path })
  return [path, site.files.get(path)]
}

/** A JPEG tiled with photographs. */
export const photograph = (page, site, width, height, sigma) =>
  picture(page, site, 'photographs', [width, height], sigma)

async function draw({ tiles, fills, veil, sigma, width, height, type, quality, path }) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  const load = async (tile) => createImageBitmap(await (await fetch(tile)).blob())
  const sources = await Promise.all(tiles.map(load))
  const [{ width: w, height: h }] = sources
  const [stepX, stepY] = fills ? [width, height] : [w, h]
  for (let y = 0, i = 0; y < height; y += stepY) {
    for (let x = 0; x < width; x += stepX, i++)
      context.drawImage(sources[i % sources.length], x, y, stepX, stepY)
  }
  if (veil) {
    context.globalCompositeOperation = 'destination-out'
    context.fillStyle = '#0008'
    context.fillRect(0, height / 2, width, height / 2)
  }
  if (sigma > 0) addNoise()
  const body = await canvas.convertToBlob({ type, quality })
  await fetch(path, { method: 'PUT', body })

  function addNoise() {
    const image = context.getImageData(0, 0, width, height)
    for (let i = 0; i < image.data.length; i++) {
      if (i % 4 === 3) continue
      // The sum of four uniform numbers is close enough to a normal one.
      const sum = Math.random() + Math.random() + Math.random() + Math.random() - 2
      image.data[i] += sum * Math.sqrt(3) * sigma
    }
    context.putImageData(image, 0, 0)
  }
}
