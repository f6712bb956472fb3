import { nextTask } from '../async/next-task.ts'

/** Characters decoded at once (a multiple of 4): a few milliseconds of the main thread. */
const CHUNK = 1 << 20

/** Decodes base64, standard or URL-safe, white space allowed. Resolves with undefined for invalid base64. */
export async function decodeBase64(text: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const clean = text.replace(/\s+/g, '').replace(/-/g, '+').replace(/_/g, '/')
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    for (let at = 0; at < clean.length; at += CHUNK) {
      if (at > 0) await nextTask()
      const binary = atob(clean.slice(at, at + CHUNK))
      parts.push(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
    }
  } catch {
    return undefined
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
