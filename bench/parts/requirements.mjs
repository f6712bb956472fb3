import { measure } from './memory.mjs'

const SIZES = { small: [1736, 1160], large: [3000, 2000], quick: [480, 320] }

/**
 * Without auto_enhance, whose section has the same, and without background removal: its network grows the heap as much on
 * 24 x 16 pixels as on any other image, so that the baseline holds it already.
 */
const requests = {
  light: { enhancements: ['light'] },
  resize: { width: '90%' },
  'upscale x2, faithful': { width: '200%', upscale_parameters: { mode: 'faithful' } },
  'deblur v2': { enhancements: ['deblur'], deblur_parameters: { type: 'v2' } },
}
/** Those without a network are measured on the larger size too. */
const quickly = ['light', 'resize']

/**
 * Compares the memory that `plan()` declares with the renderer's measured peak. The baseline is a page that has run the
 * same job on 24 x 16 pixels.
 */
export async function requirements({ quick }) {
  const rows = []
  for (const size of quick ? ['quick'] : ['small', 'large']) {
    const [width, height] = SIZES[size]
    for (const [name, request] of Object.entries(requests)) {
      if (size === 'large' && !quickly.includes(name)) continue
      const job = { ...request, output_format: 'jpeg' }
      const { warm, peak, declared } = await measure(width, height, job, [24, 16])
      rows.push({ name, width, height, declared: declared / 1e6, measured: peak - warm })
      console.log(JSON.stringify(rows.at(-1)))
    }
  }
  return { rows }
}
