import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startReferenceService } from '../servers/reference-service/server.ts'
import { openDarkroom, run } from './page.ts'

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

  test('the service cannot be reached', async () => {
    const gone = await startReferenceService()
    gone.close()
    await opened.start(opened.page, { remote: { baseUrl: gone.url, apiKey: KEY } })
    const { error } = await run(opened.page, request)
    await opened.start()
    expect(error).toMatchObject({ code: 'REMOTE_FAILED' })
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
