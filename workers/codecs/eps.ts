import { once } from '../image/load-wasm.ts'
import { builtin } from './builtin.ts'
import { hasInterpreter, renderPostScript } from './formats/eps/postscript.ts'
import type { Codec } from './shared/codec.ts'

const load = once(() => import('./formats/eps/decode.ts'))

/**
 * EPS: the built-in decoder reads the image or the preview inside. A file without either is a program: Ghostscript
 * renders it, if the application provides one.
 */
export const eps: Codec = {
  ...builtin('eps', load),
  async embedded(bytes) {
    if (!hasInterpreter()) return undefined
    const program = (await load()).postScriptProgram(bytes)
    return program && renderPostScript(program)
  },
}
