import type { Darkroom, DarkroomError, JobPreview, JobProgress, JobRecord } from 'darkroom-web'
import { offerBrush } from './brush/brush.ts'
import type { Card } from './card.ts'
import { comparedSize, showComparison } from './compare.ts'
import { byId } from './dom.ts'
import { asDarkroomError, clearError, showError } from './error-box.ts'
import { offerFlip } from './flip.ts'
import { noteFraming } from './framing.ts'
import { followJobs, resetUnfinished, showCards, shownCards, showOutcomes } from './gallery.ts'
import { noteSource } from './jobs/sources.ts'
import { writeRecord } from './json-editor.ts'
import type { Json } from './json-paths.ts'
import { detected, isCancelled, providerNames as names } from './labels.ts'
import { texts } from './language/language.ts'
import { exactDuration } from './language/numbers.ts'
import { withFiles } from './open-files.ts'
import { showBatchProgress, showJobProgress, showPreview, showProgress } from './progress.ts'
import { showResultOf } from './source-of.ts'

const action = byId('action')
const status = byId('status')
const download = byId<HTMLAnchorElement>('download')

/** A run in progress. */
interface Run {
  request: Json
  controller: AbortController
  /** Those of a request for several images. */
  cards: Card[]
  /** Whether the result is shown at the same place as the last one. */
  keepView: boolean
}

let running: Run | undefined

export const cancelRun = () => running?.controller.abort()

/** Runs a request and shows its result, at the same place as the last one if `keepView`. Cancels a run in progress. */
export async function runRequest(
  darkroom: Darkroom,
  request: Json,
  keepView = false,
): Promise<void> {
  cancelRun()
  const run = { request, controller: new AbortController(), cards: shownCards(), keepView }
  running = run
  showRunning()
  const start = performance.now()
  try {
    const record = await runJob(darkroom, run)
    const took = performance.now() - start
    if (running !== run) return
    await showFinished(darkroom, run, record)
    if (running !== run) return
    running = undefined
    offerBrush(request, record, comparedSize(), (other) => void runRequest(darkroom, other, true))
    offerFlip(request, record, {
      run: (other) => void runRequest(darkroom, other, true),
      show: showOther,
    })
    status.textContent = request.urls ? summaryOfAll(record, took) : summary(record, took)
  } catch (error) {
    if (running !== run) return
    running = undefined
    showFailed(run, asDarkroomError(error))
  }
}

/** Runs a request. With several images each has a job of its own, and its card shows the progress. */
async function runJob(darkroom: Darkroom, run: Run): Promise<JobRecord> {
  const { request, cards } = run
  const { signal } = run.controller
  const isShown = () => running === run
  const onProgress = (progress: JobProgress) => isShown() && showJobProgress(progress)
  const onPreview = (preview: JobPreview) => isShown() && showPreview(preview)
  // With several images the cards report progress, one by one and in total.
  const options = request.urls ? { signal } : { signal, onProgress, onPreview }
  const pending = await darkroom.process(withFiles(request), options)
  noteSource(pending, request)
  noteFraming(pending, request)
  if (isShown()) writeRecord(pending)
  const ends = [
    followJobs(darkroom, pending, cards, (all) => isShown() && showBatchProgress(all)),
    darkroom.on('status', ({ job }) => {
      if (job === pending.job) void showRecordSoFar(darkroom, job, isShown)
    }),
  ]
  try {
    // A job ends only once its step lets it: a person who cancels need not wait for that.
    return await darkroom.wait(pending.job, { signal })
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
  // Only a bar that sticks to the window stays in view beside the picture.
  if (!focused || getComputedStyle(action).position === 'sticky')
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
  { request, cards, keepView }: Run,
  record: JobRecord,
): Promise<void> {
  writeRecord(record)
  const focused = action.contains(document.activeElement)
  showProgress(false)
  offerDownload(record)
  if (request.urls) {
    showCards(cards)
    await showOutcomes(darkroom, record, cards)
    if (focused) byId('develop').focus()
  } else {
    await showResultOf(request, record, keepView)
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

function showFailed({ cards }: Run, error: DarkroomError): void {
  const focused = action.contains(document.activeElement)
  showProgress(false)
  resetUnfinished(cards)
  writeRecord(error)
  if (isCancelled(error)) status.textContent = texts.run.cancelled
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
