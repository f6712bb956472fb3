import type { Rgb } from '../../src/plan/steps.ts'

/** Composites straight RGBA over an opaque color, in place. */
export function flattenOnto(pixels: Uint8ClampedArray, color: Rgb): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] as number
    if (alpha === 255) continue
    for (const c of [0, 1, 2] as const) {
      pixels[i + c] = color[c] + (((pixels[i + c] as number) - color[c]) * alpha) / 255
    }
    pixels[i + 3] = 255
  }
}
