import type { Plane } from './plane.ts'

/** Labels connected components (4 neighbors) of pixels above `level`: a label of 1 or more per component, 0 for other pixels. */
export function connectedComponents({ values, width }: Plane, level: number): Uint32Array {
  const labels = new Uint32Array(values.length)
  const stack: number[] = []
  const visit = (i: number, label: number) => {
    if (labels[i] !== 0 || !((values[i] as number) > level)) return
    labels[i] = label
    stack.push(i)
  }
  let label = 0
  for (let start = 0; start < values.length; start++) {
    if (labels[start] !== 0 || !((values[start] as number) > level)) continue
    visit(start, ++label)
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      if (i % width > 0) visit(i - 1, label)
      if (i % width < width - 1) visit(i + 1, label)
      if (i >= width) visit(i - width, label)
      if (i + width < values.length) visit(i + width, label)
    }
  }
  return labels
}
