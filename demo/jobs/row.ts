import type { JobSummary } from '../../src/index.ts'
import { make } from '../dom.ts'
import { bytes, detected, sizeAndBytes, statusName, timeAgo } from '../labels.ts'
import { nameOf } from './sources.ts'

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
  if (job.status === 'complete') acts.append(button('Open', name, () => open(job)))
  acts.append(button(hasEnded(job) ? 'Delete' : 'Cancel', name, () => remove(job)))
  const state = make('span', { className: 'state' }, stateOf(seen))
  const item = make(
    'li',
    {},
    make('div', { className: 'what' }, make('strong', {}, name), state),
    acts,
  )
  item.dataset.status = job.status
  item.dataset.job = job.job
  if (job.status === 'in_progress' && ratio !== undefined) item.append(bar(ratio))
  return item
}

function button(text: string, name: string, onClick: () => void): HTMLButtonElement {
  const ariaLabel = `${text} ${name}`
  const made = make('button', { type: 'button', className: 'quiet', ariaLabel }, text)
  made.addEventListener('click', onClick)
  return made
}

function bar(ratio: number): HTMLElement {
  const fill = make('div', { className: 'fill' })
  fill.style.width = `${ratio * 100}%`
  return make('div', { className: 'bar' }, fill)
}

function stateOf({ job, ratio }: ListedJob): string {
  const percent = job.status === 'in_progress' && ratio !== undefined
  const status = statusName(job.status) + (percent ? `, ${Math.round(ratio * 100)} %` : '')
  return [status, ...detailsOf(job), timeAgo(Date.parse(job.arrived))].filter(Boolean).join(' · ')
}

function detailsOf(job: JobSummary): string[] {
  if (job.status === 'failed') return 'error' in job ? [job.error.message] : []
  const { results, details = {} } = job
  const { width, height, bytes: count, waiting_for } = details as NonNullable<typeof job.details>
  if (waiting_for) return [`waits for ${waiting_for}`]
  if (results) {
    const done = results.filter(({ status }) => status === 'complete').length
    return [`${done} of ${results.length} pictures`]
  }
  if (!width || !height || !count) return []
  return [sizeAndBytes({ width, height }, bytes(count)), ...detected(job.details)]
}
