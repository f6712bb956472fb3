import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { draw, encoded, png } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import type { DarkroomOptions, ProcessingRequest } from '../../src/index.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { setPngMetadata } from '../../workers/codecs/formats/png/chunks.ts'
import { environmentOf } from './environment.ts'
import { profile } from './files.ts'
import { gradient } from './pictures.ts'

const opened: Darkroom[] = []
afterAll(() => {
  for (const darkroom of opened) darkroom.dispose()
})

/** A Darkroom that keeps every result, however fast it was made. */
function open(cache: DarkroomOptions['cache'], parts = {}) {
  const environment = environmentOf({ cacheFromMs: 0, ...parts })
  const darkroom = new LazyDarkroom(
    { provider: 'wasm', ...(cache !== undefined && { cache }) },
    environment,
  )
  opened.push(darkroom)
  return darkroom
}

const plain = open(false)
const caching = open({ bytes: 100e6 })
const photo = await png(gradient(48, 36))
const cutOut = await png(draw(40, 30, (x, y) => [x * 6, y * 8, 90, x < 20 ? 255 : y * 8]))
const product = await png(
  draw(40, 40, (x, y) => (Math.hypot(x - 22, y - 16) < 9 ? [190, 30, 40] : [240, 240, 240])),
)
const tagged = await setPngMetadata(photo, { dpi: 144, profile: profile('RGB ') })
const jpegOf = (quality: number) => encoded(gradient(48, 36), 'image/jpeg', quality)
const [jpeg, poorJpeg] = [await jpegOf(0.95), await jpegOf(0.2)]
const [caption, otherCaption] = [gradient(12, 6), await png(gradient(6, 12))]

/** What a request came to, without what depends on time and on the cache. */
async function outcome(darkroom: Darkroom, request: ProcessingRequest) {
  try {
    const { blob, details, warnings } = await darkroom.run(request)
    const steps = details.steps.map(({ ms, cached, ...step }) => step)
    const bytes = Array.from(new Uint8Array(await blob.arrayBuffer()))
    return { type: blob.type, bytes: bytes.join(), details: { ...details, steps }, warnings }
  } catch (error) {
    const { code, path } = error as { code: string; path?: string }
    return { code, path }
  }
}

const optional = <T>(...values: T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 })
type Field<K extends keyof ProcessingRequest> = NonNullable<ProcessingRequest[K]>
const requests = fc.record<ProcessingRequest>(
  {
    url: fc.constantFrom(photo, cutOut, product, tagged, jpeg, gradient(48, 36)),
    enhancements: fc.subarray(['white_balance', 'exposure_correction', 'light', 'color']),
    light_parameters: optional({ level: 0.4 }, { level: 1, type: 'contrast' }),
    color_parameters: optional({ level: 0.4 }, { type: 'contrast' }),
    width: optional<Field<'width'>>('50%', 30, 60),
    height: optional(30),
    fit: optional<Field<'fit'>>(
      'bounds',
      'cover',
      { crop: 'center' },
      { crop: 'content' },
      { crop: 'item' },
    ),
    padding: optional('5%'),
    background: optional(
      { color: '#336699' },
      { remove: 'human' },
      { remove: 'human', replace: product },
    ),
    caption: optional({ url: caption }, { url: otherCaption }, { url: caption, opacity: 40 }),
    upscale_parameters: optional({ mode: 'faithful' }, { mode: 'restore' }),
    safe: optional(true),
    nsfw_parameters: optional({ threshold: 0 }, { threshold: 0, nsfw_image_url: cutOut }),
    output_format: optional('png', 'jpeg', 'webp'),
    quality: optional(40, 90),
  },
  { requiredKeys: ['url', 'enhancements'] },
)

/** A request, and one that differs from it in a few fields. */
const fields = [
  'url',
  'width',
  'fit',
  'background',
  'caption',
  'nsfw_parameters',
  'quality',
] as const
const pairs = fc
  .tuple(requests, requests, fc.subarray([...fields], { minLength: 1, maxLength: 2 }))
  .map(([a, b, changed]) => [
    a,
    { ...a, ...Object.fromEntries(changed.map((key) => [key, b[key]])) },
  ])

const triggered = (nsfw_image_url: ImageData | Blob) => ({
  safe: true,
  nsfw_parameters: { threshold: 0, nsfw_image_url },
})

