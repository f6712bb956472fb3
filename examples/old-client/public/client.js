/** A client of the remote service, as it was before Darkroom. */
const SERVICE = 'https://images.example.com/rest_api'
const headers = { 'x-api-key': 'my-key' }

const input = document.querySelector('input')
const image = document.querySelector('img')
const status = document.querySelector('#status')

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function call(path, options) {
  const response = await fetch(`${SERVICE}/${path}`, { headers, ...options })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

async function enlarge(file) {
  const body = new FormData()
  body.append('image', file)
  body.append('parameters', JSON.stringify({ width: '200%', output_format: 'png' }))
  const { job } = await call('process', { method: 'POST', body })
  while (true) {
    const record = await call(`result/${job}`)
    status.textContent = record.status
    if (record.status === 'complete') return record.result_url
    await pause(500)
  }
}

input.disabled = false
status.textContent = 'Choose a picture'
input.addEventListener('change', async () => {
  try {
    image.src = await enlarge(input.files[0])
    image.hidden = false
  } catch ({ message }) {
    status.textContent = message
  }
})
