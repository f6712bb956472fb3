/** A plausible output exceeds 0..1 by less than this: the most on clean photographs was 0.23. */
export const OVERSHOOT = 0.3
/** The mean of an output block differs from its source pixel by less than this: the most was 0.17. */
export const DRIFT = 0.2
