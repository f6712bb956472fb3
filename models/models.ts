import blazeface from './blazeface/model.onnx?url'
import cleanInt8 from './clean/int8.onnx?url'
import clean from './clean/model.onnx?url'
import deblurInt8 from './deblur/int8.onnx?url'
import deblur from './deblur/model.onnx?url'
import denoiseV1Int8 from './denoise-v1/int8.onnx?url'
import denoiseV1 from './denoise-v1/model.onnx?url'
import denoiseV2Int8 from './denoise-v2/int8.onnx?url'
import denoiseV2 from './denoise-v2/model.onnx?url'
import edge from './edge/model.onnx?url'
import matteInt8 from './matte/int8.onnx?url'
import matte from './matte/model.onnx?url'
import nsfw from './nsfw/model.onnx?url'
import restoreX4Int8 from './restore-x4/int8.onnx?url'
import restoreX4 from './restore-x4/model.onnx?url'
import spanX2Int8 from './span-x2/int8.onnx?url'
import spanX2 from './span-x2/model.onnx?url'
import spanX4Int8 from './span-x4/int8.onnx?url'
import spanX4 from './span-x4/model.onnx?url'
import textX4 from './text-x4/model.onnx?url'
import whiteBalance from './white-balance/model.onnx?url'

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
export interface ImageToImageModel extends Weights {
  /** Output pixels for one of the input, along each axis. */
  scale: 1 | 2 | 4
  /** Heights and widths must be multiples of this; so must be the places where tiles begin. */
  multiple: number
  /** Pixels around a tile's core that are computed with it: what lies beyond moves no byte by more than 1. */
  halo: number
  /** Most pixels of a tile. */
  tilePixels: number
  /** Bytes by which the heap of onnxruntime grows for a tile of so many pixels, measured with one thread. */
  workingBytes: number
  /** Both on WASM, where a job's memory holds them: less is computed twice, but a run takes so much longer. */
  large?: { tilePixels: number; workingBytes: number }
  /** Mirrored views of each tile whose answers are averaged, but for large images: what is slower is better. */
  views: 1 | 4
  /** For one that is told what to remove, 0 to 1: noise, blur, compression, a screen's pattern. */
  strengths?: readonly number[]
  /** Of one that is not exact enough in fp16, which others compute in where a GPU has it: docs/fp16.md has the figures. */
  precision?: 'fp32'
  /** The same network in integers of 8 bits, which WASM computes faster, and its own tiles: a pixel takes more memory. */
  int8?: Weights & Required<Pick<ImageToImageModel, 'tilePixels' | 'workingBytes' | 'large'>>
}

/** A network of one input size: float32 [1,channels,height,width], RGB first. */
export interface FixedInputModel extends Weights {
  width: number
  height: number
  /** 3 where nothing is said. */
  channels?: number
  /** Taken from red, green and blue, 0 to 1, before they are divided by `deviation`. */
  mean: readonly [number, number, number]
  deviation: readonly [number, number, number]
  /** The brightest number of an image counts as 1. */
  stretched?: boolean
  /** Most pixels of an image on WASM, of one that takes others there: on a GPU, those of the size whose answer is known. */
  largest?: number
  /** Bytes by which the heap of onnxruntime grows for a run, measured with one thread; unknown of other models. */
  workingBytes?: number
  /** A run takes tens of milliseconds: it need not wait behind others. */
  quick?: true
  /** The same network, a part of it in integers of 8 bits, which WASM computes faster. */
  int8?: Weights & Required<Pick<FixedInputModel, 'workingBytes'>>
}

export type Model = ImageToImageModel | FixedInputModel

/** A square tile of that side, which takes so many megabytes. */
const large = (side: number, megabytes: number) => ({
  tilePixels: side ** 2,
  workingBytes: megabytes * 1e6,
})

/** SPAN reads 21 px to each side. docs/performance.md has what other tile sizes cost in time and memory. */
const span = {
  multiple: 1,
  halo: 16,
  tilePixels: 208 ** 2,
  workingBytes: 52_000_000,
  large: large(416, 160),
  views: 1,
  precision: 'fp32',
} as const

const spanInt8 = { tilePixels: 168 ** 2, workingBytes: 52_000_000, large: large(336, 160) } as const

