import { allWeights, type Weights } from '../../models/models.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import { forbidden } from '../../src/shared/load-failure.ts'
import { hex, sha256 } from '../../src/shared/sha256.ts'
import type { Download } from '../../src/shared/worker/api.ts'
import { beat, loading } from '../heartbeat.ts'
import { once } from '../image/load-wasm.ts'
import { browserStore, type WeightStore } from './weight-store.ts'

/**
 * The weights of a model: from the store, else fetched, verified and stored. Then old ones are deleted, but never those of
 * `ownModels`, which are the application's. A store that fails costs a download, never the job.
 * @throws DarkroomError NETWORK where they cannot be fetched, NOT_SUPPORTED where the application leaves them out, MODEL
 *   where they are not what they should be.
 */
export async function loadWeights(
  model: Weights,
  onDownload: (download: Download) => void,
  store: WeightStore = browserStore(),
  fetcher: typeof fetch = fetch,
  ownModels: () => Promise<Weights[]> = async () => [],
): Promise<Uint8Array<ArrayBuffer>> {
  void store.markUsed(model.sha256).catch(() => undefined)
  const stored = await store.get(model.sha256).catch(() => undefined)
  const cached = stored && new Uint8Array(await stored.arrayBuffer())
  if (cached && (await isGenuine(cached, model))) return cached
  const bytes =
    (await genuineDownload(model, onDownload, fetcher)) ??
    // A wrong file that was once served as immutable stays in the browser's cache for good.
    (await genuineDownload(model, onDownload, fetcher, { cache: 'reload' }))
  if (!bytes) {
    throw new DarkroomError(
      'MODEL',
      `Expected ${model.bytes} bytes with SHA-256 ${model.sha256} of weights at ${model.url}, but they differ`,
    )
  }
  const stores = store.set(model.sha256, new Blob([bytes]))
  // Its job does not wait for the application's models, which it may not need.
  await stores.then(
    () => void deleteOld(model, store, ownModels),
    (error) => console.warn('Darkroom: the weights could not be stored', error),
  )
  return bytes
}

/** Deletes nothing where the application's own models are not known: they may be needed offline. */
async function deleteOld(
  model: Weights,
  store: WeightStore,
  ownModels: () => Promise<Weights[]>,
): Promise<void> {
  try {
    const needed = [model, ...allWeights, ...(await ownModels())]
    await store.deleteUnused(new Set(needed.map(({ sha256 }) => sha256)))
  } catch (error) {
    console.warn('Darkroom: weights of earlier versions could not be deleted', error)
  }
}

/** Bytes that the library hashes in some 10 ms. */
const PIECE = 2 ** 20

/** What `darkroom-web assets --without` writes in the place of weights. */
const LEFT_OUT = 'left out'

export async function isCached(
  model: Weights,
  store: WeightStore = browserStore(),
): Promise<boolean> {
  return (await store.get(model.sha256).catch(() => undefined)) !== undefined
}

/** Why no weights can be stored; undefined where they can. */
export const whyNoStore = (store: WeightStore = browserStore()): Promise<string | undefined> =>
  store.get('').then(
    () => undefined,
    ({ message }: Error) => message,
  )

/** The weights, or undefined if another file came. */
async function genuineDownload(
  model: Weights,
  ...how: [onDownload: (download: Download) => void, fetcher: typeof fetch, init?: RequestInit]
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = await loading(() => download(model, ...how))
  return bytes && (await isGenuine(bytes, model)) ? bytes : undefined
}

/** The bytes that come, or undefined if they are more than expected. */
async function download(
  { url, bytes: total }: Weights,
  onDownload: (download: Download) => void,
  fetcher: typeof fetch,
  init: RequestInit = {},
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const unreachable = (why: string, cause?: unknown) =>
    new DarkroomError('NETWORK', `The weights at ${url} could not be fetched: ${why}`, { cause })
  const response = await fetcher(url, init).catch(async (error) => {
    // What a policy blocks is told in a later task.
    await new Promise((resolve) => setTimeout(resolve))
    const policy = forbidden(new URL(url, self.location?.href).href, 'weights')
    throw unreachable(policy ? `${policy.why}. ${policy.cure}` : error.message, error)
  })
  if (!response.ok || !response.body) throw unreachable(`HTTP ${response.status}`)
  const bytes = new Uint8Array(total)
  let loaded = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw unreachable(error.message, error)
    })
    if (done) break
    if (loaded + value.length > total) {
      await reader.cancel().catch(() => undefined)
      return undefined
    }
    bytes.set(value, loaded)
    loaded += value.length
    beat()
    onDownload({ loaded, total })
  }
  if (isText(bytes.subarray(0, loaded), LEFT_OUT)) {
    throw new DarkroomError('NOT_SUPPORTED', `This application leaves out the weights at ${url}`)
  }
  return bytes.subarray(0, loaded)
}

const isText = (bytes: Uint8Array, text: string) =>
  bytes.length === text.length && new TextDecoder().decode(bytes) === text

async function isGenuine(bytes: Uint8Array<ArrayBuffer>, expected: Weights) {
  if (bytes.length !== expected.bytes) return false
  const hash = globalThis.crypto?.subtle ? sha256 : sha256ByLibrary
  return (await hash(bytes)) === expected.sha256
}

const loadLibrary = once(() => import('@aws-crypto/sha256-js'))

/** Browsers offer hashes to secure contexts only. */
async function sha256ByLibrary(bytes: Uint8Array): Promise<string> {
  const { Sha256 } = await loadLibrary()
  const hash = new Sha256()
  for (let start = 0; start < bytes.length; start += PIECE) {
    hash.update(bytes.subarray(start, start + PIECE))
    beat()
  }
  return hex(hash.digestSync())
}
