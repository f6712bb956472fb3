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
import { statusName } from './labels.ts'
import { sourceUrl } from './open-files.ts'
import { offerSaveAll } from './save-all.ts'
import { inGallery, setBackLink, setScene } from './stage.ts'

let cards: Card[] = []
let opened: Card | undefined

/** Shows these sources side by side. Cards that exist already stay as they are. */
export function showGallery(names: string[]): void {
  if (names.join('\n') !== cards.map(({ name }) => name).join('\n')) {
    cards = names.map((name) => makeCard(name, sourceUrl(name), open))
    byId('gallery').replaceChildren(...cards.map(({ element }) => element))
  }
  setScene('gallery')
}

export function closeGallery(): void {
  cards = []
  offerSaveAll([])
  opened = undefined
  setBackLink()
  byId('gallery').replaceChildren()
}

/** Records of the pictures that are complete. */
export const completed = (): JobRecord[] => cards.flatMap(({ record }) => record ?? [])

async function open(card: Card): Promise<void> {
  opened = card
  setBackLink({ scene: 'gallery', pressed: card.element.querySelector('button') })
  const { record, sourceUrl, name } = card
  await showSource(sourceUrl, name)
  if (!record?.result_url || opened !== card) return
  await showComparison(record)
  byId('back').focus({ preventScroll: true })
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
 * Updates the cards as the jobs of a request for several images progress.
 * @returns a function that stops it.
 */
export function followJobs(
  darkroom: Darkroom,
  parent: JobRecord,
  tell: (follow: BatchProgress) => unknown,
): () => void {
  const ids = parent.results?.map(({ job }) => job) ?? []
  const ratios = ids.map(() => 0)
  const cardOf = (job: string) => cards[ids.indexOf(job)]
  const report = () => {
    const ended = cards.filter(({ status }) => status === 'complete' || status === 'failed')
    const failed = ended.filter(({ status }) => status === 'failed').length
    const ratio = ratios.reduce((sum, one) => sum + one, 0) / Math.max(1, ids.length)
    tell({ done: ended.length, total: ids.length, failed, ratio })
  }
  if (ids.length > 0) cards.forEach(reset)
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
        showFailure(card, error)
      }),
    ),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Shows outcomes that were reached before the events were observed. */
export async function showOutcomes(darkroom: Darkroom, { results = [] }: JobRecord): Promise<void> {
  for (const [i, item] of results.entries()) {
    const card = cards[i]
    if (!card) continue
    if (item.status === 'failed')
      showFailure(card, { message: item.message ?? statusName('failed') })
    else if (item.status === 'complete' && !card.record)
      showResult(card, await darkroom.result(item.job))
  }
  offerSaveAll(completed())
  if (opened && !inGallery() && opened.record) await open(opened)
}

/** Resets the cards of cancelled jobs. */
export function resetUnfinished(): void {
  for (const card of cards) if (card.status !== 'complete' && card.status !== 'failed') reset(card)
}
