import { type Attempt, storageError } from './failure.ts'
import type { Written } from './storage.ts'

/** Names that are tried before a write is given up. */
const MOST = 1000

export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const join = (...parts: string[]) => parts.filter(Boolean).join('/')

/** `a/b.png` in two: `a/b` and `.png`. A name that only begins with a dot has no extension. */
export function splitExtension(path: string): [stem: string, extension: string] {
  const dot = path.lastIndexOf('.')
  if (dot <= path.lastIndexOf('/') + 1) return [path, '']
  return [path.slice(0, dot), path.slice(dot)]
}

/** The n-th name for a file: `a/b.png`, `a/b-2.png`, `a/b-3.png`. */
export function numbered(path: string, n: number): string {
  const [stem, extension] = splitExtension(path)
  return n === 1 ? path : `${stem}-${n}${extension}`
}

/** Tries one name after the other until `claim` takes one; undefined says that the name is taken. */
export async function firstFree(
  attempt: Attempt,
  claim: (path: string) => Promise<Written | undefined>,
): Promise<Written> {
  for (let n = 1; n <= MOST; n++) {
    const written = await claim(numbered(attempt.path, n))
    if (written) return written
  }
  throw storageError(attempt, `all of its first ${MOST} names are taken`)
}

/** Each segment percent-encoded as RFC 3986 has it, which every service here decodes alike. */
export const encodePath = (path: string) =>
  path
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')

/** By code units: the same everywhere, whatever the language of the page. */
export const byPath = (a: { path: string }, b: { path: string }) =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0
