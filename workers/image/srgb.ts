/** Luminance of linear red, green and blue (BT.709). */
export const luminance = (red: number, green: number, blue: number) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Linear light, 0 to 1, of each number of an sRGB file. */
export const linear = Float64Array.from({ length: 256 }, (_, i) => {
  const x = i / 255
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
})

/** The sRGB number, 0 to 255 and not rounded, of linear light. */
export const encoded = (light: number) =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)
