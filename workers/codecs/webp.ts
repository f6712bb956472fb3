import { firstFrame, readWebp } from './containers/webp.ts'
import { jsquash } from './jsquash.ts'

/** Decodes a WebP with straight alpha; of an animation the first frame, on the full canvas. */
export async function decodeWebp(file: Blob) {
  const decode = await jsquash.webpDecode()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const frame = firstFrame(bytes)
  if (!frame) return decode(bytes.buffer)
  const { width, height } = readWebp(bytes)
  const { x, y } = frame
  if (x + frame.width > width || y + frame.height > height) {
    throw new Error('a frame beyond its canvas')
  }
  const image = await decode(await frame.file.arrayBuffer())
  const data = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < image.height; row++) {
    const from = row * image.width * 4
    data.set(image.data.subarray(from, from + image.width * 4), ((y + row) * width + x) * 4)
  }
  return { data, width, height }
}
