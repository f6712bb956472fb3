import { together } from '../async/together.ts'
import type { WorkEvents } from '../engine/client.ts'
import { checkDecoded } from '../plan/limits.ts'
import { type ImageInfo, stepsBeforeRemote } from '../plan/plan.ts'
import { needsSource } from '../plan/remote-step.ts'
import type { Size } from '../plan/size.ts'
import { isReachable } from '../remote/is-reachable.ts'
import { corrections } from '../request/background.ts'
import { isGenerative } from '../request/generative.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { isDarkroomError } from '../shared/errors.ts'
import type { ImageInputs, ImageSource, OpenedImage } from '../shared/image-source.ts'
import { inputFields } from '../shared/input-fields.ts'
import { unreadable } from '../shared/unreadable.ts'
import { resolveSource } from '../sources/resolve.ts'
import { drawSvg } from '../sources/svg/svg.ts'
import type { ExecutionContext } from './context.ts'
import { drawnSize, withPixels } from './drawn-size.ts'

/** The images of a request that are not its source, and their fields. */
const { source: _, sent: __, ...otherPaths } = inputFields
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
  const { input, info } = await openWithHeader(opening, request.url, 'url', (size) => {
    sized = withPixels(request, size)
    return drawnSize(request, size, opening.context.limits)
  })
  return { source: input, info, sized }
}

/** All other images, in parallel, and which fields are animations. */
export async function openOthers(
  opening: Opening,
): Promise<{ inputs: Partial<Pick<ImageInputs, OtherName>>; animated: string[] }> {
  const { request, context } = opening
  const images = {
    caption: request.caption?.url,
    replace: localReplacement(request),
    nsfw: request.nsfw_parameters?.nsfw_image_url,
    mask: request.background?.mask,
    hints: corrections(request).hints,
  } satisfies Record<OtherName, unknown>
  const animated: string[] = []
  const tasks = Object.entries(otherPaths).map(([name, path]) => async (signal: AbortSignal) => {
    const image = images[name as OtherName]
    if (image === undefined) return []
    // A substitute is seldom used: nothing of it is read before.
    if (name === 'nsfw') return [[name, await open({ ...opening, signal }, image, path)]]
    const { input, info } = await openWithHeader({ ...opening, signal }, image, path)
    checkDecoded(info, context.limits, path)
    if (info.animated) animated.push(path)
    return [[name, input]]
  })
  const inputs = Object.fromEntries((await together(opening.signal, tasks)).flat())
  return { inputs, animated }
}

type SizeOf = (stated: Size) => Size

async function open(
  opening: Opening,
  from: string | ImageSource,
  path: string,
): Promise<OpenedImage> {
  const image = await resolveSource(from, path, opening.context, opening.signal)
  return { image: (await drawn(opening, image, path)) ?? image }
}

/** Reads an image and its header. Only what no worker knows may be an SVG: looking for one takes as long as a header. */
async function openWithHeader(
  opening: Opening,
  from: string | ImageSource,
  path: string,
  sizeOf?: SizeOf,
): Promise<{ input: OpenedImage; info: ImageInfo }> {
  const image = await resolveSource(from, path, opening.context, opening.signal)
  try {
    return await readHeader(opening, image, path)
  } catch (error) {
    if (!isDarkroomError(error) || error.code !== 'UNIDENTIFIED_IMAGE') throw error
    const drawing = await drawn(opening, image, path, sizeOf)
    if (!drawing) throw error
    return readHeader(opening, drawing, path)
  }
}

async function readHeader({ context, signal, events }: Opening, image: ImageSource, path: string) {
  const { info, header } = await context.engine.metadata(image, path, signal, events)
  return { input: { image, ...(header && { header }) }, info }
}

/** What an SVG shows, at the size that it states unless `sizeOf` returns another. Undefined for other images. */
function drawn(
  { context, signal }: Opening,
  image: ImageSource,
  path: string,
  sizeOf: SizeOf = (stated) => stated,
): Promise<ImageSource | undefined> {
  const { engine, limits, svgFrame: frame, hasSvgRenderer } = context
  const checked = (stated: Size) => {
    const size = sizeOf(stated)
    checkDecoded(size, limits, path)
    return size
  }
  const file = image as Blob
  return drawSvg(
    image,
    { path, sizeOf: checked, signal },
    {
      frame,
      facts: () => engine.svg(signal, (worker) => worker.svgFacts(file)),
      ...(hasSvgRenderer && {
        render: ({ start }, ...sizes) =>
          engine.svg(signal, (worker) => worker.renderSvg(file, start, ...sizes)),
      }),
    },
  ).catch(unreadable(path))
}

/** A source that the service can fetch itself is opened only if its size or pixels matter here. */
function isOpened(request: NormalizedRequest, { remote }: ExecutionContext): boolean {
  const { url } = request
  if (!remote || !isGenerative(request) || typeof url !== 'string') return true
  const { baseUrl } = remote.connection.remote
  return !isReachable(url, baseUrl) || needsSource(request, stepsBeforeRemote(request, null))
}

/** After a generative removal the service itself draws the replacement. */
const localReplacement = ({ background }: NormalizedRequest) =>
  background?.remove === 'generative' ? undefined : background?.replace
