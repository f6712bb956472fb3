import { browser } from '../../browser/codec.ts'
import { jsquash } from '../../shared/jsquash.ts'
import { isPng, pngFrames } from '../../shared/png.ts'
import type { Format } from '../format.ts'
import { readPng } from './chunks.ts'

const decodeStraight = async (file: Blob) => (await jsquash.pngDecode())(await file.arrayBuffer())

export const png: Format = {
  extensions: 'png, apng',
  matches: isPng,
  codecs: [browser(readPng, decodeStraight)],
  isAnimated: (bytes) => pngFrames(bytes) > 1,
}
