/** The cubic kernel with a = -0.5. */
function cubic(x) {
  const t = Math.abs(x)
  if (t < 1) return 1.5 * t ** 3 - 2.5 * t ** 2 + 1
  return t < 2 ? -0.5 * t ** 3 + 2.5 * t ** 2 - 4 * t + 2 : 0
}

/** Downscales an RGBA image by `factor` with antialiased bicubic filtering, rounded to 8 bits. */
export function shrink({ width, height, data }, factor) {
  const narrow = rows(data, width, height, factor)
  const small = rows(transpose(narrow, width / factor, height), height, width / factor, factor)
  const [w, h] = [width / factor, height / factor]
  return { width: w, height: h, data: Uint8ClampedArray.from(transpose(small, h, w)) }
}

/** Shrinks each row. The image is mirrored at its border. */
function rows(data, width, height, factor) {
  const w = width / factor
  const out = new Float64Array(w * height * 4)
  const mirror = (x) => (x < 0 ? -1 - x : x >= width ? 2 * width - 1 - x : x)
  for (let x = 0; x < w; x++) {
    const centre = (x + 0.5) * factor - 0.5
    const first = Math.ceil(centre - 2 * factor)
    const taps = Array.from({ length: 4 * factor + 1 }, (_, i) => first + i)
    const weights = taps.map((tap) => cubic((tap - centre) / factor))
    const total = weights.reduce((a, b) => a + b)
    for (let y = 0; y < height; y++) {
      for (let c = 0; c < 4; c++) {
        let sum = 0
        taps.forEach((tap, i) => {
          sum += weights[i] * data[(y * width + mirror(tap)) * 4 + c]
        })
        out[(y * w + x) * 4 + c] = sum / total
      }
    }
  }
  return out
}

function transpose(data, width, height) {
  const out = new Float64Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 4; c++) out[(x * height + y) * 4 + c] = data[(y * width + x) * 4 + c]
    }
  }
  return out
}
