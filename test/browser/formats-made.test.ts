import exifr from 'exifr'
import { describe, expect, it } from 'vitest'
import { draw, png, shared } from '../../scripts/lib/pictures.ts'
import { decode } from '../../workers/codecs/decode.ts'
import { chunk, setPngMetadata } from '../../workers/codecs/formats/png/chunks.ts'
import { readHeader } from '../../workers/codecs/open-file.ts'
import { displayP3Profile } from '../../workers/codecs/shared/rgb-profiles.ts'
import { withAperture } from './avif-aperture.ts'
import { failuresOfMutations, mutable } from './mutations.ts'
import { rgbProfile } from './profiles.ts'
import { run } from './run.ts'

/** What the pictures of test/fixtures/made show, 64 x 48: a gradient with red in the upper left. */
const RED = [230, 20, 20]
const made = async (name: string) => (await shared(`made/${name}`)) as Blob

type Image = Awaited<ReturnType<typeof decode>>
const pixel = ({ pixels, width }: Image, x: number, y: number) => [
  ...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]
const near = (actual: number[], expected: number[], most: number) => {
  for (const [i, value] of expected.entries()) {
    expect(Math.abs((actual[i] as number) - value), `${actual} is ${expected}`).toBeLessThanOrEqual(
      most,
    )
  }
}
const gradient = (x: number, y: number) => [
  (x * 255) / 64,
  (y * 255) / 48,
  128 + 60 * Math.sin(x / 5) * Math.cos(y / 7),
]

async function opened(name: string) {
  const { record, blob } = await run({ url: await made(name), output_format: 'png' })
  return { record, image: await decode({ image: blob }) }
}

it('HEIC is turned upright, and keeps profile, EXIF and density', async () => {
  const url = await made('rotated.heic')
  const { blob, record } = await run({ url, output_format: 'jpeg', quality: 95, keep_exif: true })
  const header = await readHeader(blob)
  expect([header.width, header.height, header.dpi]).toEqual([48, 64, 300])
  expect(header.orientation.value).toBe(1)
  expect(header.profile).toEqual(new Uint8Array(await (await made('display-p3.icc')).arrayBuffer()))
  expect(header.exif && (await exifr.parse(header.exif))).toMatchObject({ Make: 'Maker' })
  near(pixel(await decode({ image: blob }), 44, 4), RED, 8)
  expect(record.warnings).toEqual([])
})

it.each([
  ['alpha.heic', 12],
  ['alpha.jxl', 0],
  ['alpha.qoi', 0],
])('%s keeps its transparency', async (name, most) => {
  const { image, record } = await opened(name)
  expect([image.width, image.height]).toEqual([64, 48])
  near(pixel(image, 2, 2), [...RED, 255], most)
  near(pixel(image, 40, 30), [...gradient(40, 30).map(Math.floor), 90], most)
  expect(record.warnings).toEqual([])
})

it.each(['dng', 'arw', 'orf', 'pef', 'rw2'])(
  'a raw photo of a camera, bayer.%s, is developed',
  async (name) => {
    const { image } = await opened(`bayer.${name}`)
    expect([image.width, image.height]).toEqual([128, 96])
    const [red = 0, green = 0, blue = 0] = pixel(image, 8, 6)
    // Panasonic states the order of its colors where the made file does not: there, the patch has another color.
    const least = name === 'rw2' ? Math.min(red, green) : Math.max(green, blue)
    expect(name === 'rw2' ? Math.max(green, blue) : red).toBeGreaterThan(least + 100)
  },
)

/** The first pixel as the browser shows it, in sRGB. */
async function shownPixel(file: Blob): Promise<number[]> {
  const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(await createImageBitmap(file), 0, 0)
  return [...context.getImageData(0, 0, 1, 1).data]
}

