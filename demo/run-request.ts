import type { Darkroom, DarkroomError, JobPreview, JobProgress, JobRecord } from 'darkroom-web'
import { offerBrush } from './brush/brush.ts'
import { comparedSize, showComparison } from './compare.ts'
import { byId } from './dom.ts'
import { asDarkroomError, clearError, showError } from './error-box.ts'
import { offerFlip } from './flip.ts'
import { noteFraming } from './framing.ts'
import { followJobs, resetUnfinished, showOutcomes } from './gallery.ts'
import { noteSource } from './jobs/sources.ts'
import { writeRecord } from './json-editor.ts'
import type { Json } from './json-paths.ts'
import { detected, providerNames as names } from './labels.ts'
import { texts } from './language/language.ts'
import { exactDuration } from './language/numbers.ts'
import { withFiles } from './open-files.ts'
import { showBatchProgress, showJobProgress, showPreview, showProgress } from './progress.ts'

const action = byId('action')
const status = byId('status')
const download = byId<HTMLAnchorElement>('download')

let running: AbortController | undefined

export const cancelRun = () => running?.abort()

/** Runs a request and shows its result, at the same place as the last one if `keepView`. Cancels a run in progress. */
export async function runRequest(
  darkroom: Darkroom,
  request: Json,
  keepView = false,
): Promise<void> {
  cancelRun()
  const controller = new AbortController()
  running = controller
  showRunning()
  const start = performance.now()
  try {
    const record = await runJob(darkroom, request, controller)
    const took = performance.now() - start
    if (running !== controller) return
    await showFinished(darkroom, record, keepView)
    if (running !== controller) return
    running = undefined
    offerBrush(request, record, comparedSize(), (other) => void runRequest(darkroom, other, true))
    offerFlip(request, record, {
      run: (other) => void runRequest(darkroom, other, true),
      show: showOther,
    })
    status.textContent = record.results ? summaryOfAll(record, took) : summary(record, took)
  } catch (error) {
    if (running !== controller) return
    running = undefined
    showFailed(asDarkroomError(error))
  }
}

/** Runs a request. With several images each has a job of its own, and its card shows the progress. */
async function runJob(
  darkroom: Darkroom,
  request: Json,
  controller: AbortController,
): Promise<JobRecord> {
  const { signal } = controller
  const isShown = () => running === controller
  const onProgress = (progress: JobProgress) => isShown() && showJobProgress(progress)
  const onPreview = (preview: JobPreview) => isShown() && showPreview(preview)
  // With several images the cards report progress, one by one and in total.
  const options = request.urls ? { signal } : { signal, onProgress, onPreview }
  const pending = await darkroom.process(withFiles(request), options)
  noteSource(pending.job, request)
  noteFraming(pending, request)
  if (isShown()) writeRecord(pending)
  const ends = [
    followJobs(darkroom, pending, (all) => isShown() && showBatchProgress(all)),
    darkroom.on('status', ({ job }) => {
      if (job === pending.job) void showRecordSoFar(darkroom, job, isShown)
    }),
  ]
  try {
    return await darkroom.wait(pending.job)
  } finally {
    for (const end of ends) end()
  }
}

/** Removes the last result from the page. Its job stays in the list of jobs. */
export function discardResult(): void {
  cancelRun()
  if (running) showProgress(false)
  running = undefined
  status.textContent = ''
  offerDownload(undefined)
}

function showRunning(): void {
  const focused = action.contains(document.activeElement)
  clearError()
  status.textContent = ''
  showProgress(true)
  // The button that was pressed is hidden now: focus the one that replaces it.
  if (focused) byId('cancel').focus()
  byId('stage').scrollIntoView({ block: 'nearest' })
}

/** Shows the record of a running job. */
async function showRecordSoFar(
  darkroom: Darkroom,
  job: string,
  isShown: () => boolean,
): Promise<void> {
  const record = await darkroom.result(job).catch(() => undefined)
  if (isShown() && record && record.status !== 'complete') writeRecord(record)
}

async function showFinished(
  darkroom: Darkroom,
  record: JobRecord,
  keepView: boolean,
): Promise<void> {
  writeRecord(record)
  const focused = action.contains(document.activeElement)
  showProgress(false)
  offerDownload(record)
  if (record.results) {
    await showOutcomes(darkroom, record)
    if (focused) byId('develop').focus()
  } else {
    await showComparison(record, keepView)
    if (focused) byId('divider').focus({ preventScroll: true })
  }
  byId('stage').scrollIntoView({ block: 'nearest' })
}

/** Shows a result of the same request by the other network. */
async function showOther(record: JobRecord): Promise<void> {
  writeRecord(record)
  offerDownload(record)
  status.textContent = detected(record.details)
    .map((found) => `${found}.`)
    .join(' ')
  await showComparison(record, true)
}

function summary({ details, warnings }: JobRecord, ms: number): string {
  const { done, doneOn, note } = texts.run
  const time = exactDuration(ms)
  return [
    details?.provider ? doneOn(time, names[details.provider]) : done(time),
    ...detected(details).map((found) => `${found}.`),
    ...warnings.map(({ message }) => note(message)),
  ].join(' ')
}

function summaryOfAll({ results = [] }: JobRecord, ms: number): string {
  const failed = results.filter(({ status }) => status === 'failed').length
  const done = texts.run.allDone(results.length - failed, results.length, exactDuration(ms))
  return failed > 0 ? `${done} ${texts.run.failed(failed)}.` : done
}

function showFailed(error: DarkroomError): void {
  const focused = action.contains(document.activeElement)
  showProgress(false)
  resetUnfinished()
  writeRecord(error)
  if (error.code === 'ABORTED') status.textContent = texts.run.cancelled
  else showError(error)
  if (focused) byId('develop').focus()
}

/** Shows the download link if there is a result, as the primary action. */
export function offerDownload(record: JobRecord | undefined): void {
  download.hidden = !record?.result_url
  byId('develop').classList.toggle('primary', download.hidden)
  if (!record?.result_url) return
  download.href = record.result_url
  download.download = record.file_name ?? ''
  download.title = record.file_name ?? ''
}
