import { expectTypeOf, it } from 'vitest'
import type {
  CompletedBatch,
  CompletedJob,
  Darkroom,
  ImageInput,
  ProcessingRequest,
} from '../../src/index.ts'
import type { SchemaInput } from '../../src/request/schema.ts'

/** The paths of all fields. */
type Paths<T> = {
  [K in keyof T & string]:
    | K
    | (IsGroup<T[K]> extends true ? `${K}.${Paths<NonNullable<T[K]>>}` : never)
}[keyof T & string]

/** Whether a field is an object with fields of its own, and nothing else. */
type IsGroup<V> = [NonNullable<V>] extends [object]
  ? [NonNullable<V>] extends [readonly unknown[]]
    ? false
    : true
  : false

/** Misspellings that old clients send, which the published request does not offer. */
type Misspelt = 'face_enhance_parameters.smothing_level' | 'nsfw_parameters.thresold'

it('the published request has every field of the schema, and no other', () => {
  expectTypeOf<Paths<ProcessingRequest> | Misspelt>().toEqualTypeOf<Paths<SchemaInput>>()
})

/** A request whose images are addresses: the page's own objects become what the schema takes. */
type Addressed<T> = { [K in keyof T]: Address<T[K]> }
type Address<V> = [ImageInput] extends [NonNullable<V>]
  ? string | Extract<V, null | undefined>
  : IsGroup<V> extends true
    ? Addressed<NonNullable<V>> | Extract<V, null | undefined>
    : Changeable<V>
/** The schema's lists are of the kind that can be changed; nothing changes them. */
type Changeable<V> = V extends readonly (infer Item)[]
  ? number extends V['length']
    ? (ImageInput extends Item ? string : Item)[]
    : V
  : V

it('the schema takes what the published request allows', () => {
  expectTypeOf<Addressed<ProcessingRequest>>().toExtend<SchemaInput>()
})

it('what cannot be right does not compile', () => {
  const types: ProcessingRequest[] = [
    { width: '200%', height: 20, padding: '5%', background: { color: '#fff' } },
    { max_file_size: '2.5 MB', caption: { url: 'logo.png', position: 'RB' } },
    { crop: { x: 0, y: '5%', width: 20, height: '50%' }, rotate: 90, flip: 'both' },
    { sizes: [320, '640'] },
    // @ts-expect-error
    { sizes: 320 },
    // @ts-expect-error
    { crop: 'center' },
    // @ts-expect-error
    { crop: { x: 0, y: 0 } },
    // @ts-expect-error
    { rotate: 45 },
    // @ts-expect-error
    { width: '2x' },
    // @ts-expect-error
    { background: { color: 'red' } },
    // @ts-expect-error
    { max_file_size: 'small' },
    // @ts-expect-error
    { nsfw_parameters: { thresold: 1 } },
    // @ts-expect-error
    { caption: { url: 'logo.png', position: 'center' } },
  ]
  expectTypeOf(types).toEqualTypeOf<ProcessingRequest[]>()
})

it('lists that cannot be changed are taken, and signals that are absent', () => {
  const request = { enhancements: ['light'], background: { keep: [] }, width: '200%' } as const
  const take = (darkroom: Darkroom, options: { signal: AbortSignal | null | undefined }) =>
    [
      darkroom.run({ ...request, url: 'a.jpg' }, options),
      darkroom.toFile('a.jpg', request, options),
      darkroom.toBitmap('a.jpg', request, options),
      darkroom.wait('', options),
      darkroom.check(options),
      darkroom.preload(request, options),
      darkroom.requiredFiles([request], options),
    ] as const
  expectTypeOf(take).toBeFunction()
})

it('toFile and toBitmap take no second source', () => {
  const take = (darkroom: Darkroom) => [
    // @ts-expect-error
    darkroom.toFile('a.jpg', { url: 'b.jpg' }),
    // @ts-expect-error
    darkroom.toBitmap('a.jpg', { urls: ['b.jpg'] }),
  ]
  expectTypeOf(take).toBeFunction()
})

it('the record of run has what an image element needs', () => {
  const show = async (darkroom: Darkroom, image: { src: string }) => {
    const { blob, result_url } = await darkroom.run({ url: 'photo.jpg' })
    image.src = result_url
    return blob
  }
  expectTypeOf(show).returns.resolves.toEqualTypeOf<Blob>()
  const several = async (darkroom: Darkroom) => (await darkroom.run({ urls: ['a.jpg'] })).results
  expectTypeOf(several).returns.resolves.toEqualTypeOf<CompletedBatch['results']>()
  const any = (darkroom: Darkroom, request: ProcessingRequest) => darkroom.run(request)
  expectTypeOf(any).returns.resolves.toEqualTypeOf<CompletedJob>()
})

it('images are taken in the forms that pages have them', () => {
  const images = (bytes: ArrayBuffer, view: Uint8Array<ArrayBuffer>, page: Page) =>
    [bytes, view, page.canvas, page.image, page.offscreen] satisfies ProcessingRequest['urls']
  expectTypeOf(images).toBeFunction()
})

interface Page {
  canvas: HTMLCanvasElement
  image: HTMLImageElement
  offscreen: OffscreenCanvas
}
