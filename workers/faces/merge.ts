/** An answer of the network: centre x and y, width, height, then points. */
export interface Candidate {
  score: number
  numbers: number[]
}

/** Boxes that overlap by more than this are of one face. */
const OVERLAP = 0.3

/**
 * One candidate a face: the mean of those that overlap the surest, weighted by their scores. As in V. Bazarevsky et al.,
 * "BlazeFace", arXiv:1907.05047: it trembles less than taking the surest alone.
 */
export function merged(candidates: Candidate[]): Candidate[] {
  let left = candidates.toSorted((a, b) => b.score - a.score)
  const faces: Candidate[] = []
  for (let surest = left[0]; surest; surest = left[0]) {
    const most = surest
    const same = left.filter((other) => overlap(most, other) > OVERLAP)
    left = left.filter((other) => other !== most && !same.includes(other))
    faces.push({ score: most.score, numbers: mean(same.length > 0 ? same : [most]) })
  }
  return faces
}

/** Of candidates that overlap, the surest alone: their points need not mean the same. */
export function surest(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(other, candidate) <= OVERLAP)) kept.push(candidate)
  }
  return kept
}

function mean(candidates: Candidate[]): number[] {
  const sum = candidates.reduce((total, { score }) => total + score, 0)
  const length = candidates[0]?.numbers.length ?? 0
  return Array.from(
    { length },
    (_, k) =>
      candidates.reduce((total, { score, numbers }) => total + score * (numbers[k] ?? 0), 0) / sum,
  )
}

/** Intersection over union of two boxes. */
function overlap({ numbers: a }: Candidate, { numbers: b }: Candidate): number {
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
  const both = along(0) * along(1)
  const area = (numbers: number[]) => (numbers[2] ?? 0) * (numbers[3] ?? 0)
  return both / Math.max(1e-9, area(a) + area(b) - both)
}
