import type { CanonicalRequest } from '../request/canonical.ts'
import { parseStorageUrl, resolveStorage, type Storages } from '../sources/storages/storage-url.ts'
import { leavesOf } from './pictures.ts'

/** The storages that a request names, target included. */
const placesOf = (request: CanonicalRequest) =>
  leavesOf(request).filter(
    (leaf): leaf is string => typeof leaf === 'string' && /^\s*storage:\/\//i.test(leaf),
  )

/** @throws DarkroomError STORAGE where the target names no storage that is configured. */
export function checkTarget({ target }: CanonicalRequest, storages: Storages): void {
  if (target) resolveStorage(storages, target, 'target', { folder: true })
}

/** What a job that outlived its page lacks in this one, if anything. */
export async function missingPlace(
  request: CanonicalRequest,
  storages: Storages,
): Promise<'storage' | 'permission' | undefined> {
  for (const place of placesOf(request)) {
    const { name } = parseStorageUrl(place, 'target', { folder: true })
    const storage = Object.hasOwn(storages, name) ? storages[name] : undefined
    if (!storage) return 'storage'
    const missing = await storage.missing?.()
    if (missing) return missing
  }
  return undefined
}
