/** The element with this id. A missing one is a bug: the page's HTML and its scripts are built together. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}`)
  return element as T
}

/** Shows what is wrong in an element, which is hidden where nothing is. */
export function complain(box: HTMLElement, message: string): void {
  box.textContent = message
  box.hidden = !message
}

/** Creates an element with properties, listeners and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { dataset = {}, ...properties }: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties)
  Object.assign(element.dataset, dataset)
  element.append(...children)
  return element
}

/** A button without a border, whose name for screen readers says more than its text. */
export const quietButton = (text: string, ariaLabel: string, onclick: () => void) =>
  make('button', { type: 'button', className: 'quiet muted', ariaLabel, onclick }, text)
