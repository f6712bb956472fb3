import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveSource } from '../../src/sources/resolve.ts'
import type { Storage } from '../../src/storages/storage.ts'

const URL = 'https://images.example/a.png'
/** Room for the pixels of the default limit, which a lower one does not lessen, and 64 MB of metadata. */
const MOST = 1.088e9

const from =
  (body: BodyInit, headers: HeadersInit = {}) =>
  async () =>
    new Response(body, { headers })
const read = (
  fetch: typeof globalThis.fetch,
  signal = new AbortController().signal,
  limits = { decodedPixels: 1e6 },
) => resolveSource(URL, 'caption.url', { fetch, limits, storages: {} }, signal)

/** Sends a chunk each time that it is asked for one, without end. */
function endless(chunk: Uint8Array) {
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      sent += chunk.length
      controller.enqueue(chunk)
    },
  })
  return { body, sent: () => sent }
}

describe('a source that is fetched', () => {
  it('is a file with its name and type', async () => {
    const file = (await read(from('abc', { 'Content-Type': 'image/png' }))) as File
    expect([await file.text(), file.type, file.name]).toEqual(['abc', 'image/png', 'a.png'])
  })

  it('is refused if it has no end, and the rest is not read', async () => {
    const { body, sent } = endless(new Uint8Array(8e6))
    await expect(read(from(body))).rejects.toMatchObject({ code: 'TOO_LARGE', path: 'caption.url' })
    expect(sent()).toBeLessThan(MOST + 40e6)
  })

  it.each([
    [
      'is kept by a lower limit of pixels: a file may be larger than what it shows',
      1e6,
      1087,
      1089,
    ],
    ['is raised with the limit of pixels', 200e6, 1663, 1665],
  ])('the limit of bytes %s', async (_, decodedPixels, fits, fitsNot) => {
    const states = (megabytes: number) => from('abc', { 'Content-Length': String(megabytes * 1e6) })
    const { signal } = new AbortController()
    expect(await read(states(fits), signal, { decodedPixels })).toBeInstanceOf(Blob)
    const refused = read(states(fitsNot), signal, { decodedPixels })
    await expect(refused).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('from a storage has the same limit', async () => {
    let received: unknown
    const storage: Storage = {
      read: async (_path, _signal, options) => {
        received = options
        return new Blob(['abc'])
      },
      write: async (path) => ({ path }),
    }
    const context = { fetch, storages: { box: storage }, limits: { decodedPixels: 200e6 } }
    await resolveSource('storage://box/a.png', 'url', context, new AbortController().signal)
    expect(received).toEqual({ maxBytes: 1.664e9 })
  })

  it('is refused by the length that its server states', async () => {
    const { body, sent } = endless(new Uint8Array(8e6))
    const stated = read(from(body, { 'Content-Length': String(1e12) }))
    await expect(stated).rejects.toMatchObject({ code: 'TOO_LARGE', path: 'caption.url' })
    expect(sent()).toBeLessThan(MOST)
  })
})

describe('a server that is slow', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const answered = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  /** Sends a part each second, without end. */
  const everySecond = (part: () => Uint8Array) => {
    let timer: ReturnType<typeof setInterval>
    return new ReadableStream({
      start(controller) {
        timer = setInterval(() => controller.enqueue(part()), 1000)
      },
      cancel: () => clearInterval(timer),
    })
  }
  const slow = { code: 'SOURCE_UNREACHABLE', path: 'caption.url', message: expect.stringContaining('in 60 s') } // biome-ignore format: a row

  it('is given up if it does not answer', async () => {
    const failed = expect(read((_, init) => answered(init?.signal as AbortSignal))).rejects.toMatchObject(slow) // biome-ignore format: a line
    await vi.advanceTimersByTimeAsync(61_000)
    await failed
  })

  it('is given up if it sends a byte now and then', async () => {
    const dripping = from(everySecond(() => new Uint8Array(1)))
    const failed = expect(read(dripping)).rejects.toMatchObject(slow)
    await vi.advanceTimersByTimeAsync(61_000)
    await failed
  })

  it('is waited for as long as it sends', async () => {
    const steady = () =>
      new ReadableStream({
        async start(controller) {
          for (let i = 0; i < 5; i++) {
            await new Promise((resolve) => setTimeout(resolve, 40_000))
            controller.enqueue(new Uint8Array(70_000))
          }
          controller.close()
        },
      })
    const file = read(from(steady()))
    await vi.advanceTimersByTimeAsync(210_000)
    expect(((await file) as Blob).size).toBe(350_000)
  })

  it('is left when the job is cancelled while it sends', async () => {
    const controller = new AbortController()
    const steady = from(everySecond(() => new Uint8Array(70_000)))
    const failed = expect(read(steady, controller.signal)).rejects.toBeDefined()
    await vi.advanceTimersByTimeAsync(5000)
    controller.abort()
    await failed
    expect(vi.getTimerCount()).toBe(0)
  })

  /** Answers as a browser lets it: no more than six requests at a time, each with 200 kB in 100 s, and the others after them. */
  const throttled = () => {
    const free: (() => void)[] = []
    let open = 0
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const turn = new Promise<void>((resolve) => free.push(resolve))
      if (open < 6) next()
      await Promise.race([turn, answered(init?.signal as AbortSignal)])
      return new Response(
        new ReadableStream({
          async start(controller) {
            for (let i = 0; i < 5; i++) {
              await new Promise((resolve) => setTimeout(resolve, 20_000))
              controller.enqueue(new Uint8Array(40_000))
            }
            controller.close()
            open--
            next()
          },
        }),
      )
    }
    const next = () => {
      const start = free.shift()
      if (!start) return
      open++
      start()
    }
    return fetch
  }

  it('is not given up for requests that the browser holds back', async () => {
    const fetch = throttled()
    const files = Promise.all(Array.from({ length: 12 }, () => read(fetch)))
    files.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(201_000)
    expect((await files).map((file) => (file as Blob).size)).toEqual(Array(12).fill(200_000))
  })

  it('is given up for a request that waits while another server sends', async () => {
    const steady: typeof fetch = (url, init) =>
      String(url) === URL
        ? answered(init?.signal as AbortSignal)
        : from(everySecond(() => new Uint8Array(70_000)))()
    const context = { fetch: steady, storages: {} }
    const controller = new AbortController()
    const other = resolveSource('https://b.example/b.png', 'url', context, controller.signal)
    other.catch(() => undefined)
    const failed = expect(read(steady)).rejects.toMatchObject(slow)
    await vi.advanceTimersByTimeAsync(61_000)
    await failed
    controller.abort()
  })

  it('is left at once when the job is cancelled', async () => {
    const controller = new AbortController()
    const failed = expect(
      read((_, init) => answered(init?.signal as AbortSignal), controller.signal),
    ).rejects.toBe('cancelled')
    controller.abort('cancelled')
    await failed
  })
})

it.each([
  ['data:text/plain,a%20b%zz%4', 'a b%zz%4'],
  [`data:,${'%41'.repeat(3)}`, 'AAA'],
])('%s holds %s', async (url, expected) => {
  const context = { fetch, storages: {} }
  const blob = (await resolveSource(url, 'url', context, new AbortController().signal)) as Blob
  expect(await blob.text()).toBe(expected)
})
