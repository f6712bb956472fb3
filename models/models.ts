import spanX2 from './span-x2/model.onnx?url'
import spanX4 from './span-x4/model.onnx?url'

/** What a worker needs to fetch and verify a model. What it does is told by the `card.md` beside its weights. */
export interface Model {
  url: string
  /** SHA-256 of the file, lower-case hex. */
  sha256: string
  bytes: number
}

export const models = {
  'span-x2': {
    url: spanX2,
    sha256: '86007deba5f10c34b26ccf53ff103572238ef73f5bec9779a0c733ac4e9663d3',
    bytes: 836_523,
  },
  'span-x4': {
    url: spanX4,
    sha256: '68d9203d8a959a0246004503bdfcf215f5a41c03811cb0db66a720ae4dca57d0',
    bytes: 867_775,
  },
} satisfies Record<string, Model>

export type ModelName = keyof typeof models
