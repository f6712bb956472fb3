import { afterAll, describe, expect, it, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { createDarkroom as createExternal } from '../../src/external-assets.ts'
import { createDarkroom, type JobProgress } from '../../src/index.ts'
import { gradient, lined } from './pictures.ts'

/** Without persistence, so that no other Darkroom resumes the jobs of this one. */
const here = { persist: false }
const darkroom = createDarkroom({ ...here, provider: 'wasm' })
const small = gradient(20, 16)
const request = { url: small, width: '200%' } as const
afterAll(() => darkroom.dispose())

describe('the endpoints', () => {
  it('processResult answers with the complete record', async () => {
    const record = await darkroom.processResult(request)
    expect(record).toMatchObject({
      status: 'complete',
      warnings: [],
      details: { provider: 'wasm', width: 40, height: 32 },
    })
    expect(record.result_url).toMatch(/^blob:/)
    expect(record.details?.steps.map(({ operation }) => operation)).toEqual([
      'decode',
      'upscale',
      'encode',
    ])
  })

  it('process answers at once; result and wait follow the job', async () => {
    const { job, status } = await darkroom.process(request)
    expect(status).toMatch(/^(received|not_started)$/)
    const pending = await darkroom.result(job)
    expect(pending.result_url).toBeUndefined()
    const record = await darkroom.wait(job)
    expect(record.status).toBe('complete')
    expect((await darkroom.result(job)).result_url).toBe(record.result_url)
  })

  it('processResult answers in_progress after 25 s, and the job goes on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const accepted = new Promise((resolve) => darkroom.on('status', resolve))
    const answer = darkroom.processResult({ url: lined(160, 160), width: '200%' })
    await accepted
    vi.advanceTimersByTime(25_000)
    vi.useRealTimers()
    const { job, status, result_url } = await answer
    expect({ status, result_url }).toEqual({ status: 'in_progress', result_url: undefined })
    expect((await darkroom.wait(job)).status).toBe('complete')
  })

  it('deleteResult cancels and forgets', async () => {
    const record = await darkroom.run(request)
    expect(await darkroom.deleteResult(record.job)).toEqual({
      job: record.job,
      message: 'Image deleted',
    })
    await expect(darkroom.result(record.job)).rejects.toMatchObject({
      code: 'DELETED',
      status: 404,
    })
    await expect(fetch(record.result_url as string)).rejects.toThrow()
    await expect(darkroom.result('nothing')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Job not found',
    })
  })

  it('me answers with a local account', async () => {
    expect(await darkroom.me()).toMatchObject({
      credits: 0,
      api_key: '',
      webhooks: {},
      address: { isCompany: false },
    })
  })
})

