import ortMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import ortWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import * as ort from 'onnxruntime-web/wasm'
import {
  type ImageToImageModel,
  type ImageToImageModelName,
  type Model,
  type ModelName,
  models,
  onWasm,
} from '../../models/models.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { withStrengths } from '../../workers/inference/strengths.ts'

ort.env.wasm.wasmPaths = {
  mjs: new URL(ortMjs, location.href).href,
  wasm: new URL(ortWasm, location.href).href,
}
ort.env.wasm.numThreads = 2

const loaded = new Map<string, Promise<LoadedModel>>()

/** Creates a session in plain onnxruntime, without Darkroom's code, in fp32. */
export function load(name: ImageToImageModelName): Promise<LoadedModel<ImageToImageModel>>
export function load(name: ModelName): Promise<LoadedModel>
export function load(name: ModelName): Promise<LoadedModel> {
  return loadModel(models[name], name)
}

/** The same with the file that Darkroom computes on WASM. */
export const loadOnWasm = async (name: ImageToImageModelName) => ({
  ...(await loadModel(onWasm<ImageToImageModel>(models[name]), name)),
  inFp32: () => load(name),
})

function loadModel<M extends Model>(model: M, name: ModelName): Promise<LoadedModel<M>> {
  const key = `${name} ${model.url}`
  const made =
    loaded.get(key) ??
    ort.InferenceSession.create(model.url).then((session) => ({
      model,
      ort,
      session: withStrengths(session, ort, model),
      precision: 'fp32' as const,
      device: { provider: 'wasm', threads: 2, precision: 'fp32', why: '' } as const,
    }))
  loaded.set(key, made)
  return made as Promise<LoadedModel<M>>
}
