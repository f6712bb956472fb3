import { ascii, dataView, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'
import { type SampleType, sampledImage, sampleTypes } from '../../shared/samples.ts'

/**
 * Portable float map (.pfm): `Pf` (gray) or `PF` (RGB), width, height and a number that is negative if the 32-bit floats
 * are little-endian, in text; then rows from the bottom. Floats range from 0 to 255 in some files and from 0 to 1 in
 * others: the latter if none is above 1. (ImageMagick knows only the latter.)
 */
const HEAD = 128
const HEADER = /^P([Ff])\s+(?:#[^\n]*\n\s*)*(\d{1,9})\s+(\d{1,9})\s+([-+.\deE]{1,20})\s/

export function info(bytes: Uint8Array): RasterInfo {
  const { width, height } = readHeader(bytes)
  return rasterInfo(width, height)
}

export function decode(bytes: Uint8Array): DecodedImage {
  const { width, height, channels, little, from } = readHeader(bytes)
  const sample = sampleTypes.float32(little)
  const row = width * channels * sample.bytes
  requireBytes(bytes, from + row * height)
  const layout = {
    from: from + (height - 1) * row,
    row: -row,
    column: channels * sample.bytes,
    channels: Array.from({ length: channels }, (_, i) => i * sample.bytes),
  }
  const end = from + row * height
  return sampledImage(bytes, rasterInfo(width, height), layout, levels(bytes, from, end, sample))
}

function readHeader(bytes: Uint8Array) {
  const found = HEADER.exec(ascii(bytes, 0, HEAD))
  if (!found) throw new Error('a PFM with a width, a height and a number')
  const [all, letter, width, height, scale] = found
  return {
    width: Number(width),
    height: Number(height),
    channels: letter === 'F' ? 3 : 1,
    little: Number(scale) < 0,
    from: all.length,
  }
}

function levels(
  bytes: Uint8Array,
  from: number,
  end: number,
  { bytes: size, level }: SampleType,
): SampleType {
  const data = dataView(bytes)
  let highest = 0
  for (let at = from; at < end; at += size) highest = Math.max(highest, level(data, at) || 0)
  return { bytes: size, level: highest > 1 ? level : (view, at) => level(view, at) * 255 }
}
