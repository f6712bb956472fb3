import { unexpected } from '../shared/errors.ts'

/** Keys of one object in a request. More would hold the page for seconds. */
export const MAX_KEYS = 1000

export const tooManyKeys = (path: string, count: number) =>
  unexpected(path || 'request', `at most ${MAX_KEYS} fields`, count)
