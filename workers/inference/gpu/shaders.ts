import { DRIFT, OVERSHOOT } from '../plausible.ts'

/** A compute shader that runs once per pixel of an area. */
export interface Shader {
  /** What `p` has, all u32; the first two are the size of the area. */
  parameters: readonly string[]
  /** Its storage buffers, from binding 1 on, and its functions. */
  declarations: string
  /** What it does for the pixel `at`. */
  body: string
}

/** Pixels along a side of a workgroup. */
export const WORKGROUP_SIDE = 8

export const wgsl = ({ parameters, declarations, body }: Shader) => `
struct Parameters { ${parameters.map((name) => `${name}: u32`).join(', ')} }
@group(0) @binding(0) var<uniform> p: Parameters;
${declarations}
@compute @workgroup_size(${WORKGROUP_SIDE}, ${WORKGROUP_SIDE})
fn main(@builtin(global_invocation_id) at: vec3u) {
  if (at.x >= p.width || at.y >= p.height) { return; }
  ${body}
}`

/** The rows of the image that tiles read, RGBA: row y is at y % rows. */
const imageRows = '@group(0) @binding(1) var<storage, read> image: array<u32>;'

/** The pixel that a mirrored view has at `at`. */
const mirroredView = `
  let x = select(at.x, p.width - 1 - at.x, p.flipX == 1);
  let y = select(at.y, p.height - 1 - at.y, p.flipY == 1);`

/** Image to network input: planes of red, green and blue, 0 to 1. The image is continued by its mirror image. */
export const pack = {
  parameters: [
    'width',
    'height',
    'left',
    'top',
    'imageWidth',
    'imageHeight',
    'rows',
    'flipX',
    'flipY',
  ],
  declarations: `${imageRows}
@group(0) @binding(2) var<storage, read_write> planes: array<f32>;

fn mirrored(place: u32, length: u32) -> u32 {
  let offset = place % (2 * length);
  return min(offset, 2 * length - 1 - offset);
}`,
  body: `${mirroredView}
  let column = mirrored(p.left + x, p.imageWidth);
  let row = mirrored(p.top + y, p.imageHeight) % p.rows;
  let color = unpack4x8unorm(image[row * p.imageWidth + column]);
  let plane = p.width * p.height;
  let to = at.y * p.width + at.x;
  for (var c = 0u; c < 3; c++) { planes[to + c * plane] = color[c]; }`,
} as const satisfies Shader

/** Adds the output for a mirrored view to the sum of those before. */
export const add = {
  parameters: ['width', 'height', 'flipX', 'flipY', 'isFirst'],
  declarations: `
@group(0) @binding(1) var<storage, read> output: array<f32>;
@group(0) @binding(2) var<storage, read_write> sum: array<f32>;`,
  body: `${mirroredView}
  let plane = p.width * p.height;
  for (var c = 0u; c < 3; c++) {
    let to = at.y * p.width + at.x + c * plane;
    let before = select(sum[to], 0, p.isFirst == 1);
    sum[to] = before + output[y * p.width + x + c * plane];
  }`,
} as const satisfies Shader

/**
 * The core of a tile's output, or of a sum of `views` outputs, to opaque RGBA bytes, `scale` x `scale` for each source
 * pixel. Each is the mean of `reduce` x `reduce` values. The first of them is transparent where the output is implausible:
 * that needs no memory of its own.
 */
export const unpack = {
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
// The bits of float32: compilers may take for granted that no float is NaN.
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read_write> result: array<u32>;

fn isFinite(bits: u32) -> bool { return (bits & 0x7f800000u) != 0x7f800000u; }

/** The mean color of a square of values; w is 0 where one is no finite number. */
fn mean(start: u32, stride: u32, plane: u32) -> vec4f {
  var color = vec4f(0, 0, 0, 1);
  for (var c = 0u; c < 3; c++) {
    for (var i = 0u; i < p.reduce * p.reduce; i++) {
      let bits = values[start + c * plane + i / p.reduce * stride + i % p.reduce];
      if (isFinite(bits)) { color[c] += bitcast<f32>(bits); } else { color.w = 0; }
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
} as const satisfies Shader
