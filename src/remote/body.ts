import type { ImageInput } from '../contract/image-source.ts'
import type { RemoteRequest } from '../contract/plan/steps.ts'

type RequestImage = string | ImageInput

/** The source as it goes: its address, or its bytes. */
export type SentImage = string | Blob | undefined

/** What a service is asked, with every image as a string. */
export type WireRequestBody = RemoteRequest & { url?: string }

/** What a POST carries. Its size is known, and what is sent again is the same. */
export interface Body {
  bytes: Blob
  type: string
}

/** JSON, or a form with the file where there is one. */
export async function encodeBody(wire: WireRequestBody, image: SentImage): Promise<Body> {
  if (!(image instanceof Blob)) {
    const asked = image === undefined ? wire : { url: image, ...wire }
    return { bytes: new Blob([JSON.stringify(asked)]), type: 'application/json' }
  }
  const form = new FormData()
  form.append('image', image, `image.${extensionOf(image.type)}`)
  form.append('parameters', JSON.stringify(wire))
  const written = new Response(form)
  const type = written.headers.get('Content-Type') ?? ''
  return { bytes: new Blob([await written.arrayBuffer()]), type }
}

/** The file's own name may say more than the image. */
const extensionOf = (type: string) =>
  /^image\/[a-z0-9]{2,5}$/.test(type) ? type.slice(6).replace('jpeg', 'jpg') : 'bin'

/** The request with every image in it as `change` has it, but for the source. */
export async function withImages(
  request: RemoteRequest,
  change: (image: RequestImage, path: string) => Promise<string>,
): Promise<WireRequestBody> {
  const { background, caption, nsfw_parameters, ...rest } = request
  const { generate, replace } = background ?? {}
  const one = async (name: string, path: string, image?: RequestImage) =>
    image === undefined ? {} : { [name]: await change(image, path) }
  const at = 'background.generate'
  const images = (generate?.context_images ?? []).map((image, i) =>
    change(image as RequestImage, `${at}.context_images.${i}`),
  )
  return {
    ...rest,
    ...(background && {
      background: {
        ...background,
        ...(await one('replace', 'background.replace', replace)),
        ...(generate && {
          generate: {
            ...generate,
            ...(await one('background_url', `${at}.background_url`, generate.background_url)),
            ...(await one('ip_image2', `${at}.ip_image2`, generate.ip_image2)),
            ...(generate.context_images && { context_images: await Promise.all(images) }),
          },
        }),
      },
    }),
    ...(caption && { caption: { ...caption, ...(await one('url', 'caption.url', caption.url)) } }),
    ...(nsfw_parameters && {
      nsfw_parameters: {
        ...nsfw_parameters,
        ...(await one(
          'nsfw_image_url',
          'nsfw_parameters.nsfw_image_url',
          nsfw_parameters.nsfw_image_url,
        )),
      },
    }),
  }
}

/** `base64,<data>`, as the interface has images inside a request. */
export function asBase64(blob: Blob): Promise<string> {
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
