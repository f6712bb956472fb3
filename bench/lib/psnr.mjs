/** BT.601 luma in the range 16..235, the convention in papers on super-resolution. */
const luma = (data, i) =>
  16 + (65.481 * data[i] + 128.553 * data[i + 1] + 24.966 * data[i + 2]) / 255

/** Luma PSNR of two RGBA images of the same size, ignoring `border` pixels on each side. */
export function psnrY(a, b, border) {
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`Expected ${a.width} x ${a.height} but received ${b.width} x ${b.height}`)
  }
  let sum = 0
  for (let y = border; y < a.height - border; y++) {
    for (let x = border; x < a.width - border; x++) {
      const i = (y * a.width + x) * 4
      sum += (luma(a.data, i) - luma(b.data, i)) ** 2
    }
  }
  const count = (a.width - 2 * border) * (a.height - 2 * border)
  return 10 * Math.log10(255 ** 2 / (sum / count))
}
