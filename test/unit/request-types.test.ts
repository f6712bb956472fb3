import { expectTypeOf, it } from 'vitest'
import type { CompletedBatch, Darkroom, ProcessingRequest } from '../../src/index.ts'
import type { SchemaInput } from '../../src/request/schema.ts'

it('the published request has every field of the schema', () => {
  expectTypeOf<keyof ProcessingRequest>().toEqualTypeOf<keyof SchemaInput>()
  expectTypeOf<keyof NonNullable<ProcessingRequest['background']>>().toEqualTypeOf<
    keyof NonNullable<SchemaInput['background']>
  >()
  expectTypeOf<Omit<ProcessingRequest, Images>>().toExtend<SchemaInput>()
})

/** Fields with images, which the page's own objects may be. */
type Images = 'url' | 'urls' | 'background' | 'caption' | 'nsfw_parameters'

it('what cannot be right does not compile', () => {
  const types: ProcessingRequest[] = [
    { width: '200%', height: 20, padding: '5%', background: { color: '#fff' } },
    { max_file_size: '2.5 MB', caption: { url: 'logo.png', position: 'RB' } },
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

it('the record of run has what an image element needs', () => {
  const show = async (darkroom: Darkroom, image: { src: string }) => {
    const { blob, result_url } = await darkroom.run({ url: 'photo.jpg' })
    image.src = result_url
    return blob
  }
  expectTypeOf(show).returns.resolves.toEqualTypeOf<Blob>()
  const several = async (darkroom: Darkroom) => (await darkroom.run({ urls: ['a.jpg'] })).results
  expectTypeOf(several).returns.resolves.toEqualTypeOf<CompletedBatch['results']>()
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
