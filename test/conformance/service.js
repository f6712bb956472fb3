import { equal, ok, Skipped } from './check.js'
import { base64, flat } from './pictures.js'
import { decode } from './png.js'

const PENDING = ['received', 'not_started', 'in_progress']
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A service under test.
 * @param {object} settings - `baseUrl` and `apiKey`; `helper`: the base URL of a server that the service can
 *   reach (test/servers/conformance-server.js); `storage`: the name of a storage that it has; `samples`: whether the helper serves
 *   images in the input formats; `brief`: rows for many names try only two of them.
 */
export class Service {
  constructor(settings) {
    this.settings = settings
  }

  /** Sends one request. Returns status, headers and JSON. `headers` can override the key. */
  async ask(path, { method, json, body, headers } = {}) {
    const response = await fetch(`${this.settings.baseUrl}/rest_api/${path}`, {
      method: method ?? (json || body ? 'POST' : 'GET'),
      headers: {
        'x-api-key': this.settings.apiKey,
        ...(json && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: json ? JSON.stringify(json) : body,
    })
    return { status: response.status, headers: response.headers, body: await jsonOf(response) }
  }

  /** Runs a request and returns its complete record. The default image is small and red. */
  async develop(request, endpoint = 'process_result') {
    const json = await withPicture(request)
    const { status, body } = await this.ask(endpoint, { json })
    ok(status === 200, `Expected 200 but received ${status}: ${body.message}`)
    return this.finished(body)
  }

  /** Polls like a client until the record is complete. */
  async finished(record) {
    let current = record
    while (PENDING.includes(current.status)) {
      await sleep(200)
      const { status, body } = await this.ask(`result/${current.job}`)
      ok(status === 200, `Expected 200 but received ${status}: ${body.message}`)
      current = body
    }
    equal(current.status, 'complete', 'status')
    return current
  }

  /** Fetches the result file. */
  async file(record) {
    const response = await fetch(record.result_url)
    equal(response.status, 200, 'status of result_url')
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { bytes, type: response.headers.get('Content-Type'), headers: response.headers }
  }

  /** Runs a request and decodes its result. */
  async pixels(request) {
    const record = await this.develop({ output_format: 'png', ...request })
    return decode((await this.file(record)).bytes)
  }

  /** Runs a request and returns the size of its result: `[width, height]`. */
  async size(request) {
    const { width, height } = await this.pixels(request)
    return [width, height]
  }

  /** Expects that a request is refused at once with this code and path. Returns the response. */
  async refused(request, code, path) {
    const { status, body } = await this.ask('process_result', { json: await withPicture(request) })
    ok(status === 400, `Expected 400 but received ${status}: ${JSON.stringify(body).slice(0, 200)}`)
    equal([body.code, body.path], [code, path], 'code and path')
    return body
  }

  /** Runs a generative request. Returns its complete record, or expects that a service without a model refuses `path`. */
  async generates(request, path) {
    const { status, body } = await this.ask('process_result', { json: await withPicture(request) })
    if (status === 200) return this.finished(body)
    const [code, field] = [body.code, body.path]
    equal([status, code, field], [400, 'REMOTE_NOT_CONFIGURED', path], 'status, code and path')
  }

  /** Returns the URL of the helper server. Skips the test if the service cannot reach it. */
  helper() {
    if (this.settings.helper) return this.settings.helper
    throw new Skipped('the service cannot reach a server of this machine')
  }

  storage() {
    if (this.settings.storage) return this.settings.storage
    throw new Skipped('no storage was named (--storage <name>)')
  }

  /** Returns an image in one of the input formats. Skips the test if there is none. */
  async sample(format) {
    if (!this.settings.samples)
      throw new Skipped('no pictures in the input formats (--samples <folder>)')
    const response = await fetch(`${this.settings.samples}/${encodeURIComponent(format)}`)
    if (!response.ok) throw new Skipped(`no sample of ${format}`)
    return response.blob()
  }
}

async function jsonOf(response) {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    const what = `${response.status} ${response.headers.get('Content-Type')} ${text.slice(0, 80)}`
    throw new Error(`Expected JSON but received ${what}`)
  }
}

async function withPicture(request) {
  if ('url' in request || 'urls' in request) return request
  return { url: base64(await flat(12, 8)), ...request }
}
