import { isDarkroomError, unexpected } from '../contract/errors.ts'
import type { ImageInputs, OpenedImage } from '../contract/image-source.ts'
import { checkDecoded, checkRequestedSize, type Limits } from '../contract/plan/limits.ts'
import {
  type ImageInfo,
  type LocalPlan,
  type Plan,
  plan,
  stepsBeforeRemote,
} from '../contract/plan/plan.ts'
import { needsSource } from '../contract/plan/remote-step.ts'
import { split } from '../contract/plan/split.ts'
import { isGenerative } from '../contract/request/generative.ts'
import { isOwnFormat, type NormalizedRequest } from '../contract/request/normalize.ts'
import type { Warning } from '../contract/warning.ts'
import type { WorkEvents } from '../engine/client.ts'
import { isReachable } from '../remote/is-reachable.ts'
import { resolveSource } from '../sources/resolve.ts'
import { readSvg } from '../sources/svg.ts'
import type { ExecutionContext, PreparedLocal, PreparedRemote, PreparedRequest } from './context.ts'
import { drawnSize, withPixels } from './drawn-size.ts'
import { canFallBack, fallbackPlan } from './fallback.ts'
import { admit } from './memory.ts'

const converted: Warning = {
  code: 'CONVERTED',
  path: 'url',
  message:
    'The colours of url were not RGB, or RGB of a kind that results do not state: they were converted to sRGB, without their profile',
}

const firstFrame: Warning = {
  code: 'FIRST_FRAME',
  path: 'url',
  message: 'url is an animation: its first frame was used',
}

const unknownFormat = (format: string): Warning => ({
  code: 'IGNORED',
  path: 'output_format',
  message: `The remote service does not know ${format}: the result is in the format that it chose`,
})

const noMode: Warning = {
  code: 'IGNORED',
  path: 'upscale_parameters.mode',
  message: 'The remote service does not know upscale_parameters.mode: it enlarges in its own way',
}

const withoutExif: Warning = {
  code: 'IGNORED',
  path: 'keep_exif',
  message: 'The image that came back from the remote service has no EXIF of the source',
}

/**
 * Opens the images of a request, reads their headers, and makes the plan.
 * @throws DarkroomError BAD_REQUEST on `url` if it needs one image and has none or several.
 */
export async function prepare(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
  events: WorkEvents = { onRetry: () => {} },
): Promise<PreparedRequest> {
  try {
    return await prepareLocally(request, context, signal, events)
  } catch (error) {
    if (isDarkroomError(error) && canFallBack(error, context))
      return fallenBack(request, context.limits)
    throw error
  }
}

function fallenBack(request: NormalizedRequest, limits: Limits): PreparedRequest {
  const whole = prepared(request, {}, fallbackPlan(request), limits) as PreparedRemote
  const { output_format: format } = request
  const { mode = 'auto' } = request.upscale_parameters ?? {}
  const warnings = [
    ...whole.warnings,
    ...(format && isOwnFormat(format) ? [unknownFormat(format)] : []),
    ...(mode === 'auto' ? [] : [noMode]),
  ]
  return { ...whole, warnings }
}

async function prepareLocally(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
  events: WorkEvents,
): Promise<PreparedRequest> {
  const { engine, limits } = context
  if (request.urls || (request.url === undefined && !isGenerative(request))) {
    throw unexpected('url', 'one image', undefined)
  }
  checkRequestedSize(request, limits)
  const inputs = await resolveInputs(request, context, signal)
  const sized = await drawSvgs(request, inputs, limits)
  const open = async (input: OpenedImage, path: string): Promise<ImageInfo> => {
    const { info, header } = await engine.metadata(input.image, path, signal, events)
    if (header) input.header = header
    return info
  }
  const info = inputs.source && (await open(inputs.source, 'url'))
  const planned = plan(sized, info ?? null, limits)
  if (inputs.caption) {
    checkDecoded(await open(inputs.caption, 'caption.url'), limits, 'caption.url')
  }
  const ready = prepared(request, inputs, planned, limits)
  if (ready.segments) return ready
  const demand = await engine.demand(ready.inputs.source, ready.plan, signal, events)
  return { ...ready, demand, settings: await admit(request, ready.plan, demand, context, signal) }
}

const paths = {
  source: 'url',
  caption: 'caption.url',
  replace: 'background.replace',
  nsfw: 'nsfw_parameters.nsfw_image_url',
} as const

/** Replaces SVG files by what they show. Returns the request with its sizes in pixels if the source was drawn at another. */
async function drawSvgs(
  request: NormalizedRequest,
  inputs: Partial<ImageInputs>,
  limits: Limits,
): Promise<NormalizedRequest> {
  let sized = request
  for (const [name, path] of Object.entries(paths) as [keyof ImageInputs, string][]) {
    const input = inputs[name]
    const svg = input && (await readSvg(input.image, path))
    if (!svg) continue
    const size = name === 'source' ? drawnSize(request, svg.size) : svg.size
    checkDecoded(size, limits, path)
    input.image = await svg.draw(size)
    if (name === 'source') sized = withPixels(request, svg.size)
  }
  return sized
}

/** What will be executed, and what the caller should know of it. */
function prepared(
  request: NormalizedRequest,
  inputs: Partial<ImageInputs>,
  plan: Plan,
  limits: Limits,
): PreparedRemote | Omit<PreparedLocal, 'demand' | 'settings'> {
  const segments = split(plan, limits)
  const warnings = [
    ...(plan.source?.converted ? [converted] : []),
    // The service gets the file as it is, unless steps come before.
    ...(plan.source?.animated && (!segments || segments.before) ? [firstFrame] : []),
    ...(segments && plan.output.exif ? [withoutExif] : []),
  ]
  if (segments) return { request, inputs, plan, warnings, segments }
  // A plan without a remote step has a source.
  return { request, inputs: inputs as ImageInputs, plan: plan as LocalPlan, warnings }
}

/** Opens all images of a request in parallel. */
async function resolveInputs(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
): Promise<Partial<ImageInputs>> {
  const named = {
    source: [opensSource(request, context) ? request.url : undefined, 'url'],
    caption: [request.caption?.url, 'caption.url'],
    replace: [localReplacement(request), 'background.replace'],
    nsfw: [request.nsfw_parameters?.nsfw_image_url, 'nsfw_parameters.nsfw_image_url'],
  } as const
  const entries = Object.entries(named).map(async ([name, [source, path]]) => {
    if (source === undefined) return []
    return [[name, { image: await resolveSource(source, path, context, signal) }]]
  })
  return Object.fromEntries((await Promise.all(entries)).flat())
}

/** A source that the service can fetch itself is opened only if its size or pixels matter here. */
function opensSource(request: NormalizedRequest, { remote }: ExecutionContext): boolean {
  const { url } = request
  if (!remote || !isGenerative(request) || typeof url !== 'string') return true
  const { baseUrl } = remote.connection.remote
  return !isReachable(url, baseUrl) || needsSource(request, stepsBeforeRemote(request))
}

/** After a generative removal the service itself draws the replacement. */
const localReplacement = ({ background }: NormalizedRequest) =>
  background?.remove === 'generative' ? undefined : background?.replace
