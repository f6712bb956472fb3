import { byId } from './dom.ts'

const scenes = ['welcome', 'gallery', 'viewer'] as const
type Scene = (typeof scenes)[number]

/** What the view of pictures shows: how to begin, all of several pictures, or one. */
export function setScene(scene: Scene): void {
  for (const each of scenes) byId(each).hidden = each !== scene
}

export const inGallery = (): boolean => !byId('gallery').hidden

const words = { welcome: '← Other samples', gallery: '← All pictures' }

/** Where one came from to the picture in the viewer, and what was pressed there. */
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

/** Whether the viewer leads back, and where to. */
export function leadBack(to?: Way): void {
  way = to
  byId('back').hidden = !to
  if (to) byId('back').textContent = words[to.scene]
}
