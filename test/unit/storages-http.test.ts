import { describe, expect, it } from 'vitest'
import type { Clock } from '../../src/async/clock.ts'
import { parseListing } from '../../src/storages/s3-listing.ts'
import { dropboxStorage } from '../../src/storages.ts'

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
    ['a file', { headers: { 'Content-Length': '1e12' } }, 'larger than it takes'],
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
    await expect(listed).rejects.toMatchObject({ code: 'STORAGE' })
    expect(sent.bytes).toBeLessThan(40e6)
  })
})

it('a listing of S3 whose entries have no end is read in no time', () => {
  const start = performance.now()
  expect(parseListing('<Contents>'.repeat(200_000)).files).toEqual([])
  expect(performance.now() - start).toBeLessThan(2000)
})
