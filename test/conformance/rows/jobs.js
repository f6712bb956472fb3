import { equal, matches, ok } from '../check.js'
import { base64, flat } from '../pictures.js'
import { elsewhere, row, sentBy } from '../row.js'
import { slowAnswer } from './slow.js'

const RECORD = 'src/jobs/record.ts'
const DARKROOM = 'src/darkroom.ts'
const ENDPOINTS = 'src/http/endpoints.ts'
const PENDING = ['received', 'not_started', 'in_progress']

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

export const states = [
  row('received', 'what `process` answers, at once', DARKROOM, async (service) => {
    const { status, body } = await service.ask('process', {
      json: { url: base64(await flat(12, 8)) },
    })
    equal([status, body.status], [200, 'received'])
    await service.finished(body)
  }),
  row('not_started', 'while a job waits for its turn', RECORD, async (service) => {
    const seen = await statusesOf(service)
    ok(
      seen.every((status) => [...PENDING, 'complete'].includes(status)),
      `Unknown status among ${seen}`,
    )
  }),
  row(
    'in_progress',
    'what `process_result` answers after 25 s; from then on until the end',
    DARKROOM,
    async (service) => {
      const { status, body, polled } = await slowAnswer(service)
      equal([status, body.status], [200, 'in_progress'], 'answer after 25 s')
      ok(['in_progress', 'complete'].includes(polled), `Then received ${polled}`)
      await service.finished(body)
    },
  ),
  row('complete', 'with `result_url`', RECORD, async (service) => {
    const { status, result_url } = await service.develop({}, 'process')
    equal([status, typeof result_url], ['complete', 'string'])
  }),
  row(
    'any other status',
    'never in a 200: a failed job is a 500 `{message, status: "failed", job, code}`',
    'src/http/error-response.ts',
    async (service) => {
      const json = { url: base64(new TextEncoder().encode('no picture')) }
      const { body } = await service.ask('process', { json })
      const end = await ended(service, body.job)
      equal([end.status, end.body.status, end.body.code], [500, 'failed', 'UNIDENTIFIED_IMAGE'])
      equal([typeof end.body.message, end.body.job], ['string', body.job])
    },
  ),
]

/** Polls until the job has ended, also with an error. */
async function ended(service, job) {
  for (;;) {
    const answer = await service.ask(`result/${job}`)
    if (!PENDING.includes(answer.body.status)) return answer
    await sleep(200)
  }
}

/** Returns every status observed during three jobs. */
async function statusesOf(service) {
  const json = { url: base64(await flat(40, 30)), width: '400%' }
  const sent = await Promise.all([1, 2, 3].map(() => service.ask('process', { json })))
  const seen = new Set()
  for (const { body } of sent) {
    for (let status = body.status; status !== 'complete'; await sleep(20)) {
      seen.add(status)
      status = (await service.ask(`result/${body.job}`)).body.status
    }
  }
  return [...seen, 'complete']
}

export const endpoints = [
  row(
    'POST process_result',
    'the complete record within 25 s, else a pending one',
    DARKROOM,
    async (service) => {
      const { status, body } = await service.ask('process_result', {
        json: { url: base64(await flat(12, 8)) },
      })
      equal([status, body.status, typeof body.result_url], [200, 'complete', 'string'])
    },
  ),
  row('POST process', 'a job, at once, before anything is decoded', DARKROOM, async (service) => {
    const json = { url: base64(new TextEncoder().encode('no picture')) }
    const { status, body } = await service.ask('process', { json })
    equal([status, typeof body.job], [200, 'string'])
  }),
  row(
    'GET result',
    'the record as it stands; `Job not found` for one that nobody knows',
    ENDPOINTS,
    async (service) => {
      const { job } = await service.develop({})
      equal((await service.ask(`result/${job}`)).body.status, 'complete')
      const none = await service.ask('result/00000000-0000-4000-8000-000000000000')
      equal([none.status, none.body.message], [404, 'Job not found'])
    },
  ),
  row(
    'DELETE result',
    'cancels and forgets: `{job, message: "Image deleted"}`; then 404 with that message',
    ENDPOINTS,
    async (service) => {
      const { job, result_url } = await service.develop({})
      const deleted = await service.ask(`result/${job}`, { method: 'DELETE' })
      equal([deleted.status, deleted.body], [200, { job, message: 'Image deleted' }])
      const gone = await service.ask(`result/${job}`)
      equal([gone.status, gone.body.message, gone.body.status], [404, 'Image deleted', 'complete'])
      equal((await fetch(result_url)).status, 404, 'status of result_url')
    },
  ),
  row('GET me and POST me', 'the same record', ENDPOINTS, async (service) => {
    const got = await service.ask('me')
    equal([got.status, (await service.ask('me', { method: 'POST' })).body], [200, got.body])
  }),
  row('base64 input', '`url: "base64,<data>"`', 'src/sources/base64.ts', async (service) => {
    equal(await service.size({ url: base64(await flat(30, 10)) }), [30, 10])
  }),
  row(
    'storage paths',
    'in `url` and `target`, the same for every kind of storage',
    'src/storages/storage-url.ts',
    async (service) => {
      service.storage()
      const json = { url: 'storage://../a.png' }
      const { status } = await service.ask('process_result', { json })
      equal(status, 400)
    },
  ),
  sentBy(
    'text to image',
    row(
      'only a target',
      'remote service: for generative tasks',
      'src/request/generative.ts',
      async (service) => {
        const json = {
          target: `storage://${service.settings.storage ?? 'any'}/folder`,
          background: { generate: { description: 'a lake' } },
        }
        const { status, body } = await service.ask('process_result', { json })
        if (status === 200) await service.finished(body)
        else equal([status, body.code], [400, 'REMOTE_NOT_CONFIGURED'])
      },
    ),
  ),
  row('only a url', 'the result is read from the answer', DARKROOM, async (service) => {
    ok((await service.develop({})).result_url, 'Expected a result_url')
  }),
  elsewhere(
    'drive paths',
    'folders are refused',
    'src/storages/google-drive.ts',
    'test/browser/storages-services.test.ts',
    'a slash is refused',
  ),
  row(
    'other methods and paths',
    '405 with `Allow`; 404',
    'src/http/handler.ts',
    async (service) => {
      const method = await service.ask('process_result', { method: 'DELETE' })
      equal(method.status, 405)
      matches(method.headers.get('Allow'), /POST/, 'Allow')
      equal((await service.ask('nothing')).status, 404)
    },
  ),
  row(
    'result files',
    'type, length, ranges, file name; no key',
    'src/http/file-response.ts',
    async (service) => {
      const { result_url } = await service.develop({ output_format: 'png' })
      const whole = await fetch(result_url)
      const size = (await whole.arrayBuffer()).byteLength
      equal(whole.headers.get('Content-Length'), String(size), 'Content-Length')
      matches(whole.headers.get('Content-Disposition'), /filename="[\w.-]+\.png"/)
      const part = await fetch(result_url, { headers: { Range: 'bytes=2-5' } })
      equal([part.status, part.headers.get('Content-Range')], [206, `bytes 2-5/${size}`])
      equal((await part.arrayBuffer()).byteLength, 4, 'bytes of the part')
      equal((await fetch(result_url, { headers: { Range: `bytes=${size}-` } })).status, 416)
      equal((await fetch(result_url, { method: 'HEAD' })).status, 200, 'status of HEAD')
    },
  ),
]
