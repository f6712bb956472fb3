import { dataView } from '../../shared/bytes.ts'

export interface PredictorRows {
  /** Samples per row and per pixel. */
  samples: number
  perPixel: number
  bits: number
  littleEndian: boolean
}

/** Undoes horizontal differencing (TIFF 6.0 section 14), in place. */
export function undoHorizontalPredictor(
  bytes: Uint8Array,
  rowBytes: number,
  rows: PredictorRows,
): void {
  const { samples, perPixel, bits, littleEndian } = rows
  const data = dataView(bytes)
  for (let row = 0; row + rowBytes <= bytes.length; row += rowBytes) {
    for (let i = perPixel; i < samples; i++) {
      if (bits === 8) {
        bytes[row + i] = (bytes[row + i] as number) + (bytes[row + i - perPixel] as number)
      } else if (bits === 16) {
        const at = row + i * 2
        const left = data.getUint16(at - perPixel * 2, littleEndian)
        data.setUint16(at, data.getUint16(at, littleEndian) + left, littleEndian)
      } else if (bits === 32) {
        const at = row + i * 4
        const left = data.getUint32(at - perPixel * 4, littleEndian)
        data.setUint32(at, data.getUint32(at, littleEndian) + left, littleEndian)
      } else {
        throw new Error(`differences of ${bits}-bit samples are not supported`)
      }
    }
  }
}

/**
 * Undoes the floating point predictor (Adobe Photoshop TIFF Technical Note 3), in place: a row stores the most
 * significant bytes of all samples first, then the next ones, as differences between bytes.
 */
export function undoFloatPredictor(bytes: Uint8Array, rowBytes: number, rows: PredictorRows): void {
  const { samples, perPixel, bits, littleEndian } = rows
  const size = bits / 8
  for (let row = 0; row + rowBytes <= bytes.length; row += rowBytes) {
    const line = bytes.slice(row, row + rowBytes)
    for (let i = perPixel; i < rowBytes; i++) {
      line[i] = (line[i] as number) + (line[i - perPixel] as number)
    }
    for (let i = 0; i < samples; i++) {
      for (let b = 0; b < size; b++) {
        const to = littleEndian ? size - 1 - b : b
        bytes[row + i * size + to] = line[b * samples + i] as number
      }
    }
  }
}
