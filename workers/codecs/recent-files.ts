import { sha256 } from '../../src/shared/sha256.ts'
import type { RasterImage } from '../image/image.ts'
import type { OpenedFile } from './shared/codec.ts'

/** A source and a caption. */
const MOST = 2
const MAX_BYTES = 16e6
/** Their run comes at once, or in another worker. */
const KEPT_MS = 2_000

interface RecentFile {
  file: OpenedFile
  /** Its pixels, decoded since its header was read: for one run, which may work in place. */
  image?: Promise<RasterImage> | undefined
  hash?: Promise<string>
}

const recent = new Map<string, RecentFile>()

/** Keeps a file for the run that follows the reading of its header. Returns what it is found by. */
export function keepFile(file: OpenedFile): string | undefined {
  if (file.inner || file.bytes.length > MAX_BYTES) return undefined
  const id = String(crypto.getRandomValues(new Uint32Array(4)))
  recent.set(id, { file })
  setTimeout(() => recent.delete(id), KEPT_MS)
  const [oldest] = recent.keys()
  if (recent.size > MOST && oldest) recent.delete(oldest)
  return id
}

export const recentFile = (id = ''): OpenedFile | undefined => recent.get(id)?.file

/** The SHA-256 of a file that is kept. */
export function recentHash(id = ''): Promise<string> | undefined {
  const kept = recent.get(id)
  if (kept) kept.hash ??= sha256(kept.file.bytes)
  return kept?.hash
}

/** Starts to decode a file that is kept, while its run is planned. */
export function startDecoding(id = '', decode: (file: OpenedFile) => Promise<RasterImage>): void {
  const kept = recent.get(id)
  if (!kept || kept.image) return
  kept.image = decode(kept.file)
  // Its run decodes it again, and tells why.
  kept.image.catch(() => recent.delete(id))
}

/** The pixels that were decoded ahead. They are given away once. */
export function takeDecoded(id = ''): Promise<RasterImage> | undefined {
  const image = recent.get(id)?.image
  if (image) recent.delete(id)
  return image
}
