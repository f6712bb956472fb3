/** Enlarges every file of a folder: node batch.mjs <base url> <key> <folder> <output folder> */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const [baseUrl, apiKey, folder, output] = process.argv.slice(2)
const headers = { 'x-api-key': apiKey }
const pending = ['received', 'not_started', 'in_progress']

async function upload(path) {
  const form = new FormData()
  form.append('file', new Blob([readFileSync(path)]), basename(path))
  form.append('parameters', JSON.stringify({ width: '200%', output_format: 'png' }))
  const response = await fetch(`${baseUrl}/rest_api/process`, {
    method: 'POST',
    headers,
    body: form,
  })
  return response.json()
}

/** Polls a job. Whatever the HTTP status is, the body has the job's status. */
async function poll(job) {
  for (;;) {
    const response = await fetch(`${baseUrl}/rest_api/result/${job}`, { headers })
    const body = await response.json()
    if (!pending.includes(body.status)) return body
    await new Promise((resolve) => setTimeout(resolve, 5000))
  }
}

async function develop(path) {
  const { job, message } = await upload(path)
  if (!job) throw new Error(message)
  const record = await poll(job)
  if (record.status !== 'complete') throw new Error(record.message)
  const file = await fetch(record.result_url)
  const name = new URL(record.result_url).pathname.split('/').pop()
  writeFileSync(join(output, name), Buffer.from(await file.arrayBuffer()))
  return name
}

mkdirSync(output, { recursive: true })
const files = readdirSync(folder).sort()
const outcomes = await Promise.allSettled(files.map((file) => develop(join(folder, file))))
for (const [i, { status, value, reason }] of outcomes.entries()) {
  console.log(files[i], status === 'fulfilled' ? `-> ${value}` : `failed: ${reason.message}`)
}
process.exitCode = outcomes.every(({ status }) => status === 'fulfilled') ? 0 : 1
