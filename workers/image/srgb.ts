/** Luminance (BT.709) of linear red, green and blue. */
export const luminance = (red: number, green: number, blue: number) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue

/** The curve of sRGB, from 0 to 1 into linear light. */
export const srgbCurve = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** Lookup table from 8-bit sRGB values to linear light, 0 to 1. */
export const linear = Float64Array.from({ length: 256 }, (_, i) => srgbCurve(i / 255))

/** Converts linear light, 0 to 1, to an sRGB value, 0 to 255, not rounded. */
export const encoded = (light: number) =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)
