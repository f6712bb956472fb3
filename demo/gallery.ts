import type { Darkroom, JobRecord } from 'darkroom-web'
import {
  type Card,
  makeCard,
  reset,
  showFailure,
  showRatio,
  showResult,
  showStatus,
} from './card.ts'
import { showComparison, showSource } from './compare.ts'
import { byId } from './dom.ts'
import { isCancelled, statusName } from './labels.ts'
import { texts } from './language/language.ts'
import type { Source } from './open-files.ts'
import { offerSaveAll } from './save-all.ts'
import { inGallery, setBackLink, setScene } from './stage.ts'

let cards: Card[] = []
let opened: Card | undefined

/** Shows these sources side by side. Cards that exist already stay as they are. */
export function showGallery(sources: Source[]): void {
  if (listOf(sources) !== listOf(cards.map(({ source }) => source)))
    fill(sources.map((source) => makeCard(source, open)))
  setScene('gallery')
}

const listOf = (sources: Source[]) => JSON.stringify(sources.map(({ name, url }) => [name, url]))

function fill(next: Card[]): void {
  cards = next
  byId('gallery').replaceChildren(...cards.map(({ element }) => element))
}

/** The cards that are shown. A run keeps those that it began with, also where others are shown meanwhile. */
export const shownCards = (): Card[] => cards

/** Shows the cards of a run again, unless they are shown. */
export function showCards(own: Card[]): void {
  if (own === cards) return
  closeGallery()
  fill(own)
  setScene('gallery')
}

export function closeGallery(): void {
  fill([])
  offerSaveAll([])
  opened = undefined
  setBackLink()
}

/** Records of the pictures that are complete. */
export const completed = (): JobRecord[] => cards.flatMap(({ record }) => record ?? [])

/** Shows one picture. The button that was pressed is hidden now: focuses the link back to it. */
function open(card: Card): void {
  opened = card
  setBackLink({ scene: 'gallery', pressed: card.element.querySelector('button') })
  void showCard(card)
  byId('back').focus({ preventScroll: true })
}

async function showCard({ source, record, status }: Card): Promise<void> {
  const whyNot = status === 'failed' ? texts.viewer.noPreviewRefused : undefined
  const isShown = await showSource(source.url, source.name, whyNot)
  if (isShown && record?.result_url) await showComparison(record)
}

/** Progress of a request for several images. */
export interface BatchProgress {
  done: number
  total: number
  failed: number
  /** Progress of all images together, from 0 to 1. */
  ratio: number
}

/**
 * Updates the cards of a request for several images as its jobs progress.
 * @returns a function that stops it.
 */
export function followJobs(
  darkroom: Darkroom,
  parent: JobRecord,
  own: Card[],
  tell: (follow: BatchProgress) => unknown,
): () => void {
  const ids = parent.results?.map(({ job }) => job) ?? []
  const ratios = ids.map(() => 0)
  const cardOf = (job: string) => own[ids.indexOf(job)]
  const report = () => {
    const done = own.filter(({ status }) => status === 'complete').length
    const failed = own.filter(({ status }) => status === 'failed').length
    const ratio = ratios.reduce((sum, one) => sum + one, 0) / Math.max(1, ids.length)
    tell({ done, total: ids.length, failed, ratio })
  }
  if (ids.length > 0) own.forEach(reset)
  offerSaveAll(completed())
  for (const { job, status } of parent.results ?? []) {
    const card = cardOf(job)
    if (card) showStatus(card, status)
  }
  const update = (job: string, act: (card: Card, index: number) => void) => {
    const card = cardOf(job)
    if (!card) return
    act(card, ids.indexOf(job))
    report()
  }
  const ends = [
    darkroom.on('status', ({ job, status }) =>
      update(job, (card) => status !== 'complete' && showStatus(card, status)),
    ),
    darkroom.on('progress', ({ job, step, steps, ratio }) =>
      update(job, (card, i) => {
        ratios[i] = (step - 1 + ratio) / steps
        showRatio(card, ratios[i] ?? 0)
      }),
    ),
    darkroom.on('complete', (record) =>
      update(record.job, (card, i) => {
        ratios[i] = 1
        showResult(card, record)
      }),
    ),
    darkroom.on('failed', ({ job, error }) =>
      update(job, (card, i) => {
        ratios[i] = 1
        if (isCancelled(error)) reset(card)
        else showFailure(card, error)
      }),
    ),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Shows outcomes that were reached before the events were observed. */
export async function showOutcomes(
  darkroom: Darkroom,
  { results = [] }: JobRecord,
  own: Card[],
): Promise<void> {
  for (const [i, item] of results.entries()) {
    const card = own[i]
    if (!card) continue
    if (item.status === 'failed')
      showFailure(card, { message: item.message ?? statusName('failed') })
    else if (item.status === 'complete' && !card.record)
      showResult(card, await darkroom.result(item.job))
  }
  if (own !== cards) return
  offerSaveAll(completed())
  if (opened && !inGallery() && opened.record) await showCard(opened)
}

/** Resets the cards of cancelled jobs. */
export function resetUnfinished(own: Card[]): void {
  for (const card of own) if (card.status !== 'complete' && card.status !== 'failed') reset(card)
}
