import { browser } from '../../browser/codec.ts'
import { jsquash } from '../../shared/jsquash.ts'
import { at, type Format } from '../format.ts'
import { firstFrame, readWebp } from './chunks.ts'

export const webp: Format = {
  matches: (bytes) => at(0, 'RIFF')(bytes) && at(8, 'WEBP')(bytes),
  codecs: [browser(readWebp, decodeStraight)],
}

/** Of an animation the first frame, on a transparent canvas: the codec opens still images only. */
async function decodeStraight(file: Blob) {
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
