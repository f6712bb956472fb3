import { browser } from '../../browser/codec.ts'
import { jsquash } from '../../shared/jsquash.ts'
import { type Format, hasBrand } from '../format.ts'
import { readAvif } from './header.ts'

export const avif: Format = {
  matches: hasBrand(/avi[fs]/),
  codecs: [browser(readAvif, decodeStraight)],
}

async function decodeStraight(file: Blob) {
  const image = await (await jsquash.avifDecode())(await file.arrayBuffer())
  if (!image) throw new Error('an AVIF that cannot be decoded')
  return image
}
