import type { Darkroom, JobStore, Status, StoredJob } from '../../src/index.ts'
import { byId } from '../dom.ts'
import { isShown, onView } from '../views.ts'
import { sourceOf } from './labels.ts'
import { openJob } from './open.ts'
import { rowOf, type Seen } from './row.ts'

/** More of them would be a wall. */
const MOST = 100

/** What events said since the record was kept. */
const live = new Map<string, { status?: Status | 'failed'; ratio?: number }>()

/** All jobs of this browser, also those that earlier pages and other tabs left, newest first. */
export function setUpJobs(darkroom: Darkroom, store: JobStore): void {
  const refresh = once(() => show(darkroom, store))
  const note = (job: string, news: { status?: Status | 'failed'; ratio?: number }) => {
    live.set(job, { ...live.get(job), ...news })
    refresh()
  }
  darkroom.on('status', ({ job, status }) => note(job, { status }))
  darkroom.on('progress', ({ job, step, steps, ratio }) =>
    note(job, { ratio: (step - 1 + ratio) / steps }),
  )
  darkroom.on('complete', ({ job }) => note(job, { status: 'complete' }))
  darkroom.on('failed', ({ job }) => note(job, { status: 'failed' }))
  store.watch(refresh)
  onView(refresh)
  refresh()
}

/** However often it is called, one at a time and once a frame at most. */
function once(task: () => Promise<void>): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(async () => {
      waiting = false
      await task().catch(() => undefined)
    })
  }
}

async function show(darkroom: Darkroom, store: JobStore): Promise<void> {
  const jobs = await topmost(store)
  const open = jobs.filter((job) => !hasEnded(statusOf(job))).length
  byId('open-jobs').hidden = open === 0
  byId('open-jobs').textContent = String(open)
  const seen = await Promise.all(jobs.slice(0, MOST).map((job) => see(job, store)))
  if (!isShown('jobs')) return
  byId('jobs-nothing').hidden = jobs.length > 0
  draw(seen, darkroom)
}

/** Keeps the focus where it is, although the rows are new. */
function draw(seen: Seen[], darkroom: Darkroom): void {
  const list = byId('job-list')
  const focused = document.activeElement?.getAttribute('aria-label')
  const act = {
    open: (one: Seen) => void openJob(darkroom, one),
    remove: ({ job }: Seen) => void darkroom.deleteResult(job.id).catch(() => undefined),
  }
  const job = document.activeElement?.closest('li')?.dataset.job
  list.replaceChildren(...seen.map((one) => rowOf(one, act)))
  if (!focused || !job) return
  const row = list.querySelector(`[data-job="${job}"]`)
  row?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus()
}

/** A request for several pictures is one job here. */
async function topmost(store: JobStore): Promise<StoredJob[]> {
  const all = await store.list()
  return all
    .filter((stored): stored is StoredJob => !('deleted' in stored) && !stored.parent)
    .sort((a, b) => b.order - a.order)
}

async function see(job: StoredJob, store: JobStore): Promise<Seen> {
  const status = statusOf(job)
  return { job, status, ratio: ratioOf(job), source: await sourceOf(job, store) }
}

const hasEnded = (status: Seen['status']) => status === 'complete' || status === 'failed'

function statusOf({ id, status, error }: StoredJob): Seen['status'] {
  if (error) return 'failed'
  return status === 'complete' ? status : (live.get(id)?.status ?? status)
}

function ratioOf({ id, items }: StoredJob): number | undefined {
  if (!items) return live.get(id)?.ratio
  const ratios = items.map((item) =>
    hasEnded(live.get(item)?.status ?? 'received') ? 1 : (live.get(item)?.ratio ?? 0),
  )
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, ratios.length)
}
