import type { NormalizedRequest } from '../request/normalize.ts'
import { enlarges, ofWidth, widthsOf } from '../request/sizes.ts'
import type { Warning } from '../shared/warning.ts'
import { atLeastOne, layout } from './geometry.ts'
import { isSameSize, type Size } from './size.ts'
import type { Step } from './steps.ts'
import { targetSize } from './target-size.ts'

/** One of several results: what is done for it alone, to what the steps of the plan have made. */
export interface SizePlan {
  width: number
  /** Whether it is first scaled down to its width. */
  shrinks?: true
  steps: Step[]
}

/** The widths that are made of a picture, the largest first, without those that a limit makes alike. */
export function distinctWidths(request: NormalizedRequest, picture: Size): number[] {
  const made = (width: number) => layoutOf(request, width, picture).canvas.width
  return widthsOf(request, picture).filter(
    (width, i, all) => i === 0 || made(width) < made(all[i - 1] as number),
  )
}

const layoutOf = (request: NormalizedRequest, width: number, picture: Size) =>
  layout(picture, targetSize(ofWidth(request, width), picture))

const scaling = ['upscale', 'resize', 'face_enhance']
const isNetwork = ({ op }: Step) => op === 'upscale' || op === 'face_enhance'

/**
 * The steps that all widths share, and those of each. `all`: the steps of each width alone, the largest first. Networks run
 * once: what they make for the largest, the others are scaled down from.
 */
export function shareSteps(
  request: NormalizedRequest,
  picture: Size,
  widths: number[],
  all: Step[][],
): { steps: Step[]; sizes: SizePlan[] } {
  const [whole = [], ...others] = all
  const alike = whole.findIndex((step, i) => others.some((steps) => !isSame(step, steps[i])))
  const common = alike < 0 ? whole.length : alike
  if (!all.some((steps) => steps.slice(common).some(isNetwork))) {
    return {
      steps: whole.slice(0, common),
      sizes: sizesOf(all.map((steps) => steps.slice(common))),
    }
  }
  const scaledTo = (width: number) => layoutOf(request, width, picture).scaled
  const endOfScaling = (steps: Step[]) =>
    Math.max(common, steps.findLastIndex(({ op }) => scaling.includes(op)) + 1)
  const base = scaledTo(widths[0] as number)
  const rests = all.map((steps, i) => {
    const size = scaledTo(widths[i] as number)
    const rest = steps.slice(endOfScaling(steps))
    return isSameSize(size, base) ? rest : [{ op: 'resize' as const, ...size, filter: 'lanczos3' as const }, ...rest] // biome-ignore format: a line
  })
  return { steps: whole.slice(0, endOfScaling(whole)), sizes: sizesOf(rests) }

  function sizesOf(rests: Step[][]): SizePlan[] {
    // What is shown is judged once.
    return rests.map((steps, i) => ({
      width: widths[i] as number,
      steps: i === 0 ? steps : steps.filter(({ op }) => op !== 'nsfw'),
    }))
  }
}

const isSame = (a: Step, b: Step | undefined) => JSON.stringify(a) === JSON.stringify(b)

/** The same where the size of the largest is not known yet: the others are scaled down from it, before the `last` steps. */
export const scaleDown = (
  widths: number[],
  steps: Step[],
  last: Step[],
): { steps: Step[]; sizes: SizePlan[] } => ({
  steps: steps.slice(0, steps.length - last.length),
  sizes: widths.map((width, i) =>
    i === 0
      ? { width, steps: last }
      : { width, shrinks: true, steps: last.filter(({ op }) => op !== 'nsfw') },
  ),
})

/** The steps of a size, of an image that is there. */
export const stepsOfSize = ({ width, shrinks, steps }: SizePlan, image: Size): Step[] =>
  shrinks && width < image.width ? [shrinkTo(width, image), ...steps] : steps

export const shrinkTo = (width: number, image: Size): Step => ({
  op: 'resize',
  width,
  height: atLeastOne((image.height * width) / image.width),
  filter: 'lanczos3',
})

/** Which of the widths are left out, or lowered. */
export function limitedSizes(request: NormalizedRequest, picture: Size): Warning[] {
  return (request.sizes ?? []).flatMap((width, i): Warning[] => {
    const path = `sizes.${i}`
    if (width > picture.width && !enlarges(request)) {
      const message = `${path} was left out: the image is ${picture.width} pixels wide`
      return [{ code: 'LIMITED', path, message }]
    }
    const made = layoutOf(request, width, picture).canvas.width
    if (made >= width) return []
    const message = `${path} is not reached: max_length allows ${made} pixels only`
    return [{ code: 'LIMITED', path, message }]
  })
}
