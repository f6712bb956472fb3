import type { JobPreview, JobProgress } from 'darkroom-web'
import { byId } from './dom.ts'
import type { BatchProgress } from './gallery.ts'
import { stepName } from './labels.ts'
import { texts } from './language/language.ts'
import { duration, megabytes, percent } from './language/numbers.ts'

const bar = byId('progress-bar')
const announcer = byId('announce')
const preview = byId<HTMLImageElement>('preview-image')

/** Shows the progress instead of the buttons, or the buttons again. */
export function showProgress(shown: boolean): void {
  byId('progress').hidden = !shown
  byId('buttons').hidden = shown
  hidePreview()
  announcer.textContent = ''
  if (!shown) return
  write(texts.run.starting, '', '')
  fill(undefined)
}

export function showJobProgress({
  step,
  steps,
  operation,
  ratio,
  eta_ms,
  download,
}: JobProgress): void {
  const name = texts.run.step(step, steps, stepName(operation))
  const downloading = download && download.loaded < download.total ? download : undefined
  write(name, left(eta_ms, ratio), downloading ? downloaded(downloading) : done(ratio, operation))
  fill(downloading ? downloading.loaded / downloading.total : ratio || undefined)
  announce(name, ratio)
}

/** Shows a first answer below the progress. */
export function showPreview({ blob }: JobPreview): void {
  hidePreview()
  preview.src = URL.createObjectURL(blob)
  byId('preview').hidden = false
}

function hidePreview(): void {
  byId('preview').hidden = true
  URL.revokeObjectURL(preview.src)
  preview.removeAttribute('src')
}

/** Shows the progress of a request for several images. */
export function showBatchProgress({ done, total, failed, ratio }: BatchProgress): void {
  const name = texts.run.pictures(done, total)
  write(name, '', [percent(ratio), failed && texts.run.failed(failed)].filter(Boolean).join(', '))
  fill(ratio)
  announce(name, 0)
}

function write(step: string, left: string, detail: string): void {
  byId('progress-step').textContent = step
  byId('progress-left').textContent = left
  byId('progress-detail').textContent = detail
}

/** Without a ratio the bar is indeterminate. */
function fill(ratio: number | undefined): void {
  bar.classList.toggle('unknown', ratio === undefined)
  byId('progress-fill').style.width = ratio === undefined ? '' : `${ratio * 100}%`
  if (ratio === undefined) bar.removeAttribute('aria-valuenow')
  else bar.setAttribute('aria-valuenow', String(Math.round(ratio * 100)))
}

/** Announces each step and each quarter to screen readers, not every tile. */
function announce(name: string, ratio: number): void {
  const quarter = Math.floor(ratio * 4) / 4
  const text = quarter > 0 && quarter < 1 ? `${name}, ${percent(quarter)}` : name
  if (announcer.textContent !== text) announcer.textContent = text
}

const left = (eta: number | null, ratio: number) =>
  eta === null || ratio >= 1 ? '' : texts.run.left(duration(eta))

const downloaded = ({ model, loaded, total }: NonNullable<JobProgress['download']>) =>
  texts.run.fetching(model, megabytes(loaded), megabytes(total))

function done(ratio: number, operation: string): string {
  if (ratio > 0) return percent(ratio)
  return operation === 'upscale' ? texts.run.startingNetwork : ''
}
