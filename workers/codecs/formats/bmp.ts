/**
 * Decodes a BMP of 32 bits a pixel with an alpha mask (BITMAPV3INFOHEADER and later), which no browser
 * API hands out without premultiplying. Layout: at 10 the offset of the pixels; at 14 the header with
 * width, height (negative: rows from the top) and, at 54, the masks of red, green, blue and alpha.
 */
export async function decodeBmp(file: Blob) {
  const data = new DataView(await file.arrayBuffer())
  const start = data.getUint32(10, true)
  const width = data.getInt32(18, true)
  const stored = data.getInt32(22, true)
  const height = Math.abs(stored)
  if (start + width * height * 4 > data.byteLength) throw new Error('a BMP that is cut off')
  const channels = [54, 58, 62, 66].map((at) => channel(data.getUint32(at, true)))
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, to = 0; y < height; y++) {
    const row = start + (stored < 0 ? y : height - 1 - y) * width * 4
    for (let x = 0; x < width; x++) {
      const value = data.getUint32(row + x * 4, true)
      for (const { mask, shift, most } of channels) {
        pixels[to++] = (((value & mask) >>> shift) * 255) / most
      }
    }
  }
  return { data: pixels, width, height }
}

function channel(mask: number) {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  return { mask, shift, most: mask === 0 ? 1 : mask >>> shift }
}
