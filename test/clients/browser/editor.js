/** Example client: the export dialog of an editor. Sends form fields, and deletes its jobs. */
const wait = (ms) => new Promise((done) => setTimeout(done, ms))

export async function exportPicture(url, server, key) {
  const headers = { 'x-api-key': key }
  const response = await fetch(`${server}/rest_api/process`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      parameters: JSON.stringify({ url, height: '1920', fit: {}, output_format: 'jpg' }),
    }),
  })
  const { job, message } = await response.json()
  if (!job) throw Error(message)

  let result
  for (let i = 0; i < 20 && !result; i++) {
    const r = await fetch(`${server}/rest_api/result/${job}`, { headers })
    const body = await r.json()
    if (body.status === 'complete') result = body.result_url
    else if (body.status === 'failed' || !r.ok) throw Error(body.message)
    else await wait(3000)
  }
  if (!result) throw Error(`Gave up on ${job}`)

  const picture = await fetch(result).then((r) => r.blob())
  const removed = await fetch(`${server}/rest_api/result/${job}`, { method: 'DELETE', headers })
  const after = await fetch(`${server}/rest_api/result/${job}`, { headers })
  const gone = await fetch(result)
  return {
    name: result.slice(result.lastIndexOf('/') + 1),
    picture,
    removed: removed.status,
    after: [after.status, (await after.json()).message],
    gone: gone.status,
  }
}
