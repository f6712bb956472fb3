/** A detection: center x and y, width, height, then points. */
export interface Candidate {
  score: number
  numbers: number[]
}

/** Detections whose intersection over union is above this are of one face. */
const MAX_OVERLAP = 0.3

/**
 * One candidate for each face: the mean of those that overlap the most certain one, weighted by their scores. As in V. Bazarevsky et al.,
 * "BlazeFace", arXiv:1907.05047: it is steadier than the most certain one alone.
 */
export function mergeOverlapping(candidates: Candidate[]): Candidate[] {
  let remaining = candidates.toSorted((a, b) => b.score - a.score)
  const faces: Candidate[] = []
  for (let best = remaining[0]; best; best = remaining[0]) {
    const current = best
    const overlapping = remaining.filter(
      (other) => intersectionOverUnion(current, other) > MAX_OVERLAP,
    )
    remaining = remaining.filter((other) => other !== current && !overlapping.includes(other))
    faces.push({
      score: current.score,
      numbers: weightedMean(overlapping.length > 0 ? overlapping : [current]),
    })
  }
  return faces
}

/** Of candidates that overlap, the most certain alone: their points need not mean the same. */
export function suppressOverlapping(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => intersectionOverUnion(other, candidate) <= MAX_OVERLAP))
      kept.push(candidate)
  }
  return kept
}

function weightedMean(candidates: Candidate[]): number[] {
  const sum = candidates.reduce((total, { score }) => total + score, 0)
  const length = candidates[0]?.numbers.length ?? 0
  return Array.from(
    { length },
    (_, k) =>
      candidates.reduce((total, { score, numbers }) => total + score * (numbers[k] ?? 0), 0) / sum,
  )
}

/** Intersection over union of two boxes. */
function intersectionOverUnion({ numbers: a }: Candidate, { numbers: b }: Candidate): number {
  const along = (axis: 0 | 1) => {
    const [x, length, u, other] = [a[axis], a[axis + 2], b[axis], b[axis + 2]] as [
      number,
      number,
      number,
      number,
    ]
    const end = Math.min(x + length / 2, u + other / 2)
    return Math.max(0, end - Math.max(x - length / 2, u - other / 2))
  }
  const intersection = along(0) * along(1)
  const area = (numbers: number[]) => (numbers[2] ?? 0) * (numbers[3] ?? 0)
  return intersection / Math.max(1e-9, area(a) + area(b) - intersection)
}
