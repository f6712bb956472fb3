import { expect, it } from 'vitest'
import { fromPage } from '../../src/request/page-request.ts'

const PAGE = 'https://shop.example/editor/index.html'

it.each([
  ['photo.jpg', 'https://shop.example/editor/photo.jpg'],
  ['photos/a?v=2', 'https://shop.example/editor/photos/a?v=2'],
  [' ../photo.png', 'https://shop.example/photo.png'],
  ['/photo', 'https://shop.example/photo'],
  ['//cdn.example/a', 'https://cdn.example/a'],
  ['base64,iVBORw0KGgo/AA==', 'base64,iVBORw0KGgo/AA=='],
  ['storage://shop/a.jpg', 'storage://shop/a.jpg'],
  ['data:image/png;base64,AA/A', 'data:image/png;base64,AA/A'],
  ['C:\\photo.jpg', 'C:\\photo.jpg'],
  ['test', 'test'],
])('%s in a page is %s', (written, url) => {
  expect(fromPage({ url: written }, PAGE)).toEqual({ url })
  const urls = { urls: [written], background: { replace: written, prompt: 'a/b.c' } }
  expect(fromPage(urls, PAGE)).toEqual({
    urls: [url],
    background: { replace: url, prompt: 'a/b.c' },
  })
})

it('an image in the place of a request is refused with what to write', () => {
  const file = new File(['x'], 'photo.png')
  expect(() => fromPage(file as object, PAGE)).toThrow(
    'Expected an object such as { url: image } for request but received a value of type File',
  )
})

it.each([
  [{ output: 'png' }, 'output', "use output_format, such as output_format: 'webp'"],
  [{ onProgress: () => {} }, 'onProgress', 'use the second argument, such as { onProgress }'],
])('%o is refused with what to write', (field, path, advice) => {
  const refused = () => fromPage({ url: 'a.png', ...field } as object, PAGE)
  expect(refused).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', path }))
  expect(refused).toThrow(advice)
})
