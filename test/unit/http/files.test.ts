import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRange } from '../../../src/http/range.ts'
import { open } from './call.ts'
import { BYTES, complete } from './memory-service.ts'

async function get(headers: Record<string, string> = {}, method = 'GET', name = 'j.png') {
  const { jobs, handle } = open()
  jobs.set('j', complete('j'))
  const response = await handle(
    new Request(`https://a.example/rest_api/files/j/${name}`, { method, headers }),
  )
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

test('a file needs no key, and has its type', async () => {
  const { status, headers, bytes } = await get()
  expect(status).toBe(200)
  expect(bytes).toEqual(BYTES)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '100',
    'content-disposition': 'inline; filename="j.png"',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  })
})

test('runs no script, whatever it is', async () => {
  expect((await get()).headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none';.* sandbox$/,
  )
})

test.each(['text/html', 'image/svg+xml', 'application/pdf', ''])(
  'a file of the type %j is only saved',
  async (type) => {
    const { handle, jobs, service } = open()
    jobs.set('j', complete('j'))
    service.file = async () => ({ blob: new Blob(['<script>'], { type }), name: 'j.png' })
    const response = await handle(new Request('https://a.example/rest_api/files/j/j.png'))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="j.png"',
      'content-security-policy': expect.stringMatching('sandbox'),
      'x-content-type-options': 'nosniff',
    })
  },
)

test('HEAD returns only the headers', async () => {
  const { status, headers, bytes } = await get({}, 'HEAD')
  expect([status, headers.get('Content-Length'), bytes.length]).toEqual([200, '100', 0])
})

test.each([
  ['bytes=0-9', 0, 9],
  ['bytes=90-', 90, 99],
  ['bytes=-5', 95, 99],
  ['bytes=-500', 0, 99],
  ['bytes=50-5000', 50, 99],
  ['Bytes = 99 - 99', 99, 99],
])('%s is a part', async (range, start, end) => {
  const { status, headers, bytes } = await get({ Range: range })
  expect(status).toBe(206)
  expect(bytes).toEqual(BYTES.slice(start, end + 1))
  expect(headers.get('Content-Range')).toBe(`bytes ${start}-${end}/100`)
  expect(headers.get('Content-Length')).toBe(String(end - start + 1))
  expect(headers.get('Content-Type')).toBe('image/png')
})

test.each(['bytes=100-', 'bytes=-0', 'bytes=100-200'])('%s lies outside', async (range) => {
  const { status, headers, bytes } = await get({ Range: range })
  expect([status, headers.get('Content-Range'), bytes.length]).toEqual([416, 'bytes */100', 0])
})

test.each(['bytes=5-2', 'bytes=-', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b', ''])(
  'the whole file for %j',
  async (range) => {
    const { status, bytes } = await get({ Range: range })
    expect([status, bytes.length]).toEqual([200, 100])
  },
)

test('the whole file where the part is asked for under a condition', async () => {
  const { status } = await get({ Range: 'bytes=0-9', 'If-Range': '"x"' })
  expect(status).toBe(200)
})

test('a part always lies in the file', () => {
  const number = fc.option(fc.nat(300), { nil: '' })
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 200 }), (first, last, size) => {
      const range = parseRange(`bytes=${first}-${last}`, size)
      if (range === 'unsatisfiable' || range === undefined) return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.start).toBeLessThanOrEqual(range.end)
      expect(range.end).toBeLessThan(size)
    }),
  )
})

test('another file name is not found', async () => {
  for (const name of ['k.png', '..%2fj.png', 'j.png%00']) {
    expect((await get({}, 'GET', name)).status, name).toBe(404)
  }
})

test('a job that is not complete has no file', async () => {
  const { jobs, ask } = open()
  jobs.set('j', { job: 'j', status: 'in_progress' })
  expect((await ask('/rest_api/files/j/j.png')).status).toBe(404)
})
