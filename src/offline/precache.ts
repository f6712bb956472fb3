import type { ProcessingRequest } from '../request/schema.ts'
import { abortSignal, type Check, checkOptions, required } from '../shared/check-options.ts'
import { DarkroomError } from '../shared/errors.ts'
import { sha256 } from '../shared/sha256.ts'
import {
  buildLock,
  cacheName,
  cacheStorage,
  type PrecachedFile,
  precachedBuilds,
  readPrecached,
  writePrecached,
} from './precached.ts'
import type { RequiredFiles } from './required-files.ts'

export interface PrecacheOptions {
  /**
   * What is to work without a network. Without a `url`, images in JPEG, PNG and WebP are assumed; with one, what its
   * format needs is stored as well.
   */
  requests: readonly ProcessingRequest[]
  signal?: AbortSignal | null | undefined
}

const checks: Record<keyof PrecacheOptions, Check> = {
  requests: required({ expected: 'an array of requests', isValid: Array.isArray }),
  signal: abortSignal,
}

type Signal = PrecacheOptions['signal']

/** A Darkroom. */
export interface Precaching {
  requiredFiles(
    requests: readonly ProcessingRequest[],
    options: { signal?: AbortSignal | null | undefined },
  ): Promise<RequiredFiles>
}

/**
 * Stores what requests need to run without a network: the worker, the runtime, codecs and models. For that each request
 * is run once, on a small image. What is stored already and unchanged is not loaded again. A service worker with
 * `mount(self, { offline: true })` answers from it. What other versions of Darkroom stored is removed once no page uses
 * them. The page and its own scripts are the application's to store.
 * @throws DarkroomError NOT_SUPPORTED where the page is no secure context, NETWORK where a file cannot be fetched.
 *
 * @example
 * await precache(darkroom, { requests: [{ width: '200%' }, { background: { remove: 'auto' } }] })
 * const { offline } = await darkroom.info()
 */
export async function precache(darkroom: Precaching, options: PrecacheOptions): Promise<void> {
  checkOptions(options, checks, 'precache')
  const { requests, signal } = options
  const storage = cacheStorage()
  if (!storage) throw notSupported()
  const cache = await storage.open(cacheName())
  const known = await readPrecached(cache)
  const named = requests.map(withoutImages)
  if (!known || JSON.stringify(known.requests) !== JSON.stringify(named)) {
    const { files, names } = await darkroom.requiredFiles(requests, { ...(signal && { signal }) })
    const stored = await storeAll(cache, files, known?.files ?? [], signal)
    await writePrecached(cache, { requests: named, files: stored, models: names })
  } else {
    const urls = known.files.map(({ url }) => url)
    await storeAll(cache, urls, known.files, signal)
  }
  await removeOtherBuilds(storage)
}

/** Images cannot be told in JSON, and are of no use here. */
const withoutImages = ({ url: _, urls: __, ...request }: ProcessingRequest): ProcessingRequest =>
  JSON.parse(JSON.stringify(request))

const storeAll = (cache: Cache, urls: string[], known: PrecachedFile[], signal: Signal) =>
  Promise.all(
    urls.map(async (url) => {
      const file = known.find((each) => each.url === url)
      return file && (await isStored(cache, file)) ? file : store(cache, url, signal)
    }),
  )

async function isStored(cache: Cache, { url, sha256: expected }: PrecachedFile): Promise<boolean> {
  const response = await cache.match(url, { ignoreVary: true })
  return response !== undefined && (await sha256(await response.arrayBuffer())) === expected
}

async function store(cache: Cache, url: string, signal: Signal): Promise<PrecachedFile> {
  const response = await fetch(url, { ...(signal && { signal }) }).catch((cause) => {
    throw new DarkroomError('NETWORK', `${url} could not be fetched: ${cause.message}`, { cause })
  })
  if (!response.ok) {
    throw new DarkroomError('NETWORK', `${url} could not be fetched: HTTP ${response.status}`)
  }
  const bytes = await response.clone().arrayBuffer()
  await cache.put(url, response)
  return { url, sha256: await sha256(bytes), bytes: bytes.byteLength }
}

/** Each as soon as no page of it is open: until this page is closed, and again at the next call. */
async function removeOtherBuilds(storage: CacheStorage): Promise<void> {
  for (const build of await precachedBuilds(storage)) {
    const name = cacheName(build)
    if (name === cacheName()) continue
    void navigator.locks.request(buildLock(build), () => storage.delete(name))
  }
}

const notSupported = () =>
  new DarkroomError(
    'NOT_SUPPORTED',
    'Files can be stored by pages that are served over https or from localhost, and not by sandboxed frames',
  )
