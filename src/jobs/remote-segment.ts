import { DarkroomError } from '../errors.ts'
import type { Split } from '../plan/split.ts'
import { asBase64, type Body, bodyOf, type Wire, withPictures } from '../remote/body.ts'
import { canReach } from '../remote/reach.ts'
import { originOf, type Sending, type Sent } from '../remote/remote.ts'
import { resolveSource } from '../sources/resolve.ts'
import type { PixelSource } from '../sources/source.ts'
import type { Prepared, RemotePlace, Workplace } from './workplace.ts'

type Connected = Workplace & { remote: RemotePlace }

/**
 * What goes to the service, as it will be sent. Asks for consent.
 * @throws DarkroomError ABORTED where that is refused; what resolving a picture throws.
 */
export async function segment(
  { request, inputs }: Prepared,
  { remote: step }: Split,
  made: Blob | undefined,
  workplace: Connected,
  signal: AbortSignal,
): Promise<{ body: Body; sent: Sent }> {
  const { remote } = workplace.remote.line
  const asFile = async (picture: string | PixelSource, path: string): Promise<Blob> => {
    const source = await resolveSource(picture, path, workplace, signal)
    if (source instanceof Blob) return source
    return workplace.pool.run(signal, ({ engine }) => engine.toFile(source))
  }
  /** As an address where the service can reach it. */
  const sendable = async (picture: string | PixelSource, path: string) => {
    if (typeof picture !== 'string') return asFile(picture, path)
    return canReach(picture, remote.baseUrl) ? picture.trim() : asFile(picture, path)
  }
  const wire = await withPictures(step.request, async (picture, path) => {
    if (typeof picture === 'string' && /^\s*base64,/i.test(picture)) return picture.trim()
    const ready = await sendable(picture, path)
    return typeof ready === 'string' ? ready : asBase64(ready)
  })
  const source = async () => {
    const { url } = request
    if (step.sends === 'nothing' || url === undefined) return undefined
    if (step.sends === 'picture') return made
    if (typeof url === 'string' && canReach(url, remote.baseUrl)) return url.trim()
    return asFile(inputs.source ?? url, 'url')
  }
  const picture = await source()
  const body = await bodyOf(wire, picture)
  const how = picture === undefined ? 'none' : typeof picture === 'string' ? 'url' : 'file'
  const sent: Sent = {
    to: originOf(remote),
    fields: [...(how === 'none' ? [] : [how === 'url' ? 'url' : 'image']), ...pathsOf(wire)],
    bytes: body.bytes.size,
    picture: how,
  }
  const url = typeof picture === 'string' ? { url: picture } : {}
  await consent(workplace, { ...sent, request: shown({ ...url, ...wire }) }, signal)
  return { body, sent }
}

async function consent(
  { remote: { line } }: Connected,
  sending: Sending,
  signal: AbortSignal,
): Promise<void> {
  const { confirm } = line.remote
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
const shown = (wire: Wire): object =>
  JSON.parse(JSON.stringify(wire), (_, value) =>
    typeof value === 'string' && /^base64,/i.test(value)
      ? `base64, ${value.length} characters`
      : value,
  )
