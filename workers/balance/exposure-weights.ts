/**
 * Written by models/build/balance/exposure.py: the weights of the features of exposure.ts in the estimate of log
 * gamma: quantiles of log(-log luminance), then the rest.
 */
export const weights = [
  0.0293, // 0.01
  -0.0092, // 0.05
  0.0284, // 0.1
  -0.01, // 0.25
  -0.0638, // 0.5
  0.0098, // 0.75
  0.033, // 0.9
  -0.4709, // 0.95
  0.831, // 0.99
  0.7966, // clipped high
  0.4324, // clipped low
  -0.2183, // upper third
  -0.8883, // middle third
  -0.5159, // lower third
]

export const bias = 0.2624
