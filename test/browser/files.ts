import { chunk as pngChunk } from '../../workers/codecs/formats/png/chunks.ts'

/** Builds files of formats that the browser cannot encode. */

/** A GIF of 4 x 4 pixels: red, with a transparent left column (LZW without compression). */
export const gif = new Blob(
  [
    Uint8Array.from([
      ...text('GIF89a'),
      4,
      0,
      4,
      0,
      0x80,
      0,
      0,
      255,
      0,
      0,
      0,
      0,
      255,
      0x21,
      0xf9,
      4,
      1,
      0,
      0,
      1,
      0,
      0x2c,
      0,
      0,
      0,
      0,
      4,
      0,
      4,
      0,
      0,
      2,
      // A clear code before every two pixels keeps the codes 3 bits wide.
      ...lzw([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
      0,
      0x3b,
    ]),
  ],
  { type: 'image/gif' },
)

function lzw(pixels: number[]): number[] {
  const [clear, end] = [4, 5]
  const codes = pixels.flatMap((pixel, i) => (i % 2 === 0 ? [clear, pixel] : [pixel]))
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const code of [...codes, end]) {
    held |= code << bits
    bits += 3
    for (; bits >= 8; bits -= 8, held >>= 8) bytes.push(held & 255)
  }
  bytes.push(held & 255)
  return [bytes.length, ...bytes]
}

/** Encodes a BMP of 32 bits per pixel with a V4 header and an alpha mask. */
export function bmp({ width, height, data }: ImageData): Blob {
  const header = new DataView(new ArrayBuffer(122))
  text('BM').forEach((byte, i) => {
    header.setUint8(i, byte)
  })
  header.setUint32(2, 122 + data.length, true)
  header.setUint32(10, 122, true)
  header.setUint32(14, 108, true)
  header.setInt32(18, width, true)
  header.setInt32(22, -height, true)
  header.setUint16(26, 1, true)
  header.setUint16(28, 32, true)
  header.setUint32(30, 3, true)
  for (const [i, mask] of [0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000].entries())
    header.setUint32(54 + i * 4, mask, true)
  header.setUint32(70, 0x73524742, true)
  return new Blob([header, new Uint8Array(data)], { type: 'image/bmp' })
}

/** Wraps a WebP as the only frame of an animation, at (x, y) on a canvas of 16 x 16. Both must be even. */
export async function animatedWebp(still: Blob, x: number, y: number): Promise<Blob> {
  const { width, height } = await createImageBitmap(still)
  const picture = new Uint8Array(await still.arrayBuffer()).subarray(12)
  const header = [x / 2, 0, 0, y / 2, 0, 0, width - 1, 0, 0, height - 1, 0, 0, 100, 0, 0, 0]
  const riff = (type: string, body: Iterable<number>) => {
    const bytes = [...body]
    const length = new Uint8Array(Uint32Array.of(bytes.length).buffer)
    return [...text(type), ...length, ...bytes]
  }
  const chunks = [
    ...riff('VP8X', [0x12, 0, 0, 0, 15, 0, 0, 15, 0, 0]),
    ...riff('ANIM', [0, 0, 0, 0, 0, 0]),
    ...riff('ANMF', [...header, ...picture]),
  ]
  return new Blob([Uint8Array.from(riff('RIFF', [...text('WEBP'), ...chunks]))])
}

/** Encodes a PNG without an alpha channel, of any width. */
export async function opaquePng({ width, height, data }: ImageData): Promise<Blob> {
  const rows = new Uint8Array(height * (1 + width * 3))
  for (let y = 0, to = 0; y < height; y++) {
    rows[to++] = 0
    for (let x = 0; x < width; x++, to += 3) {
      const from = (y * width + x) * 4
      rows.set(data.subarray(from, from + 3), to)
    }
  }
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, width)
  new DataView(header.buffer).setUint32(4, height)
  header.set([8, 2], 8)
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'))
  const zlib = new Uint8Array(await new Response(stream).arrayBuffer())
  const signature = Uint8Array.from([0x89, ...text('PNG\r\n\x1a\n')])
  const end = pngChunk('IEND', new Uint8Array())
  return new Blob([signature, pngChunk('IHDR', header), pngChunk('IDAT', zlib), end])
}

/** A TIFF block with an orientation only. */
const tiff = (orientation: number) => [
  ...text('MM'),
  0,
  42,
  0,
  0,
  0,
  8,
  0,
  1,
  0x01,
  0x12,
  0,
  3,
  0,
  0,
  0,
  1,
  0,
  orientation,
  0,
  0,
  0,
  0,
  0,
  0,
]

/** Adds an EXIF block with an orientation only. */
export const withOrientation = {
  async jpeg(file: Blob, orientation: number): Promise<Blob> {
    const exif = [...text('Exif\0\0'), ...tiff(orientation)]
    const segment = Uint8Array.from([0xff, 0xe1, 0, exif.length + 2, ...exif])
    return new Blob([file.slice(0, 2), segment, file.slice(2)])
  },
  async png(file: Blob, orientation: number): Promise<Blob> {
    const afterHeader = 8 + 25
    const exif = pngChunk('eXIf', Uint8Array.from(tiff(orientation)))
    return new Blob([file.slice(0, afterHeader), exif, file.slice(afterHeader)])
  },
  /** The file must have the extended format. */
  async webp(file: Blob, orientation: number): Promise<Blob> {
    const exif = tiff(orientation)
    const bytes = new Uint8Array(await file.arrayBuffer())
    bytes[20] = (bytes[20] as number) | 8
    new DataView(bytes.buffer).setUint32(4, bytes.length - 8 + 8 + exif.length, true)
    return new Blob([bytes, Uint8Array.from([...text('EXIF'), exif.length, 0, 0, 0, ...exif])])
  },
}

/** An ICC profile with a valid header only, which is enough to test that it is carried over. */
export function profile(space: 'RGB ' | 'GRAY', length = 400): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length).map((_, i) => (i * 37) & 255)
  bytes.set([0, 0, length >> 8, length & 255])
  bytes.set(text(space), 16)
  bytes.set(text('acsp'), 36)
  return bytes
}

function text(characters: string): number[] {
  return [...characters].map((character) => character.charCodeAt(0))
}
