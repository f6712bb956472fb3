/** Example client of a gallery: one class that submits a job and polls it every two seconds. */
const PENDING = new Set(['received', 'not_started', 'in_progress'])
const POLL_SECONDS = 2
const TRIES = 30

export class GalleryClient {
  constructor(baseUrl, apiKey) {
    this.baseUrl = baseUrl.replace(/\/$/, '')
    this.apiKey = apiKey
  }

  async call(method, path, body) {
    const response = await fetch(`${this.baseUrl}/rest_api/${path}`, {
      method,
      headers: {
        'X-API-Key': this.apiKey,
        'X-Application-Name': 'gallery',
        Accept: 'application/json',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
    return response.json()
  }

  async enlarge(dataUrl) {
    const { job } = await this.call('POST', 'process', {
      url: dataUrl,
      width: '200%',
      height: null,
      output_format: 'png',
      quality: 100,
    })
    const { result_url } = await this.finished(job)
    const response = await fetch(result_url)
    if (!response.ok) throw new Error(`The picture is not there: ${response.status}`)
    return { name: result_url.split('/').at(-1), blob: await response.blob() }
  }

  async finished(job) {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const record = await this.call('GET', `result/${job}`)
      if (record.status === 'complete') return record
      if (!PENDING.has(record.status)) throw new Error(`Unknown status ${record.status}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_SECONDS * 1000))
    }
    throw new Error(`Job ${job} took too long`)
  }
}
