/** Numbers of a tensor as they lie in a buffer: `toF32` reads one, `isFinite` tells whether it is a number. */
export const numbers = {
  // The bits of float32: compilers may take for granted that no float is NaN.
  fp32: (name: string) => `
fn bitsAt(i: u32) -> u32 { return ${name}[i]; }
fn isFinite(bits: u32) -> bool { return (bits & 0x7f800000u) != 0x7f800000u; }
fn toF32(bits: u32) -> f32 { return bitcast<f32>(bits); }`,
  // Two in a word. Every device can unpack them, also those without float16 of their own.
  fp16: (name: string) => `
fn bitsAt(i: u32) -> u32 { return (${name}[i / 2] >> (i % 2 * 16)) & 0xffffu; }
fn isFinite(bits: u32) -> bool { return (bits & 0x7c00u) != 0x7c00u; }
fn toF32(bits: u32) -> f32 { return unpack2x16float(bits).x; }`,
}
