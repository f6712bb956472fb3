import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../src/async/clock.ts'
import { parseListing } from '../../src/storages/s3-listing.ts'
import { dropboxStorage, s3Storage } from '../../src/storages.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')

/** A clock that records sleeps instead of sleeping. */
function countingClock() {
  const slept: number[] = []
  const clock: Clock = {
    now: () => NOW,
    async sleep(ms) {
      slept.push(ms)
    },
  }
  return { clock, slept }
}

/** Returns each of these responses once, then a file. */
const answers =
  (...busy: [status: number, retryAfter?: string | undefined][]): typeof fetch =>
  async () => {
    const [status, retryAfter] = busy.shift() ?? [200]
    const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter }
    return new Response(status === 200 ? 'file' : '{}', { status, headers })
  }

describe('a storage that is busy', () => {
  it.each([
    ['in seconds', '7', 7000],
    ['as a date', 'Thu, 01 Jan 2026 00:00:09 GMT', 9000],
    ['as a date that has passed', 'Thu, 01 Jan 2026 00:00:00 GMT', 0],
    ['in words', 'soon', 500],
    ['not at all', undefined, 500],
  ])('is called again after what Retry-After asks: %s', async (_, header, ms) => {
    const { clock, slept } = countingClock()
    const storage = dropboxStorage({ token: 't', fetch: answers([429, header]), clock })
    await storage.read('a.png', new AbortController().signal)
    expect(slept).toEqual([ms])
  })

  it('is not retried if it requires a delay of more than 30 s', async () => {
    const { clock, slept } = countingClock()
    const fetch = answers([503, 'Thu, 01 Jan 2026 00:00:31 GMT'])
    const storage = dropboxStorage({ token: 't', fetch, clock })
    const read = storage.read('a.png', new AbortController().signal)
    await expect(read).rejects.toMatchObject({ code: 'STORAGE' })
    expect(slept).toEqual([])
  })

  it('leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    let listeners = 0
    const { addEventListener: add, removeEventListener: remove } = signal
    Object.assign(signal, {
      addEventListener: (...args: Parameters<typeof add>) => {
        listeners++
        add.apply(signal, args)
      },
      removeEventListener: (...args: Parameters<typeof remove>) => {
        listeners--
        remove.apply(signal, args)
      },
    })
    const storage = dropboxStorage({ token: 't', fetch: answers([429, '0'], [429, '0']) })
    await storage.read('a.png', signal)
    expect(listeners).toBe(0)
  })
})

it('an error repeats no token, though the service does', async () => {
  const token = 'sl.4711-secret'
  const fetch = async () =>
    Response.json({ error_summary: `invalid_access_token/${token}` }, { status: 401 })
  const read = dropboxStorage({ token, fetch }).read('a.png', new AbortController().signal)
  const { message } = await read.catch((error) => error)
  expect(message).toContain('401, invalid_access_token/***')
})

describe('what a storage sends without end', () => {
  const { signal } = new AbortController()
  const endless = (init: ResponseInit) => {
    const sent = { bytes: 0 }
    const fetch = async () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent.bytes += 1e6
            controller.enqueue(new Uint8Array(1e6))
          },
        }),
        init,
      )
    return { storage: dropboxStorage({ token: 't', fetch }), sent }
  }

  it.each([
    ['a file', { headers: { 'Content-Length': '1e12' } }, 'larger than Darkroom reads'],
    ['an error', { status: 409 }, '409'],
  ])('as %s is not read to its end', async (_, init, message) => {
    const { storage, sent } = endless(init)
    const read = storage.read('a.png', signal)
    await expect(read).rejects.toMatchObject({ code: 'STORAGE', message: expect.stringContaining(message) }) // biome-ignore format: a line
    expect(sent.bytes).toBeLessThan(10e6)
  })

  it('as a listing is not read to its end', async () => {
    const { storage, sent } = endless({})
    const listed = storage.list?.('', signal)[Symbol.asyncIterator]().next()
    const tooLong = expect.stringContaining('more than Darkroom reads')
    await expect(listed).rejects.toMatchObject({ code: 'STORAGE', message: tooLong })
    expect(sent.bytes).toBeLessThan(40e6)
  })

  it('as a listing in XML is an error, and no empty folder', async () => {
    const entries = '<Contents><Key>a.png</Key><Size>1</Size></Contents>'.repeat(400_000)
    const fetch = async () => new Response(`<ListBucketResult>${entries}</ListBucketResult>`)
    const keys = { accessKeyId: 'a', secretAccessKey: 's', region: 'eu-central-1' }
    const listed = s3Storage({ bucket: 'shop', ...keys, fetch }).list?.('', signal)
    const tooLong = expect.stringContaining('more than Darkroom reads')
    await expect(listed?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'STORAGE',
      message: tooLong,
    })
  })
})

describe('a storage that falls silent', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const silent = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const bodies = (body: () => BodyInit, init?: ResponseInit) => async () =>
    new Response(body(), init)
  const endlessly = () => new ReadableStream()
  const stalled = { code: 'STORAGE', message: expect.stringContaining('in 60 s') }

  it.each<[string, typeof fetch]>([
    ['before it answers', (_, init) => silent(init?.signal as AbortSignal)],
    ['in the middle of a file', bodies(endlessly)],
  ])('%s is given up', async (_, fetch) => {
    const read = dropboxStorage({ token: 't', fetch }).read('a.png', new AbortController().signal)
    const failed = expect(read).rejects.toMatchObject(stalled)
    await vi.advanceTimersByTimeAsync(61_000)
    await failed
    expect(vi.getTimerCount()).toBe(0)
  })

  it('in the middle of an error is given up', async () => {
    const fetch = bodies(endlessly, { status: 409 })
    const read = dropboxStorage({ token: 't', fetch }).read('a.png', new AbortController().signal)
    const failed = expect(read).rejects.toMatchObject({ code: 'STORAGE', message: expect.stringContaining('409') }) // biome-ignore format: a line
    await vi.advanceTimersByTimeAsync(61_000)
    await failed
  })

  it('in the middle of a file is left at once when the job is cancelled', async () => {
    const controller = new AbortController()
    const storage = dropboxStorage({ token: 't', fetch: bodies(endlessly) })
    const failed = expect(storage.read('a.png', controller.signal)).rejects.toMatchObject({
      code: 'ABORTED',
    })
    await vi.advanceTimersByTimeAsync(1000)
    controller.abort()
    await failed
  })

  it('for a read is waited for while it takes an upload', async () => {
    const fetch: typeof globalThis.fetch = (url, init) => {
      const isUpload = String(url).endsWith('/upload')
      if (!isUpload) return silent(init?.signal as AbortSignal)
      return new Promise((resolve) => setTimeout(() => resolve(Response.json({})), 200_000))
    }
    const storage = dropboxStorage({ token: 't', fetch })
    const { signal } = new AbortController()
    const written = storage.write('b.png', new Blob(['abc']), signal)
    let ended = false
    const read = storage.read('a.png', signal).finally(() => {
      ended = true
    })
    const failed = expect(read).rejects.toMatchObject(stalled)
    await vi.advanceTimersByTimeAsync(201_000)
    expect(await written).toEqual({ path: 'b.png' })
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(61_000)
    await failed
  })
})

it('a listing of S3 whose entries have no end is read in no time', () => {
  const start = performance.now()
  expect(parseListing(`<ListBucketResult>${'<Contents>'.repeat(200_000)}`).files).toEqual([])
  expect(performance.now() - start).toBeLessThan(2000)
})
