import { measure } from './memory.mjs'

const SIZES = { full: [4000, 3000], quick: [800, 600] }

/** Measures time, memory and progress of `auto_enhance` on an image of 12 megapixels. */
export async function autoEnhance({ quick }) {
  const [width, height] = quick ? SIZES.quick : SIZES.full
  const request = { preset: 'auto_enhance', output_format: 'jpeg' }
  const row = await measure(width, height, request)
  console.log(JSON.stringify(row))
  return { width, height, ...row }
}