/** Colours as they are, 0 to 1. */
const plainColours = { mean: [0, 0, 0], deviation: [1, 1, 1] } as const
/** Means and deviations of ImageNet's photographs. */
const imageNet = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const

/** One file for several uses. */
const restoration = {
  url: deblur,
  sha256: 'ca1e014eb1bf7969d029b9396bbd077a5c6d70bf7a80ae4d0c66642c8261996d',
  bytes: 4_234_712,
  scale: 1,
  multiple: 8,
  // It reads about 106 px to each side, the last ones faintly.
  halo: 88,
  tilePixels: 544 ** 2,
  workingBytes: 38_000_000,
  large: large(896, 103),
  views: 1,
  int8: {
    url: deblurInt8,
    sha256: '8c8dc4ec215e4345852bb43c0fb34fa88c5d5587d7823450b3b018b8d30d49ea',
    bytes: 2_389_614,
    tilePixels: 480 ** 2,
    workingBytes: 66_000_000,
    large: large(832, 190),
  },
} as const

const imageToImageModels = {
  clean: {
    url: clean,
    sha256: 'cc88ad15a86e180f8fa5d7009ad7633e70fbf582e06f26dfb800ed8b2428c0f1',
    bytes: 2_556_470,
    scale: 1,
    multiple: 4,
    // It reads 28 px to each side, the last ones faintly.
    halo: 20,
    tilePixels: 256 ** 2,
    workingBytes: 60_000_000,
    large: large(512, 200),
    views: 1,
    precision: 'fp32',
    int8: {
      url: cleanInt8,
      sha256: '0c01c90ad3b18045aafe736ba1e9ce783797882fbb336b2ebd7d55b7eed638b9',
      bytes: 1_501_929,
      tilePixels: 240 ** 2,
      workingBytes: 62_000_000,
      large: large(448, 195),
    },
  },
  deblur: { ...restoration, strengths: [0, 1, 0, 0] },
  'deblur-compressed': { ...restoration, strengths: [0, 1, 1, 0] },
  'denoise-v1': {
    url: denoiseV1,
    sha256: 'aa9b148a24e23a44c83d80daf1685cc4c065fb58b1b9272981b88c8d698f3194',
    bytes: 1_423_107,
    scale: 1,
    multiple: 2,
    // It reads 28 px to each side, the last ones faintly: models/build/train/halo.py prints what other halos do.
    halo: 20,
    tilePixels: 384 ** 2,
    workingBytes: 46_000_000,
    large: large(768, 150),
    views: 1,
    int8: {
      url: denoiseV1Int8,
      sha256: 'f1934bf0238a6b46ddb403f680718c5ada46e2c256e9cac5bbe61153f1ed6943',
      bytes: 744_244,
      tilePixels: 384 ** 2,
      workingBytes: 64_000_000,
      large: large(640, 180),
    },
  },
  'denoise-v2': {
    url: denoiseV2,
    sha256: 'eac89573b76736271828f6c19ed41af854a27c99338cb1a2ff8650210492bf0d',
    bytes: 3_269_290,
    scale: 1,
    multiple: 16,
    // It reads 80 px to each side.
    halo: 48,
    // It takes seven times as much as deblur for a pixel.
    tilePixels: 384 ** 2,
    workingBytes: 140_000_000,
    large: large(544, 280),
    views: 4,
    int8: {
      url: denoiseV2Int8,
      sha256: 'e1b1f0be01135fafed3d262c712ff1c7fbf487db9c01b881ef1f9c9e919491a1',
      bytes: 1_701_746,
      tilePixels: 352 ** 2,
      workingBytes: 143_000_000,
      large: large(496, 280),
    },
  },
  restore: { ...restoration, strengths: [1, 1, 1, 0] },
  'restore-noise': { ...restoration, strengths: [1, 0, 0, 0] },
  'restore-soft': { ...restoration, strengths: [1, 0, 1, 0] },
  'restore-x4': {
    url: restoreX4,
    sha256: 'fe0de775a9ea26a22710e53d319a0c58ce431c787f3a9c8029e644595a6ace15',
    bytes: 724_149,
    scale: 4,
    multiple: 1,
    // It reads 18 px to each side: tiles equal the whole.
    halo: 18,
    tilePixels: 240 ** 2,
    workingBytes: 44_000_000,
    large: large(464, 140),
    views: 1,
    precision: 'fp32',
    int8: {
      url: restoreX4Int8,
      sha256: 'b30619eb72fbdf62325a7fff1eea5e66fd84e5a21211fbc5aeb32abba3483e1e',
      bytes: 406_810,
      tilePixels: 232 ** 2,
      workingBytes: 52_000_000,
      large: large(408, 140),
    },
  },
  'span-x2': {
    url: spanX2,
    sha256: '86007deba5f10c34b26ccf53ff103572238ef73f5bec9779a0c733ac4e9663d3',
    bytes: 836_523,
    scale: 2,
    ...span,
    int8: {
      url: spanX2Int8,
      sha256: 'd79957c952caf0e9ce64acecae2a0c19a4eb74a0857f443a62b6c7d50cf2858c',
      bytes: 460_384,
      ...spanInt8,
    },
  },
  'span-x4': {
    url: spanX4,
    sha256: '68d9203d8a959a0246004503bdfcf215f5a41c03811cb0db66a720ae4dca57d0',
    bytes: 867_775,
    scale: 4,
    ...span,
    int8: {
      url: spanX4Int8,
      sha256: 'f919baa8903bcc69754fccd061d5dc39b64c0c998b3471500391c053916ee00d',
      bytes: 491_779,
      ...spanInt8,
    },
  },
  'text-x4': {
    url: textX4,
    sha256: '57b3943b6bdee1a1640f9a324d66846d1cf9afc74b96e0e9a6f296a672d207c6',
    bytes: 867_773,
    scale: 4,
    ...span,
  },
} satisfies Record<string, ImageToImageModel>

