import apiFetch from '@wordpress/api-fetch'
import type { Darkroom } from 'darkroom-web'
import { mediaUpload } from './gutenberg.ts'

/** What WordPress would be sent, and answers. */
export async function start(darkroom: Darkroom) {
  const uploaded: File[] = []
  apiFetch.setFetchHandler(async ({ body }) => {
    const file = (body as FormData).get('file') as File
    uploaded.push(file)
    const id = uploaded.length
    return {
      id,
      source_url: `https://example.com/${file.name}`,
      title: {},
      caption: {},
      _links: {},
    }
  })
  const upload = mediaUpload(darkroom, { width: '200%', output_format: 'webp' })
  Object.assign(window, { upload, uploaded })
}
