/** Example client: a shop's upload form. Sends the file that the user chose, and shows the result. */
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

export async function improve(picture, { baseUrl, apiKey, width = '200%' }) {
  const headers = { 'x-api-key': apiKey }
  const body = new FormData()
  if (typeof picture !== 'string') body.append('image', picture)
  body.append(
    'parameters',
    JSON.stringify({
      ...(typeof picture === 'string' && { url: picture }),
      width,
      output_format: 'webp',
      quality: 90,
    }),
  )
  const sent = await fetch(`${baseUrl}/rest_api/process_result`, { method: 'POST', headers, body })
  let answer = await sent.json()
  if (!sent.ok) throw new Error(answer.message)

  const polls = []
  while (answer.status === 'in_progress') {
    await sleep(1)
    const polled = await fetch(`${baseUrl}/rest_api/result/${answer.job}`, { headers })
    answer = await polled.json()
    polls.push(answer.status)
  }
  if (!answer.result_url) throw new Error(`No picture, but ${JSON.stringify(answer)}`)

  const result = await fetch(answer.result_url)
  const name = new URL(answer.result_url).pathname.split('/').pop()
  return { name, blob: await result.blob(), polls }
}
