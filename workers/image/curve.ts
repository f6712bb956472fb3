/** Points (x, y) of a function that is linear between them and constant beyond them; x ascends. */
export type Curve = readonly (readonly [x: number, y: number])[]

export function interpolate(curve: Curve, x: number): number {
  const after = curve.findIndex(([at]) => at >= x)
  const [x1, y1] = curve.at(after) as [number, number]
  if (after <= 0) return y1
  const [x0, y0] = curve[after - 1] as [number, number]
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}
