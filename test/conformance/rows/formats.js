import { equal, ok } from '../check.js'
import { row } from '../row.js'

const DECODE = 'workers/codecs/decode.ts'

const upload = async (service, format) => {
  const body = new FormData()
  body.append('image', await service.sample(format), 'sample')
  body.append('parameters', JSON.stringify({ width: 16, output_format: 'png' }))
  return service.ask('process_result', { body })
}

const how = {
  CUR: 'the largest image',
  EPS: 'its image or preview; programs without one need a Ghostscript that the page names',
  FLC: 'the first frame',
  FLI: 'the first frame',
  GIF: 'the first frame',
  ICNS: 'the largest image',
  ICO: 'the largest image',
  PCD: 'at 768 x 512',
  PNG: 'decoded; code points of Display P3 become its profile, of other colours than sRGB are converted to sRGB',
}

const read = (format) =>
  row(format, how[format] ?? 'decoded', DECODE, async (service) => {
    const { status, body } = await upload(service, format)
    if (format === 'EPS' && status === 400) return ok(/PostScript interpreter/.test(body.message))
    ok(status === 200, `Expected 200 but received ${status}: ${body.message}`)
    equal((await service.finished(body)).details.width, 16, 'width')
  })

const all =
  'BLP, BMP, DDS, DIB, EPS, GIF, ICNS, ICO, IM, JPEG, JPEG 2000, MSP, PCX, PNG, PPM, SGI, SPIDER, TGA, TIFF, XBM, CUR, DCX, FITS, FLI, FLC, FPX, FTEX, GBR, GD, IMT, IPTC/NAA, MCIDAS, MIC, MPO, PCD, PIXAR, PSD, SUN, WAL, WMF, EMF, XPM, WEBP, CR2, NEF'

export default all.split(', ').map(read)
