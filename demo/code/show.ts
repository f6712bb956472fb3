import { byId } from '../dom.ts'
import { files } from '../files.ts'
import { at, type Json } from '../paths.ts'
import { onRequest } from '../state.ts'
import { curl } from './curl.ts'
import { fetching, run } from './javascript.ts'

/** The request as three programs. */
export function setUpCode(): void {
  onRequest((request) => {
    const written = { request, files: new Set(files.keys()) }
    const picture = pictureOf(request)
    write('code', run(written, picture))
    write('curl', curl(written, location.origin))
    write('fetch', fetching(written, picture))
  })
}

/** The one that `window.picture` holds. */
function pictureOf(request: Json): string | undefined {
  const url = at(request, 'url')
  return typeof url === 'string' && files.has(url) ? url : undefined
}

function write(id: string, text: string): void {
  byId<HTMLTextAreaElement>(id).value = text
}