describe('the step cache', () => {
  it.each<[string, Partial<ProcessingRequest>, Partial<ProcessingRequest>]>([
    ['the source', { url: cutOut }, { url: product }],
    ['pixels', { url: gradient(48, 36) }, { url: draw(48, 36, () => [9, 9, 9]) }],
    ['the profile', { url: photo }, { url: tagged }],
    ['the JPEG quality', { url: jpeg }, { url: poorJpeg }],
    ['a parameter', { light_parameters: { level: 0.2 } }, { light_parameters: { level: 0.9 } }],
    ['the size', { width: 30 }, { width: 32 }],
    ['the upscaler', { width: 60 }, { width: 60, upscale_parameters: { mode: 'restore' } }],
    ['the caption', { caption: { url: caption } }, { caption: { url: otherCaption } }],
    [
      'the new background',
      { background: { mask: cutOut, replace: product } },
      { background: { mask: cutOut, replace: photo } },
    ],
    [
      'the mask',
      { background: { mask: product, refine: false } },
      { background: { mask: cutOut, refine: false } },
    ],
    [
      'the hints',
      { background: { mask: product, hints: caption } },
      { background: { mask: product, hints: cutOut } },
    ],
    ['the substitute', triggered(cutOut), triggered(product)],
  ])('tells requests apart that differ in %s', async (_, one, other) => {
    const request: ProcessingRequest = { url: photo, enhancements: ['light'] }
    await outcome(caching, { ...request, ...one })
    const expected = await outcome(plain, { ...request, ...other })
    expect(expected).not.toEqual(await outcome(plain, { ...request, ...one }))
    expect(await outcome(caching, { ...request, ...other })).toEqual(expected)
  })

  it.each([
    ['with room for all', 100e6],
    ['with room for some results', 160e3],
  ])('never changes a result, %s', async (_, bytes) => {
    const darkroom = open({ bytes })
    let taken = 0
    darkroom.on('complete', ({ details }) => {
      taken += details?.steps.filter(({ cached }) => cached).length ?? 0
    })
    const property = fc.asyncProperty(pairs, async (pair) => {
      for (const request of pair) {
        expect(await outcome(darkroom, request)).toEqual(await outcome(plain, request))
      }
    })
    await fc.assert(property, { numRuns: 25 })
    expect(taken).toBeGreaterThan(5)
  })

  const enlarged = { url: photo, width: '200%', output_format: 'png' } as const
  const cachedSteps = async (darkroom: Darkroom, request: ProcessingRequest) =>
    (await darkroom.run(request)).details.steps.map(({ operation, cached = false, ms }) => [
      operation,
      cached && ms === 0,
    ])

  it.each<[string, Partial<ProcessingRequest>, string[]]>([
    ['nothing', {}, ['encode']],
    ['the quality and the format', { output_format: 'jpeg', quality: 60 }, ['encode']],
    ['the caption', { caption: { url: caption } }, ['caption', 'encode']],
    ['the size beyond', { width: '190%' }, ['resize', 'encode']],
  ])('starts where the requests part: another of %s', async (_, change, done) => {
    const darkroom = open({ bytes: 10e6 })
    const first = await cachedSteps(darkroom, enlarged)
    expect(first.every(([, cached]) => !cached)).toBe(true)
    const second = await cachedSteps(darkroom, { ...enlarged, ...change } as ProcessingRequest)
    expect(second.filter(([, cached]) => cached).map(([operation]) => operation)).toEqual([
      'decode',
      'upscale',
    ])
    expect(second.filter(([, cached]) => !cached).map(([operation]) => operation)).toEqual(done)
  })

  it('keeps the model, the provider, faces and what was noted of skipped steps', async () => {
    const darkroom = open({ bytes: 10e6 })
    const request = { ...enlarged, safe: true, background: { remove: 'human' } } as const
    const { steps: before, bytes: _, quality: __, ...first } = (await darkroom.run(request)).details
    const record = await darkroom.run({ ...request, output_format: 'webp' })
    const { steps, bytes, quality, ...second } = record.details
    expect(second).toEqual(first)
    expect(steps.map(({ model }) => model)).toEqual(before.map(({ model }) => model))
    expect(record.warnings.map(({ code }) => code)).toEqual(['NOTHING_FOUND'])
  })

  it.each([false, { bytes: 0 }] as const)('cache: %j keeps nothing', async (cache) => {
    const darkroom = open(cache)
    await darkroom.run(enlarged)
    expect((await cachedSteps(darkroom, enlarged)).every(([, cached]) => !cached)).toBe(true)
  })

  it('keeps what was done before an abort', async () => {
    const darkroom = open({ bytes: 10e6 })
    const request = { ...enlarged, caption: { url: caption } }
    const stop = new AbortController()
    const onProgress = ({ operation }: { operation: string }) =>
      operation === 'caption' && stop.abort()
    await expect(darkroom.run(request, { signal: stop.signal, onProgress })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    expect((await cachedSteps(darkroom, request)).slice(0, 2)).toEqual([
      ['decode', true],
      ['upscale', true],
    ])
  })

  it('keeps what took long only', async () => {
    const darkroom = open({ bytes: 10e6 }, { cacheFromMs: 60_000 })
    await darkroom.run(enlarged)
    expect((await cachedSteps(darkroom, enlarged)).every(([, cached]) => !cached)).toBe(true)
  })

  it('counts what was done since the last result that it had room for', async () => {
    // For the resized image, not for the enlarged one, of 28 kB.
    const darkroom = open({ bytes: 2 * 12_000 }, { cacheFromMs: 20 })
    const request = { ...enlarged, width: '110%' } as const
    await darkroom.run(request)
    const steps = await cachedSteps(darkroom, request)
    expect(steps).toEqual([
      ['decode', true],
      ['upscale', true],
      ['resize', true],
      ['encode', false],
    ])
  })
})
