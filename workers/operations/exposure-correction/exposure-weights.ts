/**
 * Written by models/build/balance/exposure.py: the weights of the features of exposure.ts in the estimate of log
 * gamma. Quantiles of log(-log luminance) first, then the other features.
 */
export const weights = [
  0.0343, // 0.01
  -0.0128, // 0.05
  0.0236, // 0.1
  -0.0286, // 0.25
  -0.044, // 0.5
  0.0713, // 0.75
  0.0767, // 0.9
  -0.3876, // 0.95
  0.603, // 0.99
  0.7734, // clipped high
  0.2149, // clipped low
  -0.1961, // upper third
  -0.9725, // middle third
  -0.5526, // lower third
]

export const bias = 0.403
