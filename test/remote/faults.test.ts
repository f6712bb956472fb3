import { PNG } from 'pngjs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Darkroom } from '../../src/index.ts'
import type { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { startReferenceService } from '../servers/reference-service/server.ts'
import { type Ended, openDarkroom, run } from './page.ts'

declare const window: { darkroom: Darkroom }

const KEY = 'faults-key'
const request = {
  url: 'the picture',
  background: { generate: { description: 'a beach' } },
}

let service: Awaited<ReturnType<typeof startReferenceService>>
let elsewhere: Awaited<ReturnType<typeof startReferenceService>>
let opened: Awaited<ReturnType<typeof openDarkroom>>

beforeAll(async () => {
  service = await startReferenceService({ keys: [KEY] })
  elsewhere = await startReferenceService()
  opened = await openDarkroom({ remote: { baseUrl: service.url, apiKey: KEY } })
})
afterAll(async () => {
  await opened?.close()
  service?.close()
  elsewhere?.close()
})
beforeEach(() => {
  service.arrivals.length = 0
})
afterEach(() => {
  service.jobs.credits = 1000
})

/** A picture of one colour. */
function pngOf(width: number, height: number): Buffer {
  const picture = new PNG({ width, height })
  for (let i = 0; i < picture.data.length; i++) picture.data[i] = i % 4 === 3 ? 255 : (i * 31) % 251
  return PNG.sync.write(picture)
}

const count = (endpoint: string) =>
  service.arrivals.filter((one) => one.endpoint === endpoint && one.method !== 'OPTIONS').length
/** The number of submitted jobs. */
const posts = () => count('process')

describe('temporary failures are retried', () => {
  test('429 with Retry-After, then 503: the same bytes are sent again', async () => {
    service.plan('process', { answer: 429, headers: { 'Retry-After': '2' } }, { answer: 503 })
    const { record, error } = await run(opened.page, request)
    expect(error).toBeUndefined()
    expect(record?.status).toBe('complete')
    const sent = service.arrivals.filter(
      ({ endpoint, method }) => endpoint === 'process' && method === 'POST',
    )
    expect(sent).toHaveLength(3)
    expect(sent.every(({ body }) => body.equals(sent[0]?.body as Buffer))).toBe(true)
    expect(service.jobs.jobs.size).toBeGreaterThan(0)
  })

  test.each([
    ['a connection that is cut', { drop: 'before' }],
    ['503', { answer: 503 }],
    ['429', { answer: 429 }],
    ['a 500 without a body', { answer: 500 }],
  ] as const)('%s while it is polled', async (_, fault) => {
    service.plan('result', fault, fault)
    const { record, error } = await run(opened.page, request)
    expect(error).toBeUndefined()
    expect(record?.status).toBe('complete')
    expect(posts()).toBe(1)
    expect(count('result')).toBeGreaterThanOrEqual(3)
  })

  test.each([
    ['that is cut off', { cut: 100 }],
    ['with half of its bytes', { half: true }],
    ['that is answered with 404', { answer: 404 }],
    ['whose connection is cut', { drop: 'before' }],
  ] as const)('a result %s is fetched again', async (_, fault) => {
    service.plan('files', fault)
    const { record, error, width } = await run(opened.page, request)
    expect(error).toBeUndefined()
    expect([record?.status, width]).toEqual(['complete', 12])
    expect(posts()).toBe(1)
    expect(count('files')).toBe(2)
  })

  test('a slow answer', async () => {
    service.plan('process', { slow: 1500 })
    const { error } = await run(opened.page, request)
    expect(error).toBeUndefined()
    expect(posts()).toBe(1)
  })
})

describe('permanent failures are reported with the message of the service', () => {
  test('a failed job', async () => {
    service.jobs.failures.push({ code: 'MODEL', message: 'The model ran out of memory' })
    const { error } = await run(opened.page, request)
    expect(error).toMatchObject({
      code: 'MODEL',
      message: 'The model ran out of memory',
      status: 500,
    })
    expect(posts()).toBe(1)
  })

  test('no credits', async () => {
    service.jobs.credits = 0
    const { error } = await run(opened.page, request)
    expect(error).toMatchObject({ code: 'NOT_ENOUGH_CREDITS', message: 'Not enough credits' })
    expect(posts()).toBe(1)
  })

  test('a value that the service refuses', async () => {
    service.plan('process', { answer: 400, code: 'BAD_REQUEST', message: 'Not that model' })
    const { error } = await run(opened.page, request)
    expect(error).toMatchObject({ code: 'BAD_REQUEST', message: 'Not that model', status: 400 })
  })

  test('an unknown key', async () => {
    await opened.start(opened.page, { remote: { baseUrl: service.url, apiKey: 'wrong' } })
    const { error } = await run(opened.page, request)
    await opened.start()
    expect(error).toMatchObject({
      code: 'UNKNOWN_KEY',
      message: 'No user found for provided token',
    })
  })

  test('a 404 for the remote job is REMOTE_FAILED, not NOT_FOUND', async () => {
    service.plan('result', { answer: 404, code: 'NOT_FOUND', message: 'Job not found' })
    const { error } = await run(opened.page, request)
    expect(error).toMatchObject({
      code: 'REMOTE_FAILED',
      message: expect.stringMatching('Job not found'),
    })
    expect(posts()).toBe(1)
  })

  test('a result that stays truncated', async () => {
    service.plan('files', { half: true }, { half: true }, { half: true })
    const { error } = await run(opened.page, request)
    expect(error).toMatchObject({ code: 'REMOTE_FAILED', message: expect.stringMatching('broken') })
    expect(count('files')).toBe(3)
  })
})

describe('the service is not trusted', () => {
  const another = JSON.stringify({ job: 'another', status: 'complete', result_url: '/a.png' })
  test.each([
    ['the record of another job', { body: another }, 'another job'],
    ['a page of HTML', { body: '<html>Sign in</html>', type: 'text/html' }, 'no JSON object'],
    ['a list', { body: '[]' }, 'no JSON object'],
    ['an empty record', { body: '{}' }, 'status undefined'],
    ['a status of its own', { body: '{"status":"thinking"}' }, 'status "thinking"'],
    ['600 MB', { flood: 600e6 }, 'no JSON object'],
  ])('%s in answer to a poll is refused at once', async (_, fault, message) => {
    service.plan('result', fault)
    const { error } = await run(opened.page, request)
    expect(error).toMatchObject({ code: 'REMOTE_FAILED', message: expect.stringMatching(message) })
    expect([posts(), count('result')]).toEqual([1, 1])
    for (const bytes of service.flooded.splice(0)) expect(bytes).toBeLessThan(64e6)
  })

  test('a result of 600 MB is not read to its end, and not fetched again', async () => {
    service.plan('files', { flood: 600e6 })
    const { error } = await run(opened.page, request)
    expect(error).toMatchObject({ code: 'REMOTE_FAILED', message: expect.stringMatching('bytes') })
    expect(count('files')).toBe(1)
    for (const bytes of service.flooded.splice(0)) expect(bytes).toBeLessThan(400e6)
  })

  const eps = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\nshowpage\n%%EOF\n'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const expectNoResult = ({ record, error }: Ended) => {
    expect(record).toBeUndefined()
    expect(error).toMatchObject({
      code: 'REMOTE_FAILED',
      message: expect.stringMatching('no JPEG, PNG or WebP'),
    })
  }
  const notPictures = [
    ['a page of HTML', '<!doctype html><script>alert(1)</script>', 'text/html'],
    ['a page of HTML that calls itself a PNG', '<!doctype html><script>1</script>', 'image/png'],
    ['an SVG with a script', svg, 'image/svg+xml'],
    ['a format that is no result', eps, 'image/png'],
  ] as const
  test.each(notPictures)('%s is no result of a generative request', async (_, body, type) => {
    service.plan('files', ...Array(4).fill({ body, type }))
    expectNoResult(await run(opened.page, request))
    expect(count('files')).toBe(4)
  })

  describe('with options.remote.also', () => {
    const whole = { url: `base64,${btoa('%!PS-Adobe-3.0 EPSF-3.0')}` }
    const accepted = { body: '{"job":"whole","status":"received"}' }
    const complete = {
      body: '{"job":"whole","status":"complete","result_url":"/rest_api/files/a"}',
    }
    beforeEach(async () => {
      const remote = { baseUrl: service.url, apiKey: KEY, also: 'unsupported' as const }
      await opened.start(opened.page, { remote })
      service.plan('process', accepted)
      service.plan('result', ...Array(8).fill(complete))
    })
    afterEach(async () => {
      service.unplan()
      await opened.start()
    })

    test.each(notPictures)('%s is no result either', async (_, body, type) => {
      service.plan('files', ...Array(4).fill({ body, type }))
      expectNoResult(await run(opened.page, whole))
    })

    test('a picture that is cut off is no result', async () => {
      const body = pngOf(40, 30).subarray(0, 80)
      service.plan('files', ...Array(4).fill({ body, type: 'image/png' }))
      const { error } = await run(opened.page, whole)
      expect(error).toMatchObject({
        code: 'REMOTE_FAILED',
        message: expect.stringMatching('broken'),
      })
    })

    test('a picture is the result, with the type of its bytes', async () => {
      service.plan('files', { body: pngOf(40, 30), type: 'text/html' })
      const { record, error, type, width } = await run(opened.page, whole)
      expect(error).toBeUndefined()
      expect([type, width]).toEqual(['image/png', 40])
      expect(record?.file_name).toMatch(/\.png$/)
    })
  })
})

