import type { ImageSource } from '../shared/image-source.ts'

/** The name of a source, as far as it has one. */
export function sourceName(source: string | ImageSource): string {
  if (typeof source !== 'string') return 'name' in source ? String(source.name) : ''
  // Storage paths are not percent-encoded.
  if (/^\s*storage:/i.test(source)) return source.trim().split('/').pop() ?? ''
  if (!/^https?:/i.test(source)) return ''
  const last = URL.canParse(source) ? new URL(source).pathname.split('/').pop() : ''
  try {
    return decodeURIComponent(last ?? '')
  } catch {
    return last ?? ''
  }
}
