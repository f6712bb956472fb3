/** What has a cost of its own inside a drawing: another drawing, or a style sheet. */
export const NESTED = /data:\s*(?:image\/svg|text\/css)/i
const NESTED_SVG = /^data:\s*image\/svg\+xml\s*((?:;[^,]*)?),([^#]*)(?:#(.*))?$/is
const CSS_URL = /url\((?:\s*"([^"]*)"\s*|\s*'([^']*)'\s*|([^"'()]*))\)/gi

/** A drawing inside another, and the element of it that is referred to, if any. */
export interface NestedSvg {
  root: Element
  fragment?: string
}

/** The data: URLs of nested drawings in CSS; undefined if there are some that it does not have in url(). */
export function nestedUrls(css: string): string[] | undefined {
  if (!NESTED.test(css)) return []
  const urls: string[] = []
  const rest = css.replace(CSS_URL, (_, double, single, plain) => {
    const url = (double ?? single ?? plain ?? '').trim()
    if (NESTED.test(url.slice(0, 40))) urls.push(url)
    return ''
  })
  return NESTED.test(rest) ? undefined : urls
}

/** Reads the drawing of a data: URL; undefined if it is none that is well-formed. */
export function parseNestedSvg(url: string): NestedSvg | undefined {
  const [, parameters = '', content, fragment] = NESTED_SVG.exec(url) ?? []
  if (content === undefined) return undefined
  try {
    const bytes = bytesOf(content, /;\s*base64\s*$/i.test(parameters))
    const document = new DOMParser().parseFromString(textOf(bytes), 'image/svg+xml')
    const root = document.documentElement
    const isSvg = root.localName === 'svg' && !document.querySelector('parsererror')
    return isSvg ? { root, ...(fragment && { fragment }) } : undefined
  } catch {
    return undefined
  }
}

function bytesOf(content: string, isBase64: boolean): Uint8Array<ArrayBuffer> {
  const percentEncoded = new TextEncoder().encode(content)
  const bytes = new Uint8Array(percentEncoded.length)
  let length = 0
  for (let at = 0; at < percentEncoded.length; at++) {
    let byte = percentEncoded[at] ?? 0
    const code = byte === 0x25 ? hexByte(percentEncoded, at + 1) : undefined
    if (code !== undefined) {
      byte = code
      at += 2
    }
    bytes[length++] = byte
  }
  const decoded = bytes.subarray(0, length)
  if (!isBase64) return decoded
  return Uint8Array.from(atob(new TextDecoder('latin1').decode(decoded)), (it) => it.charCodeAt(0))
}

function hexByte(bytes: Uint8Array, at: number): number | undefined {
  const digits = String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0)
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined
}

function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  const mark = `${bytes[0]},${bytes[1]}`
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
