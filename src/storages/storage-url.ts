import { DarkroomError, isNetworkError } from '../shared/errors.ts'
import { join, numberedName } from './names.ts'
import type { ReadOptions, Storage, Written } from './storage.ts'

export type Storages = Readonly<Record<string, Storage>>

export interface StorageUrl {
  name: string
  /** Without leading and trailing slash. */
  path: string
}

/** No storage takes longer paths. */
const MAX_LENGTH = 4096
/** A server decodes a path once or twice. */
const MAX_ROUNDS = 5

/**
 * Parses `storage://<name>/<path>`. The path is not decoded: `a%20b.png` is a file of that name. `folder` also
 * accepts an empty path and a trailing slash.
 * @param field the request's field, for the error.
 * @throws DarkroomError STORAGE with `field` as path.
 */
export function parseStorageUrl(url: string, field: string, { folder = false } = {}): StorageUrl {
  const expected = `storage://<name>/<${folder ? 'folder' : 'file'}>`
  const error = (why: string) =>
    storageUrlError(field, `Expected ${expected} for ${field} but ${why}`)
  if (url.length > MAX_LENGTH) throw error(`received ${url.length} characters`)
  const text = url.trim()
  const scheme = /^storage:\/\//i.exec(text)
  if (!scheme) throw error(`received ${JSON.stringify(text.slice(0, 80))}`)
  const [name = '', ...segments] = text.slice(scheme[0].length).split('/')
  if (!name || invalidReason(name)) throw error('the name of the storage is missing')
  if (folder && segments.at(-1) === '') segments.pop()
  if (!folder && segments.join('') === '') throw error('the path is missing')
  for (const segment of segments) {
    const why = invalidReason(segment)
    if (why) throw error(`its path ${why}: ${JSON.stringify(segments.join('/').slice(0, 80))}`)
  }
  return { name, path: segments.join('/') }
}

/** Whether a path is valid for storages. */
export const isStoragePath = (path: string) =>
  path.split('/').every((segment) => !invalidReason(segment))

/** Why a path segment is invalid, checked in every form that a server may get by decoding it repeatedly. */
function invalidReason(segment: string): string | undefined {
  if (segment === '') return 'has an empty segment'
  if (/\p{Surrogate}/u.test(segment)) return 'is not well-formed text'
  let text = segment
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (text === '.' || text === '..') return 'has a segment that leads elsewhere'
    if (/[\\/]/.test(text)) return 'has a backslash, or a slash that is encoded'
    if (/\p{Control}/u.test(text)) return 'has a control character'
    const decoded = text.replace(/%(?:2e|2f|5c|25|7f|[01][0-9a-f])/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    )
    if (decoded === text) return undefined
    text = decoded
  }
  return 'has a segment that is encoded too often'
}

/**
 * Finds the storage that a URL names.
 * @throws DarkroomError STORAGE that lists the configured storages.
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
  throw storageUrlError(
    field,
    `Expected the name of a storage for ${field} but received ${JSON.stringify(name)}: ${
      names ? `configured are ${names}` : 'none is configured'
    }`,
  )
}

/** Reads the file that a field of a request names. */
export async function readStorage(
  storages: Storages,
  url: string,
  field: string,
  signal: AbortSignal,
  options?: ReadOptions,
): Promise<Blob> {
  const { name, path, storage } = resolveStorage(storages, url, field)
  return storage.read(path, signal, options).catch((error) => {
    throw withStorageName(error, name, field)
  })
}

/** Writes a result into the folder that `target` names. Never overwrites a file. */
export async function writeStorage(
  storages: Storages,
  target: string,
  fileName: string,
  file: Blob,
  signal: AbortSignal,
): Promise<Written> {
  const { name, path, storage } = resolveStorage(storages, target, 'target', { folder: true })
  return storage.write(join(path, fileName), file, signal).catch((error) => {
    throw withStorageName(error, name, 'target')
  })
}

/** Names under which a file is looked for. */
const MAX_NAMES = 100

/** Finds a result that was written before, by its bytes, among the names that `write` may have chosen. */
export async function findInStorage(
  storages: Storages,
  target: string,
  fileName: string,
  file: Blob,
  signal: AbortSignal,
): Promise<Written | undefined> {
  const { path, storage } = resolveStorage(storages, target, 'target', { folder: true })
  for (let n = 1; n <= MAX_NAMES; n++) {
    const candidate = numberedName(join(path, fileName), n)
    const found = await storage.read(candidate, signal).catch(() => signal.throwIfAborted())
    if (!found) return undefined
    if (!(await isSame(found, file))) continue
    const url = storage.urlOf?.(candidate)
    return { path: candidate, ...(url && { url }) }
  }
  return undefined
}

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false
  const [one, other] = await Promise.all([a.arrayBuffer(), b.arrayBuffer()])
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)]
  return left.every((byte, i) => byte === right[i])
}

/** Adds the storage's name and the request's field, which the storage itself does not know. */
function withStorageName(error: unknown, name: string, field: string): unknown {
  if (isAbort(error) || isNetworkError(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return storageUrlError(field, `The storage ${name} failed: ${message}`, error)
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

const storageUrlError = (path: string, message: string, cause?: unknown) =>
  new DarkroomError('STORAGE', message, { path, cause })
