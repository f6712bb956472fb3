import { afterAll, describe, expect, inject, it } from 'vitest'
import { encoded, fromPng, png } from '../../scripts/lib/pictures.ts'
import { createDarkroom, type JobRecord } from '../../src/index.ts'
import { gradient } from './pictures.ts'

const darkroom = createDarkroom({ provider: 'wasm', persist: false })
afterAll(() => darkroom.dispose())

const pictures = inject('imageServer')
const broken = new Blob(['no picture'])
const good = `${pictures}/cors/a.png`

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

describe('urls', () => {
  it('one job an item and a parent, in the order of the pictures', async () => {
    const request = { urls: [good, gradient(20, 10)], width: 40, output_format: 'png' as const }
    const record = await darkroom.run(request)
    expect(record).toMatchObject({
      status: 'complete',
      results: [
        { status: 'complete', original_url: good, url: expect.stringMatching(/^blob:/) },
        { status: 'complete', original_url: null, url: expect.stringMatching(/^blob:/) },
      ],
    })
    expect(record.result_url).toBeUndefined()
    for (const { blob, url } of record.results ?? []) {
      expect(await bytesOf(blob as Blob)).toEqual(
        await bytesOf(await (await fetch(`${url}`)).blob()),
      )
    }
    const [first, second] = record.results ?? []
    const heights = await Promise.all([first, second].map((item) => heightOf(item?.url)))
    expect(heights).toEqual([27, 20])
    const single = await darkroom.result(first?.job as string)
    expect(single).toMatchObject({ status: 'complete', result_url: first?.url })
    expect(single.results).toBeUndefined()
    expect((await darkroom.file(second?.job as string)).blob.size).toBeGreaterThan(0)
  })

  it('each item has its own warnings, if it has any', async () => {
    const jpeg = await encoded(gradient(20, 10), 'image/jpeg')
    const request = { urls: [good, jpeg], quality: 50, min_length: 9, max_length: 8 }
    const { warnings, results } = await darkroom.run(request)
    expect(warnings).toMatchObject([{ path: 'min_length' }])
    expect(results?.[0]?.warnings).toMatchObject([{ code: 'IGNORED', path: 'quality' }])
    expect(results?.[1]).not.toHaveProperty('warnings')
    const single = await darkroom.result(results?.[0]?.job as string)
    expect(results?.[0]?.warnings).toEqual(single.warnings)
  })

  it('one bad picture stops no other', async () => {
    const { status, results } = await darkroom.processResult({ urls: [broken, good] })
    expect(status).toBe('complete')
    expect(results).toMatchObject([
      {
        status: 'failed',
        url: null,
        original_url: null,
        code: 'UNIDENTIFIED_IMAGE',
        message: expect.stringContaining('url'),
      },
      { status: 'complete', original_url: good },
    ])
    await expect(darkroom.result(results?.[0]?.job as string)).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      job: results?.[0]?.job,
    })
  })

  it('the parent fails where all failed', async () => {
    const { job } = await darkroom.process({ urls: [broken, `${pictures}/cors/missing.png`] })
    await expect(darkroom.wait(job)).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      job,
      message: expect.stringContaining('None of 2 images'),
    })
    await expect(darkroom.result(job)).rejects.toMatchObject({ code: 'UNIDENTIFIED_IMAGE' })
  })

  it('a pending parent shows its items pending', async () => {
    const record = await darkroom.process({ urls: [good, good], width: '200%' })
    expect(record.status).toBe('received')
    expect(record.results?.map(({ url }) => url)).toEqual([null, null])
    expect(record.results?.every(({ status }) => /received|not_started/.test(status))).toBe(true)
    const { results } = await darkroom.wait(record.job)
    expect(new Set(results?.map(({ job }) => job)).size).toBe(2)
  })

  it('abort and delete reach the items', async () => {
    const controller = new AbortController()
    const slow = { urls: [`${pictures}/slow/a.png`, `${pictures}/slow/b.png`] }
    const ended: string[] = []
    const stop = darkroom.on('failed', ({ error }) => ended.push(error.code))
    const accepted = new Promise((resolve) => darkroom.on('status', resolve))
    const aborted = darkroom.run(slow, { signal: controller.signal })
    await accepted
    controller.abort()
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError', code: 'ABORTED' })
    await expect.poll(() => ended).toEqual(['ABORTED', 'ABORTED', 'ABORTED'])
    stop()

    const { job, results } = await darkroom.process(slow)
    const waiting = darkroom.wait(job)
    await darkroom.deleteResult(job)
    await expect(waiting).rejects.toMatchObject({ code: 'DELETED' })
    for (const id of [job, ...(results ?? []).map((item) => item.job)]) {
      await expect(darkroom.result(id)).rejects.toMatchObject({ code: 'DELETED', job: id })
    }
  })

  it('a deleted item counts as one that failed', async () => {
    const { job, results } = await darkroom.process({ urls: [`${pictures}/slow/a.png`, good] })
    await darkroom.deleteResult(results?.[0]?.job as string)
    expect((await darkroom.wait(job)).results).toMatchObject([
      { status: 'failed', url: null, code: 'DELETED', message: 'Image deleted' },
      { status: 'complete' },
    ])
  })
})

