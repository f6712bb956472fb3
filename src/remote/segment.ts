import { untilAborted } from '../async/until-aborted.ts'
import type { RemoteStep } from '../plan/remote-step.ts'
import { DarkroomError } from '../shared/errors.ts'
import type { FileFormat } from '../shared/file-format.ts'
import {
  type ConsentRequest,
  type RemoteConnection,
  type SentSummary,
  serviceOrigin,
} from './connection.ts'
import { isReachable } from './is-reachable.ts'
import {
  encodeBody,
  mapRequestImages,
  type RequestBody,
  type RequestImage,
  type RequestJson,
  toBase64,
} from './request-body.ts'

/** The image that is sent, and the format that it was read as, if it was read. */
export interface SegmentSource {
  image: RequestImage
  format?: FileFormat | undefined
}

/**
 * Builds the body of a request to the service, and asks for consent. Images that the service can fetch are sent as
 * their URLs, others as files.
 * @param toFile reads an image of the request; `path` names its field.
 * @throws DarkroomError ABORTED where consent is refused; what `toFile` throws.
 */
export async function buildSegment(
  { request }: RemoteStep,
  source: SegmentSource | undefined,
  connection: RemoteConnection,
  toFile: (image: RequestImage, path: string) => Promise<Blob>,
  signal: AbortSignal,
): Promise<{ body: RequestBody; sent: SentSummary }> {
  const { remote } = connection
  const toSendable = async (image: RequestImage, path: string): Promise<string | Blob> =>
    typeof image === 'string' && isReachable(image, remote.baseUrl)
      ? image.trim()
      : toFile(image, path)
  const json = await mapRequestImages(request, async (image, path) => {
    if (typeof image === 'string' && /^\s*base64,/i.test(image)) return image.trim()
    const urlOrFile = await toSendable(image, path)
    return typeof urlOrFile === 'string' ? urlOrFile : toBase64(urlOrFile)
  })
  const image = source && (await toSendable(source.image, 'url'))
  const body = await encodeBody(
    json,
    image instanceof Blob ? { file: image, format: source?.format } : image,
  )
  const form = image === undefined ? 'none' : typeof image === 'string' ? 'url' : 'file'
  const sent: SentSummary = {
    to: serviceOrigin(remote),
    fields: [...(form === 'none' ? [] : [form === 'url' ? 'url' : 'image']), ...fieldPaths(json)],
    bytes: body.bytes.size,
    picture: form,
  }
  const url = typeof image === 'string' ? { url: image } : {}
  await askConsent(connection, { ...sent, request: withoutImageData({ ...url, ...json }) }, signal)
  return { body, sent }
}

async function askConsent(
  { remote: { confirm } }: RemoteConnection,
  consent: ConsentRequest,
  signal: AbortSignal,
): Promise<void> {
  if (!confirm) return
  const allowed = await untilAborted(Promise.resolve(confirm(consent)), signal)
  if (allowed === true) return
  throw new DarkroomError('ABORTED', `It was not allowed to send anything to ${consent.to}`)
}

/** The paths of all fields, such as `background.generate.description`. */
function fieldPaths(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = `${prefix}${key}`
    const nested = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return nested ? fieldPaths(inner, `${path}.`) : [path]
  })
}

/** The request as a person can read it. */
const withoutImageData = (request: RequestJson): object =>
  JSON.parse(JSON.stringify(request), (_, value) =>
    typeof value === 'string' && /^base64,/i.test(value)
      ? `base64, ${value.length} characters`
      : value,
  )
