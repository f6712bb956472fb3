import { byId } from './dom.ts'

const scenes = ['welcome', 'gallery', 'viewer'] as const
type Scene = (typeof scenes)[number]

/** What the view of pictures shows: how to begin, all of several pictures, or one. */
export function setScene(scene: Scene): void {
  for (const each of scenes) byId(each).hidden = each !== scene
}

export const inGallery = (): boolean => !byId('gallery').hidden

/** Whether the viewer leads back to a gallery. */
export function leadBack(there: boolean): void {
  byId('back').hidden = !there
}
