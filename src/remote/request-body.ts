import type { ImageSource } from '../contract/image-source.ts'
import type { RemoteRequest } from '../contract/plan/steps.ts'

type RequestImage = string | ImageSource

/** The source as it is sent: its URL, or its file. */
export type SendableImage = string | Blob | undefined

/** A request in which every image is a string. */
export type RequestJson = RemoteRequest & { url?: string }

/** The body of a POST, serialized once: its size is known, and a repeated POST sends the same bytes. */
export interface RequestBody {
  bytes: Blob
  type: string
}

/** Serializes a request: as JSON, or as a form where there is a file. */
export async function encodeBody(request: RequestJson, image: SendableImage): Promise<RequestBody> {
  if (!(image instanceof Blob)) {
    const json = image === undefined ? request : { url: image, ...request }
    return { bytes: new Blob([JSON.stringify(json)]), type: 'application/json' }
  }
  const form = new FormData()
  form.append('image', image, `image.${extensionOf(image.type)}`)
  form.append('parameters', JSON.stringify(request))
  const encoded = new Response(form)
  const type = encoded.headers.get('Content-Type') ?? ''
  return { bytes: new Blob([await encoded.arrayBuffer()]), type }
}

/** The file's own name is not sent: it may be private. */
const extensionOf = (type: string) =>
  /^image\/[a-z0-9]{2,5}$/.test(type) ? type.slice(6).replace('jpeg', 'jpg') : 'bin'

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