describe('colors that code points state', () => {
  const green = draw(64, 48, () => [100, 200, 100])
  const pale = draw(64, 48, () => [150, 180, 160])
  /** A picture whose right half is nearly transparent. */
  const veiled = draw(64, 48, (x) => (x < 32 ? [100, 200, 100, 255] : [200, 100, 50, 3]))

  const pngOf = async (image: ImageData, primaries: number, transfer: number) => {
    const file = await png(image)
    const points = chunk('cICP', new Uint8Array([primaries, transfer, 0, 1]))
    return new Blob([file.slice(0, 33), points, file.slice(33)])
  }
  const avifOf = async (url: ImageData, primaries: number, transfer: number) => {
    const { blob } = await run({ url, output_format: 'avif', quality: 100 })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const text = new TextDecoder('latin1').decode(bytes)
    const at = text.indexOf('nclx')
    expect(at).toBeGreaterThan(0)
    bytes[at + 5] = primaries
    bytes[at + 7] = transfer
    return new Blob([bytes])
  }
  const files = [['PNG', pngOf], ['AVIF', avifOf]] as const // biome-ignore format: a table

  it.each(files)('as Display P3 are kept, with its profile: %s', async (_, file) => {
    for (const image of [green, veiled]) {
      const url = await file(image, 12, 13)
      const { record, blob } = await run({ url, output_format: 'png' })
      const result = await decode({ image: blob })
      near(pixel(result, 20, 20), [100, 200, 100, 255], 3)
      if (image === veiled) near(pixel(result, 50, 20), [200, 100, 50, 3], 3)
      expect(result.profile).toEqual(displayP3Profile())
      expect(record.warnings).toEqual([])
    }
  })

  it('as Display P3 are those that a browser shows for its profile', async () => {
    const url = await pngOf(green, 12, 13)
    const { blob } = await run({ url, output_format: 'png' })
    // What this green of P3 is in sRGB (SMPTE EG 432-1).
    for (const file of [blob, url]) near(await shownPixel(file), [45, 203, 86, 255], 2)
  })

  it.each(files)('as BT.2020 or linear are converted, with a warning: %s', async (_, file) => {
    for (const [primaries, transfer, expected] of [
      [9, 13, [127, 183, 158]],
      [1, 8, [202, 219, 208]],
    ] as const) {
      const url = await file(pale, primaries, transfer)
      const { record, blob } = await run({ url, output_format: 'png' })
      const result = await decode({ image: blob })
      near(pixel(result, 30, 20), [...expected, 255], 3)
      expect(result).not.toHaveProperty('profile')
      expect(record.warnings).toEqual([expect.objectContaining({ code: 'CONVERTED', path: 'url' })])
    }
  })

  it.each(files)('as sRGB are kept: %s', async (_, file) => {
    const { record, blob } = await run({ url: await file(green, 1, 13), output_format: 'png' })
    const result = await decode({ image: blob })
    near(pixel(result, 30, 20), [100, 200, 100, 255], 3)
    expect(result).not.toHaveProperty('profile')
    expect(record.warnings).toEqual([])
  })

  it('go before the profile of a PNG, unless they leave it open', async () => {
    const withPoints = async (primaries: number, transfer: number) => {
      const file = await setPngMetadata(await png(green), { profile: rgbProfile('adobeRgb') })
      const points = chunk('cICP', new Uint8Array([primaries, transfer, 0, 1]))
      return readHeader(new Blob([file.slice(0, 33), points, file.slice(33)]))
    }
    expect((await withPoints(12, 13)).profile).toEqual(displayP3Profile())
    expect((await withPoints(1, 13)).profile).toBeUndefined()
    expect((await withPoints(2, 2)).profile).toEqual(rgbProfile('adobeRgb'))
  })
})

