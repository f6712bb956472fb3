import type { JobRecord, UpscaleChoice } from 'darkroom-web'
import { byId } from './dom.ts'
import type { Json } from './json-paths.ts'
import { choiceOf } from './labels.ts'

type Mode = UpscaleChoice['mode']

const modes = ['faithful', 'restore'] as const
const group = byId('flip')
const buttons = {
  faithful: byId<HTMLButtonElement>('flip-faithful'),
  restore: byId<HTMLButtonElement>('flip-restore'),
}

/** What flipping needs of the page. */
interface Page {
  /** Runs the request that makes the other result. */
  run(request: Json): void
  /** Shows a result that is already there. */
  show(record: JobRecord): Promise<void>
}

/** The results of one request by the network that enlarged them. */
let results: Partial<Record<Mode, JobRecord>> = {}
let of = ''
let flip: (mode: Mode) => void = () => {}

export function setUpFlip(): void {
  for (const mode of modes) buttons[mode].addEventListener('click', () => flip(mode))
}

export function hideFlip(): void {
  group.hidden = true
  results = {}
}

/** Offers the result of the other network, where one of two enlarged the image. */
export function offerFlip(request: Json, record: JobRecord, page: Page): void {
  const choice = choiceOf(record.details)
  group.hidden = !choice
  if (!choice) return
  const same = JSON.stringify(withMode(request, 'faithful'))
  if (same !== of) results = {}
  of = same
  results[choice.mode] = record
  press(choice.mode)
  flip = (mode) => {
    const known = results[mode]
    if (!known) return page.run(withMode(request, mode))
    press(mode)
    void page.show(known)
  }
}

function press(mode: Mode): void {
  for (const each of modes) buttons[each].setAttribute('aria-pressed', String(each === mode))
}

const withMode = (request: Json, mode: Mode): Json => ({
  ...request,
  upscale_parameters: { type: 'v1', mode },
})
