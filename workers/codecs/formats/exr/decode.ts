/// <reference path="./three.d.ts" />
import { once } from '../../../image/load-wasm.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { MAX_INFLATED } from '../../shared/inflate.ts'
import { toneMapped } from '../../shared/tone-map.ts'
import { readExrHeader } from './header.ts'

/** What three.js calls samples of 32 bits, and images of four channels and of one. */
const FLOAT = 1015
const RGBA = 1023
const GRAY = 1028

const load = once(() => import('three/addons/loaders/EXRLoader.js'))

/** OpenEXR by the loader of three.js, of all compressions, in rows or tiles. Light is tone-mapped. */
export function info(bytes: Uint8Array): RasterInfo {
  const { width, height, channels } = readExrHeader(bytes)
  return { width, height, alpha: channels.some(({ name }) => name === 'A') }
}

export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const { unsupported, channels } = readExrHeader(bytes)
  if (unsupported) throw new Error(`an EXR of ${unsupported} is not supported`)
  const shape = info(bytes)
  const size = channels.reduce((sum, channel) => sum + channel.bytes, 0)
  if (size * shape.width * shape.height > bytes.length * MAX_INFLATED) {
    throw new RangeError('an EXR that is cut off')
  }
  const { EXRLoader } = await load()
  const { data, format, width, height } = new EXRLoader()
    .setDataType(FLOAT)
    .parse(bytes.slice().buffer)
  if (width !== shape.width || height !== shape.height) throw new Error('an EXR of two sizes')
  if (format !== RGBA && format !== GRAY) throw new Error('EXR channels that are no image')
  const upright = flipped(data, width * (format === RGBA ? 4 : 1))
  return toneMapped({ ...shape, light: format === RGBA ? straight(upright) : opaque(upright) })
}

/** The rows from the top: three.js puts the last one first. In place. */
function flipped(values: Float32Array, stride: number): Float32Array {
  for (let top = 0, end = values.length; top < end - stride; top += stride, end -= stride) {
    const row = values.slice(top, top + stride)
    values.copyWithin(top, end - stride, end)
    values.set(row, end - stride)
  }
  return values
}

/** Colors are premultiplied. In place. */
function straight(light: Float32Array): Float32Array {
  for (let i = 0; i < light.length; i += 4) {
    const alpha = light[i + 3] as number
    if (alpha > 0 && alpha < 1)
      for (let c = i; c < i + 3; c++) light[c] = (light[c] as number) / alpha
  }
  return light
}

/** Gray as RGBA. */
const opaque = (gray: Float32Array) =>
  Float32Array.from({ length: gray.length * 4 }, (_, i) =>
    (i & 3) === 3 ? 1 : (gray[i >> 2] as number),
  )
