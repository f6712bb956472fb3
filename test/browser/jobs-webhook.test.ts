import { afterEach, describe, expect, inject, it } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import type { DarkroomOptions } from '../../src/index.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import type { Storage } from '../../src/storages.ts'
import type { Arrival } from '../servers/webhook-server.ts'
import { environmentOf, TestClock } from './environment.ts'
import { gradient } from './pictures.ts'

const receivers = inject('webhookServer')
const picture = `${inject('imageServer')}/cors/a.png`
const DELAYS = [1000, 5000, 30_000, 120_000, 600_000]
let darkroom: Darkroom
afterEach(() => darkroom.dispose())

let names = 0
/** Returns a new URL, to which nothing has been sent. */
const receiver = (kind: string) => `${receivers}/${kind}/${Date.now()}-${names++}`

async function arrivals(url: string): Promise<Arrival[]> {
  return (await fetch(`${receivers}/log/${url.split('/').pop()}`)).json()
}
const posts = async (url: string) => (await arrivals(url)).filter(({ method }) => method === 'POST')

function start(options: DarkroomOptions = {}) {
  const clock = new TestClock()
  darkroom = new LazyDarkroom({ provider: 'wasm', ...options }, environmentOf({ clock }))
  return clock
}

/** Returns the record once its webhooks have ended. */
async function settled(job: string) {
  for (;;) {
    const record = await darkroom.result(job)
    const pending = record.details?.webhook?.some(({ outcome }) => outcome === 'pending')
    if (!pending) return record
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('what is sent', () => {
  it('JSON of the job, once, to the request’s receiver and the account’s', async () => {
    const [own, account] = [receiver('cors'), receiver('cors')]
    start({ account: { webhooks: { complete: account } } })
    const { job } = await darkroom.run({ url: picture, width: 10, webhook_url: own })
    const { details } = await settled(job)
    expect(details?.webhook?.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ])
    for (const url of [own, account]) {
      const [post, ...others] = await posts(url)
      expect(others).toEqual([])
      expect(post?.type).toBe('application/json')
      expect(JSON.parse(post?.body ?? '')).toMatchObject({
        job,
        data: { url: picture, width: 10, webhook_url: own },
        result_url: null,
        result_local: true,
        results: null,
      })
    }
  })

  it('the request as the caller wrote it', async () => {
    start()
    const request = {
      url: picture,
      preset: 'auto_enhance',
      width: '20',
      output_format: 'jpg',
      nsfw_parameters: { thresold: 0.2, image_url: null },
      fit: {},
      note: { order: [4711] },
      webhooks: { complete: receiver('cors') },
      background: { generate: { description: 'data: a chart, on white', adapter_type: 'upscale' } },
    } as const
    const { job } = await darkroom.run(request)
    await settled(job)
    const [post] = await posts(request.webhooks.complete)
    expect(JSON.parse(post?.body ?? '').data).toEqual({ ...request, note: null })
  })

  it('no password, in the record', async () => {
    start()
    const secret = (path: string) => `http://ann:secret@127.0.0.1:1/${path}`
    const request = { urls: [picture, secret('a.png')], webhook_url: secret('done') }
    const record = JSON.stringify(await darkroom.run(request))
    expect(record).toContain('http://***@127.0.0.1:1/a.png')
    expect(record).toContain('http://***@127.0.0.1:1/done')
    expect(record).not.toMatch(/ann|secret/)
  })

  it('no key and no token: not to the receiver, and not in the record', async () => {
    start()
    const url = `${receiver('cors')}?access_token=hush-a`
    const request = {
      url: `${picture}?X-Amz-Signature=hush-b&v=2`,
      webhook_url: url,
      api_key: 'hush-c',
      note: { headers: { Authorization: 'Bearer hush-d' }, page: 'see /login?token=hush-e' },
    } as const
    const { job } = await darkroom.run(request)
    const record = await settled(job)
    expect(record.details?.webhook?.[0]).toMatchObject({
      url: url.replace('hush-a', '***'),
      outcome: 'sent',
    })
    expect(JSON.stringify(record)).not.toContain('hush')
    const [post] = await posts(url)
    expect(post?.body).not.toContain('hush')
    expect(JSON.parse(post?.body ?? '').data).toEqual({
      url: `${picture}?X-Amz-Signature=***&v=***`,
      webhook_url: record.details?.webhook?.[0]?.url,
      api_key: null,
      note: null,
    })
  })

  it('no embedded images', async () => {
    start()
    const url = receiver('cors')
    const blob = await png(gradient(8, 8))
    const embedded = `base64,${btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))}`
    const { job } = await darkroom.run({ urls: [blob, embedded, picture], webhook_url: url })
    await settled(job)
    const [post] = await posts(url)
    expect(JSON.parse(post?.body ?? '').data.urls).toEqual([null, null, picture])
  })

  it('once for all images of a request', async () => {
    start()
    const url = receiver('cors')
    const bad = new Blob(['no picture'])
    const { job } = await darkroom.run({ urls: [picture, bad], webhooks: { complete: url } })
    await settled(job)
    const sent = await posts(url)
    expect(sent.length).toBe(1)
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      job,
      results: [
        { status: 'complete', url: null, original_url: picture },
        { status: 'failed', url: null, original_url: null, message: expect.any(String) },
      ],
    })
  })

  it('all widths of a request with sizes, and where they were written', async () => {
    const url = receiver('cors')
    const shop: Storage = {
      read: async () => new Blob(),
      write: async (path) => ({ path, url: `https://shop.example/${path}` }),
    }
    start({ storages: { shop } })
    const file = new File([await png(gradient(40, 20))], 'sea.png')
    const { job } = await darkroom.run({ url: file, sizes: [10, 20], target: 'storage://shop/out', webhook_url: url }) // biome-ignore format: a line
    await settled(job)
    const common = { job, status: 'complete', original_url: null }
    const body = JSON.parse((await posts(url))[0]?.body ?? '')
    expect(body.result_url).toBe('https://shop.example/out/sea.png')
    expect(body).not.toHaveProperty('result_local')
    expect(body.results).toEqual([
      { ...common, url: 'https://shop.example/out/sea-10.png', width: 10, height: 5 },
      { ...common, url: body.result_url, width: 20, height: 10 },
    ])
  })

  it('of sizes without a target, that they are in the page only', async () => {
    start()
    const url = receiver('cors')
    const { job } = await darkroom.run({ url: picture, sizes: [4, 8], webhook_url: url })
    await settled(job)
    const body = JSON.parse((await posts(url))[0]?.body ?? '')
    expect(body).toMatchObject({ result_url: null, result_local: true })
    const item = { job, status: 'complete', url: null, original_url: picture, width: 4 }
    expect(body.results).toMatchObject([item, { ...item, width: 8 }])
  })

  it('nothing for a job that failed', async () => {
    start()
    const url = receiver('cors')
    await expect(darkroom.run({ url: new Blob(['?']), webhook_url: url })).rejects.toThrow()
    expect(await arrivals(url)).toEqual([])
  })
})

