import { type RetryPolicy, retry } from '../async/retry.ts'
import { retryAfter } from '../async/retry-after.ts'
import { timeout } from '../async/timeout.ts'
import { publicRequest } from '../request/public-request.ts'
import type { JobContext } from './context.ts'
import type { Job } from './job.ts'
import type { WebhookOutcome } from './record.ts'

const unsent: RetryPolicy<Attempt> = {
  when: ({ outcome }) => outcome === undefined,
  delays: [1_000, 5_000, 30_000, 120_000, 600_000],
  asked: ({ retryAfterMs }) => retryAfterMs,
}
/** How long a receiver may take to answer. */
const TIMEOUT_MS = 20_000

/** The webhooks of a job that are still to be called; undefined where there are none. Items are told with their request. */
export function pendingWebhooks(
  { state, request }: Job,
  { webhooks }: JobContext,
): WebhookOutcome[] | undefined {
  if (state.parent) return undefined
  const own = request.webhooks?.complete
  const urls = new Set([...webhooks, ...(own ? [own] : [])])
  const all: WebhookOutcome[] =
    state.details?.webhook ?? [...urls].map((url) => ({ url, outcome: 'pending', attempts: 0 }))
  return all.some(isPending) ? all : undefined
}

/** Tells all receivers of a complete job. Resolves when each was told or given up; never rejects. */
export async function notifyReceivers(job: Job, context: JobContext): Promise<void> {
  const outcomes = [...(job.state.details?.webhook ?? [])]
  const delivery: Delivery = { job, context, body: JSON.stringify(webhookBody(job)) }
  const save = (i: number) => (outcome: WebhookOutcome) => {
    outcomes[i] = outcome
    job.addDetails({ webhook: [...outcomes] })
    return context.repository.store(job).catch(() => undefined)
  }
  const deliveries = outcomes.map((outcome, i) => deliver(outcome, delivery, save(i)))
  await Promise.allSettled(deliveries)
}

const isPending = ({ outcome }: WebhookOutcome) => outcome === 'pending'

interface Delivery {
  job: Job
  context: JobContext
  body: string
}

/** Attempts until one succeeds or the delays are used up; the outcome is saved after each. */
async function deliver(
  before: WebhookOutcome,
  delivery: Delivery,
  save: (outcome: WebhookOutcome) => Promise<void>,
): Promise<void> {
  if (!isPending(before)) return
  const { clock } = delivery.context.environment
  const { signal } = delivery.job
  const delays = unsent.delays.slice(before.attempts)
  let outcome = before
  await retry(
    [{ ...unsent, delays }],
    { clock, signal, onRetry: () => save(outcome) },
    async () => {
      const { retryAfterMs, ...result } = await attempt(outcome, delivery)
      signal.throwIfAborted()
      const { error, ...known } = outcome
      outcome = { ...known, attempts: known.attempts + 1, ...result }
      return { ...result, retryAfterMs }
    },
  )
  await save(isPending(outcome) ? { ...outcome, outcome: 'given up' } : outcome)
}

/** What one attempt changes. Without an outcome it is to be tried again. */
type Attempt = Partial<Pick<WebhookOutcome, 'outcome' | 'error'>> & {
  retryAfterMs?: number | undefined
}

async function attempt(outcome: WebhookOutcome, delivery: Delivery): Promise<Attempt> {
  let response: Response
  try {
    response = await post(outcome.url, delivery, {
      headers: { 'Content-Type': 'application/json' },
      redirect: 'manual',
    })
  } catch (error) {
    // A TypeError says that nothing could be read; anything else, that the receiver took too long.
    const unreadable = error instanceof TypeError
    return unreadable
      ? attemptWithoutCors(outcome, delivery, error.message)
      : { error: 'no answer in time' }
  }
  // What follows may be another receiver, or a GET without the body.
  if (response.type === 'opaqueredirect') {
    return { outcome: 'given up', error: 'it redirects, and webhooks follow no redirect' }
  }
  if (response.ok) return { outcome: 'sent' }
  const error = `it answered ${response.status}`
  if (response.status < 500 && response.status !== 429) return { outcome: 'given up', error }
  const now = delivery.context.environment.clock.now()
  return { error, retryAfterMs: retryAfter(response.headers, now) }
}

/**
 * To a receiver without CORS, whose answer cannot be read. A cross-origin isolated page is not even told whether it
 * reached such a receiver; sending the same once more would tell it no more.
 */
async function attemptWithoutCors(
  { url }: WebhookOutcome,
  delivery: Delivery,
  error: string,
): Promise<Attempt> {
  try {
    await post(url, delivery, { mode: 'no-cors', headers: { 'Content-Type': 'text/plain' } })
  } catch (thrown) {
    if (!(globalThis.crossOriginIsolated && thrown instanceof TypeError)) return { error }
  }
  return {
    outcome: 'sent, unconfirmed',
    error: 'its answer cannot be read: it sends no CORS headers',
  }
}

function post(url: string, { job, context, body }: Delivery, init: RequestInit): Promise<Response> {
  const { fetch, clock } = context.environment
  return timeout(TIMEOUT_MS, clock, job.signal, (signal) =>
    fetch(url, { method: 'POST', body, credentials: 'omit', ...init, signal }),
  )
}

/** The JSON body of a webhook. */
interface WebhookBody {
  job: string
  /** The request as the caller wrote it, with null in place of embedded images and *** in place of secrets. */
  data: unknown
  /** A URL that others can open, or null; `result_local` then says that the result exists in the page only. */
  result_url: string | null
  results: WebhookItem[] | null
  result_local?: true
}

interface WebhookItem {
  job: string
  status: string
  url: string | null
  original_url: string | null
  message?: string
  /** With `sizes`, in pixels. */
  width?: number
  height?: number
}

function webhookBody({ id, state, request, items }: Job): WebhookBody {
  const url = openUrl(state)
  const results = items.length > 0 ? items.map(itemOf) : sizesOf(state)
  const local = results ? results.some((item) => !item.url && !item.message) : !url
  return {
    job: id,
    // Of a job that an earlier version stored, too.
    data: publicRequest(state.data ?? request),
    result_url: url,
    results,
    ...(local && { result_local: true }),
  }
}

/** All widths of a request with `sizes`, the smallest first. */
function sizesOf(state: Job['state']): WebhookItem[] | null {
  const { id: job, status, sizes, details, original_url = null } = state
  if (!sizes || !details) return null
  const { width = 0, height = 0 } = details
  const all = [...sizes, { width, height, url: openUrl(state) }]
  return all.map(({ url = null, width, height }) => ({ job, status, url, original_url, width, height })) // biome-ignore format: a line
}

/** Where others can open a result: in its target, or at the remote service. */
const openUrl = ({ details, remote }: Job['state']) => details?.target?.url ?? remote?.open ?? null

function itemOf({ id, state, error }: Job): WebhookItem {
  return {
    job: id,
    status: error ? 'failed' : state.status,
    url: openUrl(state),
    original_url: state.original_url ?? null,
    ...(error && { message: error.message }),
  }
}
