import { once } from '../../../image/load-wasm.ts'
import type { Codec } from '../../shared/codec.ts'
import { at, builtin, type Format } from '../format.ts'
import { hasInterpreter, renderPostScript } from './postscript.ts'

const load = once(() => import('./decode.ts'))

/**
 * The built-in decoder reads the image or the preview inside. A file without either is a program: Ghostscript renders
 * it, if the application provides one.
 */
const codec: Codec = {
  ...builtin('eps', load),
  async embedded(bytes) {
    if (!hasInterpreter()) return undefined
    const program = (await load()).postScriptProgram(bytes)
    return program && renderPostScript(program)
  },
}

export const eps: Format = {
  extensions: 'eps, ps',
  matches: at(0, '%!PS', '\xc5\xd0\xd3\xc6', '\x04%!PS'),
  codecs: [codec],
}
