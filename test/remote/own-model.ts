import { createHash } from 'node:crypto'
import { pointwise } from '../browser/onnx.ts'

/** Provides a small custom model for `v2`, to which what is red is the item. */
export async function ownModel() {
  const file = Buffer.from(await pointwise([[1, -1, 0]], [0], 16, 16).arrayBuffer())
  return {
    use: 'background',
    url: `data:application/octet-stream;base64,${file.toString('base64')}`,
    sha256: createHash('sha256').update(file).digest('hex'),
    bytes: file.length,
    width: 16,
    height: 16,
    mean: [0.5, 0.5, 0.5],
    deviation: [1, 1, 1],
  } as const
}
