import type { Status, StoredJob } from '../../src/index.ts'
import { make } from '../dom.ts'
import { ago, bytes, facts, statusName } from '../words.ts'
import type { Source } from './labels.ts'

/** A job as the list shows it. */
export interface Seen {
  job: StoredJob
  status: Status | 'failed'
  /** From 0 to 1, while it is in progress. */
  ratio: number | undefined
  source: Source
}

export interface Acts {
  open(seen: Seen): void
  remove(seen: Seen): void
}

export function rowOf(seen: Seen, { open, remove }: Acts): HTMLElement {
  const { status, ratio, source } = seen
  const name = source.label
  const ended = status === 'complete' || status === 'failed'
  const acts = make('div', { className: 'acts' })
  if (status === 'complete') acts.append(button('Open', name, () => open(seen)))
  acts.append(button(ended ? 'Delete' : 'Cancel', name, () => remove(seen)))
  const item = make(
    'li',
    {},
    make(
      'div',
      { className: 'what' },
      make('strong', {}, name),
      make('span', { className: 'state' }, stateOf(seen)),
    ),
    acts,
  )
  item.dataset.status = status
  item.dataset.job = seen.job.id
  if (status === 'in_progress' && ratio !== undefined) item.append(bar(ratio))
  return item
}

function button(text: string, name: string, onClick: () => void): HTMLButtonElement {
  const made = make(
    'button',
    { type: 'button', className: 'quiet', ariaLabel: `${text} ${name}` },
    text,
  )
  made.addEventListener('click', onClick)
  return made
}

function bar(ratio: number): HTMLElement {
  const fill = make('div', { className: 'fill' })
  fill.style.width = `${ratio * 100}%`
  return make('div', { className: 'bar' }, fill)
}

function stateOf({ job, status, ratio }: Seen): string {
  const { finished, error, details, file } = job
  const parts = [
    status === 'in_progress' && ratio !== undefined
      ? `${statusName(status)}, ${Math.round(ratio * 100)} %`
      : statusName(status),
    status === 'failed' && error?.message,
    details?.waiting_for && `waits for ${details.waiting_for}`,
    status === 'complete' && file && facts(extentOf(details), bytes(file.bytes)),
    finished !== undefined && ago(finished),
  ]
  return parts.filter(Boolean).join(' · ')
}

const extentOf = (details: StoredJob['details']) =>
  details?.width && details.height ? { width: details.width, height: details.height } : null
