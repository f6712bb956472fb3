import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsentRequest, Darkroom, JobRecord } from '../../src/index.ts'
import { type Arrival, startReferenceService } from '../servers/reference-service/server.ts'
import { openDarkroom, read, run } from './page.ts'

declare const window: {
  darkroom: Darkroom
  picture: File
  controller: AbortController
  ended: Promise<string>
}

const KEY = 'life-key'
const generate = { generate: { description: 'a beach' } }
const request = { url: 'the picture', background: generate }

let service: Awaited<ReturnType<typeof startReferenceService>>
let opened: Awaited<ReturnType<typeof openDarkroom>>
let remote: { baseUrl: string; apiKey: string }

beforeAll(async () => {
  opened = await openDarkroom({})
})
afterAll(() => opened?.close())
beforeEach(async () => {
  service = await startReferenceService({ keys: [KEY], storages: ['shop'] })
  remote = { baseUrl: service.url, apiKey: KEY }
  await opened.start(opened.page, { remote })
})
afterEach(() => service.close())

const count = (endpoint: string) =>
  service.arrivals.filter((one) => one.endpoint === endpoint && one.method !== 'OPTIONS').length
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Starts a job in the page. `window.controller` aborts it. */
const begin = (page: Page) =>
  page.evaluate(() => {
    window.controller = new AbortController()
    const { signal } = window.controller
    const asked = { url: window.picture, background: { generate: { description: 'a beach' } } }
    window.ended = window.darkroom.run(asked, { signal }).then(
      () => 'complete',
      ({ name }) => name,
    )
  })
const abort = (page: Page) =>
  page.evaluate(() => {
    window.controller.abort()
    return window.ended
  })

describe('an abort deletes the job at the service', () => {
  test('while it is polled', async () => {
    service.jobs.ms = 60_000
    await begin(opened.page)
    await until(() => count('result') > 0)
    expect(await abort(opened.page)).toBe('AbortError')
    await until(() => count('delete') > 0)
    const [job] = service.jobs.jobs.values()
    expect([job?.cancelled, count('delete')]).toEqual([true, 1])
  })

  test('before the service has answered with a job id', async () => {
    service.plan('process', { slow: 1500 })
    service.jobs.ms = 60_000
    await begin(opened.page)
    await until(() => count('process') > 0)
    expect(await abort(opened.page)).toBe('AbortError')
    await until(() => count('delete') > 0)
    expect([...service.jobs.jobs.values()].map(({ cancelled }) => cancelled)).toEqual([true])
  })

  test('so does deleteResult', async () => {
    service.jobs.ms = 60_000
    const job = await opened.page.evaluate(async () => {
      const asked = { url: window.picture, background: { generate: { description: 'a beach' } } }
      return (await window.darkroom.process(asked)).job
    })
    await until(() => count('result') > 0)
    await opened.page.evaluate((id) => window.darkroom.deleteResult(id), job)
    await until(() => count('delete') > 0)
  })
})

describe('a page that is reloaded while the service works', () => {
  /** One database per test: each service has its own URL. */
  const options = () => ({ persist: true, database: service.url, remote })
  const process = () =>
    opened.page.evaluate(async () => {
      const asked = {
        url: window.picture,
        output_format: 'jpeg' as const,
        background: { generate: { description: 'a beach' } },
      }
      return (await window.darkroom.process(asked)).job
    })

  test('goes on polling the job and sends nothing again', async () => {
    await opened.start(opened.page, options())
    service.jobs.ms = 3000
    const job = await process()
    await until(() => count('result') > 0)
    await opened.reload()
    await opened.start(opened.page, options())
    const record = (await opened.page.evaluate((id) => window.darkroom.wait(id), job)) as JobRecord
    expect(record).toMatchObject({
      status: 'complete',
      details: { sent: { picture: 'file' }, width: 12, height: 8 },
    })
    expect([count('process'), count('delete')]).toEqual([1, 0])
    expect(await stored(opened.page)).not.toContain(KEY)
  })

  test('before the service has answered: the job fails and is not sent again', async () => {
    await opened.start(opened.page, options())
    service.plan('process', { slow: 60_000 })
    const job = await process()
    await until(() => count('process') > 0)
    await opened.reload()
    await opened.start(opened.page, options())
    const error = await opened.page.evaluate(
      (id) =>
        window.darkroom.wait(id).then(
          () => 'complete',
          ({ code, message }) => `${code}: ${message}`,
        ),
      job,
    )
    expect(error).toMatch(/^REMOTE_FAILED: .*may have been accepted/)
    expect(count('process')).toBe(1)
  })

  test('without the remote option: the job waits until a page has it', async () => {
    await opened.start(opened.page, options())
    service.jobs.ms = 3000
    const job = await process()
    await until(() => count('result') > 0)
    await opened.reload()
    const { remote: _, ...without } = options()
    await opened.start(opened.page, without)
    const waiting = () => opened.page.evaluate((id) => window.darkroom.result(id), job)
    let record = await waiting()
    while (!record.details?.waiting_for) record = await waiting()
    expect(record).toMatchObject({ status: 'not_started', details: { waiting_for: 'remote' } })
    await opened.start(opened.page, options())
    const done = await opened.page.evaluate((id) => window.darkroom.wait(id), job)
    expect([done.status, count('process')]).toEqual(['complete', 1])
  })
})

