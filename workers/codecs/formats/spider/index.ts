import { dataView } from '../../shared/bytes.ts'
import { builtin, type Format } from '../format.ts'

export const spider: Format = {
  extensions: 'spi, spider',
  plausible: isSpider,
  codecs: [builtin('spider', () => import('./decode.ts'))],
}

/** A header of floats in either byte order, whose sizes in records and in bytes agree. */
function isSpider(bytes: Uint8Array): boolean {
  if (bytes.length < 27 * 4) return false
  const data = dataView(bytes)
  return [true, false].some((little) => {
    const field = (number: number) => data.getFloat32((number - 1) * 4, little)
    const [rows, form, columns, records, header, record] = [2, 5, 12, 13, 22, 23].map(field)
    const whole = [rows, form, columns, records, header, record].every(Number.isInteger)
    return (
      whole &&
      [1, 3, -11, -12, -21, -22].includes(form ?? 0) &&
      header === (records ?? 0) * (record ?? 0)
    )
  })
}