describe('an AVIF of which only a part is shown', () => {
  const size = { width: 64, height: 48 }
  const grid = draw(64, 48, (x, y) => [x * 4, y * 5, 100, x < 32 ? 255 : 90])
  const opaque = draw(64, 48, (x, y) => [x * 4, y * 5, 100])

  it.each([
    ['in the corner', opaque, 0, 0],
    ['within', opaque, 12, 8],
    ['in the corner, with alpha', grid, 0, 0],
    ['within, with alpha', grid, 12, 8],
  ])('%s', async (_, image, x, y) => {
    const { blob } = await run({ url: image, output_format: 'avif', quality: 100 })
    const url = await withAperture(blob, size, { x, y, width: 40, height: 30 })
    const result = await run({ url, output_format: 'png' })
    const cut = await decode({ image: result.blob })
    expect([cut.width, cut.height]).toEqual([40, 30])
    for (const [u, v] of [[0, 0], [39, 0], [0, 29], [39, 29]] as const) // biome-ignore format: a table
      near(pixel(cut, u, v), [...image.data.subarray(((y + v) * 64 + x + u) * 4).slice(0, 4)], 6)
  })

  it.each([
    [0, 0],
    [4, 6],
  ] as const)('from (%i, %i), and turned', async (x, y) => {
    // biome-ignore format: a row
    const url = await withAperture(await made('turned-6.avif'), size, { x, y, width: 40, height: 30 }) // biome-ignore format: a row
    const whole = (await opened('turned-6.avif')).image
    const { blob } = await run({ url, output_format: 'png' })
    const cut = await decode({ image: blob })
    expect([cut.width, cut.height]).toEqual([30, 40])
    // The stored rows from the top are the columns from the right.
    for (const [u, v] of [[0, 0], [29, 0], [0, 39], [29, 39]] as const) // biome-ignore format: a table
      near(pixel(cut, u, v), pixel(whole, 48 - y - 30 + u, x + v), 2)
  })

  it('counts as what is decoded for the limit', async () => {
    const { blob } = await run({ url: opaque, output_format: 'avif' })
    const url = await withAperture(blob, size, { x: 0, y: 0, width: 20, height: 20 })
    const options = { provider: 'wasm', limits: { decodedPixels: 1000 } } as const
    const message = expect.stringContaining('64 x 48')
    await expect(run({ url }, options)).rejects.toMatchObject({ code: 'TOO_LARGE', message })
  })
})

it('linear floats of a PSD with a profile keep their numbers and the profile', async () => {
  const bytes = new Uint8Array(await (await made('floats.psd')).arrayBuffer())
  const profile = rgbProfile('linear')
  // 26 bytes of header and 4 of an empty color table; then the image resources, of which there are none.
  const resource = new DataView(new ArrayBuffer(16))
  for (const [i, value] of [12 + profile.length, 0x3842494d, 0x040f0000, profile.length].entries())
    resource.setUint32(i * 4, value)
  const url = new Blob([bytes.subarray(0, 30), resource, profile, bytes.subarray(34)])
  const { blob } = await run({ url, output_format: 'png' })
  const image = await decode({ image: blob })
  expect(image.profile).toEqual(profile)
  const linear = gradient(40, 25).map((value) => 255 * (value / 255) ** 2.2)
  near(pixel(image, 40, 25), [...linear, 255], 2)
})

describe('light brighter than white', () => {
  const exrs = ['none', 'zip', 'rle', 'piz', 'b44', 'tiled'].map((name) => `bright-${name}.exr`)

  it.each(['bright.hdr', ...exrs])('of %s is tone-mapped', async (name) => {
    const { image } = await opened(name)
    expect([image.width, image.height]).toEqual([64, 48])
    const bright = pixel(image, 35, 24)
    expect(Math.min(...bright)).toBeGreaterThanOrEqual(250)
    // Colors keep their order, and none but the light is cut off.
    const [red = 0, green = 0, blue = 0] = pixel(image, 4, 4)
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
    expect(red).toBeLessThan(250)
    expect(Math.max(...pixel(image, 50, 40).slice(0, 3))).toBeLessThan(250)
  })

  it('is the same from both formats', async () => {
    const [a, b] = await Promise.all(['bright.hdr', 'bright-zip.exr'].map(opened))
    for (const [x, y] of [
      [4, 4],
      [20, 40],
      [50, 10],
      [60, 45],
    ] as const) {
      // A shared exponent leaves little of a dark channel beside a bright one.
      near(pixel(a?.image as Image, x, y), pixel(b?.image as Image, x, y), 8)
    }
  })

  it('has the same tone however an EXR is compressed', async () => {
    const [plain, ...others] = (await Promise.all(exrs.map(opened))).map(({ image }) => image)
    for (const other of others) {
      for (const [x, y] of [[4, 4], [20, 23], [20, 24], [35, 24], [50, 10], [63, 47]] as const) // biome-ignore format: a table
        near(pixel(other as Image, x, y), pixel(plain as Image, x, y), 8)
    }
  })
})

