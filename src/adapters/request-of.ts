import type { RequestWithoutSource } from '../darkroom.ts'

/** What is done to each file, or a function that tells it: undefined leaves a file as it is. */
export type RequestOf<F> = RequestWithoutSource | ((file: F) => RequestWithoutSource | undefined)

export const requestFor = <F>(request: RequestOf<F>, file: F): RequestWithoutSource | undefined =>
  typeof request === 'function' ? request(file) : request
