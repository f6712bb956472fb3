/** As written before fetch: node callbacks.cjs <base url> <key> <picture> <output> */
const fs = require('node:fs')
const http = require('node:http')

const [base, key, picture, output] = process.argv.slice(2)

function ask(method, path, body, done) {
  const data = body ? JSON.stringify(body) : ''
  const options = {
    method,
    headers: {
      'X-Api-Key': key,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(data),
    },
  }
  const request = http.request(`${base}/rest_api/${path}`, options, (response) => {
    let text = ''
    response.on('data', (chunk) => (text += chunk))
    response.on('end', () => {
      if (response.statusCode !== 200) return fail(`${response.statusCode} ${text}`)
      done(JSON.parse(text))
    })
  })
  request.on('error', (error) => fail(error.message))
  request.end(data)
}

function save(url) {
  http.get(url, (response) => {
    const file = fs.createWriteStream(output)
    response.pipe(file)
    file.on('finish', () => {
      console.log(
        url.split('/').pop(),
        response.headers['content-length'],
        response.headers['content-type'],
      )
    })
  })
}

function follow(job, triesLeft) {
  ask('GET', `result/${job}`, null, (record) => {
    if (record.status === 'complete') return save(record.result_url)
    if (triesLeft === 0) return fail('timeout')
    setTimeout(follow, 1000, job, triesLeft - 1)
  })
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

const url = `base64,${fs.readFileSync(picture).toString('base64')}`
ask('POST', 'process', { url: url, width: 96, output_format: 'png' }, (answer) =>
  follow(answer.job, 40),
)
