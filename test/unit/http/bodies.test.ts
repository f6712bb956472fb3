import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { open, PNG } from './call.ts'

const PATH = '/rest_api/process_result'

/** Sends a body. Returns the request that the service received, or the error. */
async function send(body: BodyInit | null, type?: string) {
  const { call, requests } = open()
  const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
  const response = await call(PATH, { method: 'POST', body, headers })
  const answer = await response.json()
  return { status: response.status, request: requests[0] as Record<string, unknown>, answer }
}

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

const file = new File(['picture'], 'photo.png', { type: 'image/png' })

describe('JSON', () => {
  const body = JSON.stringify({ url: PNG, width: '200%' })

  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/vnd.api+json',
    'text/plain;charset=UTF-8',
  ])('as %s', async (type) => {
    expect((await send(body, type)).request).toEqual({ url: PNG, width: '200%' })
  })

  test('without any type, as some programs send it', async () => {
    const bytes = new TextEncoder().encode(body)
    expect((await send(bytes)).request).toEqual({ url: PNG, width: '200%' })
  })

  test.each([
    ['{"url":', 'Expected a JSON object for body but received "{\\"url\\":"'],
    ['[1]', 'Expected a JSON object for body but received [1]'],
    ['"text"', 'Expected a JSON object for body but received "text"'],
    ['null', 'Expected a JSON object for body but received null'],
    ['', 'File or image url is required'],
    ['{}', 'File or image url is required'],
  ])('%j is refused', async (text, message) => {
    const { status, answer } = await send(text, 'application/json')
    expect([status, answer.code, answer.message]).toEqual([400, 'BAD_REQUEST', message])
  })
})

describe('multipart', () => {
  test.each(['image', 'file', 'fileName'])('the file part %s is the url', async (name) => {
    const { request } = await send(form({ [name]: file, parameters: '{"width":"200%"}' }))
    expect(request).toEqual({ url: expect.any(File), width: '200%' })
    expect([(request.url as File).name, (request.url as File).type]).toEqual([
      'photo.png',
      'image/png',
    ])
    expect(await (request.url as File).text()).toBe('picture')
  })

  test('parameters as a part with a type of its own, or as flat fields', async () => {
    const json = new Blob(['{"width":"200%"}'], { type: 'application/json' })
    expect((await send(form({ image: file, parameters: json }))).request.width).toBe('200%')
    expect((await send(form({ image: file, width: '200%' }))).request.width).toBe('200%')
  })

  test('no file part, but a url', async () => {
    const { request } = await send(form({ parameters: JSON.stringify({ url: PNG }) }))
    expect(request).toEqual({ url: PNG })
  })

  test('an empty file input counts as none', async () => {
    const { status, answer } = await send(form({ image: new File([], ''), parameters: '{}' }))
    expect([status, answer.message]).toEqual([400, 'File or image url is required'])
  })

  test.each([
    [{ url: PNG }, 'Expected either url or the file part image but received both', 'url'],
    [{ urls: [PNG] }, 'Expected either urls or the file part image but received both', 'urls'],
  ])('a file beside %o is refused with both names', async (parameters, message, path) => {
    const body = form({ image: file, parameters: JSON.stringify(parameters) })
    const { status, answer } = await send(body)
    expect([status, answer.message, answer.path]).toEqual([400, message, path])
  })

  test('two files are refused, a url of null is absent', async () => {
    const two = await send(form({ image: file, file }))
    expect(two.answer.message).toBe('Expected one file part but received image, file')
    expect((await send(form({ image: file, parameters: '{"url":null}' }))).status).toBe(200)
  })

  test.each(['{"a', '[]', 'text'])('parameters %j is refused', async (parameters) => {
    const { status, answer } = await send(form({ image: file, parameters }))
    expect([status, answer.path]).toEqual([400, 'parameters'])
  })

  test('a body that is no form is refused', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const { status, answer } = await send('nothing of that kind', type)
      expect([status, answer.path], type).toEqual([400, 'body'])
    }
  })
})

describe('form-encoded', () => {
  const encoded = (fields: [string, string][]) => send(new URLSearchParams(fields))

  test('parameters as JSON', async () => {
    const { request } = await encoded([['parameters', JSON.stringify({ url: PNG, quality: 90 })]])
    expect(request).toEqual({ url: PNG, quality: 90 })
  })

  test('flat fields: what was left empty is absent, objects are JSON', async () => {
    const { request } = await encoded([
      ['url', PNG],
      ['width', '24'],
      ['height', ''],
      ['fit', '{}'],
      ['unknown', 'true'],
      ['colour', '{not json'],
    ])
    expect(request).toEqual({
      url: PNG,
      width: '24',
      fit: {},
      unknown: true,
      colour: '{not json',
    })
  })

  test('lists, as one field or repeated, with or without brackets', async () => {
    const { service, call } = open()
    const seen: unknown[] = []
    service.processResult = async (request) => {
      seen.push(request)
      return { job: 'j', status: 'received' }
    }
    const list = (text: string) =>
      call(PATH, { method: 'POST', body: new URLSearchParams(text), headers: {} })
    await list('urls=a&urls=b')
    await list('urls[]=a&urls[]=b')
    await list('urls=["a","b"]')
    await list('urls=a')
    expect(seen).toEqual([
      { urls: ['a', 'b'] },
      { urls: ['a', 'b'] },
      { urls: ['a', 'b'] },
      { urls: ['a'] },
    ])
  })

  test('url=test is refused on url', async () => {
    const { status, answer } = await encoded([['url', 'test']])
    expect([status, answer.path, answer.code]).toEqual([400, 'url', 'BAD_REQUEST'])
  })
})

test.each(['image/png', 'application/xml', 'nonsense'])('%s is refused', async (type) => {
  const { status, answer } = await send('x', type)
  expect(status).toBe(400)
  expect(answer.message).toBe(
    `Expected application/json, multipart/form-data or application/x-www-form-urlencoded for Content-Type but received "${type}"`,
  )
})

test('every response is JSON, and 4xx if the body is not a request', async () => {
  const type = fc.constantFrom(
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'image/png',
    '',
  )
  const framed = fc
    .tuple(fc.constantFrom('image', 'parameters', 'url', 'x'), fc.string())
    .map(
      ([name, text]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n--b--\r\n`,
    )
  const body = fc.oneof(fc.string(), fc.json(), framed, fc.uint8Array())
  const { handle } = open()
  await fc.assert(
    fc.asyncProperty(body, type, async (body, type) => {
      const response = await handle(
        new Request(`https://a.example${PATH}`, {
          method: 'POST',
          body: body as BodyInit,
          headers: { 'x-api-key': 'k', 'Content-Type': type },
        }),
      )
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      expect(await response.json()).toMatchObject({ message: expect.any(String) })
    }),
    { numRuns: 500 },
  )
})
