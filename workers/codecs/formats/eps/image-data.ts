/** Characters that data in text may have before it is certain what it is. */
const SNIFFED = 200

/**
 * The bytes of an image that stands in a program: as hexadecimal digits (of previews in
 * comments), as ASCII base 85 with its `~>`, or as they
 * are. At most `size`, fewer where the data ends before.
 */
export function decodeImageData(bytes: Uint8Array, size: number): Uint8Array {
  const head = String.fromCharCode(...bytes.subarray(0, SNIFFED)).trimStart()
  if (/^[\da-f\s%]+$/i.test(head.slice(0, Math.max(1, Math.min(size * 2, SNIFFED - 20))))) {
    return fromHex(bytes, size)
  }
  if (/^(<~)?[!-uz\s~>]+$/.test(head)) return fromBase85(bytes, size)
  return bytes.subarray(0, size)
}

function fromHex(bytes: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size)
  let digits = 0
  for (let at = 0; at < bytes.length && digits < size * 2; at++) {
    const digit = hexDigit(bytes[at] as number)
    if (digit < 0) continue
    const to = digits >> 1
    out[to] = ((out[to] as number) << 4) | digit
    digits++
  }
  return out.subarray(0, digits >> 1)
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** ASCII85Decode: five digits of `!` to `u` for four bytes, `z` for four zeros, the last group cut short. */
function fromBase85(bytes: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size + 4)
  let to = 0
  let value = 0
  let digits = 0
  const put = (count: number) => {
    for (let i = 0; i < count; i++) out[to++] = Math.floor(value / 256 ** (3 - i)) & 255
    value = 0
    digits = 0
  }
  for (let at = 0; at < bytes.length && to < size; at++) {
    const code = bytes[at] as number
    if (code === 126) break
    if (code === 122 && digits === 0) put(4)
    else if (code >= 33 && code <= 117) {
      value = value * 85 + code - 33
      if (++digits === 5) put(4)
    }
  }
  if (digits > 1 && to < size) {
    const count = digits - 1
    for (; digits < 5; digits++) value = value * 85 + 84
    put(count)
  }
  return out.subarray(0, Math.min(to, size))
}
