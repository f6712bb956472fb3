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

/** Whether the result shows what stays, instead of the image. */
export const showsMask = ({ background }: ValidatedRequest): boolean =>
  background?.output === 'mask'

/** How what stays is corrected; not at all where the remote service removes the background. */
export const corrections = ({
  background: { remove, keep, erase, hints } = {},
}: ValidatedRequest) => (remove === 'generative' ? {} : { keep, erase, hints })

/** Whether a request corrects what stays, or the transparency of its source. */
export const hasCorrections = (request: ValidatedRequest): boolean =>
  Object.values(corrections(request)).some((value) => value !== undefined)
