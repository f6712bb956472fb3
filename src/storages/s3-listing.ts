import type { StoredFile } from './storage.ts'

/** One page of a bucket's objects, and the token of the next. */
export interface Listing {
  files: StoredFile[]
  next?: string
}

/** Reads a ListObjectsV2 answer. Its elements are flat, and there is no DOMParser outside of pages. */
export function parseListing(xml: string): Listing {
  const files = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, entry = '']) => {
    const version = text(entry, 'ETag')
    return {
      path: text(entry, 'Key') ?? '',
      size: Number(text(entry, 'Size')),
      ...(version && { version }),
    }
  })
  const next = text(xml, 'NextContinuationToken')
  return { files, ...(next && { next }) }
}

const text = (xml: string, element: string) =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]?.replace(/&(#?\w+);/g, character)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function character(whole: string, name: string): string {
  const code = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name)
  if (!code) return entities[name] ?? whole
  return String.fromCodePoint(code[1] ? Number.parseInt(code[1], 16) : Number(code[2]))
}
