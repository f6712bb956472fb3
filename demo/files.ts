import type { ProcessingRequest } from '../src/index.ts'
import { pictureFields } from './form/field.ts'
import { at, type Json, withAt } from './paths.ts'

/** The open files by the names that requests call them. */
export const files = new Map<string, File>()

/** Keeps a file under its name, or under `name (2).png` where another one has that. */
export function keep(file: File): string {
  const [, stem = file.name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(file.name) ?? []
  let name = file.name
  for (let i = 2; files.has(name) && files.get(name) !== file; i++)
    name = `${stem} (${i})${extension}`
  files.set(name, file)
  return name
}

const urls = new Map<string, string>()

/** What an image element shows for a source: an open file, or what is at an address. Empty where it has nothing. */
export function sourceUrl(name: string): string {
  const file = files.get(name)
  if (file && !urls.has(name)) preview(name, file)
  return urls.get(name) ?? (/^(https?|data|blob):/i.test(name) ? name : '')
}

/** Lets a source be seen that the browser cannot fetch by its name. */
export function preview(name: string, blob: Blob): void {
  urls.set(name, URL.createObjectURL(blob))
}

/** Forgets an open file. */
export function release(name: string): void {
  URL.revokeObjectURL(urls.get(name) ?? '')
  urls.delete(name)
  files.delete(name)
}

/** The request as it is run: the name of an open file stands for the file. */
export function bound(json: Json): ProcessingRequest {
  const request = pictureFields.reduce((so, path) => {
    const value = at(so, path)
    return value === undefined ? so : withAt(so, path, bind(value))
  }, json)
  return request as ProcessingRequest
}

const bind = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(bind) : (files.get(String(value)) ?? value)