describe('a request that may have arrived is not sent again', () => {
  test('the connection is cut after the body was received', async () => {
    const fresh = await startReferenceService({ keys: [KEY], keepAlive: false })
    await opened.start(opened.page, { remote: { baseUrl: fresh.url, apiKey: KEY } })
    fresh.plan('process', { drop: 'after' })
    const { error } = await run(opened.page, request)
    await opened.start()
    const sent = fresh.arrivals.filter(({ method }) => method === 'POST')
    fresh.close()
    expect(error).toMatchObject({
      code: 'REMOTE_FAILED',
      message: expect.stringMatching('may have been accepted'),
    })
    expect([sent.length, fresh.jobs.jobs.size]).toEqual([1, 1])
  })

  test('the service cannot be reached: nothing was sent, and nothing says that it may have been', async () => {
    const gone = await startReferenceService()
    gone.close()
    await opened.start(opened.page, { remote: { baseUrl: gone.url, apiKey: KEY } })
    const { error } = await run(opened.page, request)
    await opened.start()
    expect(error).toMatchObject({
      code: 'REMOTE_FAILED',
      message: `The remote service ${gone.url} could not be reached: nothing of the request was sent`,
    })
  })

  test('a connection that breaks before the request is sent is tried again', async () => {
    service.plan('me', { drop: 'before' }, { drop: 'before' })
    const { record, error } = await run(opened.page, request)
    expect(error).toBeUndefined()
    expect([record?.status, posts()]).toEqual(['complete', 1])
  })
})

