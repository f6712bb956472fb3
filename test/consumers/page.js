/** The API key of these applications. */
const apiKey = 'key-of-an-application'

/**
 * Code of every application: doubles the size of a PNG and halves that of a WebP, so that each codec is loaded, and
 * draws an SVG. The test reads `window.outcome`. With `?remote=<base URL>` that service runs the generative operations, and the test
 * calls `window.darkroom` itself. With `?cutout` an object is cut out as well.
 */
export async function upscale(createDarkroom, options) {
  const asked = new URLSearchParams(location.search)
  const provider = asked.get('provider') ?? 'wasm'
  const baseUrl = asked.get('remote')
  try {
    if (baseUrl)
      return await hold(createDarkroom({ provider, ...options, remote: { baseUrl, apiKey } }))
    const darkroom = createDarkroom({ provider, ...options })
    const cutout = asked.has('cutout') && (await cutOut(darkroom))
    window.outcome = { ...(await attempt(darkroom)), ...(cutout && { cutout }) }
  } catch (error) {
    window.outcome = { error: `${error.code ?? error.name}: ${error.message}` }
  }
}

/** Stores the Darkroom in `window`, with a named file. */
async function hold(darkroom) {
  const file = new File([await picture('image/png')], 'Anna at the beach.png', {
    type: 'image/png',
  })
  Object.assign(window, { darkroom, file, outcome: {} })
}

async function attempt(darkroom) {
  const record = await darkroom.run({ url: await picture('image/png'), width: '200%' })
  const smaller = await darkroom.run({ url: await picture('image/webp'), width: '50%' })
  const others = await Promise.all(
    [psd, imt, svg].map((url) => darkroom.run({ url, width: '100%' })),
  )
  const { threads, version } = await darkroom.info()
  const served = await fileOverHttp(darkroom, record.job)
  const statuses = others.map(({ status }) => status)
  const pixels = await look(record.result_url)
  return { record, smaller, others: statuses, threads, version, served, ...pixels }
}

/** Cuts a disc out. Returns the transparency in a corner and in its middle. */
async function cutOut(darkroom) {
  const canvas = new OffscreenCanvas(160, 120)
  const context = canvas.getContext('2d')
  context.fillStyle = '#eee'
  context.fillRect(0, 0, 160, 120)
  context.fillStyle = '#a02010'
  context.arc(80, 60, 35, 0, 7)
  context.fill()
  const request = { url: await canvas.convertToBlob(), background: { remove: 'auto' } }
  const { blob } = await darkroom.run({ ...request, output_format: 'png' })
  context.clearRect(0, 0, 160, 120)
  context.drawImage(await createImageBitmap(blob), 0, 0)
  const alphaAt = (x, y) => context.getImageData(x, y, 1, 1).data[3]
  return { corner: alphaAt(2, 2), middle: alphaAt(80, 60) }
}

/** A Photoshop file of one pixel, decoded by ImageMagick: header, three empty sections, three channels. */
const psd = new Blob([
  new TextEncoder().encode('8BPS'),
  Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 3),
  new Uint8Array(12 + 2),
  Uint8Array.of(200, 100, 50),
])

/** A file of two grey pixels, decoded by Darkroom's own decoder. */
const imt = new Blob(['width 2\nheight 1\npixel n8\n\f', Uint8Array.of(0, 255)])

/** A drawing of what only the frame draws. */
const svg = new Blob([
  '<svg xmlns="http://www.w3.org/2000/svg"><filter id="f"><feTurbulence/></filter><rect filter="url(#f)"/></svg>',
])

/** Fetches a result like a client of the service. */
async function fileOverHttp(darkroom, job) {
  const get = (url) => darkroom.fetch(new Request(url, { headers: { 'x-api-key': 'any' } }))
  const { result_url } = await (await get(`https://a.example/rest_api/result/${job}`)).json()
  return (await (await get(result_url)).blob()).size
}

/** Draws an image with a gradient and an edge. */
async function picture(type) {
  const canvas = new OffscreenCanvas(48, 32)
  const context = canvas.getContext('2d')
  const gradient = context.createLinearGradient(0, 0, 48, 32)
  gradient.addColorStop(0, 'teal')
  gradient.addColorStop(1, 'orange')
  context.fillStyle = gradient
  context.fillRect(0, 0, 48, 32)
  context.fillStyle = 'black'
  context.fillRect(20, 8, 10, 10)
  return canvas.convertToBlob({ type })
}

/** Returns the size of an image, and the difference between its brightest and darkest pixels. */
async function look(url) {
  const image = new Image()
  image.src = url
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const greens = data.filter((_, index) => index % 4 === 1)
  return { width, height, range: Math.max(...greens) - Math.min(...greens) }
}
