import type { Outcome } from '../../workers/run.ts'
import { isDarkroomError, unexpected } from '../errors.ts'
import { checkAsked, checkDecoded } from '../plan/limits.ts'
import { type LocalPlan, plan, stepsBefore } from '../plan/plan.ts'
import { needsSource } from '../plan/remote.ts'
import { split } from '../plan/split.ts'
import { canReach } from '../remote/reach.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import { isGenerative } from '../request/generative.ts'
import { resolveSource } from '../sources/resolve.ts'
import type { Inputs } from '../sources/source.ts'
import type { Warning } from './record.ts'
import { type RemoteEvents, workRemotely } from './remote-work.ts'
import { factsOf, type RunEvents, runSteps } from './run-plan.ts'
import { planWhole, takesWhole } from './whole.ts'
import type { Prepared, Workplace } from './workplace.ts'

/** What a job hears of its work. */
export interface WorkEvents extends RunEvents, RemoteEvents {
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
  request: CanonicalRequest,
  workplace: Workplace,
  signal: AbortSignal,
  onRetry: WorkEvents['onRetry'] = () => {},
): Promise<Prepared> {
  try {
    return await prepareHere(request, workplace, signal, onRetry)
  } catch (error) {
    if (isDarkroomError(error) && takesWhole(error, workplace)) return planWhole(request)
    throw error
  }
}

async function prepareHere(
  request: CanonicalRequest,
  workplace: Workplace,
  signal: AbortSignal,
  onRetry: WorkEvents['onRetry'],
): Promise<Prepared> {
  const { limits } = workplace
  if (request.urls || (request.url === undefined && !isGenerative(request))) {
    throw unexpected('url', 'one picture', undefined)
  }
  checkAsked(request, limits)
  const inputs = await resolveInputs(request, workplace, signal)
  const facts = inputs.source && (await factsOf(inputs.source, 'url', workplace, signal, onRetry))
  const planned = plan(request, facts ?? null, limits)
  if (inputs.caption) {
    const path = 'caption.url'
    checkDecoded(await factsOf(inputs.caption, path, workplace, signal, onRetry), limits, path)
  }
  return { request, inputs, plan: planned }
}

/** Everything between a canonical request and its result. */
export async function work(
  request: CanonicalRequest,
  workplace: Workplace,
  signal: AbortSignal,
  events: WorkEvents,
): Promise<Outcome> {
  const prepared = await prepare(request, workplace, signal, events.onRetry)
  const { inputs, plan } = prepared
  if (plan.source?.converted) events.onWarning(converted)
  const parts = split(plan, workplace.limits)
  if (parts && plan.output.exif) events.onWarning(withoutExif)
  if (parts) return workRemotely(prepared, parts, workplace, signal, events)
  // Without a remote segment there is a source.
  return runSteps(inputs as Inputs, plan as LocalPlan, workplace, signal, events)
}

/** All pictures of a request at once. */
async function resolveInputs(
  request: CanonicalRequest,
  workplace: Workplace,
  signal: AbortSignal,
): Promise<Partial<Inputs>> {
  const named = {
    source: [opensSource(request, workplace) ? request.url : undefined, 'url'],
    caption: [request.caption?.url, 'caption.url'],
    replace: [replacedHere(request), 'background.replace'],
    nsfw: [request.nsfw_parameters?.nsfw_image_url, 'nsfw_parameters.nsfw_image_url'],
  } as const
  const entries = Object.entries(named).map(async ([name, [picture, path]]) =>
    picture === undefined ? [] : [[name, await resolveSource(picture, path, workplace, signal)]],
  )
  return Object.fromEntries((await Promise.all(entries)).flat())
}

/** A source that the service can fetch by itself is opened only where its size, or its pixels, matter here. */
function opensSource(request: CanonicalRequest, { remote }: Workplace): boolean {
  const { url } = request
  if (!remote || !isGenerative(request) || typeof url !== 'string') return true
  return !canReach(url, remote.line.remote.baseUrl) || needsSource(request, stepsBefore(request))
}

/** What comes behind a generative removal is put there by the service. */
const replacedHere = ({ background }: CanonicalRequest) =>
  background?.remove === 'generative' ? undefined : background?.replace
