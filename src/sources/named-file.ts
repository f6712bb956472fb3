/**
 * The bytes with the last part of a path or URL as their name. It never decides what a file is, only what its bytes
 * leave open.
 */
export function namedFile(blob: Blob, path: string): File {
  const name = path.split(/[?#]/)[0]?.split('/').pop() ?? ''
  return new File([blob], name, { type: blob.type })
}
