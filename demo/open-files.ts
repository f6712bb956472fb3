import type { ProcessingRequest } from 'darkroom-web'
import { mapImages } from './form/field.ts'
import type { Json } from './json-paths.ts'

/** The open files, by the names that requests use for them. */
export const files = new Map<string, File>()

/** Adds a file under its name, or as `name (2).png` if the name is taken. Returns the name. */
export function openFile(file: File): string {
  const [, stem = file.name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(file.name) ?? []
  let name = file.name
  for (let i = 2; files.has(name) && files.get(name) !== file; i++)
    name = `${stem} (${i})${extension}`
  files.set(name, file)
  return name
}

const urls = new Map<string, string>()
/** Bytes of the sources that `urls` has. */
const sizes = new Map<string, number>()

/** A picture to show: its name, and a URL for an image element. */
export interface Source {
  name: string
  url: string
}

export const sourceOf = (name: string): Source => ({ name, url: sourceUrl(name) })

/** The URL of a source for an image element; empty if it cannot be shown. */
export function sourceUrl(name: string): string {
  const file = files.get(name)
  if (file && !urls.has(name)) setPreview(name, file)
  return urls.get(name) ?? (/^(https?|data|blob):/i.test(name) ? name : '')
}

/** Sets the preview of a source that the browser cannot fetch by its name. */
export function setPreview(name: string, blob: Blob): void {
  urls.set(name, URL.createObjectURL(blob))
  sizes.set(name, blob.size)
}

/** The bytes of a source, where they are known. */
export const sizeOf = (name: string): number | undefined => sizes.get(name)

/** Removes an open file. */
export function closeFile(name: string): void {
  URL.revokeObjectURL(urls.get(name) ?? '')
  urls.delete(name)
  sizes.delete(name)
  files.delete(name)
}

/** The request to run: names of open files are replaced by the files. */
export const withFiles = (json: Json): ProcessingRequest =>
  mapImages(json, (image) => files.get(String(image)) ?? image)
