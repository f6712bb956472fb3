import * as ort from 'onnxruntime-web/wasm'
import { type ImageToImageModelName, models } from '../../models/models.ts'
import { draw } from '../../scripts/lib/pictures.ts'
import { loadOnWasm } from '../../scripts/lib/plain-session.ts'
import { runTiled } from '../../workers/inference/run-tiled.ts'

/** Runs a model in one view, in tiles of at most `tilePixels`: small ones show the same seams as large ones, in less time. */
export async function tiled(
  name: ImageToImageModelName,
  { width, height, data }: ImageData,
  tilePixels: number,
): Promise<ImageData> {
  const pixels = data as Uint8ClampedArray<ArrayBuffer>
  const loaded = await loadOnWasm(name)
  const oneView = { ...loaded, model: { ...loaded.model, views: 1 as const } }
  const context = {
    checkpoint: async () => {},
    progress: () => {},
    explain: (error: unknown) => error as Error,
  }
  const image = { width, height, pixels, alpha: false }
  const result = await runTiled(image, oneView, context, { tilePixels })
  return new ImageData(result.pixels, width * loaded.model.scale)
}

/** Runs a model on the whole image, once per mirrored view. Its size must be a multiple of the model's. */
export async function untiled(
  name: ImageToImageModelName,
  image: ImageData,
  views = models[name].views as number,
): Promise<ImageData> {
  const { model } = await loadOnWasm(name)
  const [w, h] = [image.width * model.scale, image.height * model.scale]
  const turned = (x: number, y: number, view: number) =>
    (view & 2 ? h - 1 - y : y) * w + (view & 1 ? w - 1 - x : x)
  const answers = await Promise.all(
    Array.from({ length: views }, (_, view) => answer(name, image, view)),
  )
  const at = (c: number, x: number, y: number) => {
    const values = answers.map((each, view) => each[c * w * h + turned(x, y, view)] as number)
    return (values.reduce((a, b) => a + b) / values.length) * 255
  }
  return draw(w, h, (x, y) => [at(0, x, y), at(1, x, y), at(2, x, y)])
}

/** Runs a model on a mirrored image: horizontally if bit 0 of the view is set, vertically if bit 1 is. */
async function answer(
  name: ImageToImageModelName,
  { width, height, data }: ImageData,
  view: number,
) {
  const { session } = await loadOnWasm(name)
  const plane = width * height
  const input = new Float32Array(3 * plane)
  for (let i = 0; i < plane; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const from = (view & 2 ? height - 1 - y : y) * width + (view & 1 ? width - 1 - x : x)
    for (let c = 0; c < 3; c++) input[c * plane + i] = (data[from * 4 + c] as number) / 255
  }
  const { output } = await session.run({
    input: new ort.Tensor('float32', input, [1, 3, height, width]),
  })
  return output?.data as Float32Array
}
