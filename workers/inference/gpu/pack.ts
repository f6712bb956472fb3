import { imageRows, type Shader } from './shader.ts'

const packDeclarations = `${imageRows}
@group(0) @binding(2) var<storage, read_write> planes: array<u32>;

fn mirrored(place: u32, length: u32) -> u32 {
  let offset = place % (2 * length);
  return min(offset, 2 * length - 1 - offset);
}

/** The color that the view has at a place. */
fn colorAt(place: vec2u) -> vec4f {
  let x = select(place.x, p.width - 1 - place.x, p.flipX == 1);
  let y = select(place.y, p.height - 1 - place.y, p.flipY == 1);
  let column = mirrored(p.left + x, p.imageWidth);
  let row = mirrored(p.top + y, p.imageHeight) % p.rows;
  return unpack4x8unorm(image[row * p.imageWidth + column]);
}`
const packParameters = [
  'width',
  'height',
  'left',
  'top',
  'imageWidth',
  'imageHeight',
  'rows',
  'flipX',
  'flipY',
] as const

/** Image to network input: planes of red, green and blue, 0 to 1. The image is continued by its mirror image. */
export const pack = {
  parameters: packParameters,
  declarations: packDeclarations,
  body: `
  let color = colorAt(at.xy);
  let plane = p.width * p.height;
  let to = at.y * p.width + at.x;
  for (var c = 0u; c < 3; c++) { planes[to + c * plane] = bitcast<u32>(color[c]); }`,
} as const satisfies Shader

/** The same in float16: two numbers in a word, which may be of two rows or planes. */
export const packFp16 = {
  parameters: packParameters,
  declarations: `${packDeclarations}

fn valueAt(i: u32) -> f32 {
  let plane = p.width * p.height;
  let place = i % plane;
  return select(0, colorAt(vec2u(place % p.width, place / p.width))[min(i / plane, 2)], i < 3 * plane);
}`,
  body: `
  let plane = p.width * p.height;
  for (var i = at.y * p.width + at.x; i < (3 * plane + 1) / 2; i += plane) {
    planes[i] = pack2x16float(vec2f(valueAt(2 * i), valueAt(2 * i + 1)));
  }`,
} as const satisfies Shader
