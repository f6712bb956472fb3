/** The actions of the viewer's keys. */
export interface Controls {
  zoomBy(factor: number): void
  refit(): void
  moveBy(x: number, y: number): void
  splitBy(share: number): void
  splitTo(share: number): void
}

type Keys = Record<string, () => void>

/** Shortcuts work only within the viewer, so that typing elsewhere never triggers them. */
export function onKeys(viewer: HTMLElement, controls: Controls): void {
  viewer.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = { ...zoomKeys(controls), ...arrowKeys(event, controls) }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
}

const zoomKeys = ({ zoomBy, refit }: Controls): Keys => ({
  '+': () => zoomBy(1.5),
  '=': () => zoomBy(1.5),
  '-': () => zoomBy(1 / 1.5),
  '0': refit,
})

/** Arrow keys move what has the focus: the divider or the image. */
function arrowKeys({ target, shiftKey }: KeyboardEvent, controls: Controls): Keys {
  const { id } = target as HTMLElement
  if (id === 'divider') return dividerKeys(shiftKey ? 0.1 : 0.02, controls)
  if (id === 'view') return pictureKeys(shiftKey ? 240 : 60, controls)
  return {}
}

const dividerKeys = (step: number, { splitBy, splitTo }: Controls): Keys => ({
  ArrowLeft: () => splitBy(-step),
  ArrowDown: () => splitBy(-step),
  ArrowRight: () => splitBy(step),
  ArrowUp: () => splitBy(step),
  PageDown: () => splitBy(-0.1),
  PageUp: () => splitBy(0.1),
  Home: () => splitTo(0),
  End: () => splitTo(1),
})

const pictureKeys = (step: number, { moveBy }: Controls): Keys => ({
  ArrowLeft: () => moveBy(step, 0),
  ArrowRight: () => moveBy(-step, 0),
  ArrowUp: () => moveBy(0, step),
  ArrowDown: () => moveBy(0, -step),
})
