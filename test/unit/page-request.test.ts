import { expect, it } from 'vitest'
import { fromPage } from '../../src/contract/request/page-request.ts'

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
