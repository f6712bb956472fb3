import type { Color, Fill } from '../../src/plan/steps.ts'

/** Whether a fill lets something through. */
export const isTranslucent = (fill: Fill): boolean =>
  typeof fill === 'string' ? fill === 'transparent' : fill.length > 3

/** Composites straight RGBA over a color, in place. */
export function flattenOnto(pixels: Uint8ClampedArray, color: Color): void {
  const opacity = color[3] ?? 255
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] as number
    if (alpha === 255) continue
    const seen = (opacity * (255 - alpha)) / 255
    for (const c of [0, 1, 2] as const) {
      pixels[i + c] = ((pixels[i + c] as number) * alpha + color[c] * seen) / (alpha + seen)
    }
    pixels[i + 3] = alpha + seen
  }
}
