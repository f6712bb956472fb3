import { imagesAndStrings } from '../request/map-images.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { parseStorageUrl, resolveStorage, type Storages } from './storage-url.ts'

/** The storages that a request names, target included. */
const requiredStorages = (request: NormalizedRequest) =>
  imagesAndStrings(request).filter(
    (leaf): leaf is string => typeof leaf === 'string' && /^\s*storage:\/\//i.test(leaf),
  )

/** @throws DarkroomError STORAGE where the target names no storage that is configured. */
export function checkTarget({ target }: NormalizedRequest, storages: Storages): void {
  if (target) resolveStorage(storages, target, 'target', { folder: true })
}

/** What a job that outlived its page lacks in this one, if anything. */
export async function missingStorage(
  request: NormalizedRequest,
  storages: Storages,
): Promise<'storage' | 'permission' | undefined> {
  for (const place of requiredStorages(request)) {
    const { name } = parseStorageUrl(place, 'target', { folder: true })
    const storage = Object.hasOwn(storages, name) ? storages[name] : undefined
    if (!storage) return 'storage'
    const missing = await storage.missing?.()
    if (missing) return missing
  }
  return undefined
}
