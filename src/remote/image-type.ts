import { type FileFormat, mediaType } from '../shared/file-format.ts'

/** The formats of the interface's results, by the first bytes of their files. */
const signatures: [format: FileFormat, pattern: RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
]

/** Whether a file is a JPEG, PNG or WebP, by its bytes. */
export async function resultFormat(file: Blob): Promise<FileFormat | undefined> {
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const text = String.fromCharCode(...start)
  return signatures.find(([, pattern]) => pattern.test(text))?.[0]
}

/**
 * A file from the service with the type that its bytes have, or undefined where it is no JPEG, PNG or WebP. The type
 * that the service names counts for nothing: as HTML or SVG, a result would run scripts in the page's origin.
 */
export async function asResultImage(file: Blob): Promise<Blob | undefined> {
  const format = await resultFormat(file)
  return format && new Blob([file], { type: mediaType(format) })
}