describe('records', () => {
  it('only the four states, in their order', async () => {
    const seen: string[] = []
    const { job, status } = await darkroom.process({ url: gradient(60, 60), width: '200%' })
    seen.push(status)
    const stop = darkroom.on('status', (event) => event.job === job && seen.push(event.status))
    let record: JobRecord
    do {
      record = await darkroom.result(job)
      seen.push(record.status)
      expect(record.result_url === undefined).toBe(record.status !== 'complete')
      await new Promise((resolve) => setTimeout(resolve))
    } while (record.status !== 'complete')
    stop()
    const order = ['received', 'not_started', 'in_progress', 'complete']
    const indices = seen.map((state) => order.indexOf(state))
    expect(indices).not.toContain(-1)
    expect(new Set(seen)).toContain('in_progress')
    expect(indices.at(-1)).toBe(3)
  })

  it('jobs that wait are told their position whenever it changes', async () => {
    const one = createDarkroom({ provider: 'wasm', persist: false, workers: 1 })
    const seen: Record<string, (number | undefined)[]> = {}
    one.on('status', ({ job, status, position }) => {
      if (status === 'not_started') seen[job] = [...(seen[job] ?? []), position]
    })
    const request = { url: gradient(60, 60), width: '200%' } as const
    const records = await Promise.all([1, 2, 3].map(() => one.run(request)))
    one.dispose()
    const [first, , last] = records.map(({ job }) => seen[job] ?? [])
    expect(first).toEqual([1])
    expect(last?.at(0)).toBeGreaterThan(1)
    expect(last).toEqual([...(last ?? [])].sort().reverse())
    expect(last?.at(-1)).toBe(1)
  })

  it('a listener that throws harms no job', async () => {
    const ignore = (event: ErrorEvent) => event.preventDefault()
    addEventListener('error', ignore)
    const fails = () => {
      throw new Error('the page has a fault')
    }
    const stops = (['progress', 'status', 'complete'] as const).map((type) =>
      darkroom.on(type, fails),
    )
    const picture = { url: await png(gradient(20, 20)), width: 10 }
    expect((await darkroom.run(picture, { onProgress: fails })).status).toBe('complete')
    for (const stop of stops) stop()
    removeEventListener('error', ignore)
  })

  it.each(['', 'nothing', '../../etc', '00000000-0000-4000-8000-000000000000', 'x'.repeat(1e6)])(
    'an id that never was: %.40s',
    async (id) => {
      await expect(darkroom.result(id)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
      await expect(darkroom.deleteResult(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(darkroom.wait(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    },
  )
})

async function heightOf(url: string | null | undefined): Promise<number> {
  return (await fromPng(await (await fetch(url as string)).blob())).height
}
