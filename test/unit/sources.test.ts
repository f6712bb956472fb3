import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveSource } from '../../src/sources/resolve.ts'

const URL = 'https://images.example/a.png'
const limits = { decodedPixels: 1e6 }
/** Room for the pixels, and 64 MB of metadata. */
const MOST = 72e6

const from =
  (body: BodyInit, headers: HeadersInit = {}) =>
  async () =>
    new Response(body, { headers })
const read = (fetch: typeof globalThis.fetch, signal = new AbortController().signal) =>
  resolveSource(URL, 'caption.url', { fetch, limits, storages: {} }, signal)

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
    expect(sent()).toBeLessThan(2 * MOST)
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
  const slow = { code: 'SOURCE_UNREACHABLE', path: 'caption.url', message: expect.stringContaining('in 60 s') } // biome-ignore format: a row

  it('is given up if it does not answer', async () => {
    const failed = expect(read((_, init) => answered(init?.signal as AbortSignal))).rejects.toMatchObject(slow) // biome-ignore format: a line
    await vi.advanceTimersByTimeAsync(61_000)
    await failed
  })

  it('is given up if it sends a byte now and then', async () => {
    const dripping: typeof fetch = async (_, init) => {
      const { signal } = init as { signal: AbortSignal }
      const body = new ReadableStream({
        start(controller) {
          const drip = setInterval(() => controller.enqueue(new Uint8Array(1)), 1000)
          signal.addEventListener('abort', () => {
            clearInterval(drip)
            controller.error(signal.reason)
          })
        },
      })
      return new Response(body)
    }
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
