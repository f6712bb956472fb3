import { dataView } from '../../shared/bytes.ts'

/** Sum of the table for luminance that ITU-T T.81 suggests (annex K), which quality 50 stands for. */
const SUGGESTED_SUM = 3688
const VALUES = 64

/** The quantization tables of a DQT segment (ITU-T T.81, B.2.4.1): the sum of each by its number. */
export function* quantizationSums(body: Uint8Array): Generator<[id: number, sum: number]> {
  const data = dataView(body)
  for (let at = 0; at < body.length; ) {
    const head = body[at++] as number
    const bytes = head >> 4 === 0 ? 1 : 2
    if (at + bytes * VALUES > body.length) return
    let sum = 0
    for (let i = 0; i < VALUES; i++, at += bytes)
      sum += bytes === 1 ? data.getUint8(at) : data.getUint16(at)
    yield [head & 15, sum]
  }
}

/** The quality, 1 to 100, that the encoder of the Independent JPEG Group has for a table of luminance with such a sum. */
export function qualityOf(sum: number): number {
  const percent = (100 * sum) / SUGGESTED_SUM
  const quality = percent <= 100 ? (200 - percent) / 2 : 5000 / percent
  return Math.min(100, Math.max(1, Math.round(quality)))
}
