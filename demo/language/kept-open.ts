import type { Json } from '../json-paths.ts'

/** What is open while the page is loaded again. */
interface Open {
  /** All open files, by name. */
  files: Map<string, File>
  /** The names of the images. */
  images: string[]
  request: Json
}

const CACHE = 'darkroom-demo-open'
const PATH = '/open'

/** Without a cache, as on a page that is not secure, it is closed by the reload. */
export async function keepOpen({ files, images, request }: Open): Promise<void> {
  const form = new FormData()
  form.append('json', JSON.stringify({ images, request }))
  for (const [name, file] of files) form.append('file', file, name)
  try {
    await (await caches.open(CACHE)).put(PATH, new Response(form))
  } catch {}
}

/** What was kept, once. */
export async function takeKept(): Promise<Open | undefined> {
  try {
    const form = await (await caches.match(PATH, { cacheName: CACHE }))?.formData()
    if (!form) return undefined
    await caches.delete(CACHE)
    const files = new Map((form.getAll('file') as File[]).map((file) => [file.name, file]))
    return { files, ...JSON.parse(form.get('json') as string) }
  } catch {
    return undefined
  }
}
