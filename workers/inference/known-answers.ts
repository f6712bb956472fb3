/** The test image repeats itself after so many pixels: so does the output where borders are out of a network's sight. */
export const PERIOD = 16
/** Distance between the output values that a check compares; the index wraps around at the end. */
export const STRIDE = 997
/** No network sees further than so many periods. */
const FURTHEST = 6
/** Periods at each border that differ from those inside: networks see up to twice their halo. */
export const marginOf = (halo: number) => Math.min(FURTHEST, Math.ceil((2 * halo) / PERIOD))

/** The side of the smallest tile that has an inside. */
export const leastSide = (halo: number): number => (2 * marginOf(halo) + 1) * PERIOD
