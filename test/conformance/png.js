/** Encodes and decodes PNGs of 8 bits per channel without interlacing, which is enough for tests, in Node and in a page. */
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]
const CHANNELS = { 0: 1, 2: 3, 4: 2, 6: 4 }

/** @param {(x: number, y: number) => number[]} pixel - red, green, blue, alpha from 0 to 255. */
export async function encode(width, height, pixel) {
  const rows = new Uint8Array(height * (1 + width * 4))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(pixel(x, y), y * (1 + width * 4) + 1 + x * 4)
  }
  const header = new Uint8Array([...bytes32(width), ...bytes32(height), 8, 6, 0, 0, 0])
  const data = await through(rows, new CompressionStream('deflate'))
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array())]
  return join([new Uint8Array(SIGNATURE), ...chunks])
}

/** Returns width, height, pixels per metre if the file has them, and `at(x, y)`: red, green, blue, alpha. */
export async function decode(file) {
  const chunks = [...chunksOf(file)]
  const named = (name) => chunks.filter(({ type }) => type === name).map(({ data }) => data)
  const [header] = named('IHDR')
  if (header?.[8] !== 8 || header[12] !== 0) throw new Error('Expected a plain PNG')
  const view = new DataView(header.buffer, header.byteOffset)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const raw = await through(join(named('IDAT')), new DecompressionStream('deflate'))
  const colour = header[9]
  const pixels = unfiltered(raw, width, height, CHANNELS[colour])
  const [density] = named('pHYs')
  return {
    width,
    height,
    ...(density && { perMetre: new DataView(density.buffer, density.byteOffset).getUint32(0) }),
    at: (x, y) => rgba(pixels, (y * width + x) * CHANNELS[colour], colour),
  }
}

function rgba(pixels, i, colour) {
  const [a, b, c, d] = pixels.subarray(i, i + 4)
  if (colour === 6) return [a, b, c, d]
  if (colour === 2) return [a, b, c, 255]
  return [a, a, a, colour === 4 ? b : 255]
}

function unfiltered(raw, width, height, channels) {
  const stride = width * channels
  const out = new Uint8Array(height * stride)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i
      const left = i >= channels ? out[at - channels] : 0
      const up = y > 0 ? out[at - stride] : 0
      const corner = i >= channels && y > 0 ? out[at - stride - channels] : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
      out[at] = raw[y * (stride + 1) + 1 + i] + guess
    }
  }
  return out
}

function paeth(left, up, corner) {
  const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs)
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

function* chunksOf(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let at = SIGNATURE.length; at + 8 <= file.length; ) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8))
    yield { type, data: file.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

function chunk(type, data) {
  const body = join([Uint8Array.from(type, (letter) => letter.charCodeAt(0)), data])
  return join([bytes32(data.length), body, bytes32(crc(body))])
}

function crc(data) {
  let value = 0xffffffff
  for (const byte of data) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}

function bytes32(value) {
  return new Uint8Array([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])
}

function join(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

async function through(data, transform) {
  const stream = new Blob([data]).stream().pipeThrough(transform)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
