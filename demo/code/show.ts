import { byId } from '../dom.ts'
import { getPath, type Json } from '../json-paths.ts'
import { files } from '../open-files.ts'
import { onRequestChange } from '../request-state.ts'
import { curl } from './curl.ts'
import { fetchCode, runCode } from './javascript.ts'

/** Shows the request as three programs. */
export function setUpCode(): void {
  onRequestChange((request) => {
    const written = { request, files: new Set(files.keys()) }
    const picture = pictureOf(request)
    write('code', runCode(written, picture))
    write('curl', curl(written, location.origin))
    write('fetch', fetchCode(written, picture))
  })
}

/** The name of the file in `window.picture`. */
function pictureOf(request: Json): string | undefined {
  const url = getPath(request, 'url')
  return typeof url === 'string' && files.has(url) ? url : undefined
}

function write(id: string, text: string): void {
  byId<HTMLTextAreaElement>(id).value = text
}
