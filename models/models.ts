import clean from './clean/model.onnx?url'
import deblurV1 from './deblur-v1/model.onnx?url'
import deblurV2 from './deblur-v2/model.onnx?url'
import denoiseV1 from './denoise-v1/model.onnx?url'
import denoiseV2 from './denoise-v2/model.onnx?url'
import spanX2 from './span-x2/model.onnx?url'
import spanX4 from './span-x4/model.onnx?url'
import textX4 from './text-x4/model.onnx?url'

/** A file to fetch and verify. */
export interface Weights {
  url: string
  /** SHA-256 of the file, lower-case hex. */
  sha256: string
  bytes: number
}

/**
 * A network of float32 [1,3,h,w] RGB 0..1 to [1,3,scale h,scale w], with what a worker needs to run it. What it does is
 * told by the `card.md` beside its weights.
 */
export interface Model extends Weights {
  /** Output pixels for one of the input, along each axis. */
  scale: 1 | 2 | 4
  /** Heights and widths must be multiples of this; so must be the places where tiles begin. */
  multiple: number
  /** Pixels around a tile's core that are computed with it: what lies beyond moves no byte by more than 1. */
  halo: number
  /** Most pixels of a tile. */
  tilePixels: number
  /** Mirrored views of each tile whose answers are averaged, but for large pictures: what is slower is better. */
  views: 1 | 4
}

/** SPAN reads 21 px to each side. docs/performance.md has what other tile sizes cost in time and memory. */
const span = { multiple: 1, halo: 16, tilePixels: 208 ** 2, views: 1 } as const

/** At half the resolution. `models/build/train/halo.py` prints what other halos would do. */
const plain = { scale: 1, multiple: 2, halo: 20, tilePixels: 384 ** 2, views: 1 } as const

/** Sees about 140 px to each side, most of it faintly: models/build/train/halo.py prints what other halos would do. */
const second = { scale: 1, multiple: 8, halo: 64, tilePixels: 512 ** 2, views: 4 } as const

export const models = {
  clean: {
    url: clean,
    sha256: '91fdc0896ac9652c4d21113920f34303b1830b417396ccc88bab0eda0b194d61',
    bytes: 1_423_102,
    ...plain,
    views: 4,
  },
  'deblur-v1': {
    url: deblurV1,
    sha256: '25857b2b2b9efa379c04c356d273be34f871e60b16a0a1ad703b5ec733607ae9',
    bytes: 1_423_106,
    ...plain,
  },
  'deblur-v2': {
    url: deblurV2,
    sha256: 'cdd73ed9ad06243edfe0b88c17b4ff715f0361b808db57c89055fd23dc64ca65',
    bytes: 5_293_237,
    ...second,
  },
  'denoise-v1': {
    url: denoiseV1,
    sha256: 'ace226baafd7a1abb926e43baca809b2f29172887e75f67dfc9d20baac28efd5',
    bytes: 1_423_107,
    ...plain,
  },
  'denoise-v2': {
    url: denoiseV2,
    sha256: '15ea0de59173aa1901e6f77194bbefc46ab60d30358669eb1f2ea3360beb0b39',
    bytes: 5_293_238,
    ...second,
  },
  'span-x2': {
    url: spanX2,
    sha256: '86007deba5f10c34b26ccf53ff103572238ef73f5bec9779a0c733ac4e9663d3',
    bytes: 836_523,
    scale: 2,
    ...span,
  },
  'span-x4': {
    url: spanX4,
    sha256: '68d9203d8a959a0246004503bdfcf215f5a41c03811cb0db66a720ae4dca57d0',
    bytes: 867_775,
    scale: 4,
    ...span,
  },
  'text-x4': {
    url: textX4,
    sha256: '1c53e54013d8fdf6b114ac1366cc1c34e2db991ab70b2d91a7e815bfcbda28c9',
    bytes: 867_773,
    scale: 4,
    ...span,
  },
} satisfies Record<string, Model>

export type ModelName = keyof typeof models
