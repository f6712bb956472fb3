import type { Clock } from '../async/clock.ts'
import { retryAfter } from '../async/retry-after.ts'
import type { JobContext } from './context.ts'
import type { Job } from './job.ts'
import type { WebhookOutcome } from './record.ts'
import { webhookBody } from './webhook-body.ts'

/** Before each attempt after the first. */
const DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000]
/** How long a receiver may take to answer. */
const PATIENCE_MS = 20_000

interface Post {
  fetch: typeof fetch
  clock: Clock
  signal: AbortSignal
  body: string
}

/** Who is to be told of a job; undefined where nobody is, or all were. Items are told of with their request. */
export function addressees({ state, request }: Job, { webhooks }: JobContext) {
  if (state.parent) return undefined
  const known = state.details?.webhook
  const urls = new Set([
    ...webhooks,
    ...(request.webhooks?.complete ? [request.webhooks.complete] : []),
  ])
  const all = known ?? [...urls].map((url) => ({ url, outcome: 'pending', attempts: 0 }) as const)
  return all.some(({ outcome }) => outcome === 'pending') ? structuredClone(all) : undefined
}

/** Tells all receivers of a complete job. Resolves when each was told or given up; never rejects. */
export async function tellReceivers(job: Job, context: JobContext): Promise<void> {
  const { fetch, clock } = context.environment
  const body = JSON.stringify(webhookBody(job))
  const { signal } = job.controller
  const pending = (job.state.details?.webhook ?? []).filter(isPending)
  const post = { fetch, clock, body, signal }
  const save = () => context.retention.save(job).catch(() => undefined)
  await Promise.all(pending.map((entry) => deliver(entry, post, save).catch(() => undefined)))
}

const isPending = ({ outcome }: WebhookOutcome) => outcome === 'pending'

/** Attempts until one succeeds or the table of delays is used up; each is noted in the entry. */
async function deliver(
  entry: WebhookOutcome,
  post: Post,
  save: () => Promise<void>,
): Promise<void> {
  while (isPending(entry)) {
    const answer = await attempt(entry, post)
    post.signal.throwIfAborted()
    entry.attempts++
    const delay = DELAYS_MS[entry.attempts - 1]
    if (answer.outcome) entry.outcome = answer.outcome
    else if (delay === undefined) entry.outcome = entry.blind ? 'sent, unconfirmed' : 'given up'
    if (answer.error) entry.error = answer.error
    else delete entry.error
    await save()
    if (!isPending(entry)) return
    await post.clock.sleep(Math.max(delay ?? 0, answer.retryAfter ?? 0), post.signal)
  }
}

/** Without an outcome it is to be tried again. */
interface Answer {
  outcome?: WebhookOutcome['outcome']
  error?: string
  retryAfter?: number
}

async function attempt(entry: WebhookOutcome, post: Post): Promise<Answer> {
  let response: Response
  try {
    response = await send(entry.url, post, {
      headers: { 'Content-Type': 'application/json' },
    })
  } catch (error) {
    // A TypeError says that nothing could be read; anything else, that the receiver took too long.
    const unreadable = error instanceof TypeError
    return unreadable ? attemptBlindly(entry, post, error.message) : { error: 'no answer in time' }
  }
  if (response.ok) return { outcome: 'sent' }
  const error = `it answered ${response.status}`
  if (response.status < 500 && response.status !== 429) return { outcome: 'given up', error }
  return { error, retryAfter: retryAfter(response.headers, post.clock.now()) }
}

/**
 * To a receiver without CORS, whose answer cannot be read. A cross-origin isolated page is not even told
 * whether it was reached, so that it sends this only once.
 */
async function attemptBlindly(entry: WebhookOutcome, post: Post, error: string): Promise<Answer> {
  if (entry.blind) return { error }
  if (globalThis.crossOriginIsolated) entry.blind = true
  try {
    await send(entry.url, post, { mode: 'no-cors', headers: { 'Content-Type': 'text/plain' } })
    return { outcome: 'sent, unconfirmed' }
  } catch {
    return { error }
  }
}

async function send(url: string, { fetch, clock, signal, body }: Post, init: RequestInit) {
  const patience = new AbortController()
  const answered = new AbortController()
  const giveUp = () => patience.abort()
  clock.sleep(PATIENCE_MS, answered.signal).then(giveUp, () => undefined)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await fetch(url, {
      method: 'POST',
      body,
      credentials: 'omit',
      ...init,
      signal: patience.signal,
    })
  } finally {
    answered.abort()
    signal.removeEventListener('abort', giveUp)
  }
}