const fixedInputModels = {
  blazeface: {
    url: blazeface,
    sha256: 'd6869c722d0fc5cb8b33f090d8a47c1a9b82f936bc9ad56c6d850506a3daff9e',
    bytes: 1_059_430,
    width: 192,
    height: 192,
    mean: [0.5, 0.5, 0.5],
    deviation: [0.5, 0.5, 0.5],
    workingBytes: 4_000_000,
    quick: true,
  },
  edge: {
    url: edge,
    sha256: '0af1c4c366589080754815363c98d650a31da00ef56859138d14f9a72680f164',
    bytes: 334_075,
    width: 256,
    height: 256,
    channels: 4,
    largest: 384 ** 2,
    ...plainColours,
    workingBytes: 18_000_000,
    quick: true,
  },
  matte: {
    url: matte,
    sha256: 'fb3e93e097d224d3aa8a8cafa46708d3d73cadbb755fe34f0ff3f60dbf288dcb',
    bytes: 5_046_494,
    width: 448,
    height: 448,
    ...imageNet,
    workingBytes: 120_000_000,
    int8: {
      url: matteInt8,
      sha256: '6ca2912f6d4922de3314309e5314c308b9f1fa64681dda0ff94d2b7dacdb74fb',
      bytes: 4_059_277,
      workingBytes: 110_000_000,
    },
  },
  nsfw: {
    url: nsfw,
    sha256: '10870a730e68edbe4337779e8013ecae4f36141fdb94d1f0fab79b203984a025',
    bytes: 2_738_341,
    width: 224,
    height: 224,
    ...plainColours,
    workingBytes: 10_000_000,
    quick: true,
  },
  'white-balance': {
    url: whiteBalance,
    sha256: '70de144f4f8b93b78152c3167e2f72ca0a01b8b9c39459e9dc9dfbd409bcb332',
    bytes: 230_741,
    width: 32,
    height: 64,
    ...plainColours,
    workingBytes: 4_000_000,
    quick: true,
  },
} satisfies Record<string, FixedInputModel>

export const models = { ...imageToImageModels, ...fixedInputModels }

/** The files of all models. */
export const allWeights = Object.values(models).flatMap((model): Weights[] =>
  'int8' in model ? [model, model.int8] : [model],
)

/** A model as WASM computes it. */
export const onWasm = <M extends Model>(model: M): M =>
  'int8' in model ? { ...model, ...model.int8 } : model

export type ImageToImageModelName = keyof typeof imageToImageModels

export type ModelName = keyof typeof models

/** Whether a model is one of the built-in ones that take tens of milliseconds. */
export function isQuick(name: string): boolean {
  const model: Partial<FixedInputModel> | undefined = models[name as ModelName]
  return model?.quick === true
}
