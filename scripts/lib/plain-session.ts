import ortMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import ortWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import * as ort from 'onnxruntime-web/wasm'
import {
  type ImageToImageModel,
  type ImageToImageModelName,
  type Model,
  type ModelName,
  models,
} from '../../models/models.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { withStrengths } from '../../workers/inference/strengths.ts'

ort.env.wasm.wasmPaths = {
  mjs: new URL(ortMjs, location.href).href,
  wasm: new URL(ortWasm, location.href).href,
}
ort.env.wasm.numThreads = 2

const loaded = new Map<ModelName, Promise<LoadedModel>>()

/** Creates a session in plain onnxruntime, without Darkroom's code. */
export function load(name: ImageToImageModelName): Promise<LoadedModel<ImageToImageModel>>
export function load(name: ModelName): Promise<LoadedModel>
export function load(name: ModelName): Promise<LoadedModel> {
  const model: Model = models[name]
  const made =
    loaded.get(name) ??
    ort.InferenceSession.create(model.url).then((session) => ({
      model,
      ort,
      session: withStrengths(session, ort, model),
      precision: 'fp32' as const,
      device: { provider: 'wasm', threads: 2, precision: 'fp32', why: '' } as const,
    }))
  loaded.set(name, made)
  return made
}
