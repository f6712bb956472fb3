import { byId } from './dom.ts'
import { type Framing, place } from './framing.ts'
import type { Point, Size, Viewport } from './viewport.ts'

const lens = byId('lens')
const halves = [
  [byId<HTMLImageElement>('lens-before'), byId<HTMLImageElement>('before')],
  [byId<HTMLImageElement>('lens-after'), byId<HTMLImageElement>('after')],
] as const
/** Pixels between the lens and the pointer, and between the lens and the frame. */
const GAP = 16

interface Shown {
  view: Viewport
  picture: Size
  /** Of the source. */
  framing: Framing | undefined
}

/**
 * Shows source and result side by side at 100 % under the mouse, where both are seen smaller than that. A finger zooms instead,
 * and so does the keyboard.
 */
export function setUpLens(frame: HTMLElement, shown: () => Shown | undefined): void {
  const button = byId('lens-toggle')
  button.addEventListener('click', () => {
    const on = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(on))
    if (!on) hide()
  })
  frame.addEventListener('pointermove', ({ pointerType, buttons, clientX, clientY }) => {
    const now = shown()
    const { left, top } = frame.getBoundingClientRect()
    const at = { x: clientX - left, y: clientY - top }
    const on = pointerType === 'mouse' && buttons === 0
    if (!on || button.getAttribute('aria-pressed') !== 'true' || !now || !isOver(at, now)) hide()
    else show(at, now, { width: frame.clientWidth, height: frame.clientHeight })
  })
  frame.addEventListener('pointerdown', hide)
  frame.addEventListener('pointerleave', hide)
}

const hide = (): void => {
  lens.hidden = true
}

const isOver = ({ x, y }: Point, { view, picture }: Shown): boolean =>
  view.scale * devicePixelRatio < 0.99 &&
  x >= view.x &&
  y >= view.y &&
  x < view.x + picture.width * view.scale &&
  y < view.y + picture.height * view.scale

function show(at: Point, { view, picture, framing }: Shown, room: Size): void {
  lens.hidden = false
  const { offsetWidth: width, offsetHeight: height } = lens
  const left = Math.min(Math.max(GAP, at.x - width / 2), room.width - width - GAP)
  const above = at.y - height - GAP
  const top = above >= 0 ? above : at.y + GAP
  lens.style.transform = `translate(${left}px, ${top}px)`
  const scale = 1 / devicePixelRatio
  for (const [image, source] of halves) {
    if (image.src !== source.src) image.src = source.src
    const x = width / 4 - ((at.x - view.x) / view.scale) * scale
    const y = height / 2 - ((at.y - view.y) / view.scale) * scale
    const transform = `translate(${x}px, ${y}px) scale(${scale})`
    place(image, picture, transform, source.id === 'before' ? framing : undefined)
  }
}
