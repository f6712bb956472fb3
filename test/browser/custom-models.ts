import type { DarkroomOptions } from '../../src/index.ts'
import { pointwise } from './onnx.ts'

export type OwnModels = Exclude<DarkroomOptions['models'], string | undefined>

/** Serves the file of a custom model for square images. */
export async function modelFile(file: Blob, side: number) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return {
    url: URL.createObjectURL(file),
    sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    bytes: file.size,
    width: side,
    height: side,
  }
}

/** A custom model that takes red for the subject and the rest for background, with the inputs of U2-Net or IS-Net. */
export async function redKeeper(side: number, contract: Partial<OwnModels[string]> = {}) {
  return {
    use: 'background',
    ...(await modelFile(pointwise([[1, -1, 0]], [0], side, side), side)),
    mean: [0.5, 0.5, 0.5],
    deviation: [1, 1, 1],
    ...contract,
  } as OwnModels[string]
}
