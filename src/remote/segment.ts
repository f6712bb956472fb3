import { DarkroomError } from '../contract/errors.ts'
import type { ImageInput } from '../contract/image-source.ts'
import type { Split } from '../contract/plan/split.ts'
import type { ExecutionContext, PreparedRequest, RemoteSlot } from '../execution/context.ts'
import { resolveSource } from '../sources/resolve.ts'
import { asBase64, type Body, encodeBody, type WireRequestBody, withImages } from './body.ts'
import { type ConsentRequest, type SentSummary, serviceOrigin } from './connection.ts'
import { isReachable } from './is-public-url.ts'

type Connected = ExecutionContext & { remote: RemoteSlot }

/**
 * What goes to the service, as it will be sent. Asks for consent.
 * @throws DarkroomError ABORTED where that is refused; what resolving a picture throws.
 */
export async function buildSegment(
  { request, inputs }: PreparedRequest,
  { remote: step }: Split,
  made: Blob | undefined,
  context: Connected,
  signal: AbortSignal,
): Promise<{ body: Body; sent: SentSummary }> {
  const { remote } = context.remote.connection
  const asFile = async (picture: string | ImageInput, path: string): Promise<Blob> => {
    const source = await resolveSource(picture, path, context, signal)
    if (source instanceof Blob) return source
    return context.pool.run(signal, ({ engine }) => engine.toPng(source))
  }
  /** As an address where the service can reach it. */
  const sendable = async (picture: string | ImageInput, path: string) => {
    if (typeof picture !== 'string') return asFile(picture, path)
    return isReachable(picture, remote.baseUrl) ? picture.trim() : asFile(picture, path)
  }
  const wire = await withImages(step.request, async (picture, path) => {
    if (typeof picture === 'string' && /^\s*base64,/i.test(picture)) return picture.trim()
    const ready = await sendable(picture, path)
    return typeof ready === 'string' ? ready : asBase64(ready)
  })
  const source = async () => {
    const { url } = request
    if (step.sends === 'nothing' || url === undefined) return undefined
    if (step.sends === 'picture') return made
    if (typeof url === 'string' && isReachable(url, remote.baseUrl)) return url.trim()
    return asFile(inputs.source ?? url, 'url')
  }
  const picture = await source()
  const body = await encodeBody(wire, picture)
  const how = picture === undefined ? 'none' : typeof picture === 'string' ? 'url' : 'file'
  const sent: SentSummary = {
    to: serviceOrigin(remote),
    fields: [...(how === 'none' ? [] : [how === 'url' ? 'url' : 'image']), ...pathsOf(wire)],
    bytes: body.bytes.size,
    picture: how,
  }
  const url = typeof picture === 'string' ? { url: picture } : {}
  await consent(context, { ...sent, request: shown({ ...url, ...wire }) }, signal)
  return { body, sent }
}

async function consent(
  { remote: { connection } }: Connected,
  sending: ConsentRequest,
  signal: AbortSignal,
): Promise<void> {
  const { confirm } = connection.remote
  if (!confirm) return
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  stopped.catch(() => undefined)
  const agreed = await Promise.race([confirm(sending), stopped])
  if (agreed === true) return
  throw new DarkroomError('ABORTED', `It was not allowed to send anything to ${sending.to}`)
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
const shown = (wire: WireRequestBody): object =>
  JSON.parse(JSON.stringify(wire), (_, value) =>
    typeof value === 'string' && /^base64,/i.test(value)
      ? `base64, ${value.length} characters`
      : value,
  )
