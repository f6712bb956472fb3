const METERS_PER_INCH = 0.0254

/** The density, or undefined if it is implausible or does not fit into the 16 bits that JFIF has for it. */
export const validDpi = (dpi: number): number | undefined =>
  dpi >= 1 && dpi <= 65_535 ? dpi : undefined

/** Whole pixels per meter, as PNG and BMP store it. */
export const perMeterFromDpi = (dpi: number) => Math.max(1, Math.round(dpi / METERS_PER_INCH))

/** Rounded to whole pixels per inch if that is what was stored: 2835 per meter are 72 dpi. */
export function dpiFromPerMeter(perMeter: number): number | undefined {
  const dpi = perMeter * METERS_PER_INCH
  const rounded = Math.round(dpi)
  return validDpi(perMeterFromDpi(rounded) === perMeter ? rounded : dpi)
}
