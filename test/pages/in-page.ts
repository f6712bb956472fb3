import { PNG } from 'pngjs'

export interface Sent {
  url: string
  method?: string
  headers?: Record<string, string>
  json?: object
}

/** Runs in a page. Sends one request like a client, and returns the serializable parts of the response. */
export async function send({ url, method, headers, json }: Sent) {
  const response = await fetch(url, {
    method: method ?? (json ? 'POST' : 'GET'),
    headers: { 'x-api-key': 'caller', ...headers },
    ...(json && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  const type = response.headers.get('Content-Type') ?? ''
  return {
    status: response.status,
    type,
    range: response.headers.get('Content-Range'),
    length: text.length,
    body: type.startsWith('application/json') ? JSON.parse(text) : undefined,
  }
}

/** A small image of noise, as a PNG file. */
export function pngFile(width = 24, height = 16): Buffer {
  const png = new PNG({ width, height })
  png.data.forEach((_, i) => {
    png.data[i] = i % 4 === 3 ? 255 : (i * 31) % 256
  })
  return PNG.sync.write(png)
}

/** The same image as `base64,<data>`. */
export const picture = (width?: number, height?: number) =>
  `base64,${pngFile(width, height).toString('base64')}`
