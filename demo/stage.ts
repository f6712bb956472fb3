import { byId } from './dom.ts'
import { texts } from './language/language.ts'

const scenes = ['welcome', 'gallery', 'viewer'] as const
type Scene = (typeof scenes)[number]

/** What the image view shows: the welcome screen, several images, or one. */
export function setScene(scene: Scene): void {
  for (const each of scenes) byId(each).hidden = each !== scene
}

export const inGallery = (): boolean => !byId('gallery').hidden

const words = { welcome: texts.viewer.toSamples, gallery: texts.viewer.toPictures }

/** The scene before the viewer, and the element that was pressed there. */
interface Way {
  scene: keyof typeof words
  pressed: HTMLElement | null
}

let way: Way | undefined

export function setUpStage(): void {
  byId('back').addEventListener('click', () => {
    if (!way) return
    setScene(way.scene)
    way.pressed?.focus()
  })
}

/** Shows or hides the viewer's link back to the previous scene. */
export function setBackLink(to?: Way): void {
  way = to
  byId('back').hidden = !to
  if (to) byId('back').textContent = words[to.scene]
}
