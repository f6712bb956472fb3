import { describe, expect, it } from 'vitest'
import { publicRequest } from '../../src/request/public-request.ts'
import { DarkroomError, unexpected } from '../../src/shared/errors.ts'

describe('a message shows no secret', () => {
  it.each([
    ['https://a.example/x.jpg?token=4711', 'https://a.example/x.jpg?token=***'],
    [
      'https://a.example/x?X-Amz-Credential=4711%2Fs3&X-Amz-Signature=4711&w=2 (it answered 403)',
      'https://a.example/x?X-Amz-Credential=***&X-Amz-Signature=***&w=2 (it answered 403)',
    ],
    ['/files?w=2&sig=4711#access_token=4711', '/files?w=2&sig=***#access_token=***'],
    ['refused: Bearer 4711.abc', 'refused: Bearer ***'],
    ['answered {"apiKey":"4711","job":"a"}', 'answered {"apiKey":"***","job":"a"}'],
    ['https://ann:4711@a.example', 'https://***@a.example'],
  ])('%s', (message, shown) => {
    expect(new DarkroomError('INTERNAL', message).message).toBe(shown)
  })

  it.each([
    ['caption', { url: 'a.png', api_key: '4711', headers: { Authorization: 'Basic 4711' } }],
    ['webhooks.token', '4711'],
    ['width', 'https://a.example/?client_secret=4711'],
    ['width', `https://a.example/?token=${'4711'.repeat(100)}`],
  ])('nor does the error of %s', (path, received) => {
    expect(unexpected(path, 'something else', received).message).not.toContain('4711')
  })

  it.each([
    'Expected width?=height for fit, a key=value pair',
    'https://a.example/x.jpg?width=200&monkey=1&tokenizer=2',
    '{"keywords":"sea","secretary":"Ann"}',
  ])('%s stays as it is', (message) => {
    expect(new DarkroomError('INTERNAL', message).message).toBe(message)
  })

  it('of 1 MB too, in time that grows no faster than the text', () => {
    for (const text of ['?a&a="a"', '?token=', '"token":"', '://', 'Bearer ']) {
      const message = text.repeat(1e6 / text.length)
      const start = performance.now()
      new DarkroomError('INTERNAL', message)
      expect(performance.now() - start).toBeLessThan(5000)
    }
  })
})

describe('a request that others receive', () => {
  it("shows fields of the interface only, in the caller's spelling, and no value of a query", () => {
    const request = {
      url: 'https://ann:4711@a.example/a.jpg;token=4711?v=4711&api%5Fkey=4711&token[]=4711#t=4711',
      api_key: '4711',
      note: { tokens: 2, page: 'https://a.example/' },
      urls: ['base64,AAAA', 'storage://mine/a.jpg', 'a.jpg?4711'],
      fit: { crop: 'content', token: ['4711'] },
      width: { value: '4711' },
      quality: 80,
      background: { remove: 'auto', color: '#fff', password: { value: '4711' } },
      enhancements: ['denoise', { token: '4711' }],
    }
    expect(publicRequest(request)).toEqual({
      url: 'https://***@a.example/a.jpg;token=***?v=***&api%5Fkey=***&token[]=***#t=***',
      api_key: null,
      note: null,
      urls: [null, 'storage://mine/a.jpg', 'a.jpg?***'],
      fit: { crop: 'content', token: null },
      width: null,
      quality: 80,
      background: { remove: 'auto', color: '#fff', password: null },
      enhancements: ['denoise', null],
    })
  })

  it.each([
    'Basic 4711==',
    '{"api_key":"ab\\"4711"}',
    'see https://a.example/?token[]=4711 and ?api%5Fkey=4711, https://a.example/a;token=4711',
  ])('nor the secret in a text: %s', (caption) => {
    expect(
      JSON.stringify(publicRequest({ background: { generate: { description: caption } } })),
    ).not.toContain('4711')
  })

  it('is the same when it is made again', () => {
    const once = publicRequest({ url: 'https://a.example/a.jpg?v=1&w', other: 1 })
    expect(publicRequest(once)).toEqual(once)
  })
})
