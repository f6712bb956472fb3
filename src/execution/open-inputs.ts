import type { ImageInputs, ImageSource, OpenedImage } from '../contract/image-source.ts'
import { checkDecoded } from '../contract/plan/limits.ts'
import { type ImageInfo, stepsBeforeRemote } from '../contract/plan/plan.ts'
import { needsSource } from '../contract/plan/remote-step.ts'
import type { Size } from '../contract/plan/size.ts'
import { isGenerative } from '../contract/request/generative.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { WorkEvents } from '../engine/client.ts'
import { isReachable } from '../remote/is-reachable.ts'
import { resolveSource } from '../sources/resolve.ts'
import { readSvg } from '../sources/svg.ts'
import type { ExecutionContext } from './context.ts'
import { drawnSize, withPixels } from './drawn-size.ts'

/** The images of a request that are not its source, and their fields. */
const otherPaths = {
  caption: 'caption.url',
  replace: 'background.replace',
  nsfw: 'nsfw_parameters.nsfw_image_url',
} as const
type OtherName = keyof typeof otherPaths

export interface Opening {
  request: NormalizedRequest
  context: ExecutionContext
  signal: AbortSignal
  events: WorkEvents
}

/** The source with what its header says; nothing where only the remote service reads it. */
export interface OpenedSource {
  source?: OpenedImage
  info: ImageInfo | null
  /** The request, with its sizes in pixels if the source is a drawing, which has none. */
  sized: NormalizedRequest
}

export async function openSource(opening: Opening): Promise<OpenedSource> {
  const { request } = opening
  if (request.url === undefined || !isOpened(request, opening.context)) {
    return { info: null, sized: request }
  }
  let sized = request
  const source = await open(opening, request.url, 'url', (size) => {
    sized = withPixels(request, size)
    return drawnSize(request, size)
  })
  return { source, info: await readHeader(opening, source, 'url'), sized }
}

/** All other images, in parallel. */
export async function openOthers(opening: Opening): Promise<Partial<Pick<ImageInputs, OtherName>>> {
  const { request, context } = opening
  const images = {
    caption: request.caption?.url,
    replace: localReplacement(request),
    nsfw: request.nsfw_parameters?.nsfw_image_url,
  } satisfies Record<OtherName, unknown>
  const entries = Object.entries(otherPaths).map(async ([name, path]) => {
    const image = images[name as OtherName]
    if (image === undefined) return []
    const input = await open(opening, image, path)
    if (name === 'caption') {
      checkDecoded(await readHeader(opening, input, path), context.limits, path)
    }
    return [[name, input]]
  })
  return Object.fromEntries((await Promise.all(entries)).flat())
}

/** Reads an image; an SVG becomes what it shows, at the size that it states unless `sizeOf` returns another. */
async function open(
  { context, signal }: Opening,
  from: string | ImageSource,
  path: string,
  sizeOf = (stated: Size) => stated,
): Promise<OpenedImage> {
  const image = await resolveSource(from, path, context, signal)
  const svg = await readSvg(image, path)
  if (!svg) return { image }
  const size = sizeOf(svg.size)
  checkDecoded(size, context.limits, path)
  return { image: await svg.draw(size) }
}

async function readHeader(
  { context, signal, events }: Opening,
  input: OpenedImage,
  path: string,
): Promise<ImageInfo> {
  const { info, header } = await context.engine.metadata(input.image, path, signal, events)
  if (header) input.header = header
  return info
}

/** A source that the service can fetch itself is opened only if its size or pixels matter here. */
function isOpened(request: NormalizedRequest, { remote }: ExecutionContext): boolean {
  const { url } = request
  if (!remote || !isGenerative(request) || typeof url !== 'string') return true
  const { baseUrl } = remote.connection.remote
  return !isReachable(url, baseUrl) || needsSource(request, stepsBeforeRemote(request))
}

/** After a generative removal the service itself draws the replacement. */
const localReplacement = ({ background }: NormalizedRequest) =>
  background?.remove === 'generative' ? undefined : background?.replace
