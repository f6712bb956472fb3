import { byId } from './dom.ts'

const views = ['picture', 'folder', 'storages', 'generate', 'jobs'] as const
export type View = (typeof views)[number]

const listeners: ((view: View) => void)[] = []
let shown: View = 'picture'

/** Sets up the navigation at the top of the page, which switches the views. */
export function setUpViews(): void {
  for (const view of views) byId(`go-${view}`).addEventListener('click', () => go(view))
}

export function go(view: View): void {
  shown = view
  for (const each of views) {
    byId(`view-${each}`).hidden = each !== view
    if (each === view) byId(`go-${each}`).setAttribute('aria-current', 'page')
    else byId(`go-${each}`).removeAttribute('aria-current')
  }
  for (const listener of listeners) listener(view)
}

export const onView = (listener: (view: View) => void): void => {
  listeners.push(listener)
}

export const isShown = (view: View): boolean => shown === view
