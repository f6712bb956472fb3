import { builtin } from './builtin.ts'
import type { Codec } from './codec.ts'
import { hasInterpreter, renderPostScript } from './postscript.ts'

const load = () => import('./formats/eps/eps.ts')

/** EPS by a decoder of ours, but for programs: Ghostscript draws those, where the application has it. */
export const eps: Codec = {
  ...builtin('eps', load),
  async embedded(bytes) {
    if (!hasInterpreter()) return undefined
    const program = (await load()).postScriptProgram(bytes)
    return program && renderPostScript(program)
  },
}
