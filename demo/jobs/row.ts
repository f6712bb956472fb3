import type { JobSummary } from 'darkroom-web'
import { make, quietButton } from '../dom.ts'
import { detected, isCancelled, sizeAndBytes, statusName } from '../labels.ts'
import { texts } from '../language/language.ts'
import { bytes, percent, timeAgo } from '../language/numbers.ts'
import { nameOf } from './sources.ts'

const own = texts.jobs

/** A job in the list. `ratio` is its progress from 0 to 1. */
export interface ListedJob {
  job: JobSummary
  ratio: number | undefined
}

export interface RowActions {
  open(job: JobSummary): void
  remove(job: JobSummary): void
}

export const hasEnded = ({ status }: Pick<JobSummary, 'status'>): boolean =>
  status === 'complete' || status === 'failed'

export function makeRow(seen: ListedJob, { open, remove }: RowActions): HTMLElement {
  const { job, ratio } = seen
  const name = nameOf(job.job)
  const acts = make('div', { className: 'acts' })
  if (job.status === 'complete')
    acts.append(quietButton(own.open, own.openName(name), () => open(job)))
  const [text, label] = hasEnded(job)
    ? [own.delete, own.deleteName(name)]
    : [own.cancel, own.cancelName(name)]
  acts.append(quietButton(text, label, () => remove(job)))
  const state = make('span', { className: 'state muted' }, stateOf(seen))
  const what = make('div', { className: 'what' }, make('strong', {}, name), state)
  const status = wasCancelled(job) ? 'cancelled' : job.status
  const item = make('li', { dataset: { status, job: job.job } }, what, acts)
  if (job.status === 'in_progress' && ratio !== undefined) item.append(bar(ratio))
  return item
}

const wasCancelled = (job: JobSummary): boolean => 'error' in job && isCancelled(job.error)

function bar(ratio: number): HTMLElement {
  const fill = make('div', { className: 'fill' })
  fill.style.width = `${ratio * 100}%`
  return make('div', { className: 'bar' }, fill)
}

function stateOf({ job, ratio }: ListedJob): string {
  const running = job.status === 'in_progress' && ratio !== undefined
  const name = wasCancelled(job) ? texts.errors.ABORTED : statusName(job.status)
  const status = name + (running ? `, ${percent(ratio)}` : '')
  return [status, ...detailsOf(job), timeAgo(Date.parse(job.arrived))].filter(Boolean).join(' · ')
}

function detailsOf(job: JobSummary): string[] {
  if (wasCancelled(job)) return []
  if (job.status === 'failed') return 'error' in job ? [job.error.message] : []
  const { results, details = {} } = job
  const { width, height, bytes: count, waiting_for } = details as NonNullable<typeof job.details>
  if (waiting_for) return [own.waitsFor(waiting_for)]
  if (results) {
    const done = results.filter(({ status }) => status === 'complete').length
    return [own.done(done, results.length)]
  }
  if (!width || !height || !count) return []
  return [sizeAndBytes({ width, height }, bytes(count)), ...detected(job.details)]
}
