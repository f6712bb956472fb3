import { connectedComponents } from '../../image/components.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import { PART } from './certain-parts.ts'

/** A connected part shows people where the mean of `person` over it exceeds this: models/build/train/matte/README.md has others. */
const PERSON = 0.4

/** The connected parts of an alpha that are people, by how much of a person each pixel shows, 0 to 1. */
export function onlyPeople(alpha: Plane, person: Float32Array): Plane {
  const labels = connectedComponents(alpha, PART)
  const means = meansOf(labels, alpha, person)
  const isPerson = (label: number) => (means.get(label) ?? 0) > PERSON
  return mapPlane((i) => (isPerson(labels[i] as number) ? (alpha.values[i] as number) : 0), alpha)
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
