import type { Tensor } from 'onnxruntime-web'
import { fromFloat16, toFloat16 } from '../../../bin/onnx/float16.js'
import type { Precision } from '../../../src/shared/worker/details.ts'
import type { Runtime } from '../runtime.ts'

/** Where a browser has it, onnxruntime-web takes and gives it rather than bits. */
type Float16ArrayConstructor = new (buffer: ArrayBuffer) => Tensor.DataTypeMap['float16']
const { Float16Array } = globalThis as { Float16Array?: Float16ArrayConstructor }

/** A tensor of numbers in the precision of a session. */
export function tensorOf(
  ort: Runtime,
  values: Float32Array,
  dims: number[],
  precision: Precision,
): Tensor {
  if (precision === 'fp32') return new ort.Tensor('float32', values, dims)
  const bits = Uint16Array.from(values, toFloat16)
  return new ort.Tensor('float16', Float16Array ? new Float16Array(bits.buffer) : bits, dims)
}

/** The numbers of a tensor's data, which are bits where they are float16 in a browser without a type for them. */
export const floatsOf = (data: Tensor.DataType): ArrayLike<number> & Iterable<number> =>
  data instanceof Uint16Array ? Float32Array.from(data, fromFloat16) : (data as Float32Array)
