import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'

/** Photographs of the Kodak set, 768 x 512. The last three are in portrait orientation. */
const names = ['01', '03', '05', '07', '11', '13', '15', '21', '23', '09', '17', '19']
const lying = names.slice(0, 9)
const file = (name) =>
  fileURLToPath(new URL(`../../../shared/data/kodak/kodim${name}.png`, import.meta.url))

export const kodakPaths = () => names.map(file)

export const hasKodak = () => names.every((name) => existsSync(file(name)))

/** Returns up to `count` photographs as named RGBA images. */
export const kodak = (count = names.length) =>
  names.slice(0, count).map((name) => ({ name: `kodim${name}`, ...PNG.sync.read(read(name)) }))

/** Encodes an image as PNG. */
export const toPng = ({ width, height, data }) =>
  PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(data) }))

export const fromPng = (bytes) => PNG.sync.read(bytes)

/** The files as a map from path to bytes, for `serve`. */
export const kodakFiles = () => new Map(names.map((name) => [`/kodak/${name}`, read(name)]))

const read = (name) => readFileSync(file(name))

/** Returns a JPEG of any size, tiled with photographs. The page's site must serve `kodakFiles`. */
export async function photograph(page, site, width, height) {
  const path = `/photograph/${width}x${height}.jpg`
  await page.evaluate(compose, { names: lying, width, height, path })
  return [path, site.files.get(path)]
}

async function compose({ names, width, height, path }) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  for (let y = 0, i = 0; y < height; y += 512) {
    for (let x = 0; x < width; x += 768, i++) {
      const source = await fetch(`/kodak/${names[i % names.length]}`)
      context.drawImage(await createImageBitmap(await source.blob()), x, y)
    }
  }
  const body = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
  await fetch(path, { method: 'PUT', body })
}
