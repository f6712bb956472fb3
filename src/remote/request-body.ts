import type { RemoteRequest } from '../plan/steps.ts'
import { extensionOf, type FileFormat, mediaType } from '../shared/file-format.ts'
import type { ImageSource } from '../shared/image-source.ts'
import { resultFormat } from './image-type.ts'

type RequestImage = string | ImageSource

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

/** A copy of the request in which `change` has replaced every image except the source. */
export async function mapRequestImages(
  request: RemoteRequest,
  change: (image: RequestImage, path: string) => Promise<string>,
): Promise<RequestJson> {
  const { background, caption, nsfw_parameters, ...rest } = request
  const { generate, replace } = background ?? {}
  const changed = async (name: string, path: string, image?: RequestImage) =>
    image === undefined ? {} : { [name]: await change(image, path) }
  const generatePath = 'background.generate'
  const images = (generate?.context_images ?? []).map((image, i) =>
    change(image as RequestImage, `${generatePath}.context_images.${i}`),
  )
  return {
    ...rest,
    ...(background && {
      background: {
        ...background,
        ...(await changed('replace', 'background.replace', replace)),
        ...(generate && {
          generate: {
            ...generate,
            ...(await changed(
              'background_url',
              `${generatePath}.background_url`,
              generate.background_url,
            )),
            ...(await changed('ip_image2', `${generatePath}.ip_image2`, generate.ip_image2)),
            ...(generate.context_images && { context_images: await Promise.all(images) }),
          },
        }),
      },
    }),
    ...(caption && {
      caption: { ...caption, ...(await changed('url', 'caption.url', caption.url)) },
    }),
    ...(nsfw_parameters && {
      nsfw_parameters: {
        ...nsfw_parameters,
        ...(await changed(
          'nsfw_image_url',
          'nsfw_parameters.nsfw_image_url',
          nsfw_parameters.nsfw_image_url,
        )),
      },
    }),
  }
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
