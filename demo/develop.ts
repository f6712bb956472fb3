import { asDarkroomError } from '../src/contract/errors.ts'
import type { Darkroom, DarkroomError, JobProgress, JobRecord } from '../src/index.ts'
import { showAfter } from './compare.ts'
import { byId } from './dom.ts'
import { bound } from './files.ts'
import { follow, settle, unsettle } from './gallery.ts'
import { noteSource } from './jobs/sources.ts'
import { writeRecord } from './json.ts'
import type { Json } from './paths.ts'
import { clearProblem, showProblem } from './problem.ts'
import { report, reportAll, showProgress } from './progress.ts'
import { exactly, findings, providers as names } from './words.ts'

const action = byId('action')
const status = byId('status')
const download = byId<HTMLAnchorElement>('download')

let running: AbortController | undefined

export const cancel = () => running?.abort()

/** Runs one request from click to result. A run that is under way is given up for it. */
export async function develop(darkroom: Darkroom, request: Json): Promise<void> {
  cancel()
  const controller = new AbortController()
  running = controller
  begin()
  const start = performance.now()
  try {
    const record = await run(darkroom, request, controller)
    const took = performance.now() - start
    if (running !== controller) return
    running = undefined
    await finish(darkroom, record, took)
  } catch (error) {
    if (running !== controller) return
    running = undefined
    fail(asDarkroomError(error, 'MODEL'))
  }
}

/** One request, also for several pictures: those have a job each, told card by card. */
async function run(
  darkroom: Darkroom,
  request: Json,
  controller: AbortController,
): Promise<JobRecord> {
  const { signal } = controller
  const isShown = () => running === controller
  const onProgress = (progress: JobProgress) => isShown() && report(progress)
  // Of several pictures the cards tell, and all of them together.
  const options = request.urls ? { signal } : { signal, onProgress }
  const pending = await darkroom.process(bound(request), options)
  noteSource(pending.job, request)
  if (isShown()) writeRecord(pending)
  const ends = [
    follow(darkroom, pending, (all) => isShown() && reportAll(all)),
    darkroom.on('status', ({ job }) => {
      if (job === pending.job) void tell(darkroom, job, isShown)
    }),
  ]
  try {
    return await darkroom.wait(pending.job)
  } finally {
    for (const end of ends) end()
  }
}

/** Takes the last result off the page. Its job stays among the jobs. */
export function discard(): void {
  cancel()
  if (running) showProgress(false)
  running = undefined
  status.textContent = ''
  offer(undefined)
}

function begin(): void {
  const focused = action.contains(document.activeElement)
  clearProblem()
  status.textContent = ''
  showProgress(true)
  // What was pressed is hidden now; the keyboard goes on from its successor.
  if (focused) byId('cancel').focus()
  byId('stage').scrollIntoView({ block: 'nearest' })
}

/** The record as it is while the job runs. */
async function tell(darkroom: Darkroom, job: string, isShown: () => boolean): Promise<void> {
  const record = await darkroom.result(job).catch(() => undefined)
  if (isShown() && record && record.status !== 'complete') writeRecord(record)
}

async function finish(darkroom: Darkroom, record: JobRecord, ms: number): Promise<void> {
  writeRecord(record)
  const focused = action.contains(document.activeElement)
  showProgress(false)
  offer(record)
  status.textContent = record.results ? summaryOfAll(record, ms) : summary(record, ms)
  if (record.results) {
    await settle(darkroom, record)
    if (focused) byId('develop').focus()
  } else {
    await showAfter(record)
    if (focused) byId('divider').focus({ preventScroll: true })
  }
  byId('stage').scrollIntoView({ block: 'nearest' })
}

function summary({ details, warnings }: JobRecord, ms: number): string {
  const on = details?.provider ? ` on ${names[details.provider]}` : ''
  return [
    `Done in ${exactly(ms)}${on}.`,
    ...findings(details).map((found) => `${found}.`),
    ...warnings.map(({ message }) => `Note: ${message}.`),
  ].join(' ')
}

function summaryOfAll({ results = [] }: JobRecord, ms: number): string {
  const failed = results.filter(({ status }) => status === 'failed').length
  const done = `${results.length - failed} of ${results.length} pictures done in ${exactly(ms)}.`
  return failed > 0 ? `${done} ${failed} failed.` : done
}

function fail(error: DarkroomError): void {
  const focused = action.contains(document.activeElement)
  showProgress(false)
  unsettle()
  writeRecord(error)
  if (error.code === 'ABORTED') status.textContent = 'Cancelled.'
  else showProblem(error)
  if (focused) byId('develop').focus()
}

/** The download takes the lead while there is one. */
export function offer(record: JobRecord | undefined): void {
  download.hidden = !record?.result_url
  byId('develop').classList.toggle('primary', download.hidden)
  if (!record?.result_url) return
  download.href = record.result_url
  download.download = record.file_name ?? ''
  download.title = record.file_name ?? ''
}
