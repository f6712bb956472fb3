import type { JobRecord } from 'darkroom-web'
import { byId } from '../dom.ts'
import { getPath, type Json, withPath } from '../json-paths.ts'
import { closeFile, openFile } from '../open-files.ts'
import { currentRequest, onRequestChange, setRequest } from '../request-state.ts'
import type { Size } from '../viewport.ts'
import { hintsOf, type Stroke } from './strokes.ts'
import { resetSurface, setUpSurface, showCursor } from './surface.ts'

const HINTS = 'background.hints'

const toggle = byId<HTMLButtonElement>('brush')
const bar = byId('brush-bar')
const surface = byId('brush-surface')
const undo = byId<HTMLButtonElement>('brush-undo')
const size = byId<HTMLInputElement>('brush-size')
const buttons = {
  keep: byId<HTMLButtonElement>('brush-keep'),
  erase: byId<HTMLButtonElement>('brush-erase'),
}

let strokes: Stroke[] = []
/** The name under which the strokes are in the request, if there are any. */
let hints: string | undefined
/** What the strokes belong to, and the request that made what is shown. */
let source: Size = { width: 1, height: 1 }
let shown: Json = {}
let run: (request: Json) => void = () => {}

export function setUpBrush(): void {
  setUpSurface({
    begin: newStroke,
    end(stroke) {
      strokes.push(stroke)
      void apply()
    },
  })
  toggle.addEventListener('click', () => open(!isOpen()))
  for (const button of Object.values(buttons)) button.addEventListener('click', () => press(button))
  size.addEventListener('input', () => showCursor(newStroke()))
  undo.addEventListener('click', takeBack)
  surface.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
    if (key === 'z' && (ctrlKey || metaKey)) takeBack()
  })
  // Strokes are of one picture, and gone where the request has lost them.
  onRequestChange((request) => {
    if (!hints || (request.url === shown.url && getPath(request, HINTS) === hints)) return
    const stays = getPath(request, HINTS) === hints
    forget()
    if (stays) setRequest(withPath(request, HINTS, undefined), 'page')
  })
}

/** Takes the brush away: nothing that it could correct is shown. */
export function hideBrush(): void {
  toggle.hidden = true
  shown = {}
  open(false)
}

/** Steps after which a result no longer shows the whole source. */
const reframing = ['canvas', 'crop', 'orient', 'subject', 'mask', 'remote']

/** Offers to correct a cut-out that shows the whole source. */
export function offerBrush(
  request: Json,
  { details }: JobRecord,
  picture: Size | undefined,
  runAgain: (request: Json) => void,
): void {
  const steps = details?.steps.map(({ operation }) => operation) ?? []
  const isOffered = steps.includes('cut_out') && !steps.some((step) => reframing.includes(step))
  toggle.hidden = !isOffered || !picture
  if (toggle.hidden || !picture) open(false)
  else source = picture
  shown = request
  run = runAgain
  resetSurface(newStroke())
}

const isOpen = () => toggle.getAttribute('aria-pressed') === 'true'

function open(opens: boolean): void {
  toggle.setAttribute('aria-pressed', String(opens))
  byId('viewer').classList.toggle('brushing', opens)
  bar.hidden = !opens
  surface.hidden = !opens
  if (opens) surface.focus({ preventScroll: true })
}

function press(button: HTMLButtonElement): void {
  for (const each of Object.values(buttons)) {
    each.setAttribute('aria-pressed', String(each === button))
  }
  showCursor(newStroke())
}

const newStroke = (): Stroke => ({
  keeps: buttons.keep.getAttribute('aria-pressed') === 'true',
  size: Number(size.value) / 100,
  points: [],
})

function takeBack(): void {
  if (strokes.pop()) void apply()
}

/** A disabled button would lose the focus. */
function offerUndo(offered: boolean): void {
  if (!offered && document.activeElement === undo) surface.focus({ preventScroll: true })
  undo.disabled = !offered
}

function forget(): void {
  strokes = []
  if (hints) closeFile(hints)
  hints = undefined
  offerUndo(false)
}

/** Runs the request with all strokes, of which Darkroom finds nothing again. */
async function apply(): Promise<void> {
  const painted = strokes.length > 0 ? await hintsOf([...strokes], source) : undefined
  if (hints) closeFile(hints)
  hints = painted && openFile(painted)
  offerUndo(strokes.length > 0)
  shown = withPath(shown, HINTS, hints)
  setRequest(withPath(currentRequest(), HINTS, hints), 'page')
  run(shown)
}