it.each(['animated.avif', 'animated.webp'])(
  'of %s the first frame is used, and said so',
  async (name) => {
    const { record, image } = await opened(name)
    near(pixel(image, 5, 5), [...RED, 255], 20)
    expect(record.warnings).toEqual([expect.objectContaining({ code: 'FIRST_FRAME', path: 'url' })])
  },
)

it('of animations beside the source the first frame is used, and said so', async () => {
  const animation = await made('animated.webp')
  const { record } = await run({
    url: draw(64, 48, (x) => [x, 90, 60]),
    background: { mask: animation, refine: false, replace: animation },
    caption: { url: animation },
  })
  const paths = record.warnings.filter(({ code }) => code === 'FIRST_FRAME').map(({ path }) => path)
  expect(paths.sort()).toEqual(['background.mask', 'background.replace', 'caption.url'])
})

describe('as Pillow and the writer of the file have it', () => {
  const opaque = (x: number, y: number) => [...gradient(x, y), 255]
  const gray = (x: number, y: number) => Array(3).fill(gradient(x, y)[0])
  const green = (x: number, y: number) => {
    const level = gradient(x, y)[0] as number
    return [level, 255 - level, 128, 255]
  }
  const under = (colors: typeof gray) => (x: number, y: number) => [
    ...colors(x, y),
    x < 32 ? 255 : 90,
  ]
  /** Frames of which the first is a part of the canvas. */
  const part = (x: number, y: number) => {
    const level = gradient(x, y)[0] as number
    const inside = x >= 10 && x < 40 && y >= 5 && y < 25
    return inside ? [level, 255 - level, 128, 255] : [0, 0, 0, 0]
  }

  it.each([
    ['planes-16.tif', under(gradient)],
    ['planes-tiles.tif', under(gray)],
    ['alpha-last.jp2', under(gradient)],
    ['alpha-first.jp2', under(gradient)],
    ['alpha-premultiplied.jp2', under(gradient)],
    ['alpha-undefined.jp2', under(gradient)],
    ['alpha-gray.jp2', under(gray)],
    ['no-alpha.jp2', opaque],
    ['gray-16.sgi', (x: number, y: number) => [...gray(x, y), 255]],
    ['gray-16-packed.sgi', (x: number, y: number) => [...gray(x, y), 255]],
    ['gray-alpha.sgi', under(gray)],
    ['gray-alpha-16.sgi', under(gray)],
    ['stray-bytes.gif', part],
    ['no-palette.gif', (x: number, y: number) => [...gray(x, y), 255]],
    ['no-canvas.gif', green],
    ['beyond.gif', (x: number, y: number) => (x < 10 || y < 5 ? [0, 0, 0, 0] : green(x, y))],
    ['masks-40.bmp', under(gradient)],
    ['masks-16.bmp', (x: number, y: number) => under(gradient)(x, y).map((v) => (v >> 4) * 17)],
    ['floats.psd', opaque],
  ] as const)('%s', async (name, expected) => {
    const { image } = await opened(name)
    expect([image.width, image.height]).toEqual([64, 48])
    for (const [x, y] of [[20, 14], [39, 24], [40, 25], [60, 40], [2, 40]] as const) // biome-ignore format: a table
      near(pixel(image, x, y), expected(x, y), name === 'floats.psd' ? 12 : 4)
  })

  it('beyond.gif, whose frame is its size when the result is planned', async () => {
    const { blob } = await run({ url: await made('beyond.gif'), width: '50%' })
    expect(await readHeader(blob)).toMatchObject({ width: 32, height: 24 })
  })

  it('arithmetic.jpg', async () => {
    const { image } = await opened('arithmetic.jpg')
    for (const [x, y] of [[4, 4], [40, 25], [60, 40]] as const) // biome-ignore format: a table
      near(pixel(image, x, y), x === 4 ? [...RED, 255] : opaque(x, y), 12)
  })

  it('cmyk.jp2, with a warning', async () => {
    const { image, record } = await opened('cmyk.jp2')
    for (const [x, y] of [[20, 14], [40, 25], [60, 40]] as const) // biome-ignore format: a table
      near(pixel(image, x, y), opaque(x, y), 8)
    expect(record.warnings).toEqual([expect.objectContaining({ code: 'CONVERTED', path: 'url' })])
  })

  it.each([
    [2, 60, 4, 64],
    [3, 60, 44, 64],
    [4, 4, 44, 64],
    [6, 44, 4, 48],
  ])('turned-%i.avif, upright', async (orientation, x, y, width) => {
    const { image } = await opened(`turned-${orientation}.avif`)
    expect(image.width).toBe(width)
    near(pixel(image, x, y), [...RED, 255], 16)
  })
})

