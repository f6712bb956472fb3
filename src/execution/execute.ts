import type { RunResult } from '../contract/engine/api.ts'
import { isDarkroomError, unexpected } from '../contract/errors.ts'
import type { ImageInputs } from '../contract/image-source.ts'
import { checkDecoded, checkRequestedSize } from '../contract/plan/limits.ts'
import { type LocalPlan, plan, stepsBefore } from '../contract/plan/plan.ts'
import { needsSource } from '../contract/plan/remote-step.ts'
import { split } from '../contract/plan/split.ts'
import { isGenerative } from '../contract/request/generative.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { Warning } from '../contract/warning.ts'
import { type RunEvents, readMetadata, runPlan } from '../engine/client.ts'
import { isReachable } from '../remote/is-public-url.ts'
import { resolveSource } from '../sources/resolve.ts'
import type { ExecutionContext, PreparedRequest } from './context.ts'
import { canFallBack, fallbackPlan } from './fallback.ts'
import { type RemoteEvents, runWithRemote } from './run-remote.ts'

/** What a job hears of its work. */
export interface ExecutionEvents extends RunEvents, RemoteEvents {
  onWarning(warning: Warning): void
}

const converted: Warning = {
  code: 'CONVERTED',
  path: 'url',
  message: 'The colours of url were no RGB and became sRGB; their profile is left out',
}

const withoutExif: Warning = {
  code: 'IGNORED',
  path: 'keep_exif',
  message: 'The picture that came back from the remote service has no EXIF of the source',
}

/**
 * The plan of a request, from the header of its source.
 * @throws DarkroomError BAD_REQUEST on `url` where it has none and needs one, or several.
 */
export async function prepare(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
  onRetry: ExecutionEvents['onRetry'] = () => {},
): Promise<PreparedRequest> {
  try {
    return await prepareHere(request, context, signal, onRetry)
  } catch (error) {
    if (isDarkroomError(error) && canFallBack(error, context)) return fallbackPlan(request)
    throw error
  }
}

async function prepareHere(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
  onRetry: ExecutionEvents['onRetry'],
): Promise<PreparedRequest> {
  const { limits } = context
  if (request.urls || (request.url === undefined && !isGenerative(request))) {
    throw unexpected('url', 'one picture', undefined)
  }
  checkRequestedSize(request, limits)
  const inputs = await resolveInputs(request, context, signal)
  const facts =
    inputs.source && (await readMetadata(inputs.source, 'url', context, signal, onRetry))
  const planned = plan(request, facts ?? null, limits)
  if (inputs.caption) {
    const path = 'caption.url'
    checkDecoded(await readMetadata(inputs.caption, path, context, signal, onRetry), limits, path)
  }
  return { request, inputs, plan: planned }
}

/** Everything between a canonical request and its result. */
export async function execute(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
  events: ExecutionEvents,
): Promise<RunResult> {
  const prepared = await prepare(request, context, signal, events.onRetry)
  const { inputs, plan } = prepared
  if (plan.source?.converted) events.onWarning(converted)
  const parts = split(plan, context.limits)
  if (parts && plan.output.exif) events.onWarning(withoutExif)
  if (parts) return runWithRemote(prepared, parts, context, signal, events)
  // Without a remote segment there is a source.
  return runPlan(inputs as ImageInputs, plan as LocalPlan, context, signal, events)
}

/** All pictures of a request at once. */
async function resolveInputs(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
): Promise<Partial<ImageInputs>> {
  const named = {
    source: [opensSource(request, context) ? request.url : undefined, 'url'],
    caption: [request.caption?.url, 'caption.url'],
    replace: [replacedHere(request), 'background.replace'],
    nsfw: [request.nsfw_parameters?.nsfw_image_url, 'nsfw_parameters.nsfw_image_url'],
  } as const
  const entries = Object.entries(named).map(async ([name, [picture, path]]) =>
    picture === undefined ? [] : [[name, await resolveSource(picture, path, context, signal)]],
  )
  return Object.fromEntries((await Promise.all(entries)).flat())
}

/** A source that the service can fetch by itself is opened only where its size, or its pixels, matter here. */
function opensSource(request: NormalizedRequest, { remote }: ExecutionContext): boolean {
  const { url } = request
  if (!remote || !isGenerative(request) || typeof url !== 'string') return true
  return (
    !isReachable(url, remote.connection.remote.baseUrl) ||
    needsSource(request, stepsBefore(request))
  )
}

/** What comes behind a generative removal is put there by the service. */
const replacedHere = ({ background }: NormalizedRequest) =>
  background?.remove === 'generative' ? undefined : background?.replace