describe('options.remote.confirm', () => {
  const withConfirm = (answer: string) =>
    opened.page.evaluate(`(async () => {
      const { createDarkroom } = await import(performance.getEntriesByType('resource').map(({ name }) => name).find((name) => name.endsWith('/src/index.ts')))
      window.asked = []
      window.darkroom = createDarkroom({
        provider: 'wasm', persist: false,
        remote: { ...${JSON.stringify(remote)}, confirm: (sending) => { window.asked.push(sending); return ${answer} } },
      })
    })()`)
  const asked = () => opened.page.evaluate('window.asked') as Promise<ConsentRequest[]>

  test('receives what would be sent, and may refuse', async () => {
    await withConfirm('false')
    const { error } = await run(opened.page, request)
    expect(error).toMatchObject({ code: 'ABORTED' })
    expect(service.arrivals).toEqual([])
    const [sending] = await asked()
    expect(sending).toMatchObject({
      to: service.url,
      picture: 'file',
      fields: ['image', 'output_format', 'background.generate.description'],
      request: { background: generate, output_format: 'png' },
    })
  })

  test('receives the number of bytes that arrive', async () => {
    await withConfirm('Promise.resolve(true)')
    const { record } = await run(opened.page, request)
    const [sending] = await asked()
    const post = service.arrivals.find(({ method }) => method === 'POST')
    expect([sending?.bytes, record?.details?.sent?.bytes]).toEqual([
      post?.body.length,
      post?.body.length,
    ])
  })
})

test('a picture from words is enhanced when it comes back, as plan() says', async () => {
  const asked = { background: generate, width: 64, height: 48, enhancements: ['light'] }
  const steps = await opened.page.evaluate(async (request) => {
    const { steps } = await window.darkroom.plan(request as never)
    return steps.map((step) => (step.op === 'remote' ? `remote: ${step.sends}` : step.op))
  }, asked)
  expect(steps).toEqual(['remote: nothing', 'light', 'fit'])
  const { record, error } = await run(opened.page, asked)
  expect(error).toBeUndefined()
  expect(record?.details?.steps.map(({ operation }) => operation)).toEqual([
    'remote',
    'decode',
    'light',
    'encode',
  ])
})