it('what only ImageMagick knows is opened', async () => {
  const pixels = [
    [255, 0, 0, 255],
    [0, 128, 0, 255],
  ]
    .flat()
    .flatMap((value) => [value, value])
  const url = new Blob(['farbfeld', new Uint8Array([0, 0, 0, 2, 0, 0, 0, 1, ...pixels])])
  const { blob } = await run({ url, output_format: 'png' })
  expect([...(await decode({ image: blob })).pixels]).toEqual([255, 0, 0, 255, 0, 128, 0, 255])
})

it.each([
  [
    'MVG',
    'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "https://example.com/x.png"\n',
  ],
  ['MSL', '<?xml version="1.0"?><image><read filename="https://example.com/x.png"/></image>'],
  ['TXT', '# ImageMagick pixel enumeration: 1,1,255,srgb\n0,0: (255,0,0)\n'],
  ['VID', 'vid:/etc/passwd'],
  ['PDF', '%PDF-1.4\n\0'],
  ['PCL', '\x1bE\x1b\0'],
  ['MIFF', 'id=ImageMagick  version=1.0\n\0'],
  ['HTML', '<!doctype html><title>Not found</title>'],
  ['MP4', '\0\0\0\x18ftypmp42\0\0\0\0'],
])('%s is refused', async (_, text) => {
  const url = new Blob([text])
  await expect(run({ url })).rejects.toMatchObject({ code: 'UNIDENTIFIED_IMAGE', path: 'url' })
})

it('what ImageMagick says of a file is told without its temporary names', async () => {
  const url = new Blob(['\0\0\0\x18ftypheic\0\0\0\0mif1heic', '\0'.repeat(99)])
  const refusal = await run({ url }).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'UNIDENTIFIED_IMAGE', path: 'url' })
  expect(refusal.message).toContain('a heic file that cannot be read (')
  expect(refusal.message).not.toMatch(/tmp|@|\.c\b/)
})

it('nor is what its libraries throw told as undefined', async () => {
  const entries = [[256, 60_000], [257, 60_000], [330, 8]] // biome-ignore format: tag and value
  const url = new Blob([
    'IIRO',
    new Uint8Array([8, 0, 0, 0, entries.length, 0]),
    ...entries.map(([tag = 0, value = 0]) => {
      const entry = new DataView(new ArrayBuffer(12))
      entry.setUint16(0, tag, true)
      entry.setUint16(2, 4, true)
      entry.setUint32(4, 1, true)
      entry.setUint32(8, value, true)
      return entry
    }),
    new Uint8Array([8, 0, 0, 0]),
  ])
  const message = expect.stringContaining('orf file that cannot be read')
  const refusal = { code: 'UNIDENTIFIED_IMAGE', path: 'url', message }
  await expect(run({ url })).rejects.toMatchObject(refusal)
})

it('an OpenEXR file with more samples than pixels ends at once', async () => {
  const bytes = new Uint8Array(await (await made('bright-piz.exr')).arrayBuffer())
  bytes[8126] = 0x7f
  const opening = run(
    { url: new Blob([bytes]) },
    { provider: 'wasm', limits: { decodeSeconds: 5 } },
  )
  await expect(opening).rejects.toMatchObject({ code: 'UNIDENTIFIED_IMAGE', path: 'url' })
})

const SEED = 20_261_122
const MUTATIONS = 50

it.each(mutable)(
  `${MUTATIONS} mutations of %s end in an image or an error (seed ${SEED})`,
  { timeout: 300_000 },
  async (name) => {
    expect(await failuresOfMutations(name, MUTATIONS, SEED)).toEqual([])
  },
)
