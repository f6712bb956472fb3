/** The element with this id. The page's HTML and its scripts ship together, so a missing one is a bug. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}`)
  return element as T
}
