import type { ImageInput } from '../contract/image-source.ts'

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** The name of a result: `<source name>.<ext>`, else `<job>.<ext>`, of `[A-Za-z0-9._-]` only. */
export function fileName(source: string | ImageInput, job: string, type: string): string {
  const stem = safe(sourceName(source).replace(/\.[^.]*$/, ''))
  return `${stem || job}.${extensions[type] ?? 'bin'}`
}

function sourceName(source: string | ImageInput): string {
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

const safe = (name: string) =>
  name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100)
