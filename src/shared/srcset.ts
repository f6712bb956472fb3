/** The `srcset` of an `<img>`, of the results that have a URL. */
export const srcsetOf = (results: readonly { url?: string | null; width?: number }[]): string =>
  results.flatMap(({ url, width }) => (url ? [`${url} ${width}w`] : [])).join(', ')
