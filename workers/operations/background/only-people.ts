import { connectedComponents } from '../../image/components.ts'
import { mapPlane, type Plane, ramp } from '../../image/plane.ts'
import { clearUncertainParts, PART } from './certain-parts.ts'

/**
 * Below the first of how much something is a person, it is none of `human`'s; above the second it is all of it. A connected
 * part is told by its mean, and pixel by pixel only between them: `models/build/train/matte/README.md` has what that gives.
 */
const PERSON = [0.25, 0.75] as const

/** What of an alpha is people, by how much of a person each pixel shows, 0 to 1. */
export function onlyPeople(alpha: Plane, person: Float32Array): Plane {
  const labels = connectedComponents(alpha, PART)
  const means = meansOf(labels, alpha, person)
  const [none, all] = PERSON
  const share = (mean: number, value: number) => {
    if (mean < none) return 0
    return mean > all ? 1 : ramp(none, all, value)
  }
  const people = mapPlane((i) => {
    const mean = means.get(labels[i] as number) ?? 0
    return (alpha.values[i] as number) * share(mean, person[i] as number)
  }, alpha)
  return clearUncertainParts(people)
}

/** The mean of `person` in each part, weighted by alpha. */
function meansOf(labels: Uint32Array, { values }: Plane, person: Float32Array) {
  const sums = new Map<number, { alpha: number; person: number }>()
  labels.forEach((label, i) => {
    const sum = sums.get(label) ?? { alpha: 0, person: 0 }
    sum.alpha += values[i] as number
    sum.person += (values[i] as number) * (person[i] as number)
    sums.set(label, sum)
  })
  sums.delete(0)
  return new Map([...sums].map(([label, sum]) => [label, sum.person / sum.alpha]))
}
