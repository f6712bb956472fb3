import type { Darkroom, JobSummary } from 'darkroom-web'
import { byId } from '../dom.ts'
import { isShown, onView } from '../views.ts'
import { openJob } from './open.ts'
import { hasEnded, type ListedJob, makeRow } from './row.ts'
import { keepSources } from './sources.ts'

/** The most jobs that are shown. */
const MAX_JOBS = 100

/** Progress of this page's jobs, from 0 to 1. */
const ratios = new Map<string, number>()

/** Sets up the list of all jobs of this browser, including those of earlier pages and other tabs, newest first. */
export function setUpJobs(darkroom: Darkroom): void {
  const refresh = onceAFrame(() => show(darkroom, refresh))
  darkroom.on('progress', ({ job, step, steps, ratio }) => {
    ratios.set(job, (step - 1 + ratio) / steps)
    refresh()
  })
  for (const type of ['complete', 'failed'] as const) {
    darkroom.on(type, ({ job }) => {
      ratios.set(job, 1)
      refresh()
    })
  }
  darkroom.on('status', refresh)
  onView(refresh)
  document.addEventListener('visibilitychange', refresh)
  refresh()
}

/** Coalesces calls: one update at a time, at most once per frame. */
function onceAFrame(task: () => Promise<void>): () => void {
  let asked = false
  let busy = false
  const run = async () => {
    asked = false
    busy = true
    await task().catch(() => undefined)
    busy = false
    if (asked) requestAnimationFrame(run)
  }
  return () => {
    if (!asked && !busy) requestAnimationFrame(run)
    asked = true
  }
}

async function show(darkroom: Darkroom, refresh: () => void): Promise<void> {
  const jobs = await darkroom.jobs()
  keepSources(jobs.flatMap(idsOf))
  const open = jobs.filter((job) => !hasEnded(job)).length
  byId('open-jobs').hidden = open === 0
  byId('open-jobs').textContent = String(open)
  byId('jobs-nothing').hidden = jobs.length > 0
  if (isShown('jobs')) draw(jobs.slice(0, MAX_JOBS), darkroom, refresh)
}

const idsOf = (job: JobSummary): string[] => [
  job.job,
  ...('results' in job ? (job.results ?? []) : []).map(({ job }) => job),
]

/** Restores the focus after the rows were replaced. */
function draw(jobs: JobSummary[], darkroom: Darkroom, refresh: () => void): void {
  const list = byId('job-list')
  const acts = {
    open: ({ job }: JobSummary) => void openJob(darkroom, job),
    remove: ({ job }: JobSummary) =>
      void darkroom
        .deleteResult(job)
        .catch(() => undefined)
        .then(refresh),
  }
  const focused = document.activeElement?.closest<HTMLElement>('#job-list li')?.dataset.job
  const label = document.activeElement?.getAttribute('aria-label') ?? ''
  list.replaceChildren(...jobs.map((job) => makeRow(seen(job), acts)))
  if (!focused) return
  const row = list.querySelector(`[data-job="${focused}"]`) ?? list
  const same = row.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)
  ;(same ?? row.querySelector('button'))?.focus()
}

const seen = (job: JobSummary): ListedJob => ({ job, ratio: ratioOf(job) })

/** The progress of a request for several images is the mean of theirs. */
function ratioOf(job: JobSummary): number | undefined {
  if (job.status === 'failed' || !job.results) return ratios.get(job.job)
  const all = job.results.map((item) =>
    item.status === 'failed' ? 1 : (ratios.get(item.job) ?? 0),
  )
  return all.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, all.length)
}
