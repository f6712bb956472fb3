import { measure } from './memory.mjs'

const sizes = { full: [[1736, 1160], [3000, 2000]], quick: [[480, 320]] } // biome-ignore format: a table

const requests = {
  light: { enhancements: ['light'] },
  background: { background: { remove: 'auto' } },
  'upscale x2': { width: '200%' },
  'denoise v2': { enhancements: ['denoise'], denoise_parameters: { type: 'v2' } },
  auto_enhance: { preset: 'auto_enhance' },
}

/**
 * Compares the memory that `plan()` declares with the renderer's measured peak. The baseline is a page that has run the
 * same job on 24 x 16 pixels.
 */
export async function requirements({ quick }) {
  const rows = []
  for (const [width, height] of quick ? sizes.quick : sizes.full) {
    for (const [name, request] of Object.entries(requests)) {
      const job = { ...request, output_format: 'jpeg' }
      const { warm, peak, declared } = await measure(width, height, job, [24, 16])
      rows.push({ name, width, height, declared: declared / 1e6, measured: peak - warm })
      console.log(JSON.stringify(rows.at(-1)))
    }
  }
  return { rows }
}
