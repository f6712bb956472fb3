import { afterAll, describe, expect, it } from 'vitest'
import { createDarkroom, type JobProgress } from '../../src/index.ts'
import { gradient } from './pictures.ts'

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
const request = { url: gradient(12, 8), width: '200%' } as const
afterAll(() => darkroom.dispose())

describe('a result is one step away', () => {
  it('in the records of run and wait', async () => {
    const { blob, details } = await darkroom.run(request)
    expect(blob.size).toBe(details.bytes)
    const accepted = await darkroom.process(request)
    expect((await darkroom.wait(accepted)).blob?.size).toBe(blob.size)
  })

  it('methods take a record as well as its id', async () => {
    const record = await darkroom.run(request)
    expect((await darkroom.file(record)).blob.size).toBe(record.blob.size)
    expect(await darkroom.result(record)).toMatchObject({ status: 'complete' })
    await darkroom.deleteResult(record)
    await expect(darkroom.file(record.job)).rejects.toMatchObject({ code: 'DELETED' })
  })

  it('fetch takes what the fetch of the page takes', async () => {
    const headers = { 'x-api-key': 'any' }
    const response = await darkroom.fetch('/rest_api/me', { headers })
    expect(await response.json()).toMatchObject({ username: 'local' })
  })
})

describe('the end of a signal', () => {
  it('by AbortSignal.timeout is a TimeoutError, whose cause is the reason', async () => {
    const signal = AbortSignal.timeout(1)
    const error = await darkroom.run(request, { signal }).catch((error) => error)
    expect(error).toMatchObject({ name: 'TimeoutError', code: 'ABORTED' })
    expect(error.cause).toBe(signal.reason)
  })

  it('by abort is an AbortError', async () => {
    const signal = AbortSignal.abort()
    const error = await darkroom.run(request, { signal }).catch((error) => error)
    expect(error).toMatchObject({ name: 'AbortError', code: 'ABORTED' })
  })
})

it('overall_ratio goes from the first step to 1 and never back', async () => {
  const seen: JobProgress[] = []
  // Not what the tests before it asked for, which is in the cache.
  const other = { ...request, url: gradient(13, 8) }
  await darkroom.run(other, { onProgress: (progress) => seen.push(progress) })
  const ratios = seen.map(({ overall_ratio }) => overall_ratio)
  expect(ratios).toEqual([...ratios].sort((a, b) => a - b))
  expect(ratios.at(-1)).toBe(1)
  expect(new Set(ratios).size).toBeGreaterThan(2)
})

it('a Darkroom that was declared by using is disposed of', async () => {
  const one = createDarkroom({ persist: false, provider: 'wasm' })
  await one.info()
  one[Symbol.dispose]()
  await expect(one.run(request)).rejects.toMatchObject({ code: 'ABORTED' })
})
