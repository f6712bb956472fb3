import type { RemoteRequest } from '../plan/steps.ts'
import { extensionOf, type FileFormat, mediaType } from '../shared/file-format.ts'
import type { ImageSource } from '../shared/image-source.ts'
import { resultFormat } from './image-type.ts'

export type RequestImage = string | ImageSource

/** The source as it is sent: its URL, or its file with the format that it was read as, if it was read. */
export type SendableImage = string | SendableFile | undefined

interface SendableFile {
  file: Blob
  format?: FileFormat | undefined
}

/** A request in which every image is a string. */
export type RequestJson = RemoteRequest & { url?: string }

/** The body of a POST, serialized once: its size is known, and a repeated POST sends the same bytes. */
export interface RequestBody {
  bytes: Blob
  type: string
}

/** Serializes a request: as JSON, or as a form where there is a file. */
export async function encodeBody(request: RequestJson, image: SendableImage): Promise<RequestBody> {
  if (typeof image !== 'object') {
    const json = image === undefined ? request : { url: image, ...request }
    return { bytes: new Blob([JSON.stringify(json)]), type: 'application/json' }
  }
  const form = new FormData()
  form.append('image', await anonymousFile(image))
  form.append('parameters', JSON.stringify(request))
  const encoded = new Response(form)
  const type = encoded.headers.get('Content-Type') ?? ''
  return { bytes: new Blob([await encoded.arrayBuffer()]), type }
}

/** The file with the type of its bytes: base64 has none, and others may be wrong. Its own name may be private. */
async function anonymousFile({ file, format: known }: SendableFile): Promise<File> {
  const format = known ?? (await resultFormat(file))
  return format
    ? new File([file], `image.${extensionOf(format)}`, { type: mediaType(format) })
    : new File([file], 'image.bin', { type: file.type })
}

/** The fields that hold an image, except the source. */
const IMAGE_FIELDS =
  /^(background\.(replace|generate\.(background_url|ip_image2|context_images\.\d+))|caption\.url|nsfw_parameters\.nsfw_image_url)$/

/** A copy of the request in which `change` has replaced every image except the source. */
export async function mapRequestImages(
  { background, caption, nsfw_parameters, ...rest }: RemoteRequest,
  change: (image: RequestImage, path: string) => Promise<string>,
): Promise<RequestJson> {
  const copy = async (value: unknown, path: string): Promise<unknown> => {
    if (typeof value !== 'object' && typeof value !== 'string') return value
    if (IMAGE_FIELDS.test(path)) return change(value as RequestImage, path)
    if (Array.isArray(value)) return Promise.all(value.map((each, i) => copy(each, `${path}.${i}`)))
    if (typeof value === 'string' || value === null) return value
    const fields = Object.entries(value).map(async ([key, field]) => [
      key,
      await copy(field, `${path}.${key}`),
    ])
    return Object.fromEntries(await Promise.all(fields))
  }
  const withImages = Object.entries({ background, caption, nsfw_parameters })
    .filter(([, field]) => field !== undefined)
    .map(async ([name, field]) => [name, await copy(field, name)])
  return { ...rest, ...Object.fromEntries(await Promise.all(withImages)) }
}

/** `base64,<data>`: how the interface writes an image inside a request. */
export function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => {
      const url = String(reader.result)
      resolve(`base64,${url.slice(url.indexOf(',') + 1)}`)
    }
    reader.readAsDataURL(blob)
  })
}
