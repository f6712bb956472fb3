import type { JobRecord } from 'darkroom-web'
import { hideBrush } from './brush/brush.ts'
import { positionSurface } from './brush/surface.ts'
import { loadDecodable } from './decodable.ts'
import { byId } from './dom.ts'
import { positionFaceMarks, setFaces, setUpFaceMarks } from './face-marks.ts'
import { hideFlip } from './flip.ts'
import { type Framing, framingOf, place } from './framing.ts'
import { onGestures, onWheel } from './gestures.ts'
import { sizeAndBytes } from './labels.ts'
import { texts } from './language/language.ts'
import { bytes, percent } from './language/numbers.ts'
import { setUpLens } from './lens.ts'
import { setScene } from './stage.ts'
import { onKeys } from './viewer-keys.ts'
import {
  coveredArea,
  fitInto,
  move,
  overflows,
  type Point,
  type Size,
  type Viewport,
  zoom,
} from './viewport.ts'

const viewer = byId('viewer')
const frame = byId('view')
const divider = byId('divider')
const before = byId<HTMLImageElement>('before')
const after = byId<HTMLImageElement>('after')

/** Size of two squares of the checkerboard behind transparent pixels, in CSS pixels. */
const CHECKS = 16

let picture: Size = { width: 1, height: 1 }
/** How the source is framed beside its result. */
let framing: Framing | undefined
let view: Viewport = { scale: 1, x: 0, y: 0 }
/** Position of the divider, from 0 to 1 of the visible part of the image. */
let split = 0.5
let fitted = true

export function setUpViewer(): void {
  onGestures(frame, { drag, zoom: zoomAt })
  // The divider lies over the image and must not catch wheel events.
  onWheel(viewer, frame, zoomAt)
  frame.addEventListener('dblclick', () => (fitted ? zoomBy(4) : refit()))
  onKeys(viewer, {
    zoomBy,
    refit,
    moveBy: (x, y) => set(move(view, { x, y }, picture, room())),
    splitBy: (by) => setSplit(split + by),
    splitTo: setSplit,
  })
  onDividerDrag()
  setUpFaceMarks()
  const canLook = () => !divider.hidden && byId('brush-surface').hidden
  setUpLens(frame, () => (canLook() ? { view, picture, framing } : undefined))
  byId('zoom-in').addEventListener('click', () => zoomBy(1.5))
  byId('zoom-out').addEventListener('click', () => zoomBy(1 / 1.5))
  byId('zoom-fit').addEventListener('click', refit)
  new ResizeObserver(() =>
    fitted ? refit() : set(move(view, { x: 0, y: 0 }, picture, room())),
  ).observe(frame)
}

function drag(by: Point, at: Point): void {
  if (canMove()) set(move(view, by, picture, room()))
  // A finger that scrolls the page must not move the divider.
  else if (!divider.hidden && Math.abs(by.x) > Math.abs(by.y)) splitAt(at.x)
}

/** Shows a source alone, or why the browser cannot show it. Resolves with whether it is shown still. */
export async function showSource(
  url: string,
  caption: string,
  whyNot = texts.viewer.noPreview,
): Promise<boolean> {
  setScene('viewer')
  hideAfter()
  const size = await load(before, url)
  if (before.getAttribute('src') !== url) return false
  byId('no-preview').textContent = whyNot
  byId('no-preview').hidden = size !== null
  byId('before-caption').textContent = sizeAndBytes(size, caption)
  if (size) open(size)
  return true
}

/** Whether the viewer shows this source, alone or beside a result. */
export const showsSource = (url: string): boolean =>
  !viewer.hidden && before.getAttribute('src') === url

/** Whether the browser can show the source that was opened last, once it is loaded. */
async function isSourceSeen(): Promise<boolean> {
  if (!before.getAttribute('src')) return false
  if (!before.complete) await before.decode().catch(() => undefined)
  return before.naturalWidth > 0
}

const shownNotes = {
  'as it is': '',
  'as PNG': ` · ${texts.viewer.shownAsPng}`,
  never: ` · ${texts.viewer.downloadOnly}`,
}

/** Shows a result beside its source, which the browser frames and scales as the result is; at the same place as before if `keepView`. */
export async function showComparison(
  { job, result_url = '', details }: JobRecord,
  keepView = false,
): Promise<void> {
  const { width = 0, height = 0, bytes: count = 0, face_boxes = [] } = details ?? {}
  if (!keepView) hideFlip()
  if (!keepView) hideBrush()
  const comparable = await isSourceSeen()
  const shown = await loadDecodable(after, result_url)
  if (!shown) return
  const size = sizeAndBytes({ width, height }, bytes(count))
  byId('after-caption').textContent = size + shownNotes[shown]
  setFaces(face_boxes)
  byId('no-preview').hidden = true
  byId('after-layer').hidden = false
  divider.hidden = !comparable
  byId('before-layer').hidden = !comparable
  viewer.classList.toggle('comparing', true)
  const { naturalWidth, naturalHeight } = before
  framing = framingOf(job, { width: naturalWidth, height: naturalHeight })
  if (keepView && picture.width === width && picture.height === height) return render()
  split = 0.5
  open({ width, height })
}

