import type { Written } from './storage.ts'
import { type Attempt, storageError } from './storage-error.ts'

/** A write fails after so many taken names. */
const MAX_NAMES = 1000

export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const join = (...parts: string[]) => parts.filter(Boolean).join('/')

/** Splits `a/b.png` into `a/b` and `.png`. A name that only starts with a dot has no extension. */
export function splitExtension(path: string): [stem: string, extension: string] {
  const dot = path.lastIndexOf('.')
  if (dot <= path.lastIndexOf('/') + 1) return [path, '']
  return [path.slice(0, dot), path.slice(dot)]
}

/** The n-th name for a file: `a/b.png`, `a/b-2.png`, `a/b-3.png`. */
export function numberedName(path: string, n: number): string {
  const [stem, extension] = splitExtension(path)
  return n === 1 ? path : `${stem}-${n}${extension}`
}

/** Calls `write` with one name after the other until it succeeds. It returns undefined where the name is taken. */
export async function writeUnderFreeName(
  attempt: Attempt,
  write: (path: string) => Promise<Written | undefined>,
): Promise<Written> {
  for (let n = 1; n <= MAX_NAMES; n++) {
    const written = await write(numberedName(attempt.path, n))
    if (written) return written
  }
  throw storageError(attempt, `all of its first ${MAX_NAMES} names are taken`)
}

/** Percent-encodes each segment as RFC 3986 defines it, which all servers decode alike. */
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

/** Compares by code units: the same in every locale. */
export const byPath = (a: { path: string }, b: { path: string }) =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0
