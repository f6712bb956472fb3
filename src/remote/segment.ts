import { untilAborted } from '../async/until-aborted.ts'
import { DarkroomError } from '../contract/errors.ts'
import type { ImageInput } from '../contract/image-source.ts'
import type { RemoteStep } from '../contract/plan/remote-step.ts'
import { asBase64, type Body, encodeBody, type WireRequestBody, withImages } from './body.ts'
import {
  type ConsentRequest,
  type RemoteConnection,
  type SentSummary,
  serviceOrigin,
} from './connection.ts'
import { isReachable } from './is-public-url.ts'

type RequestImage = string | ImageInput

/**
 * What goes to the service, as it will be sent: images as their addresses where the service can reach those, as files
 * otherwise. Asks for consent.
 * @param toFile reads an image of the request; `path` is its field.
 * @throws DarkroomError ABORTED where consent is refused; what `toFile` throws.
 */
export async function buildSegment(
  { request }: RemoteStep,
  source: RequestImage | undefined,
  connection: RemoteConnection,
  toFile: (image: RequestImage, path: string) => Promise<Blob>,
  signal: AbortSignal,
): Promise<{ body: Body; sent: SentSummary }> {
  const { remote } = connection
  const sendable = async (image: RequestImage, path: string): Promise<string | Blob> =>
    typeof image === 'string' && isReachable(image, remote.baseUrl)
      ? image.trim()
      : toFile(image, path)
  const wire = await withImages(request, async (image, path) => {
    if (typeof image === 'string' && /^\s*base64,/i.test(image)) return image.trim()
    const ready = await sendable(image, path)
    return typeof ready === 'string' ? ready : asBase64(ready)
  })
  const image = source === undefined ? undefined : await sendable(source, 'url')
  const body = await encodeBody(wire, image)
  const how = image === undefined ? 'none' : typeof image === 'string' ? 'url' : 'file'
  const sent: SentSummary = {
    to: serviceOrigin(remote),
    fields: [...(how === 'none' ? [] : [how === 'url' ? 'url' : 'image']), ...pathsOf(wire)],
    bytes: body.bytes.size,
    picture: how,
  }
  const url = typeof image === 'string' ? { url: image } : {}
  await askConsent(connection, { ...sent, request: printable({ ...url, ...wire }) }, signal)
  return { body, sent }
}

async function askConsent(
  { remote: { confirm } }: RemoteConnection,
  question: ConsentRequest,
  signal: AbortSignal,
): Promise<void> {
  if (!confirm) return
  const agreed = await untilAborted(Promise.resolve(confirm(question)), signal)
  if (agreed === true) return
  throw new DarkroomError('ABORTED', `It was not allowed to send anything to ${question.to}`)
}

/** The paths of what a request says, such as `background.generate.description`. */
function pathsOf(value: object, under = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = `${under}${key}`
    const nested = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return nested ? pathsOf(inner, `${path}.`) : [path]
  })
}

/** For a person to read. */
const printable = (wire: WireRequestBody): object =>
  JSON.parse(JSON.stringify(wire), (_, value) =>
    typeof value === 'string' && /^base64,/i.test(value)
      ? `base64, ${value.length} characters`
      : value,
  )
