import { expect, it } from 'vitest'
import * as fits from '../../../workers/codecs/formats/fits.ts'
import * as fli from '../../../workers/codecs/formats/fli.ts'
import * as gbr from '../../../workers/codecs/formats/gbr.ts'
import * as gd from '../../../workers/codecs/formats/gd.ts'
import * as gif from '../../../workers/codecs/formats/gif.ts'
import * as im from '../../../workers/codecs/formats/im.ts'
import * as imt from '../../../workers/codecs/formats/imt.ts'
import * as iptc from '../../../workers/codecs/formats/iptc.ts'
import * as mcidas from '../../../workers/codecs/formats/mcidas.ts'
import * as msp from '../../../workers/codecs/formats/msp.ts'
import * as netpbm from '../../../workers/codecs/formats/netpbm.ts'
import * as pcd from '../../../workers/codecs/formats/pcd.ts'
import * as pixar from '../../../workers/codecs/formats/pixar.ts'
import * as sgi from '../../../workers/codecs/formats/sgi.ts'
import * as spider from '../../../workers/codecs/formats/spider.ts'
import * as sun from '../../../workers/codecs/formats/sun.ts'
import * as wal from '../../../workers/codecs/formats/wal.ts'
import * as xbm from '../../../workers/codecs/formats/xbm.ts'
import * as xpm from '../../../workers/codecs/formats/xpm.ts'
import type { Recognised } from './decoder.ts'
import { read, samples } from './samples.ts'

/** By the name of the manifest. */
const decoders: Record<string, Recognised> = {
  ...{ FITS: fits, FLI: fli, FLC: fli, GBR: gbr, GD: gd, GIF: gif, IM: im, IMT: imt },
  ...{ 'IPTC/NAA': iptc, MCIDAS: mcidas, MSP: msp, PPM: netpbm, PCD: pcd, PIXAR: pixar, SGI: sgi },
  ...{ SPIDER: spider, SUN: sun, WAL: wal, XBM: xbm, XPM: xpm },
}

const FORMATS = [
  ...Object.keys(decoders),
  ...['BLP', 'BMP', 'CR2', 'CUR', 'DCX', 'DDS', 'DIB', 'EMF', 'EPS', 'FPX', 'FTEX', 'ICNS', 'ICO'],
  ...['JPEG', 'JPEG 2000', 'MIC', 'MPO', 'NEF', 'PCX', 'PNG', 'PSD', 'TGA', 'TIFF', 'WEBP', 'WMF'],
]

it.each(FORMATS)('no signature takes %s for another format', (format) => {
  for (const sample of samples(format)) {
    const bytes = read(sample)
    const taken = Object.keys(decoders).filter((name) => decoders[name]?.signature(bytes))
    const expected = decoders[format]
      ? Object.keys(decoders).filter((name) => decoders[name] === decoders[format])
      : []
    expect(taken, sample.file).toEqual(expected)
  }
})

it.each(Object.keys(decoders))('%s is not sure of anything in a few bytes or zeros', (format) => {
  for (const length of [0, 1, 2, 4, 1000]) {
    expect(decoders[format]?.signature(new Uint8Array(length))).toBe(false)
  }
})
