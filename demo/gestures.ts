import type { Point } from './viewport.ts'

export interface Gestures {
  /** One pointer moves to `at`. */
  drag(by: Point, at: Point): void
  /** By two fingers or the wheel. */
  zoom(factor: number, at: Point): void
}

/** Reports drags and zooms of mouse, pen and touch on an element, in its coordinates. */
export function onGestures(element: HTMLElement, { drag, zoom }: Gestures): void {
  const pointers = new Map<number, Point>()
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, local(element, event))
  })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(end, ({ pointerId }) => pointers.delete(pointerId))
  }
  element.addEventListener('pointermove', (event) => {
    const from = pointers.get(event.pointerId)
    if (!from) return
    const to = local(element, event)
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, to)
    if (other) zoom(distance(to, other) / Math.max(1, distance(from, other)), middle(to, other))
    else drag({ x: to.x - from.x, y: to.y - from.y }, to)
  })
  // Two fingers always zoom the image, even if one of them would scroll the page.
  element.addEventListener(
    'touchmove',
    (event) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault()
    },
    { passive: false },
  )
}

/** Reports wheel events on `area` as zooms, in the coordinates of `element`. */
export function onWheel(area: HTMLElement, element: HTMLElement, zoom: Gestures['zoom']): void {
  const onEvent = (event: WheelEvent) => {
    event.preventDefault()
    // Browsers report a pinch on a trackpad as small wheel events with Ctrl.
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), local(element, event))
  }
  area.addEventListener('wheel', onEvent, { passive: false })
}

function local(element: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
