import type { ValidatedRequest } from './validate.ts'

/** Whether a request uses a part of its source only, turns it, or mirrors it. */
export const isFramed = ({ crop, rotate, flip }: ValidatedRequest): boolean =>
  crop !== undefined || flip !== undefined || Boolean(rotate)
