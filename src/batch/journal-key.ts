import { sha256 } from '../shared/sha256.ts'
import type { StoredFile } from '../storages/storage.ts'

/**
 * A hash that changes whenever the file or the request changes. Files of a storage without versions are read and
 * hashed.
 */
export async function journalKey(
  { path, size, version }: StoredFile,
  request: unknown,
  read: () => Promise<Blob>,
): Promise<string> {
  const state = version ?? (await sha256(await (await read()).arrayBuffer()))
  const text = JSON.stringify([path, size, state, request], replaceBytes)
  return sha256(new TextEncoder().encode(text))
}

/** Replaces images within a request, for JSON. */
function replaceBytes(_: string, value: unknown): unknown {
  if (value instanceof Blob) {
    const { size, type } = value
    return { size, type, ...(value instanceof File && { changed: value.lastModified }) }
  }
  if (ArrayBuffer.isView(value)) return { bytes: value.byteLength }
  return value
}
