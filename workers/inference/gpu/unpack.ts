import type { Precision } from '../../../src/shared/worker/details.ts'
import { DRIFT, OVERSHOOT } from '../plausible.ts'
import { numbers } from './numbers.ts'
import { imageRows, type Shader } from './shader.ts'

/**
 * The core of a tile's output, or of a sum of `views` outputs, to opaque RGBA bytes, `scale` x `scale` for each source
 * pixel. Each is the mean of `reduce` x `reduce` values. The first of them is transparent where the output is implausible:
 * that needs no memory of its own.
 */
const unpackShader = (precision: Precision) =>
  ({
    parameters: [
      'width',
      'height',
      'left',
      'top',
      'imageWidth',
      'rows',
      'tileLeft',
      'tileTop',
      'tileWidth',
      'tileHeight',
      'scale',
      'reduce',
      'views',
      'to',
    ],
    declarations: `${imageRows}
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read_write> result: array<u32>;

${numbers[precision]('values')}

/** The mean color of a square of values; w is 0 where one is no finite number. */
fn mean(start: u32, stride: u32, plane: u32) -> vec4f {
  var color = vec4f(0, 0, 0, 1);
  for (var c = 0u; c < 3; c++) {
    for (var i = 0u; i < p.reduce * p.reduce; i++) {
      let bits = bitsAt(start + c * plane + i / p.reduce * stride + i % p.reduce);
      if (isFinite(bits)) { color[c] += toF32(bits); } else { color.w = 0; }
    }
  }
  return vec4f(color.rgb / f32(p.reduce * p.reduce * p.views), color.w);
}`,
    body: `
  let x = p.left + at.x;
  let y = p.top + at.y;
  let side = p.scale * p.reduce;
  let stride = p.tileWidth * side;
  let plane = stride * p.tileHeight * side;
  let start = (y - p.tileTop) * side * stride + (x - p.tileLeft) * side;
  let to = p.to + at.y * p.scale * p.width * p.scale + at.x * p.scale;
  var sum = vec3f();
  var plausible = true;
  for (var v = 0u; v < p.scale; v++) {
    for (var u = 0u; u < p.scale; u++) {
      let color = mean(start + v * p.reduce * stride + u * p.reduce, stride, plane);
      sum += color.rgb;
      plausible = plausible && color.w == 1
        && all(color.rgb > vec3f(-${OVERSHOOT})) && all(color.rgb < vec3f(1 + ${OVERSHOOT}));
      result[to + v * p.width * p.scale + u] = pack4x8unorm(vec4f(color.rgb, 1));
    }
  }
  let source = unpack4x8unorm(image[y % p.rows * p.imageWidth + x]).rgb;
  let drift = abs(sum / f32(p.scale * p.scale) - source);
  if (!plausible || any(drift >= vec3f(${DRIFT}))) { result[to] &= 0xffffffu; }`,
  }) as const satisfies Shader
export const unpack = unpackShader('fp32')
export const unpackFp16 = unpackShader('fp16')