describe('options that no request can be sent with are refused when Darkroom is created', () => {
  test.each([
    ['baseUrl', { baseUrl: 'https://anna:secret@api.example.com', apiKey: KEY }],
    ['baseUrl', { baseUrl: 'ftp://api.example.com', apiKey: KEY }],
    ['apiKey', { baseUrl: 'https://api.example.com', apiKey: 'secret\n' }],
  ])('remote.%s', async (field, remote) => {
    const refused = await opened.start(opened.page, { remote }).catch(({ message }) => message)
    await opened.start()
    expect(refused).toMatch(`for remote.${field} but received`)
    expect(refused).not.toMatch('secret')
  })

  test('or, set later, when they are needed', async () => {
    const error = await opened.page.evaluate(async () => {
      const remote = { baseUrl: '', apiKey: '' }
      const darkroom = new (window.darkroom.constructor as typeof LazyDarkroom)({ remote })
      Object.assign(remote, { baseUrl: 'https://a:secret@api.example.com' })
      const asked = { background: { generate: { description: 'a beach' } } }
      return darkroom.process(asked).catch((error) => error.toJSON())
    })
    expect(error).toMatchObject({ code: 'BAD_REQUEST', path: 'remote.baseUrl' })
  })
})

describe('the key', () => {
  test('does not follow a redirect', async () => {
    service.plan('process', {
      answer: 307,
      headers: { Location: `${elsewhere.url}/rest_api/process` },
    })
    const { error } = await run(opened.page, request)
    expect(error).toMatchObject({ code: 'REMOTE_FAILED' })
    expect(elsewhere.arrivals).toEqual([])
  })

  test('is not sent for a result', async () => {
    await run(opened.page, request)
    const files = service.arrivals.filter(({ endpoint }) => endpoint === 'files')
    expect(files.map(({ method }) => method)).toEqual(['GET'])
    expect(JSON.stringify(files)).not.toContain(KEY)
  })
})
