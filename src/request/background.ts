import type { ValidatedRequest } from './validate.ts'

/** How the background is removed on the device. */
export type BackgroundMethod = 'auto' | 'v2' | 'human' | 'item'

/** Whether the background is removed on the device, by what is found or by a mask. */
export const cutsOut = (request: ValidatedRequest): boolean =>
  removalMethod(request) !== undefined || request.background?.mask !== undefined

/** How the background is found on the device; undefined where it is kept, or removed by a generative model. */
export function removalMethod({ background }: ValidatedRequest): BackgroundMethod | undefined {
  const remove = background?.remove ?? undefined
  return remove === 'generative' ? undefined : remove
}