/** The size of the source, where the browser shows it and its result has the same shape. */
export function comparedSize(): Size | undefined {
  const { naturalWidth: width, naturalHeight: height } = before
  const difference = Math.abs(width * picture.height - height * picture.width)
  const isSame = difference <= Math.max(picture.width, picture.height)
  return divider.hidden || !isSame ? undefined : { width, height }
}

/** Shows a result whose source is no longer available. */
export async function showResultAlone(record: JobRecord): Promise<void> {
  setScene('viewer')
  before.removeAttribute('src')
  byId('before-caption').textContent = ''
  await showComparison(record)
}

function hideAfter(): void {
  viewer.classList.remove('comparing')
  hideFlip()
  hideBrush()
  byId('after-layer').hidden = true
  byId('before-layer').hidden = false
  byId('after-caption').textContent = ''
  after.removeAttribute('src')
  setFaces([])
  divider.hidden = true
  framing = undefined
  const { naturalWidth: width, naturalHeight: height } = before
  if (width) open({ width, height })
}

async function load(image: HTMLImageElement, url: string): Promise<Size | null> {
  image.crossOrigin = 'anonymous'
  image.src = url
  return image.decode().then(
    () => ({ width: image.naturalWidth, height: image.naturalHeight }),
    () => null,
  )
}

function open(size: Size): void {
  picture = size
  // In a frame of another shape the checkerboard must not show beside the image.
  const { naturalWidth, naturalHeight } = before
  const { width, height } = framing?.size ?? { width: naturalWidth, height: naturalHeight }
  const sameShape = Math.abs(width * size.height - height * size.width)
  before.classList.toggle('checkered', sameShape <= Math.max(size.width, size.height))
  refit()
}

const room = (): Size => ({ width: frame.clientWidth, height: frame.clientHeight })
const canMove = () => overflows(view, picture, room())

function refit(): void {
  set(fitInto(picture, room()))
}

function zoomAt(factor: number, at: Point): void {
  set(zoom(view, factor, at, picture, room()))
}

function zoomBy(factor: number): void {
  const { width, height } = room()
  zoomAt(factor, { x: width / 2, y: height / 2 })
}

function set(next: Viewport): void {
  view = next
  fitted = !canMove()
  render()
}

function splitAt(x: number): void {
  const { left, right } = coveredArea(view, picture, room())
  setSplit((x - left) / Math.max(1, right - left))
}

function setSplit(next: number): void {
  split = Math.min(1, Math.max(0, next))
  render()
}

function render(): void {
  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  place(before, picture, transform, framing)
  place(after, picture, transform)
  for (const image of [before, after]) {
    image.style.setProperty('--check-size', `${CHECKS / view.scale}px`)
  }
  positionFaceMarks(view)
  positionSurface(view, picture)
  frame.classList.toggle('movable', canMove())
  placeDivider()
  const zoomed = percent(view.scale * devicePixelRatio)
  byId('zoom-fit').textContent = zoomed
  byId('zoom-fit').setAttribute('aria-label', texts.viewer.fitFrom(zoomed))
}

function placeDivider(): void {
  const { left, right, top, bottom } = coveredArea(view, picture, room())
  const x = left + split * (right - left)
  clip('before-layer', `inset(0 ${room().width - x}px 0 0)`)
  // If the shapes differ or the source is transparent, the result must not show through it.
  clip('after-layer', `inset(0 0 0 ${x}px)`)
  divider.style.left = `${frame.offsetLeft + x}px`
  divider.style.top = `${frame.offsetTop + top}px`
  divider.style.height = `${bottom - top}px`
  divider.setAttribute('aria-valuenow', String(Math.round(split * 100)))
  divider.setAttribute('aria-valuetext', texts.viewer.dividerAt(percent(split)))
}

const clip = (layer: string, shape: string) =>
  byId(layer).style.setProperty('--clip', divider.hidden ? 'none' : shape)

function onDividerDrag(): void {
  const follow = ({ clientX }: PointerEvent) =>
    splitAt(clientX - frame.getBoundingClientRect().left)
  divider.addEventListener('pointerdown', (event) => {
    divider.setPointerCapture(event.pointerId)
    follow(event)
  })
  divider.addEventListener('pointermove', (event) => {
    if (divider.hasPointerCapture(event.pointerId)) follow(event)
  })
}
