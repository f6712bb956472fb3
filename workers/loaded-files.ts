import { allWeights } from '../models/models.ts'

/** URLs of this worker's script and of what it has loaded since, but for weights, which are stored apart. */
export function loadedFiles(): string[] {
  const absolute = (url: string) => new URL(url, self.location.href).href
  const weights = new Set(allWeights.map(({ url }) => absolute(url)))
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  return [...new Set([self.location.href, ...loaded])].filter(
    (url) => /^https?:/.test(url) && !weights.has(url),
  )
}
