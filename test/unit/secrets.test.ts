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

it('a request that others receive shows none either, and is else as it was', () => {
  const request = {
    url: 'https://a.example/a.jpg?v=1',
    api_key: '4711',
    note: { tokens: 2, 'x-api-key': 4711, page: 'https://a.example/?sig=4711' },
    urls: ['base64,AAAA'],
  }
  expect(publicRequest(request)).toEqual({
    ...request,
    api_key: '***',
    note: { tokens: 2, 'x-api-key': '***', page: 'https://a.example/?sig=***' },
    urls: [null],
  })
})
