import type { Precision } from '../../../src/shared/worker/details.ts'
import { numbers } from './numbers.ts'
import type { Shader } from './shader.ts'

/** Adds the output for a mirrored view to the sum of those before, which is one of float32. */
const addShader = (precision: Precision) =>
  ({
    parameters: ['width', 'height', 'flipX', 'flipY', 'isFirst'],
    declarations: `
@group(0) @binding(1) var<storage, read> output: array<u32>;
@group(0) @binding(2) var<storage, read_write> sum: array<f32>;
${numbers[precision]('output')}`,
    body: `
  let x = select(at.x, p.width - 1 - at.x, p.flipX == 1);
  let y = select(at.y, p.height - 1 - at.y, p.flipY == 1);
  let plane = p.width * p.height;
  for (var c = 0u; c < 3; c++) {
    let to = at.y * p.width + at.x + c * plane;
    let before = select(sum[to], 0, p.isFirst == 1);
    sum[to] = before + toF32(bitsAt(y * p.width + x + c * plane));
  }`,
  }) as const satisfies Shader
export const add = addShader('fp32')
export const addFp16 = addShader('fp16')
