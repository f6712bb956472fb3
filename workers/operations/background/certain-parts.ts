import { connectedComponents } from '../../image/components.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'

/** Where parts end, of alpha 0 to 1. */
export const PART = 0.05
/** A part counts where its alpha exceeds this in so large a share of all pixels. */
const CERTAIN = 0.9
const LEAST_CERTAIN = 0.001

/**
 * Clears connected parts of an alpha of which the network was nowhere certain, by its `first` answer: what it finds in pictures
 * without a subject.
 */
export function clearUncertainParts(alpha: Plane, first: Float32Array): Plane {
  const labels = connectedComponents(alpha, PART)
  const certain = new Map<number, number>()
  first.forEach((value, i) => {
    const label = labels[i] as number
    if (value > CERTAIN) certain.set(label, (certain.get(label) ?? 0) + 1)
  })
  const least = LEAST_CERTAIN * alpha.values.length
  const isKept = (label: number) => label > 0 && (certain.get(label) ?? 0) >= least
  return mapPlane((i) => (isKept(labels[i] as number) ? (alpha.values[i] as number) : 0), alpha)
}
