import { magick } from '../../magick/codec.ts'
import { at, type Format } from '../format.ts'

/** The scene of a Photo CD of 768 x 512, its "base". */
const BASE = 3

export const pcd: Format = {
  matches: at(2048, 'PCD_'),
  codecs: [magick('pcd', 'PCD', { frame: BASE })],
}