describe('receivers with faults', () => {
  it.each(['no-cors', 'opaque'])('%s: one POST that cannot be confirmed', async (kind) => {
    // The clock stands still: what is not known after the first attempt would never be.
    start()
    const url = receiver(kind)
    const { job } = await darkroom.run({ url: picture, webhook_url: url })
    const { details } = await settled(job)
    expect(details?.webhook).toEqual([
      {
        url,
        outcome: 'sent, unconfirmed',
        attempts: 1,
        error: 'its answer cannot be read: it sends no CORS headers',
      },
    ])
    const [post, ...others] = await posts(url)
    expect(others).toEqual([])
    expect(post?.type).toBe('text/plain')
    expect(JSON.parse(post?.body ?? '')).toMatchObject({ job, data: { url: picture } })
  })

  it('503, then 200: sent at the second attempt', async () => {
    const clock = start()
    const url = receiver('once')
    const { job, status } = await darkroom.run({ url: picture, webhook_url: url })
    expect(status).toBe('complete')
    await clock.pass(1000)
    expect((await settled(job)).details?.webhook).toEqual([{ url, outcome: 'sent', attempts: 2 }])
    expect((await posts(url)).length).toBe(2)
  })

  it('429: the receiver’s own delay is kept to', async () => {
    const clock = start()
    const url = receiver('busy')
    const { job } = await darkroom.run({ url: picture, webhook_url: url })
    await clock.pass(7000)
    expect((await settled(job)).details?.webhook?.[0]).toMatchObject({
      outcome: 'sent',
      attempts: 2,
    })
  })

  it('503 at each attempt: given up after five more, and the job is complete', async () => {
    const clock = start()
    const url = receiver('down')
    const { job, status } = await darkroom.run({ url: picture, webhook_url: url })
    expect(status).toBe('complete')
    for (const delay of DELAYS) await clock.pass(delay)
    const { details } = await settled(job)
    expect(details?.webhook).toEqual([
      { url, outcome: 'given up', attempts: 6, error: 'it answered 503' },
    ])
  })

  it('a connection that breaks: an isolated page cannot tell it from one without CORS', async () => {
    const clock = start()
    const url = receiver('broken')
    const { job } = await darkroom.run({ url: picture, webhook_url: url })
    if (!crossOriginIsolated) for (const delay of DELAYS) await clock.pass(delay)
    expect((await settled(job)).details?.webhook?.[0]).toMatchObject(
      crossOriginIsolated
        ? { outcome: 'sent, unconfirmed', attempts: 1 }
        : { outcome: 'given up', attempts: 6 },
    )
  })

  it('a redirect is not followed', async () => {
    start()
    const url = receiver('moved')
    const { job } = await darkroom.run({ url: picture, webhook_url: url })
    const error = 'it redirects, and webhooks follow no redirect'
    expect((await settled(job)).details?.webhook).toEqual([
      { url, outcome: 'given up', attempts: 1, error },
    ])
    expect(await posts(`${url}-there`)).toEqual([])
  })

  it('404: given up at once', async () => {
    start()
    const url = receiver('refuse')
    const { job } = await darkroom.run({ url: picture, webhook_url: url })
    expect((await settled(job)).details?.webhook).toEqual([
      { url, outcome: 'given up', attempts: 1, error: 'it answered 404' },
    ])
  })
})
