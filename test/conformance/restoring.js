import { ok } from './check.js'
import { base64, edge, grainy } from './pictures.js'

/** Mean absolute difference from 128 in the middle of an image. */
function grainOf({ at }) {
  let sum = 0
  for (let y = 8; y < 40; y++) for (let x = 8; x < 40; x++) sum += Math.abs(at(x, y)[1] - 128)
  return sum / 32 ** 2
}

/** Expects that `denoise` of this type reduces noise. */
export async function denoises(service, type) {
  const url = base64(await grainy(48, 48, 30))
  const request = { url, enhancements: ['denoise'], ...(type && { denoise_parameters: { type } }) }
  const before = grainOf(await service.pixels({ url }))
  const after = grainOf(await service.pixels(request))
  ok(after < before / 4, `Expected less noise than ${before} but received ${after}`)
}

/** Returns the largest step between neighbouring pixels across the middle. */
const steepest = ({ at }) =>
  Math.max(...Array.from({ length: 40 }, (_, i) => at(i + 4, 24)[1] - at(i + 3, 24)[1]))

/** Expects that `deblur` of this type makes a soft edge steeper. */
export async function deblurs(service, type) {
  const url = base64(await edge(48, 48, 6))
  const request = { url, enhancements: ['deblur'], ...(type && { deblur_parameters: { type } }) }
  const before = steepest(await service.pixels({ url }))
  const after = steepest(await service.pixels(request))
  ok(after > before * 1.2, `Expected a steeper edge than ${before} but received ${after}`)
}
