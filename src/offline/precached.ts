import type { ProcessingRequest } from '../request/schema.ts'
import { build } from '../shared/build.ts'

const PREFIX = 'darkroom-precache '
/** Where a cache tells what it is for. Never requested. */
const MANIFEST = 'https://darkroom.invalid/precache.json'

export interface PrecachedFile {
  url: string
  /** SHA-256, lower-case hex. */
  sha256: string
  bytes: number
}

/** What a build of Darkroom stored to work without a network. Weights are apart, in the worker's own store. */
export interface Precached {
  requests: ProcessingRequest[]
  files: PrecachedFile[]
  models: string[]
}

/** The cache of a build: files of different builds do not fit together. */
export const cacheName = (of = build): string => PREFIX + of

/** Held by each page that has a Darkroom of this build. */
export const buildLock = (of = build): string => `darkroom-build ${of}`

/** Undefined in insecure contexts, and where the browser refuses it, as in documents of opaque origin. */
export function cacheStorage(): CacheStorage | undefined {
  try {
    return globalThis.caches
  } catch {
    return undefined
  }
}

/** Builds that have stored something. */
export const precachedBuilds = async (storage: CacheStorage): Promise<string[]> =>
  (await storage.keys())
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length))

export async function readPrecached(cache: Cache): Promise<Precached | undefined> {
  return (await cache.match(MANIFEST))?.json()
}

export const writePrecached = (cache: Cache, precached: Precached): Promise<void> =>
  cache.put(MANIFEST, Response.json(precached))

/** The requests of this build that have everything they need, if these models are stored. */
export async function offlineRequests(hasModel: (name: string) => boolean) {
  const storage = cacheStorage()
  if (!storage || !(await storage.has(cacheName()).catch(() => false))) return []
  const cache = await storage.open(cacheName())
  const { requests, files, models } = (await readPrecached(cache)) ?? NOTHING
  const stored = new Set((await cache.keys()).map(({ url }) => url))
  const complete = files.every(({ url }) => stored.has(url)) && models.every(hasModel)
  return complete ? requests : []
}

const NOTHING: Precached = { requests: [], files: [], models: [] }
