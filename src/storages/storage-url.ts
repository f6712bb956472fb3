import { DarkroomError } from '../contract/errors.ts'
import { join } from './names.ts'
import type { Storage, Written } from './storage.ts'

export type Storages = Readonly<Record<string, Storage>>

export interface StorageUrl {
  name: string
  /** Without a slash at either end. */
  path: string
}

/**
 * Reads `storage://<name>/<path>`. The path is taken as it is written, nothing is decoded: `a%20b.png` is a
 * file of that name. `folder` allows the topmost one and a slash at the end.
 * @param field the request's field, for the error.
 * @throws DarkroomError STORAGE with `field` as path.
 */
export function parseStorageUrl(url: string, field: string, { folder = false } = {}): StorageUrl {
  const expected = `storage://<name>/<${folder ? 'folder' : 'file'}>`
  const refuse = (why: string) => refused(field, `Expected ${expected} for ${field} but ${why}`)
  const text = url.trim()
  const scheme = /^storage:\/\//i.exec(text)
  if (!scheme) throw refuse(`received ${JSON.stringify(text.slice(0, 80))}`)
  const [name = '', ...segments] = text.slice(scheme[0].length).split('/')
  if (!name || fault(name)) throw refuse('the name of the storage is missing')
  if (folder && segments.at(-1) === '') segments.pop()
  if (!folder && segments.join('') === '') throw refuse('the path is missing')
  for (const segment of segments) {
    const why = fault(segment)
    if (why) throw refuse(`its path ${why}: ${JSON.stringify(segments.join('/').slice(0, 80))}`)
  }
  return { name, path: segments.join('/') }
}

/** Whether a storage may be asked for this path. */
export const isStoragePath = (path: string) => path.split('/').every((segment) => !fault(segment))

/** What is wrong with one segment of a path, also where a server would decode it, once or many times. */
function fault(segment: string): string | undefined {
  if (segment === '') return 'has an empty segment'
  if (/\p{Surrogate}/u.test(segment)) return 'is not well-formed text'
  for (let text = segment; ; ) {
    if (text === '.' || text === '..') return 'has a segment that leads elsewhere'
    if (/[\\/]/.test(text)) return 'has a backslash, or a slash that is encoded'
    if (/\p{Control}/u.test(text)) return 'has a control character'
    const decoded = text.replace(/%(?:2e|2f|5c|25|7f|[01][0-9a-f])/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    )
    if (decoded === text) return undefined
    text = decoded
  }
}

/**
 * The storage that a URL names.
 * @throws DarkroomError STORAGE that names those that are configured.
 */
export function resolveStorage(
  storages: Storages,
  url: string,
  field: string,
  options?: { folder?: boolean },
): StorageUrl & { storage: Storage } {
  const { name, path } = parseStorageUrl(url, field, options)
  const storage = Object.hasOwn(storages, name) ? storages[name] : undefined
  if (storage) return { name, path, storage }
  const names = Object.keys(storages).join(', ')
  throw refused(
    field,
    `Expected the name of a storage for ${field} but received ${JSON.stringify(name)}: ${
      names ? `configured are ${names}` : 'none is configured'
    }`,
  )
}

/** The file that a field of a request names. */
export async function readStorage(
  storages: Storages,
  url: string,
  field: string,
  signal: AbortSignal,
): Promise<Blob> {
  const { name, path, storage } = resolveStorage(storages, url, field)
  return storage.read(path, signal).catch((error) => {
    throw named(error, name, field)
  })
}

/** Writes a result into the folder that `target` names, without overwriting anything. */
export async function writeStorage(
  storages: Storages,
  target: string,
  fileName: string,
  file: Blob,
  signal: AbortSignal,
): Promise<Written> {
  const { name, path, storage } = resolveStorage(storages, target, 'target', { folder: true })
  return storage.write(join(path, fileName), file, signal).catch((error) => {
    throw named(error, name, 'target')
  })
}

/** The error of a storage knows neither the name that the page gave it nor the field that asked. */
function named(error: unknown, name: string, field: string): unknown {
  if (signalled(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return refused(field, `The storage ${name} failed: ${message}`, error)
}

const signalled = (error: unknown) => error instanceof Error && error.name === 'AbortError'

const refused = (path: string, message: string, cause?: unknown) =>
  new DarkroomError('STORAGE', message, { path, cause })
