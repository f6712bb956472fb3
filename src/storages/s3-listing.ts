import type { StoredFile } from './storage.ts'

/** One page of a bucket's objects, and the token of the next page. */
export interface Listing {
  files: StoredFile[]
  next?: string
}

/**
 * Parses a ListObjectsV2 response. By regular expressions: its elements are flat, and workers have no DOMParser.
 * @throws TypeError for anything else, such as a page of HTML: it would be a folder without files.
 */
export function parseListing(xml: string): Listing {
  if (!/<ListBucketResult\b/.test(xml)) throw new TypeError('Expected a ListBucketResult')
  // An entry ends before the next one: a text of entries without an end would be read to its end from each of them.
  const entries = xml.matchAll(/<Contents>((?:(?!<Contents>)[\s\S])*?)<\/Contents>/g)
  const files = [...entries].map(([, entry = '']) => {
    const version = textOf(entry, 'ETag')
    return {
      path: textOf(entry, 'Key') ?? '',
      size: Number(textOf(entry, 'Size')),
      ...(version && { version }),
    }
  })
  const next = textOf(xml, 'NextContinuationToken')
  return { files, ...(next && { next }) }
}

const textOf = (xml: string, element: string) =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]?.replace(/&(#?\w+);/g, character)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function character(whole: string, name: string): string {
  const code = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name)
  if (!code) return entities[name] ?? whole
  return String.fromCodePoint(code[1] ? Number.parseInt(code[1], 16) : Number(code[2]))
}
