import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  ConfigurationFiles,
  initializeImageMagick,
  Magick,
  type MagickFormat,
  MagickImage,
  MagickReadSettings,
} from '@imagemagick/magick-wasm'
import { beforeAll, expect, it } from 'vitest'
import { policy } from '../../../workers/codecs/magick/policy.ts'

/** Coders that run programs, draw them, or read other files or addresses. */
const FORBIDDEN = [
  'MVG', 'MSL', 'MSVG', 'SVG', 'TEXT', 'TXT', 'VID', 'HTTP', 'HTTPS', 'FILE', 'PDF', 'PS', 'EPS', 'XPS', 'PCL',
  'LABEL', 'CAPTION', 'INLINE', 'MPC', 'MIFF', 'CLIP', 'SCREENSHOT', 'TTF', 'MP4', 'STEGANO', 'TILE', 'PATTERN',
] // biome-ignore format: a table

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
  const configuration = ConfigurationFiles.default
  configuration.policy.data = policy
  await initializeImageMagick(new Uint8Array(readFileSync(wasm)), configuration)
})

const content = new TextEncoder().encode(
  'push graphic-context\nimage over 0,0 9,9 "x.png"\npop graphic-context\n',
)

/** What ImageMagick says when it is told to read text by a coder. */
function answer(format: MagickFormat): string {
  const image = MagickImage.create()
  try {
    image.read(content, new MagickReadSettings({ format, width: 9, height: 9 }))
    return 'an image'
  } catch (error) {
    return (error as Error).message
  } finally {
    image.dispose()
  }
}

it.each(FORBIDDEN)('%s is not authorized', (format) => {
  expect(Magick.supportedFormats.map((known) => String(known.format))).toContain(format)
  expect(answer(format as MagickFormat)).toContain('NotAuthorized')
})

it('no coder reads unless the policy names it', () => {
  const named = new Set(
    [...policy.matchAll(/rights="read" pattern="(\w+)"/g)].map(([, name]) => name),
  )
  const others = Magick.supportedFormats.filter(
    ({ format, supportsReading }) => supportsReading && !named.has(format),
  )
  expect(others.length).toBeGreaterThan(150)
  const read = others.filter(({ format }) => !/NotAuthorized|NoDecodeDelegate/.test(answer(format)))
  expect(read.map(({ format }) => format)).toEqual([])
})

it('what a file says of itself does not change that', () => {
  const image = MagickImage.create()
  for (const start of [
    '%PDF-1.4\n',
    '%!PS-Adobe',
    '<svg ',
    'id=ImageMagick',
    'viewbox 0 0 9 9\n',
    '# ImageMagick pixel enumeration',
  ]) {
    expect(() => image.read(new TextEncoder().encode(start))).toThrow(
      /NotAuthorized|NoDecodeDelegate/,
    )
  }
  image.dispose()
})

it('no coder writes but that of JPEG XL', () => {
  const image = MagickImage.create()
  image.read(new TextEncoder().encode('P1 1 1\n0\n'), new MagickReadSettings({ format: 'PBM' }))
  const written = (format: string) => image.write(format as MagickFormat, ({ length }) => length)
  expect(written('JXL')).toBeGreaterThan(0)
  for (const format of ['PNG', 'MVG', 'MIFF', 'PDF']) {
    expect(() => written(format)).toThrow('NotAuthorized')
  }
  image.dispose()
})
