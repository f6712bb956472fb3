import type { Texts } from './en.ts'

/** The text with a key such as `views.title`. */
export function textAt(texts: Texts, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((so, name) => (so as Record<string, unknown> | undefined)?.[name], texts)
  if (typeof found !== 'string') throw new Error(`Expected the key of a text but received ${key}`)
  return found
}
