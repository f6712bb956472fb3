import type { DarkroomError, JobRecord, Status } from 'darkroom-web'
import { loadDecodable } from './decodable.ts'
import { make } from './dom.ts'
import { detected, sizeAndBytes, statusName } from './labels.ts'
import { texts } from './language/language.ts'
import { bytes, percent } from './language/numbers.ts'
import type { Source } from './open-files.ts'

/** One image of several: its source, the progress of its job, and its result. */
export interface Card {
  source: Source
  element: HTMLElement
  status: Status | 'failed' | undefined
  record: JobRecord | undefined
}

export function makeCard(source: Source, open: (card: Card) => void): Card {
  const { name, url } = source
  const image = make('img', { className: 'checkered', alt: '', crossOrigin: 'anonymous' })
  if (url) image.src = url
  const ariaLabel = texts.viewer.open(name)
  const onclick = () => open(card)
  const button = make('button', { type: 'button', className: 'thumb', ariaLabel, onclick }, image)
  image.addEventListener('error', () => button.classList.add('unseen-picture'))
  const state = make('span', { className: 'state' })
  const words = make('figcaption', {}, make('strong', { title: name }, name), state)
  const element = make('figure', { className: 'card' }, button, words)
  const card: Card = { source, element, status: undefined, record: undefined }
  return card
}

export function showStatus(card: Card, status: Status | 'failed', text = statusName(status)): void {
  card.status = status
  card.element.dataset.status = status
  const state = card.element.querySelector('.state')
  if (!state) return
  state.textContent = text
  state.setAttribute('title', text)
}

export function showRatio(card: Card, ratio: number): void {
  showStatus(card, 'in_progress', `${statusName('in_progress')}, ${percent(ratio)}`)
}

export const showFailure = (card: Card, error: Pick<DarkroomError, 'message'>): void =>
  showStatus(card, 'failed', error.message)

/** Replaces the source by the result, and adds a link to save it. */
export function showResult(card: Card, record: JobRecord): void {
  const { result_url = '', file_name = '', details } = record
  card.record = record
  const { width, height, bytes: count = 0 } = details ?? {}
  const extent = width && height ? { width, height } : null
  const text = [sizeAndBytes(extent, bytes(count)), ...detected(details)]
  showStatus(card, 'complete', text.join(' · '))
  void showThumb(card, result_url)
  card.element.querySelector('.save')?.remove()
  const ariaLabel = texts.viewer.saveName(file_name)
  const link = { className: 'save', href: result_url, download: file_name, ariaLabel }
  card.element.append(make('a', link, texts.viewer.save))
}

async function showThumb({ element }: Card, url: string): Promise<void> {
  const image = element.querySelector('img')
  const shown = image && (await loadDecodable(image, url))
  if (shown && shown !== 'never')
    element.querySelector('.thumb')?.classList.remove('unseen-picture')
}

/** Resets a card to its state before the run. */
export function reset(card: Card): void {
  card.record = undefined
  card.status = undefined
  delete card.element.dataset.status
  card.element.querySelector('.save')?.remove()
  const [state, image] = [card.element.querySelector('.state'), card.element.querySelector('img')]
  if (state) state.textContent = ''
  const { url } = card.source
  if (image && url && image.src !== url) image.src = url
}
