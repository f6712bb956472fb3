import { builtin } from './builtin.ts'
import type { Codec } from './codec.ts'
import { canDraw, draw } from './postscript.ts'

const load = () => import('./formats/eps.ts')

/** EPS by a decoder of ours, but for programs: Ghostscript draws those, where the application has it. */
export const eps: Codec = {
  ...builtin('eps', load),
  async embedded(bytes) {
    if (!canDraw()) return undefined
    const program = (await load()).program(bytes)
    return program && draw(program)
  },
}
