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
export const imageRows = '@group(0) @binding(1) var<storage, read> image: array<u32>;'