describe('what is sent', () => {
  test('the URL of an image that the service can reach, as JSON, without fetching it', async () => {
    const url = `${service.url}/rest_api/files/none/none.png`
    service.plan('process', { answer: 400, code: 'SOURCE_UNREACHABLE', message: 'None there' })
    await run(opened.page, { url, background: generate })
    const post = service.arrivals.find(({ method }) => method === 'POST')
    expect(post && (await read(post))).toEqual({
      json: { url, background: generate, output_format: 'png' },
    })
    expect(count('files')).toBe(0)
  })

  test('images inside a request as base64, URLs unchanged', async () => {
    const generate = { adapter_type: 'inpainting', description: 'a vase', ip_image2: 'the picture' }
    const { record } = await run(opened.page, { url: 'the picture', background: { generate } })
    expect(record?.status).toBe('complete')
    const post = service.arrivals.find(({ method }) => method === 'POST')
    const { json, file } = post ? await read(post) : {}
    expect(json).toEqual({
      background: { generate: { ...generate, ip_image2: `base64,${file?.toString('base64')}` } },
      output_format: 'png',
    })
  })

  test('the result of the steps before it, without the name of the file', async () => {
    const { record } = await run(opened.page, {
      ...request,
      enhancements: ['white_balance', 'light'],
      caption: { url: 'the picture', opacity: 50 },
      output_format: 'webp',
      width: 24,
      height: 24,
    })
    expect(record?.details?.steps.map(({ operation }) => operation)).toEqual([
      'decode',
      'white_balance',
      'light',
      'encode',
      'remote',
      'decode',
      'caption',
      'encode',
    ])
    const post = service.arrivals.find(({ method }) => method === 'POST')
    const { json } = post ? await read(post) : {}
    expect(json).toEqual({ background: generate, width: 24, height: 24, output_format: 'png' })
    expect(post?.body.includes('Anna')).toBe(false)
  })

  test.each([
    ['a JPEG', 'image/jpeg', 'image.jpg'],
    ['a WebP', 'image/webp', 'image.webp'],
    ['a PNG', 'image/png', 'image.png'],
  ])('base64 of %s as a file of its type', async (_, type, name) => {
    const url = await opened.page.evaluate(async (type) => {
      const canvas = new OffscreenCanvas(12, 8)
      canvas.getContext('2d')
      const bytes = await (await canvas.convertToBlob({ type })).arrayBuffer()
      return `base64,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`
    }, type)
    const { error } = await run(opened.page, { url, background: generate })
    expect(error).toBeUndefined()
    const post = service.arrivals.find(({ method }) => method === 'POST')
    expect(post && (await fileOf(post))).toEqual([name, type])
  })

  test('a GIF that calls itself a PNG as the file that it is', async () => {
    const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    const url = `data:image/png;base64,${gif}`
    await run(opened.page, { url, background: generate })
    const post = service.arrivals.find(({ method }) => method === 'POST')
    expect(post && (await fileOf(post))).toEqual(['image.gif', 'image/gif'])
  })

  test('several images, one request each', async () => {
    const { record } = await run(opened.page, {
      urls: ['the picture', 'the picture'],
      background: generate,
    })
    expect(record?.results?.map(({ status }) => status)).toEqual(['complete', 'complete'])
    expect(count('process')).toBe(2)
  })

  test('one image for several sizes, which are made of what came back', async () => {
    const asked = { url: 'the picture', generative_upscale: true, sizes: [30, 60], rotate: 90 }
    const { record, width, height } = await run(opened.page, { ...asked, max_length: 300 })
    expect(count('process')).toBe(1)
    expect(record?.results?.map((each) => [each.width, each.height])).toEqual([
      [30, 45],
      [60, 90],
    ])
    expect([width, height]).toEqual([60, 90])
  })

  test('2048 pixels at most; the device enlarges the result', async () => {
    const { record, width, height } = await run(opened.page, {
      url: 'the picture',
      generative_upscale: true,
      width: 2100,
    })
    expect([width, height]).toEqual([2100, 1400])
    const post = service.arrivals.find(({ method }) => method === 'POST')
    expect(post && (await read(post)).json).toMatchObject({ width: 2048 })
    expect(record?.details?.steps.map(({ operation }) => operation)).toContain('resize')
  })

  test('a file that the device cannot read, if options.remote.also allows it', async () => {
    const url = `base64,${Buffer.from('%!PS-Adobe-3.0 EPSF-3.0').toString('base64')}`
    const asked = { url, width: 24 }
    expect((await run(opened.page, asked)).error?.code).toBe('UNIDENTIFIED_IMAGE')
    expect(count('process')).toBe(0)
    await opened.start(opened.page, { remote: { ...remote, also: 'unsupported' } })
    // A service does not know how to turn an image.
    expect((await run(opened.page, { ...asked, rotate: 90 })).error?.code).toBe(
      'UNIDENTIFIED_IMAGE',
    )
    expect(count('process')).toBe(0)
    service.plan('process', { answer: 400, code: 'BAD_REQUEST', message: 'seen' })
    expect((await run(opened.page, asked)).error?.message).toBe('seen')
    const post = service.arrivals.find(({ method }) => method === 'POST')
    expect(post && (await read(post)).json).toMatchObject({ width: 24 })
  })

  test('an image that needs more memory than the device has, the same', async () => {
    const asked = { url: 'the picture', width: 2000 }
    const memory = { bytes: 1e6 }
    await opened.start(opened.page, { remote, memory })
    expect((await run(opened.page, asked)).error?.code).toBe('TOO_LARGE')
    expect(count('process')).toBe(0)
    await opened.start(opened.page, { remote: { ...remote, also: 'too-large' }, memory })
    service.plan('process', { answer: 400, code: 'BAD_REQUEST', message: 'seen' })
    expect((await run(opened.page, asked)).error?.message).toBe('seen')
    const post = service.arrivals.find(({ method }) => method === 'POST')
    expect(post && (await fileOf(post))[1]).toMatch(/^image/)
  })
})

/** Returns the name and type of the file in a POST. */
async function fileOf({ headers, body }: Arrival): Promise<[string, string]> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const { name, type } = form.get('image') as File
  return [name, type]
}

/** Returns the contents of the page's databases as text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          reading.onsuccess = resolve
        })
        texts.push(JSON.stringify(reading.result))
      }
      database.close()
    }
    return texts.join()
  })
