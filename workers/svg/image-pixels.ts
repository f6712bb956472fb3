/** Pixels that a data: URL of a PNG or of a JPEG without scans in several passes declares; undefined for others. */
export function imagePixels(url: string): number | undefined {
  const [, data] = /^data:[^,]*;base64,([\s\S]*)$/i.exec(url) ?? []
  const bytes = data === undefined ? undefined : bytesOf(data)
  return bytes && (pngPixels(bytes) ?? jpegPixels(bytes))
}

function bytesOf(base64: string): DataView | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new DataView(bytes.buffer)
  } catch {
    return undefined
  }
}

function pngPixels(bytes: DataView): number | undefined {
  if (bytes.byteLength < 24 || bytes.getUint32(0) !== 0x89504e47) return undefined
  return bytes.getUint32(16) * bytes.getUint32(20)
}

function jpegPixels(bytes: DataView): number | undefined {
  if (bytes.byteLength < 4 || bytes.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.byteLength; at += 2 + bytes.getUint16(at + 2)) {
    const marker = bytes.getUint16(at)
    if (marker === 0xffc0 || marker === 0xffc1)
      return bytes.getUint16(at + 5) * bytes.getUint16(at + 7)
    const isSegment =
      (marker >= 0xffe0 && marker <= 0xffef) || [0xffdb, 0xffc4, 0xffdd, 0xfffe].includes(marker)
    if (!isSegment) return undefined
  }
  return undefined
}
