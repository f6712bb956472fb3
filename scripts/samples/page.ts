import { encoded, png } from '../lib/pictures.ts'
import { recipes } from './recipes.ts'

declare global {
  interface Window {
    samples: typeof samples
  }
}

/** Functions that the script calls in this page. */
const samples = {
  names: Object.keys(recipes),

  /** Makes a sample and uploads its file. */
  async make(name: string): Promise<void> {
    const { make, quality } = recipes[name] as (typeof recipes)[string]
    const image = await make()
    const body = quality ? await encoded(image, 'image/jpeg', quality / 100) : await png(image)
    await fetch(`/made/${name}`, { method: 'PUT', body })
  },
}

window.samples = samples
