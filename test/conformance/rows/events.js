import { equal, ok } from '../check.js'
import { base64, flat } from '../pictures.js'
import { elsewhere, row } from '../row.js'

const WEBHOOK = 'src/jobs/webhook.ts'
const BODY = 'src/jobs/webhook.ts'
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends a request with a webhook to a new URL. Returns the record, and what was POSTed to the URL. */
async function told(service, field, request = {}, endpoint = 'process_result') {
  const address = `${service.helper()}/hooks/${crypto.randomUUID()}`
  const hook =
    field === 'webhook_url' ? { webhook_url: address } : { webhooks: { complete: address } }
  const record = await service.develop({ ...request, ...hook }, endpoint)
  for (let tries = 0; tries < 100; tries++) {
    const posts = await (await fetch(address)).json()
    if (posts.length > 0) return { record, posts, address }
    await sleep(100)
  }
  throw new Error('Expected a POST within 10 s')
}

export default [
  row('webhooks.complete', 'one POST of JSON, once a job', WEBHOOK, async (service) => {
    const { posts, record } = await told(service, 'webhooks')
    equal([posts.length, posts[0].method, posts[0].body.job], [1, 'POST', record.job])
  }),
  row('webhook_url', 'the same', WEBHOOK, async (service) => {
    const { posts, record } = await told(service, 'webhook_url')
    equal(posts[0].body.job, record.job)
  }),
  elsewhere(
    'webhooks of the account',
    '`createDarkroom({ account: { webhooks } })`; in the account record',
    'src/options.ts',
    'test/browser/jobs-webhook.test.ts',
    'JSON of the job, once, to the request’s receiver and the account’s',
  ),
  row('payload: job', 'the id', BODY, async (service) => {
    const { posts, record } = await told(service, 'webhooks')
    equal(posts[0].body.job, record.job)
  }),
  row(
    'payload: data',
    'the request as written; null for embedded images and unknown fields, `***` for values of a query',
    BODY,
    async (service) => {
      const { posts, address } = await told(service, 'webhook_url', {
        width: '24',
        preset: 'ecommerce',
      })
      const { url, ...data } = posts[0].body.data
      equal(data, { width: '24', preset: 'ecommerce', webhook_url: address })
      ok(!posts[0].text.includes(service.settings.apiKey), 'Expected no key in what is sent')
      ok(!posts[0].text.includes('base64,'), 'Expected no embedded picture in what is sent')
    },
  ),
  row(
    'payload: result_url',
    "what others can open: a target's URL, else null with `result_local: true`",
    BODY,
    async (service) => {
      const { body } = (await told(service, 'webhooks')).posts[0]
      equal([body.result_url, body.result_local], [null, true])
    },
  ),
  row(
    'payload: results',
    'null for a single image, else an item per image; with `sizes`, an extension, one per width',
    BODY,
    async (service) => {
      equal((await told(service, 'webhooks')).posts[0].body.results, null)
      const urls = [base64(await flat(12, 8)), base64(await flat(8, 12))]
      const { posts } = await told(service, 'webhooks', { urls })
      equal(
        posts[0].body.results.map(({ status }) => status),
        ['complete', 'complete'],
      )
    },
  ),
  row('emitted by process and process_result', 'both', WEBHOOK, async (service) => {
    equal((await told(service, 'webhooks', {}, 'process')).posts.length, 1)
    equal((await told(service, 'webhooks', {}, 'process_result')).posts.length, 1)
  }),
  elsewhere(
    'retries',
    'after 5xx and 429, at most 5; what was delivered or given up is on the record; a failing receiver never fails a job',
    WEBHOOK,
    'test/browser/jobs-webhook.test.ts',
    'at each attempt: given up after five more, and the job is complete',
  ),
]