describe('other methods', () => {
  it('info reports the provider, and why it was chosen', async () => {
    expect(await darkroom.info()).toMatchObject({
      provider: 'wasm',
      precision: 'fp32',
      why: 'WASM was asked for',
      threads: navigator.hardwareConcurrency,
      version: expect.stringMatching(/^\d/),
    })
  })

  it('a software GPU is refused unless asked for', async () => {
    const auto = createDarkroom(here)
    const info = await auto.info()
    expect(info.provider).toBe('wasm')
    expect(info.why).toMatch(/software|no GPU adapter/)
    auto.dispose()
  })

  it('preload fetches, verifies and caches what a request needs', async () => {
    const fresh = createDarkroom({ ...here, provider: 'wasm' })
    await fresh.preload({ width: '400%' })
    expect((await fresh.info()).cached).toContain('span-x4')
    await fresh.preload({ urls: [await png(small)], width: '200%' })
    expect((await fresh.info()).cached).toContain('span-x2')
    fresh.dispose()
  })

  it('plan returns the steps', async () => {
    expect((await darkroom.plan({ url: await png(small), width: '300%' })).steps).toEqual([
      { op: 'upscale', model: 'span-x4', scale: 4, ifDegraded: 'restore-x4' },
      { op: 'resize', width: 60, height: 48, filter: 'lanczos3' },
    ])
  })

  it('plan takes one image', async () => {
    const message = 'Expected url, as a plan is of one image, but received urls'
    const refusal = { code: 'BAD_REQUEST', path: 'urls', message }
    await expect(darkroom.plan({ urls: [await png(small)] })).rejects.toMatchObject(refusal)
  })

  it('plan of an image that a service generates from text has no source', async () => {
    const { source, steps } = await darkroom.plan({ preset: 'burst of particles' })
    expect(source).toBeNull()
    expect(steps.map(({ op }) => op)).toEqual(['remote', 'fit'])
  })

  it('progress and events report the state of a job', async () => {
    const seen: JobProgress[] = []
    const statuses: string[] = []
    const stop = darkroom.on('status', ({ status }) => statuses.push(status))
    const completed = new Promise((resolve) =>
      darkroom.addEventListener('complete', resolve, { once: true }),
    )
    await darkroom.run(
      { url: lined(600, 400), width: '200%' },
      { onProgress: (progress) => seen.push(progress) },
    )
    await completed
    stop()
    expect(statuses).toEqual(['not_started', 'in_progress', 'complete'])
    const tiles = seen.filter(({ operation }) => operation === 'upscale')
    expect(tiles.length).toBeGreaterThan(2)
    expect(tiles.at(-1)).toMatchObject({ step: 2, steps: 3, ratio: 1 })
    expect(tiles.some(({ eta_ms, ratio }) => ratio < 1 && eta_ms !== null && eta_ms > 0)).toBe(true)
  })

  it('a failing job does not affect others', async () => {
    const failed = vi.fn()
    const stop = darkroom.on('failed', failed)
    const bad = darkroom.run({ url: new Blob(['no picture']) })
    const good = darkroom.run(request)
    await expect(bad).rejects.toMatchObject({ code: 'UNIDENTIFIED_IMAGE', job: expect.any(String) })
    expect((await good).status).toBe('complete')
    expect(failed).toHaveBeenCalledTimes(1)
    stop()
  })

  it('jobs beyond the limit of the queue are refused', async () => {
    const tiny = createDarkroom({ ...here, provider: 'wasm', queue: { limit: 2 } })
    const first = [tiny.run(request), tiny.run(request)]
    await expect(tiny.run(request)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
    })
    expect((await Promise.all(first)).every(({ status }) => status === 'complete')).toBe(true)
    tiny.dispose()
  })

  it('a job that was cancelled makes room in the queue at once', async () => {
    const tiny = createDarkroom({ ...here, provider: 'wasm', queue: { limit: 1 } })
    const controller = new AbortController()
    const cancelled = tiny.run(
      { url: lined(500, 400), width: '200%' },
      {
        signal: controller.signal,
        onProgress: ({ operation }) => operation === 'upscale' && controller.abort(),
      },
    )
    await expect(cancelled).rejects.toMatchObject({ code: 'ABORTED' })
    expect((await tiny.run(request)).status).toBe('complete')
    tiny.dispose()
  })

  it('several workers run several jobs', async () => {
    const pair = createDarkroom({ ...here, provider: 'wasm', workers: 2 })
    const records = await Promise.all([1, 2, 3].map(() => pair.run(request)))
    expect(records.every(({ status }) => status === 'complete')).toBe(true)
    pair.dispose()
  })
})

describe('abort', () => {
  it('of a queued job does not stop others', async () => {
    const one = createDarkroom({ ...here, provider: 'wasm' })
    const first = one.run({ url: lined(300, 200), width: '200%' })
    const second = await one.process(request)
    const third = one.run(request)
    await new Promise((resolve) => setTimeout(resolve, 300)) // both are queued
    await one.deleteResult(second.job)
    expect((await first).status).toBe('complete')
    expect((await third).status).toBe('complete')
    one.dispose()
  })

  it('stops between tiles and frees the worker', async () => {
    const controller = new AbortController()
    const ratios: number[] = []
    const job = darkroom.run(
      { url: lined(500, 400), width: '200%' },
      {
        signal: controller.signal,
        onProgress: ({ operation, ratio }) => {
          if (operation !== 'upscale') return
          ratios.push(ratio)
          if (ratio > 0) controller.abort()
        },
      },
    )
    await expect(job).rejects.toMatchObject({ name: 'AbortError', code: 'ABORTED' })
    expect(Math.max(...ratios)).toBeLessThan(0.6)
    expect((await darkroom.run(request)).status).toBe('complete')
  })

  it('before the start throws at once', async () => {
    await expect(darkroom.run(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    })
  })

  it('dispose ends running jobs', async () => {
    const other = createDarkroom({ ...here, provider: 'wasm' })
    const job = other.run({ url: lined(400, 400), width: '200%' })
    setTimeout(() => other.dispose(), 200)
    await expect(job).rejects.toMatchObject({ code: 'ABORTED' })
    await expect(other.run(request)).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

it('without a bundled worker, an absent assetsUrl is refused by name', async () => {
  const external = createExternal({ ...here, provider: 'wasm' } as never)
  const refused = { code: 'BAD_REQUEST', path: 'assetsUrl' }
  await expect(external.run(request)).rejects.toMatchObject(refused)
  external.dispose()
})
