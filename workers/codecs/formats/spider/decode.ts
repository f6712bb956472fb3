import { dataView } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'
import { sampledImage, sampleTypes } from '../../shared/samples.ts'

/**
 * SPIDER image (.spider, .spi). No signature: a header of 32-bit floats in either byte order, here counted from 1: 2 rows,
 * 5 form (1: an image), 12 columns, 13 records in the header, 22 its bytes (13 times 23), 23 bytes per record, 24 above 0: a
 * stack, whose first image has another header. Pixels are floats, shown as levels of 0 to 255.
 */
const FIELDS = { rows: 2, form: 5, columns: 12, records: 13, bytes: 22, record: 23, stack: 24 }
const IMAGE = 1

export function info(bytes: Uint8Array): RasterInfo {
  const field = header(bytes)
  return rasterInfo(field('columns'), field('rows'))
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const field = header(bytes)
  const from = field('bytes') * (field('stack') > 0 ? 2 : 1)
  const layout = { from, row: size.width * 4, column: 4, channels: [0] }
  return sampledImage(bytes, size, layout, sampleTypes.float32(byteOrder(bytes)))
}

const read = (bytes: Uint8Array, little: boolean) => (name: keyof typeof FIELDS) =>
  dataView(bytes).getFloat32((FIELDS[name] - 1) * 4, little)

/** Whether the file is little-endian; undefined if the header makes sense in neither order. */
function byteOrder(bytes: Uint8Array): boolean | undefined {
  return [false, true].find((little) => {
    const field = read(bytes, little)
    const whole = (['rows', 'columns', 'records', 'record'] as const).every(
      (name) => Number.isInteger(field(name)) && field(name) > 0,
    )
    return whole && field('form') === IMAGE && field('bytes') === field('records') * field('record')
  })
}

function header(bytes: Uint8Array) {
  const little = byteOrder(bytes)
  if (little === undefined) throw new Error('Expected the header of a SPIDER image')
  return read(bytes, little)
}
