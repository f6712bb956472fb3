import type { StoredFile } from '../storages/storage.ts'

/**
 * A hash that is another one whenever the file or what is asked is another. A storage that tells no version
 * of its files has them read for it.
 */
export async function journalKey(
  { path, size, version }: StoredFile,
  asked: unknown,
  read: () => Promise<Blob>,
): Promise<string> {
  const state = version ?? (await sha256(await (await read()).arrayBuffer()))
  const text = JSON.stringify([path, size, state, asked], replaceBytes)
  return sha256(new TextEncoder().encode(text))
}

/** Images within a request, for JSON. */
function replaceBytes(_: string, value: unknown): unknown {
  if (value instanceof Blob) {
    const { size, type } = value
    return { size, type, ...(value instanceof File && { changed: value.lastModified }) }
  }
  if (ArrayBuffer.isView(value)) return { bytes: value.byteLength }
  return value
}

async function sha256(data: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
