/** A view for reading numbers, of this part of the buffer alone. */
export const dataView = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A copy with its own buffer, so that the buffer of the whole file can be freed. */
export const copyBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

/** One array of all parts, in their order. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** @throws RangeError if there are fewer than `end` bytes. */
export function requireBytes(bytes: Uint8Array, end: number): void {
  if (end <= bytes.length) return
  throw new RangeError(`Expected at least ${end} bytes but received ${bytes.length}`)
}

/** A few bytes as text, such as a signature; shorter where the bytes end. */
export const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))

/** All bytes as characters with the same codes, so that offsets in the text are offsets in the file. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(ascii(bytes, at, 8192))
  return parts.join('')
}

/** An integer of 1 to 4 bytes, lowest byte first. With 4 bytes it is signed. */
export function readLittleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let i = 0; i < count; i++) value |= (bytes[at + i] as number) << (i * 8)
  return value
}
